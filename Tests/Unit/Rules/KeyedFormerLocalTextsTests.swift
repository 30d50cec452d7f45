import Platform
import TestSupport
import Testing

@testable import Smudge

/// Former local texts of rules with keys.
struct KeyedFormerLocalTextsTests {
  /// The plan of a rule with these lines.
  private static func plan(
    _ lines: [String], _ value: String? = nil, after previous: Plan = .idle, now: Int64 = 7
  ) throws -> Plan {
    let text = lines.isEmpty ? "" : OneRule.variable + "[rule \"r\"]\nlocal = ${v}\n" + lines.joined(separator: "\n")
    return try compiled(text, lines.isEmpty ? [:] : value.map { ["v": $0] } ?? [:], after: previous, now: now)
  }

  private static let whole = ["key = A", "canonical = One", "canonical ="]
  private static let part = ["key = A", "canonical = com.acme"]

  private static func retired(_ text: String, _ canonical: String) -> RetiredText {
    RetiredText(text: bytes(text), canonical: bytes(canonical), since: 7)
  }

  private static func scope(_ keys: String..., extent: KeyScope.Extent) -> KeyScope {
    KeyScope(keys: keys.map { bytes($0) }, extent: extent)
  }

  @Test func `A former text is retired once, for the first of its canonical texts`() throws {
    let before = try Self.plan(Self.whole, "My Team")
    let after = try Self.plan(Self.whole, "Other", after: before)
    #expect(after.rules.map(\.retired) == [[Self.retired("My Team", "One")]])
    #expect(try Self.plan(Self.whole, "Other", after: after, now: 9) == after, "compiling again retires nothing")
    let empty = ["key = A", "canonical =", "canonical = One"]
    let none = try Self.plan(empty, "Other", after: Self.plan(empty, "My Team"))
    #expect(none.rules.map(\.retired) == [[Self.retired("My Team", "")]])
  }

  @Test func `A former whole value is not watched as a part of other values`() throws {
    let plan = try Self.plan(Self.whole, "My Team Two", after: Self.plan(Self.whole, "My Team"))
    #expect(plan.rules.map(\.watched) == [[]])
    let part = try Self.plan(Self.part, "dev.me.app", after: Self.plan(Self.part, "dev.me"))
    #expect(part.rules.map(\.watched) == [[bytes("dev.me")]], "a former part is watched")
  }

  @Test func `A removed rule keeps its keys and its on-insert`() throws {
    let lines = Self.whole + ["on-insert = drop"]
    let before = try Self.plan(lines, "My Team")
    let gone = try Self.plan([], after: before)
    #expect(gone.rules.map(\.keyed) == before.rules.map(\.keyed))
    #expect(gone.rules.map(\.pairs) == [[]])
    #expect(gone.rules.map(\.retired) == [[Self.retired("My Team", "One")]])
    #expect(try Self.plan([], after: gone, now: 9).rules == gone.rules)
    let back = try Self.plan(lines, "Other", after: gone)
    #expect(back.rules.map(\.retired) == [[Self.retired("My Team", "One")]], "the rule has them when it is added again")
  }

  @Test(arguments: [
    ["key = B", "canonical = com.acme", "on-insert = drop"], ["canonical = com.acme"],
    ["key = B", "canonical = One", "canonical = Two"],
  ])
  func `A rule with other keys retires its text in the former keys`(lines: [String]) throws {
    let before = try Self.plan(Self.part + ["on-insert = drop"], "dev.me")
    for value in ["dev.me", "dev.you"] {
      let after = try Self.plan(lines, value, after: before)
      #expect(after.rules.map(\.name) == [bytes("r"), bytes("r")])
      #expect(after.rules.map(\.retired) == [[], [Self.retired("dev.me", "com.acme")]])
      #expect(after.rules.last?.keyed == Self.scope("A", extent: .part), "without on-insert there")
      #expect(after.rules.last?.pairs == [])
      #expect(try Self.plan(lines, value, after: after, now: 9) == after, "compiling again changes nothing")
    }
  }

  @Test func `A rule that gains keys retires its former text everywhere`() throws {
    let after = try Self.plan(Self.part, "dev.me", after: Self.plan(["canonical = com.acme"], "dev.me"))
    #expect(after.rules.map(\.keyed) == [Self.scope("A", extent: .part), nil])
    #expect(after.rules.map(\.retired) == [[], [Self.retired("dev.me", "com.acme")]])
  }

  @Test func `A text that a rule still has in the same keys is not retired there`() throws {
    let two = ["key = A", "key = B", "canonical = com.acme"]
    let wider = try Self.plan(two, "dev.me", after: Self.plan(Self.part, "dev.me"))
    #expect(wider.rules.map(\.retired) == [[]])
    let narrower = try Self.plan(Self.part, "dev.me", after: wider)
    #expect(narrower.rules.map(\.keyed) == [Self.scope("A", extent: .part), Self.scope("B", extent: .part)])
    #expect(narrower.rules.map(\.retired) == [[], [Self.retired("dev.me", "com.acme")]])
    let turned = try Self.plan(["key = B", "key = A", "canonical = com.acme"], "dev.you", after: wider)
    #expect(turned.rules.map(\.retired) == [[Self.retired("dev.me", "com.acme")]], "the order of keys does not matter")
  }

  @Test func `A former whole value that can be a part of a value now is retired as a whole value`() throws {
    let after = try Self.plan(Self.part, "dev.you", after: Self.plan(Self.whole, "My Team"))
    #expect(after.rules.map(\.keyed?.extent) == [.part, .whole])
    #expect(after.rules.map(\.retired) == [[], [Self.retired("My Team", "One")]])
  }

  @Test func `A former text that is canonical in its key now is not retired there`() throws {
    let before = try Self.plan(Self.part, "dev.me")
    for lines in [["key = A", "canonical = dev.me"], ["key = A", "canonical = dev.me", "canonical ="]] {
      let after = try Self.plan(lines, "dev.you", after: before)
      #expect(after.rules.flatMap(\.retired).isEmpty && after.rules.flatMap(\.watched).isEmpty)
    }
    let elsewhere = try Self.plan(["key = B", "canonical = dev.me"], "dev.you", after: before)
    #expect(elsewhere.rules.flatMap(\.retired) == [Self.retired("dev.me", "com.acme")])
  }
}

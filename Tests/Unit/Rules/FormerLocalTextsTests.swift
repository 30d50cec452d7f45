import Platform
import TestSupport
import Testing

@testable import Smudge

/// Former local texts stay in the plan, so that an editor's late save does not leak them.
struct FormerLocalTextsTests {
  private static func retired(_ text: String, since: Int64) -> RetiredText {
    RetiredText(text: bytes(text), canonical: bytes("com.acme"), since: since)
  }

  @Test func `The text of a changed value is retired since the change`() throws {
    let plan = try OneRule.plan("dev.new", after: OneRule.plan("dev.old"), now: 7)
    #expect(plan.rules.map(\.retired) == [[Self.retired("dev.old", since: 7)]])
    #expect(plan.rules.map { $0.pairs.map(\.local) } == [[bytes("dev.new")]])
    #expect(plan.rules.map(\.certainty) == [.exact])
  }

  @Test func `Compiling again without changes retires nothing`() throws {
    let plan = try OneRule.plan("dev.me")
    #expect(try OneRule.plan("dev.me", after: plan, now: 7) == plan)
  }

  @Test func `A removed value retires its text`() throws {
    let plan = try OneRule.plan(nil, after: OneRule.plan("dev.old"), now: 7)
    #expect(plan.rules.map(\.retired) == [[Self.retired("dev.old", since: 7)]])
    #expect(!plan.isIdle, "clean still replaces it")
  }

  @Test func `Former texts are kept over many changes, each with its own time`() throws {
    var plan = Plan.idle
    for (index, value) in ["dev.one", "dev.two", "dev.three"].enumerated() {
      plan = try OneRule.plan(value, after: plan, now: Int64(index))
    }
    #expect(
      plan.rules.map(\.retired) == [[Self.retired("dev.two", since: 2), Self.retired("dev.one", since: 1)]])
  }

  @Test func `A value that is set again is local and no longer retired`() throws {
    let changed = try OneRule.plan("dev.two", after: OneRule.plan("dev.one"), now: 1)
    let back = try OneRule.plan("dev.one", after: changed, now: 2)
    #expect(back.rules.map { $0.pairs.map(\.local) } == [[bytes("dev.one")]])
    #expect(back.rules.map(\.retired) == [[Self.retired("dev.two", since: 2)]])
  }

  @Test func `A removed rule still cleans its texts`() throws {
    let plan = try compiled("", after: OneRule.plan("dev.old"), now: 7)
    #expect(plan.rules.map(\.name) == [bytes("r")])
    #expect(plan.rules.map(\.pairs) == [[]])
    #expect(plan.rules.map(\.retired) == [[Self.retired("dev.old", since: 7)]])
    let later = try compiled("", after: plan, now: 8)
    #expect(later.rules == plan.rules, "it stays retired, since the same time")
  }

  @Test func `A renamed rule retires its text only if it changed`() throws {
    let renamed = OneRule.text.replacing("\"r\"", with: "\"s\"")
    let same = try compiled(renamed, ["v": "dev.old"], after: OneRule.plan("dev.old"), now: 7)
    #expect(same.rules.map(\.name) == [bytes("s")], "the text is still local, so it is not retired")
    let other = try compiled(renamed, ["v": "dev.new"], after: OneRule.plan("dev.old"), now: 7)
    #expect(other.rules.map(\.name) == [bytes("s"), bytes("r")])
    #expect(other.rules.map(\.retired) == [[], [Self.retired("dev.old", since: 7)]])
  }

  @Test func `The texts of suffixes are retired as well`() throws {
    let text = OneRule.text + "suffix = Tests\n"
    let plan = try compiled(text, ["v": "dev.new"], after: compiled(text, ["v": "dev.old"]), now: 7)
    #expect(
      plan.rules.map(\.retired) == [
        [
          Self.retired("dev.old", since: 7),
          RetiredText(text: bytes("dev.oldTests"), canonical: bytes("com.acmeTests"), since: 7),
        ]
      ])
  }

  @Test(arguments: [
    // The former value and the current one.
    ("dev.me", "dev.me.app"), ("dev.me.app", "dev.me"), ("dev.my.app", "app.dev"), ("com.acme.dev", "dev.me"),
    ("com.acme.x.com.acme", "dev.me"),
  ])
  func `A former text that overlaps a current one is watched, not replaced`(
    before: String, now: String
  ) throws {
    let plan = try OneRule.plan(now, after: OneRule.plan(before), now: 7)
    #expect(plan.rules.map(\.retired) == [[]])
    #expect(plan.rules.map(\.watched) == [[bytes(before)]])
    #expect(CompiledPlan(plan).localTexts.contains(bytes(before)), "a match is reported")
  }

  @Test(arguments: [("com.acme.anna", "com.acme.ben"), ("dev.com.acme", "dev.me")])
  func `A former text that contains its canonical text once is still cleaned`(
    before: String, now: String
  ) throws {
    let plan = try OneRule.plan(now, after: OneRule.plan(before), now: 7)
    #expect(plan.rules.map(\.retired) == [[Self.retired(before, since: 7)]])
    let cleaned = try CompiledPlan(plan).transform(for: nil).clean(bytes("\(before) \(now)\n")).bytes
    #expect(difference(cleaned, bytes("com.acme com.acme\n")) == nil)
  }

  @Test func `A watched text stays watched unless it is local again`() throws {
    let collided = try OneRule.plan("dev.me.app", after: OneRule.plan("dev.me"), now: 1)
    let moved = try OneRule.plan("org.you", after: collided, now: 2)
    #expect(moved.rules.map(\.watched) == [[bytes("dev.me")]], "its canonical text is unknown")
    #expect(moved.rules.map { $0.retired.map(\.text) } == [[bytes("dev.me.app")]])
    let back = try OneRule.plan("dev.me", after: moved, now: 3)
    #expect(back.rules.map { $0.pairs.map(\.local) } == [[bytes("dev.me")]])
    #expect(!back.rules.flatMap(\.watched).contains(bytes("dev.me")))
  }

  @Test func `A former text that is canonical now is not retired`() throws {
    let before = try OneRule.plan("dev.me")
    let text = "[rule \"r\"]\ncanonical = dev.me\nlocal = dev.you\n"
    let plan = try compiled(text, after: before, now: 7)
    #expect(plan.rules.flatMap(\.retired).isEmpty && plan.rules.flatMap(\.watched).isEmpty)
    #expect(
      try CompiledPlan(plan).transform(for: nil).clean(bytes("dev.me")).bytes == bytes("dev.me"),
      "the repository can hold it")
  }

  @Test func `A current local text is cleaned by its own rule, also if another rule had it before`() throws {
    func rules(_ one: String, _ other: String) -> String {
      "[rule \"a\"]\ncanonical = com.one\nlocal = \(one)\n[rule \"b\"]\ncanonical = com.two\nlocal = \(other)\n"
    }
    let plan = try compiled(rules("dev.y", "dev.x"), after: compiled(rules("dev.x", "dev.y")), now: 7)
    #expect(plan.rules.flatMap(\.retired).isEmpty)
    let cleaned = try CompiledPlan(plan).transform(for: nil).clean(bytes("dev.x dev.y")).bytes
    #expect(difference(cleaned, bytes("com.two com.one")) == nil)
  }
}

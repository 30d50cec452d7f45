import TestSupport
import Testing

@testable import Rules
@testable import Smudge
@testable import WorkingTree

/// Differences between the plan of a working tree and a newly compiled one.
struct PlanDifferenceTests {
  private static let before = """
    [rule "a"]
    canonical = com.one
    local = dev.${v}
    [rule "b"]
    canonical = com.two
    local = dev.two
    [variable "v"]
    kind = label
    """

  private static func difference(_ text: String, _ value: String? = "me") throws -> PlanDifference {
    let old = try compiled(before, ["v": "me"])
    return PlanDifference(from: old, to: try compiled(text, value.map { ["v": $0] } ?? [:], after: old))
  }

  @Test func `The same rules and values are no difference, whatever the form of the file is`() throws {
    #expect(try Self.difference(Self.before).isEmpty)
    #expect(try Self.difference("# a comment\n" + Self.before.replacing(" = ", with: "=")).isEmpty)
  }

  @Test(arguments: [
    ("canonical = com.two", "canonical = com.three", .init(key: .canonical, from: [bytes("com.two")], to: [bytes("com.three")])),
    ("local = dev.two", "local = dev.three", .init(key: .local, from: [bytes("dev.two")], to: [bytes("dev.three")])),
    ("local = dev.two", "local = dev.two\nsuffix = Tests", .init(key: .suffix, from: [], to: [bytes("Tests")])),
    ("local = dev.two", "local = dev.two\npath = *.plist", .init(key: .path, from: [], to: [bytes("*.plist")])),
    (
      "local = dev.two", "local = dev.two\nexcept = com.two.server",
      .init(key: .except, from: [], to: [bytes("com.two.server")])
    ),
  ] as [(String, String, PlanDifference.Aspect)])
  func `A changed rule is reported by what changed`(
    old: String, new: String, aspect: PlanDifference.Aspect
  ) throws {
    let text = Self.before.replacing(old, with: new)
    #expect(try Self.difference(text) == PlanDifference(rules: [.changed(name: bytes("b"), [aspect])]))
    let back = PlanDifference(from: try compiled(text, ["v": "me"]), to: try compiled(Self.before, ["v": "me"]))
    #expect(back.rules.map(\.name) == [bytes("b")], "the reverse change is reported as well")
  }

  @Test(arguments: ["you", nil])
  func `A changed or removed value is reported by its name and its local text`(value: String?) throws {
    let local = value.map { bytes("dev.\($0)") }
    let change = PlanDifference.ValueChange(
      name: bytes("v"), kind: .changed(from: bytes("me"), to: value.map { bytes($0) }))
    #expect(
      try Self.difference(Self.before, value)
        == PlanDifference(
          rules: [.changed(name: bytes("a"), [.init(key: .local, from: [bytes("dev.me")], to: local.map { [$0] } ?? [])])], values: [change], isOfOneFile: true))
  }

  @Test func `Added and removed rules are reported by name, and a renamed rule is both`() throws {
    let more = Self.before + "\n[rule \"c\"]\ncanonical = com.three\nlocal = dev.three\n"
    #expect(try Self.difference(more).rules.map(\.name) == [bytes("c")])
    let renamed = try Self.difference(Self.before.replacing("\"b\"", with: "\"z\"")).rules
    #expect(renamed.map(\.name) == [bytes("z"), bytes("b")])
    guard case .added = renamed.first, case .removed = renamed.last else {
      Issue.record("\(renamed)")
      return
    }
  }

  @Test func `A variable that is added or removed with its rules is no changed value`() throws {
    let more = Self.before + "\n[rule \"c\"]\ncanonical = com.three\nlocal = dev.${w}\n[variable \"w\"]\nkind = label\n"
    let (old, new) = (try compiled(Self.before, ["v": "me"]), try compiled(more, ["v": "me", "w": "you"]))
    let declared = PlanDifference(from: old, to: new)
    #expect(declared.values == [PlanDifference.ValueChange(name: bytes("w"), kind: .declared(value: bytes("you")))])
    #expect(!declared.isAboutValues)
    #expect(PlanDifference(from: new, to: old).values.isEmpty)
    #expect(PlanDifference(from: old, to: try compiled(more, ["v": "me"])).values.isEmpty, "a variable without a value is no change")
    let given = PlanDifference(from: try compiled(more, ["v": "me"]), to: new)
    #expect(given.isAboutValues, "a value that is set later is a change")
  }

  @Test func `Paths in another order are a change, excepts are not`() throws {
    let one = "[rule \"r\"]\ncanonical = com.one\nlocal = dev.one\nexcept = com.one.a\nexcept = com.one.b\npath = *.a\npath = !b.a\n"
    let plan = try compiled(one)
    let excepts = one.replacing("except = com.one.a\nexcept = com.one.b", with: "except = com.one.b\nexcept = com.one.a")
    #expect(PlanDifference(from: plan, to: try compiled(excepts)).isEmpty)
    let paths = one.replacing("path = *.a\npath = !b.a", with: "path = !b.a\npath = *.a")
    #expect(!PlanDifference(from: plan, to: try compiled(paths)).isEmpty)
  }

  @Test func `Former local texts are no difference`() throws {
    let old = try compiled(Self.before, ["v": "you"], after: compiled(Self.before, ["v": "me"]))
    #expect(!old.rules.flatMap(\.retired).isEmpty)
    #expect(PlanDifference(from: old, to: try compiled(Self.before, ["v": "you"])).isEmpty)
    let gone = try compiled("", after: compiled(Self.before))
    #expect(PlanDifference(from: gone, to: try compiled("")).isEmpty, "a removed rule with former texts is no difference")
  }
}

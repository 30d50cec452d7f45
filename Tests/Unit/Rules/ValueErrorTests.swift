import TestSupport

@testable import Rules
@testable import Verify
@testable import WorkingTree

struct ValueErrorTests {
  private static let rules = """
    [variable "team"]
    kind = team-id
    [variable "handle"]
    kind = text
    [rule "id"]
    canonical = com.acme
    local = dev.${handle}.acme
    except = com.acme.dev.server.acme
    """

  private static let arguments = [
    "team", "=ABCDE12345", "te\u{1B}am", "teem=ABCDE12345", "TEAM=ABCDE12345", "team=", "team=abcde12345", "handle=a b",
    "handle=server", "handle=acme",
  ]

  private static let configured: [VariableValue] = [
    (.local, "/repo/.git/config"), (.global, "/home/x/.gitconfig"), (.worktree, "/repo/.git/config.worktree"),
    (.command, nil),
  ].flatMap { scope, file in
    ["", "x\ny"].map { VariableValue(name: "team", text: bytes($0), origin: .config(scope: scope, file: file)) }
  }

  @Test func `A value that cannot be used is refused with its place and the reason`() throws {
    var refusals =
      try Self.arguments.map { try Self.error([$0]) } + [Self.error(["team=ABCDE12345", "team=ABCDE12345"])]
    refusals += try Self.configured.map { try Self.error([], [$0]) }
    // Without declared variables no name is proposed.
    refusals.append(try #require(throws: ValueError.self) { try compiled("", ["team": "ABCDE12345"]) })
    for value in ["a", String(repeating: "a", count: 256), "-abc.", "a\"b"] {
      refusals.append(try #require(throws: ValueError.self) { try OneRule.plan(value) })
    }
    // A part of a value has the same rules as a text without keys.
    let keyed = OneRule.text + "key = K\n"
    for (rules, value) in [(keyed, "a b")]
      + ["a\"b", " a", String(repeating: "a", count: 256)].map({ (keyed + "canonical = Two\n", $0) })
    {
      refusals.append(try #require(throws: ValueError.self) { try compiled(rules, ["v": value]) })
    }
    refusals.append(
      .contradiction(canonical: bytes("com.acme"), rules: [bytes("a"), bytes("b")], path: Path("App/Info.plist")))
    try expectSnapshot("refusals", refusals.map { "\($0)\n" }.joined())
  }

  /// Without a default: a new case needs its name here, and thereby a test.
  private static func isCovered(_ error: ValueError) -> Bool {
    switch error {
    case .notAnAssignment, .unknownVariable, .twice, .notSet, .empty, .notOfKind, .badLocal, .excepted, .contradiction:
      true
    }
  }

  /// The error of gathering and compiling values as `install` does.
  private static func error(_ arguments: [String], _ configured: [VariableValue] = []) throws -> ValueError {
    let rules = try RulesFile.parse(bytes(rules))
    let found = try #require(throws: ValueError.self) {
      let values = try rules.gather(arguments, configured: configured, nil).values
      _ = try Compiler(rules, values: values).plan()
    }
    guard isCovered(found) else { throw found }
    return found
  }
}

import Testing
import TestSupport

@testable import Smudge

/// Single edits around values of keys, each with what should be committed.
struct KeyedLensTests {
  private static let team = PlanRule(keys: ["TEAM"], ["A", "B", "C"], "L")
  private static let dropped = PlanRule(keys: ["TEAM"], ["A", "B"], "L", absent: .drop)
  private static let restored = PlanRule(keys: ["TEAM"], ["A", "B"], "L", missing: .restore)

  private func check(
    _ rule: PlanRule, _ source: String, _ content: String, _ expected: String, guesses: Int = 0,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let transform = Lexicon(Plan(rule)).transform(for: nil)
    let result = try LineLens(transform, source: bytes(source)).put(bytes(content))
    #expect(difference(result.bytes, bytes(expected)) == nil, sourceLocation: location)
    #expect(result.guesses == guesses, sourceLocation: location)
    let again = try LineLens(transform, source: result.bytes).put(bytes(content)).bytes
    #expect(difference(again, result.bytes) == nil, "cleaned once more", sourceLocation: location)
  }

  @Test(arguments: [
    ("a remark put in", "a:\n  X: 1\n# new\n  TEAM: L\n", "a:\n  X: 1\n# new\n  TEAM: B\n"),
    ("a remark behind it", "a:  # new\n  X: 1\n  TEAM: L\n", "a:  # new\n  X: 1\n  TEAM: B\n"),
    ("another name", "b:\n  X: 1\n  TEAM: L\n", "b:\n  X: 1\n  TEAM: B\n"),
    ("none any more", "  X: 1\n  TEAM: L\n", "  X: 1\n  TEAM: B\n"),
    ("one more", "z:\n a:\n  X: 1\n  TEAM: L\n", "z:\n a:\n  X: 1\n  TEAM: B\n"),
    ("a tab among blanks", "a:\n\tX: 1\n  TEAM: L\n", "a:\n\tX: 1\n  TEAM: B\n"),
  ])
  func `An edited line above leaves what stands below it`(what: String, content: String, expected: String) throws {
    try check(Self.team, "a:\n  X: 1\n  TEAM: B\n", content, expected)
  }

  @Test func `Objects of a project that are gone leave nothing to new ones, unless all names are new`() throws {
    let (one, two, new) = (name("1"), name("2"), name("3"))
    func project(_ objects: (String, String)...) -> String {
      "{\n" + objects.map { "\t\($0.0) = {\n\t\tTEAM = \($0.1);\n\t};\n" }.joined() + "}\n"
    }
    try check(
      Self.team, project((one, "B"), (two, "C")), project((one, "L"), (new, "L")), project((one, "B"), (new, "A")))
    try check(Self.team, project((one, "B")), project((new, "L")), project((new, "B")))
  }

  private func name(_ digit: String) -> String { String(repeating: digit, count: 24) }

  @Test(arguments: [
    (#"{"a":{"TEAM":"B"},"b":{"TEAM":"C"}}"#, #"{"b":{"TEAM":"L"}}"#, #"{"b":{"TEAM":"C"}}"#),
    (#"{"b":{"TEAM":"C"}}"#, #"{"a":{"TEAM":"L"},"b":{"TEAM":"L"}}"#, #"{"a":{"TEAM":"A"},"b":{"TEAM":"C"}}"#),
    (
      #"{"a":{"TEAM":"B"},"b":{"TEAM":"C"}}"#, #"{"a":{"TEAM":"L"},"b":{"TEAM":"L"},"x":1}"#,
      #"{"a":{"TEAM":"B"},"b":{"TEAM":"C"},"x":1}"#
    ),
    (#"TEAM = ["x", "C"]"#, #"TEAM = ["L"]"#, #"TEAM = ["C"]"#),
    (#"{"b":{"TEAM":"C"}}"#, "{\n \"b\": {\n  \"TEAM\": \"L\"\n }\n}", "{\n \"b\": {\n  \"TEAM\": \"C\"\n }\n}"),
  ])
  func `Several values of a line keep to themselves`(source: String, content: String, expected: String) throws {
    try check(Self.team, source + "\n", content + "\n", expected + "\n")
  }

  @Test(arguments: [
    ("put in", "a {\n  X\n}\n", "a {\n  TEAM = L\n  X\n}\n", "a {\n  X\n}\n"),
    ("indented otherwise", "a {\n    TEAM = B\n  X\n}\n", "a {\n  TEAM = L\n  X\n}\n", "a {\n  TEAM = B\n  X\n}\n"),
    ("with a condition", "a {\n  TEAM = B\n  X\n}\n", "a {\n  TEAM[c] = L\n  X\n}\n", "a {\n  TEAM[c] = B\n  X\n}\n"),
    ("unwrapped", "a {\n  if b {\n    TEAM = B\n  }\n}\n", "a {\n  TEAM = L\n}\n", "a {\n  TEAM = B\n}\n"),
    ("in a comment", "a {\n  X\n}\n", "a {\n  // TEAM = L\n  X\n}\n", "a {\n  // TEAM = A\n  X\n}\n"),
    ("the last member", "{\n  \"X\": 1\n}\n", "{\n  \"X\": 1,\n  \"TEAM\": \"L\"\n}\n", "{\n  \"X\": 1,\n  \"TEAM\": \"A\"\n}\n"),
    ("the last argument", "f(\n  a: 1\n)\n", "f(\n  a: 1,\n  TEAM: \"L\"\n)\n", "f(\n  a: 1,\n  TEAM: \"A\"\n)\n"),
    ("a member", "{\n  \"X\": 1\n}\n", "{\n  \"TEAM\": \"L\",\n  \"X\": 1\n}\n", "{\n  \"X\": 1\n}\n"),
  ])
  func `A line goes only where it is new, and nothing else`(
    what: String, source: String, content: String, expected: String
  ) throws {
    try check(Self.dropped, source, content, expected)
  }

  @Test(arguments: [
    ("taken away", "a {\n  X\n  TEAM = B\n  Y\n}\n", "a {\n  X\n  Y\n}\n", "a {\n  X\n  TEAM = B\n  Y\n}\n"),
    ("the last line", "X\nTEAM = B", "X\nY", "X\nTEAM = B\nY"),
    (
      "behind a line that moved", "a {\n  X\n  TEAM = B\n  Y\n}\nb {\n  Z\n}\n", "a {\n  Y\n}\nb {\n  X\n  Z\n}\n",
      "a {\n  TEAM = B\n  Y\n}\nb {\n  X\n  Z\n}\n"
    ),
    (
      "below an edited comment", "a /* D */ = {\n  TEAM = B\n  Y\n}\n", "a /* S */ = {\n  Y\n}\n",
      "a /* S */ = {\n  TEAM = B\n  Y\n}\n"
    ),
    (
      "with another sort of value", "a {\n  TEAM = \"B\"\n  Y\n}\n", "a {\n  TEAM = f(\"x\")\n  Y\n}\n",
      "a {\n  TEAM = f(\"x\")\n  Y\n}\n"
    ),
    ("a whole block", "a {\n  TEAM = B\n}\nX\n", "X\n", "X\n"),
    ("members", "{\n  \"TEAM\": \"B\",\n  \"X\": 1\n}\n", "{\n}\n", "{\n}\n"),
    ("a comment", "a {\n  # TEAM: B\n  X\n}\n", "a {\n  X\n}\n", "a {\n  X\n}\n"),
  ])
  func `A line comes back into its block, where it can stand`(
    what: String, source: String, content: String, expected: String
  ) throws {
    try check(Self.restored, source, content, expected)
  }

  @Test func `A line of a block that may be an old one is told as a guess`() throws {
    try check(
      Self.team, "a {\n  TEAM = B\n}\nb {\n  TEAM = C\n}\nEND\n", "END\nc {\n  y9\n  TEAM = L\n}\n",
      "END\nc {\n  y9\n  TEAM = A\n}\n", guesses: 1)
  }
}

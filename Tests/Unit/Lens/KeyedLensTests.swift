import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of single edits around values of keys, each with the expected blob.
struct KeyedLensTests {
  private static let team = PlanRule(keys: ["TEAM"], ["A", "B", "C"], "L")
  private static let dropped = PlanRule(keys: ["TEAM"], ["A", "B"], "L", onInsert: .drop)

  private func check(
    _ rule: PlanRule, _ source: String, _ content: String, _ expected: String, guesses: Int = 0,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let transform = CompiledPlan(Plan(rule)).transform(for: nil)
    let result = try LineLens(transform, source: bytes(source)).put(bytes(content))
    #expect(difference(result.bytes, bytes(expected)) == nil, sourceLocation: location)
    #expect(result.guesses == guesses, sourceLocation: location)
    let again = try LineLens(transform, source: result.bytes).put(bytes(content)).bytes
    #expect(difference(again, result.bytes) == nil, "cleaned once more", sourceLocation: location)
  }

  @Test(arguments: [
    ("a comment inserted", "a:\n  X: 1\n# new\n  TEAM: L\n", "a:\n  X: 1\n# new\n  TEAM: B\n"),
    ("a comment after it", "a:  # new\n  X: 1\n  TEAM: L\n", "a:  # new\n  X: 1\n  TEAM: B\n"),
    ("another name", "b:\n  X: 1\n  TEAM: L\n", "b:\n  X: 1\n  TEAM: B\n"),
    ("deleted", "  X: 1\n  TEAM: L\n", "  X: 1\n  TEAM: B\n"),
    ("one more", "z:\n a:\n  X: 1\n  TEAM: L\n", "z:\n a:\n  X: 1\n  TEAM: B\n"),
    ("a tab among blanks", "a:\n\tX: 1\n  TEAM: L\n", "a:\n\tX: 1\n  TEAM: B\n"),
  ])
  func `An edited parent line does not change its children`(what: String, content: String, expected: String) throws {
    try check(Self.team, "a:\n  X: 1\n  TEAM: B\n", content, expected)
  }

  @Test func `New objects do not match deleted ones, unless all names are new`() throws {
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
  func `Several values on a line match in order`(source: String, content: String, expected: String) throws {
    try check(Self.team, source + "\n", content + "\n", expected + "\n")
  }

  @Test(arguments: [
    ("inserted", "a {\n  X\n}\n", "a {\n  TEAM = L\n  X\n}\n", "a {\n  X\n}\n"),
    ("indented otherwise", "a {\n    TEAM = B\n  X\n}\n", "a {\n  TEAM = L\n  X\n}\n", "a {\n  TEAM = B\n  X\n}\n"),
    ("with a condition", "a {\n  TEAM = B\n  X\n}\n", "a {\n  TEAM[c] = L\n  X\n}\n", "a {\n  TEAM[c] = B\n  X\n}\n"),
    ("unwrapped", "a {\n  if b {\n    TEAM = B\n  }\n}\n", "a {\n  TEAM = L\n}\n", "a {\n  TEAM = B\n}\n"),
    ("in a comment", "a {\n  X\n}\n", "a {\n  // TEAM = L\n  X\n}\n", "a {\n  // TEAM = A\n  X\n}\n"),
    ("the last member", "{\n  \"X\": 1\n}\n", "{\n  \"X\": 1,\n  \"TEAM\": \"L\"\n}\n", "{\n  \"X\": 1,\n  \"TEAM\": \"A\"\n}\n"),
    ("the last argument", "f(\n  a: 1\n)\n", "f(\n  a: 1,\n  TEAM: \"L\"\n)\n", "f(\n  a: 1,\n  TEAM: \"A\"\n)\n"),
    ("a member", "{\n  \"X\": 1\n}\n", "{\n  \"TEAM\": \"L\",\n  \"X\": 1\n}\n", "{\n  \"X\": 1\n}\n"),
  ])
  func `A line is dropped only if it is new, and alone`(
    what: String, source: String, content: String, expected: String
  ) throws {
    try check(Self.dropped, source, content, expected)
  }

  @Test(arguments: [
    ("two blocks", "a {\n  TEAM = B\n  X\n}\nb {\n  Y\n}\n", "a {\n  X\n}\nb {\n  Y\n  TEAM = L\n}\n", "a {\n  X\n}\nb {\n  Y\n  TEAM = A\n}\n"),
    ("a block is new", "a {\n  TEAM = B\n  X\n}\n", "a {\n  X\n}\nnew {\n  TEAM = L\n}\n", "a {\n  X\n}\nnew {\n  TEAM = A\n}\n"),
  ])
  func `A line deleted from one block and added to another is a guess`(
    what: String, source: String, content: String, expected: String
  ) throws {
    try check(Self.team, source, content, expected, guesses: 1)
  }

  @Test func `A line of a block that can be an old one is a guess`() throws {
    try check(
      Self.team, "a {\n  TEAM = B\n}\nb {\n  TEAM = C\n}\nEND\n", "END\nc {\n  y9\n  TEAM = L\n}\n",
      "END\nc {\n  y9\n  TEAM = A\n}\n", guesses: 1)
  }

  @Test(arguments: ["KEY =", "KEY = ", "KEY=", "KEY=\"\""])
  func `A moved empty value is restored with its blanks`(line: String) throws {
    let rule = PlanRule(keys: ["KEY"], ["", "B"], "X")
    let transform = CompiledPlan(Plan(rule)).transform(for: nil)
    let shown = String(decoding: try transform.smudge(bytes(line + "\n")).bytes, as: UTF8.self)
    try check(rule, "a = 1\n\(line)\nb = 2\nc = 3\n", "a = 1\nb = 2\nc = 3\n\(shown)", "a = 1\nb = 2\nc = 3\n\(line)\n")
    try check(rule, "a {\n  \(line)\n}\nb = 2\n", "a {\n  d = 1\n    \(shown)}\nb = 2\n", "a {\n  d = 1\n    \(line)\n}\nb = 2\n")
  }

  @Test(arguments: [
    ("its neighbour moved", "  TEAM = B\nX\nY\n", "X\n  TEAM = L\nY\n", "X\n  TEAM = B\nY\n"),
    ("one of two new ones", "  TEAM = B\nX\nY\nZ\n", "X\n  TEAM = L\nY\n  TEAM = L\nZ\n", "X\n  TEAM = B\nY\n  TEAM = A\nZ\n"),
  ])
  func `A line deleted on one side of a line and added on the other has moved`(
    what: String, source: String, content: String, expected: String
  ) throws {
    try check(Self.team, source, content, expected)
  }

  // MARK: Guesses between two values

  @Test(arguments: [
    ("on a line", "B0 = { TEAM = C; }\n", "N = { TEAM = L; }\nB1 = { TEAM = L; }\n"),
    ("in lines", "B0 = {\n  TEAM = C\n}\n", "N = {\n  TEAM = L\n}\nB1 = {\n  TEAM = L\n}\n"),
    ("among others", "x = 10\nB0 = {\n  TEAM = C\n}\ny = 10\n", "x = 10\nN = {\n  TEAM = L\n}\nB1 = {\n  TEAM = L\n}\ny = 10\n"),
    (
      "with lines of every block", "B0 = {\n  X = 1\n  TEAM = C\n}\n",
      "N = {\n  X = 1\n  TEAM = L\n}\nB1 = {\n  X = 1\n  TEAM = L\n}\n"
    ),
    ("with other quotes", "B0 = {\n  TEAM = \"C\"\n}\n", "N = {\n  TEAM = L\n}\nB1 = {\n  TEAM = L\n}\n"),
    ("in markup", "<c>\n  <TEAM>C</TEAM>\n</c>\n", "<c>\n  <TEAM>L</TEAM>\n</c>\n<c>\n  <TEAM>L</TEAM>\n</c>\n"),
    ("in the same block", "b {\n  x(TEAM: \"C\")\n}\n", "b {\n  y(TEAM: \"L\")\n  z(TEAM: \"L\")\n}\n"),
  ])
  func `A value with two possible matches is a guess`(what: String, source: String, content: String) throws {
    let transform = CompiledPlan(Plan(Self.team)).transform(for: nil)
    let result = try LineLens(transform, source: bytes(source)).put(bytes(content))
    #expect(result.guesses > 0, "\(what): \(escaped(result.bytes))")
  }

  @Test(arguments: [
    (
      "a line of its own", "B0 = {\n  TEAM = C\n  INFO = one\n}\n", "N = {\n  TEAM = L\n  INFO = two\n}\nB1 = {\n  TEAM = L\n  INFO = one\n}\n",
      "N = {\n  TEAM = A\n  INFO = two\n}\nB1 = {\n  TEAM = C\n  INFO = one\n}\n"
    ),
    (
      "in the other order", "B0 = {\n  INFO = one\n  TEAM = C\n}\n",
      "B1 = {\n  INFO = one\n  TEAM = L\n}\nN = {\n  INFO = two\n  TEAM = L\n}\n",
      "B1 = {\n  INFO = one\n  TEAM = C\n}\nN = {\n  INFO = two\n  TEAM = A\n}\n"
    ),
    (
      "its name", "B0 = {\n  TEAM = C\n}\n", "N = {\n  TEAM = L\n}\nB0 = {\n  TEAM = L\n}\n",
      "N = {\n  TEAM = A\n}\nB0 = {\n  TEAM = C\n}\n"
    ),
    ("the first canonical text", "B0 = {\n  TEAM = A\n}\n", "N = {\n  TEAM = L\n}\nB1 = {\n  TEAM = L\n}\n", "N = {\n  TEAM = A\n}\nB1 = {\n  TEAM = A\n}\n"),
    ("one block alone", "B0 = {\n  TEAM = C\n}\n", "B1 = {\n  TEAM = L\n}\n", "B1 = {\n  TEAM = C\n}\n"),
    ("at the top level", "a = 10\nTEAM = C\nb = 10\n", "a = 10\nTEAM = L\nb = 10\nc {\n  TEAM = L\n}\n", "a = 10\nTEAM = C\nb = 10\nc {\n  TEAM = A\n}\n"),
  ])
  func `A value that is determined by its block is not a guess`(
    what: String, source: String, content: String, expected: String
  ) throws {
    try check(Self.team, source, content, expected)
  }

  @Test func `Objects of a project keep their values next to new objects with equal lines`() throws {
    let (one, two) = (name("1"), name("2"))
    func project(_ objects: (name: String, comment: String, team: String)...) -> String {
      "{\n" + objects.map { "\t\($0.name) /* \($0.comment) */ = {\n\t\tTEAM = \($0.team);\n\t};\n" }.joined() + "}\n"
    }
    try check(
      Self.team, project((one, "Old", "C")), project((two, "Old", "L"), (one, "New", "L")), project((two, "Old", "A"), (one, "New", "C")))
  }

  @Test func `With both sides of a conflict kept, the side of a line is a guess`() throws {
    let transform = CompiledPlan(Plan(Self.team)).transform(for: nil)
    func block(_ team: String, _ name: String = "B0") -> String { "\(name) = {\n  TEAM = \(team)\n}\n" }
    let sources = try [(Stage.ours, block("B")), (.theirs, block("C")), (.base, block("B"))].map { try SourceVersion(bytes($1), side: $0, by: transform) }
    for content in [block("L") + block("L"), block("L") + block("L", "B1"), block("L", "B1") + block("L"), block("L", "B1") + block("L", "B2")] {
      let result = try LineLens(transform, sources).put(bytes(content))
      #expect(result.guesses > 0, "\(content): \(escaped(result.bytes))")
    }
  }
}

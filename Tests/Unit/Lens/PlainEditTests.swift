import TestSupport

@testable import Smudge

struct PlainEditTests {
  private static let plan = Plan(
    PlanRule(keys: ["TEAM"], ["A", "B"], "L"), PlanRule("app", "dev-app"), PlanRule("one.id", "mine"),
    PlanRule("two.id", "mine"))
  private static let transform = CompiledPlan(plan).transform(for: nil)
  private static let lines = [
    "x", "y", "  x", "\ty", "a {", "b:", "}", "  }", "", "  ", "# TEAM", "TEAM = B;", "  TEAM: A", "  TEAM: B",
    "TEAM = (", "  B,", "  A,", "  c,", "  L,",
    ");", "app", "  two.id", "one.id", "z mine", "ID = app;",
  ]

  private func edit(_ source: String, _ content: String) throws -> [UInt8]? {
    PlainEdit(bytes(content), [try SourceVersion(bytes(source), by: Self.transform)], Self.transform)?.bytes
  }

  @Test(arguments: [
    ("a line changed", "two.id\nx\nTEAM = B;\n", "mine\ny\nTEAM = L;\n", "two.id\ny\nTEAM = B;\n"),
    ("a line of a list", "TEAM = (\n  B,\n);\n", "TEAM = (\n\n  L,\n);\n", "TEAM = (\n\n  B,\n);\n"),
    ("all deleted", "x\ny\n", "", ""),
    ("the first lines deleted", "x\ny\ntwo.id\n", "mine\n", "two.id\n"),
    ("the last line", "two.id\nx\n", "mine\ny", "two.id\ny"),
    ("a line before an equal one", "two.id\n", "x\nmine\n", "x\ntwo.id\n"),
    ("the last newline", "two.id\nx\n", "mine\nx", "two.id\nx"),
    ("a line that ends like the next one", "two.id\nyx\nx\n", "mine\nx\n", "two.id\nx\n"),
    ("a whole block", "b:\n  TEAM: B\n", "a:\n  x\nb:\n  TEAM: L\n", "a:\n  x\nb:\n  TEAM: B\n"),
    ("a line of the same block", "b:\n  x\n\n  TEAM: B\n", "b:\n  y\n\n  TEAM: L\n", "b:\n  y\n\n  TEAM: B\n"),
  ])
  func `An edit of lines without a text keeps the bytes of the source for all other lines`(
    what: String, source: String, content: String, cleaned: String
  ) throws { #expect(try edit(source, content) == bytes(cleaned), "\(what)") }

  @Test(arguments: [
    ("a text", "two.id\nx\n", "mine\nmine\n"), ("a text that is gone", "two.id\nx\n", "x\n"),
    ("a key", "x\ntwo.id\n", "TEAM\nmine\n"),
    ("the first line of a block", "a:\n  TEAM: B\n", "b:\n  TEAM: L\n"),
    ("its only line before", "  x\n  TEAM: B\n", "a:\n  TEAM: L\n"),
    ("the end of a list", "TEAM = (\n  x,\n  B,\n);\n", "TEAM = (\n  x);\n  L,\n);\n"),
    ("a value of a list", "TEAM = (\n  x,\n  y,\n);\n", "TEAM = (\n  x,\n  L,\n);\n"),
    ("a value that is gone", "TEAM = (\n  A,\n  B,\n);\n", "TEAM = (\n  L,\n);\n"),
    ("a byte that makes it binary", "two.id\nx\n", "mine\nx\0\n"),
    ("the mark of an Xcode project", "// !$*UTF8*$!\nID = app;\n", "ID = \"dev-app\";\n"),
  ])
  func `Another edit is none`(what: String, source: String, content: String) throws {
    #expect(try edit(source, content) == nil, "\(what)")
  }

  @Test func `A side of a conflict has no such edit`() throws {
    let side = try SourceVersion(bytes("x\n"), side: .ours, by: Self.transform)
    #expect(PlainEdit(bytes("y\n"), [side], Self.transform) == nil)
  }

  @Test func `Its result is that of the alignment`() throws {
    var generator = SeededGenerator(salt: "plain edits")
    var count = 0
    for _ in 0..<3000 {
      func random(_ count: ClosedRange<Int>) -> [String] {
        (0..<Int.random(in: count, using: &generator)).map { _ in Self.lines.randomElement(using: &generator) ?? "" }
      }
      let source = try SourceVersion(
        bytes(((generator.oneIn(2) ? ["// !$*UTF8*$!"] : []) + random(0...8)).joined(separator: "\n")),
        by: Self.transform)
      var lines = String(decoding: source.smudged, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
      let start = Int.random(in: lines.indices, using: &generator)
      lines.replaceSubrange(
        start..<Int.random(in: start...min(start + 2, lines.count), using: &generator), with: random(0...2))
      let content = bytes(lines.joined(separator: "\n"))
      guard let edit = PlainEdit(content, [source], Self.transform) else { continue }
      count += 1
      let aligned = try LineLens(Self.transform, [source]).align(content)
      let words = "'\(escaped(content))' with '\(escaped(source.bytes))'; \(TestSeed.note)"
      #expect(difference(edit.bytes, aligned.bytes) == nil, "\(words)")
      #expect(aligned.guesses == 0, "\(words)")
      #expect(difference(try Self.transform.smudge(edit.bytes).bytes, content) == nil, "\(words)")
    }
    #expect(count > 500)
  }
}

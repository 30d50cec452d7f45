import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the repair of leaked texts on some lines, with the version before the leak as the source.
struct LeakReversalTests {
  /// The content with all leaks repaired: the lines that have a local text of the plan.
  private func repaired(
    _ content: [UInt8], _ source: [UInt8]?, _ plan: Plan
  ) throws -> [UInt8] {
    let lines = FileText.lines(of: content)
    let compiled = CompiledPlan(plan)
    let wanted = lines.indices.filter { line in
      compiled.matches(in: content).contains { $0.isToken([.local, .retired]) && lines[line].indices.contains($0.offset) }
    }
    let outcomes = try LeakReversal(plan, for: Path("a.pbxproj"))
      .outcomes(of: Set(wanted), in: content, source: source ?? [])
    return lines.enumerated().flatMap { line, old in outcomes[line].map { $0 ?? [] } ?? Array(old) }
  }

  @Test(arguments: 0..<6)
  func `A project with some leaked texts is repaired to its canonical form, except for new lines with one of several texts`(batch: Int) throws {
    var generator = SeededGenerator(salt: "retraction \(batch)")
    for _ in 0..<80 {
      var project = RandomProject(&generator)
      let source = project.committed
      var edits: [RandomProject.Edit] = []
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        edits += [RandomProject.Edit.allCases.randomElement(using: &generator) ?? .insert]
        project.make(edits[edits.count - 1])
      }
      let share = Int.random(in: 1...4, using: &generator)
      let (leaked, expected) = project.leak { $0.oneIn(share) }
      let result = try repaired(leaked, source, RandomProject.plan)
      #expect(
        difference(result, expected) == nil,
        "\(edits) of '\(escaped(source))', leaked as '\(escaped(leaked))'; \(TestSeed.note)")
      #expect(difference(try repaired(result, source, RandomProject.plan), result) == nil, "nothing is left to repair")
    }
  }

  private static let plan = Plan(PlanRule(keys: ["T"], ["one", "two", ""], "mine", retired: ["other"]), PlanRule("com.acme", "dev.me"))

  @Test(arguments: [
    ("an unedited line", "a\nT = two\n", "a\nT = mine\n", "a\nT = two\n"),
    ("another former text", "a\nT = two\n", "b\nT = other\n", "b\nT = two\n"),
    ("a value on an edited line", "x\ny\nT = two\n", "x\ny\nT = mine # edited\n", "x\ny\nT = two # edited\n"),
    ("a new line, with several canonical texts", "a\n", "a\nT = mine\n", "a\nT = mine\n"),
    ("a text without a source", "", "T = mine\nT = two\ndev.me\n", "T = mine\nT = two\ncom.acme\n"),
    ("a text with one canonical text", "a\n", "a\ndev.me\n", "a\ncom.acme\n"),
    ("a value next to another one", #"{"T": "two", "T": "one"}"#, #"{"T": "mine", "T": "one"}"#, #"{"T": "two", "T": "one"}"#),
    ("one of lines that look the same", "T = one\nT = two\nT = one\n", "T = one\nT = mine\nT = one\n", "T = one\nT = two\nT = one\n"),
  ] as [(String, String, String, String)])
  func `A text becomes the one that the source shows, or its only canonical text`(
    what: String, source: String, content: String, expected: String
  ) throws {
    #expect(difference(try repaired(bytes(content), bytes(source), Self.plan), bytes(expected)) == nil, "\(what)")
  }

  @Test func `Edits of canonical texts on other lines stay`() throws {
    let (source, content) = ("a\nT = one\nb\nT = two\n", "a\nT = two\nb\nT = mine\n")
    #expect(try repaired(bytes(content), bytes(source), Self.plan) == bytes("a\nT = two\nb\nT = two\n"))
  }
}

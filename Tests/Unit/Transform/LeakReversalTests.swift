import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the repair of leaked texts on some lines, with the version before the leak as the source.
struct LeakReversalTests {
  /// The content with all leaks repaired: the lines that have a local text of the plan.
  private func repaired(
    _ content: [UInt8], _ source: [UInt8]?, _ plan: Plan
  ) throws -> (bytes: [UInt8], evidence: [LeakReversal.Evidence]) {
    let lines = FileText.lines(of: content)
    let compiled = CompiledPlan(plan)
    let wanted = lines.indices.filter { line in
      compiled.matches(in: content).contains { $0.isToken([.local, .retired]) && lines[line].indices.contains($0.offset) }
    }
    let outcomes = try LeakReversal(plan, for: Path("a.pbxproj"))
      .outcomes(of: Set(wanted), in: LeakReversal.FileVersion(content), source: source ?? [])
    var (bytes, evidence) = ([UInt8](), [LeakReversal.Evidence]())
    for (line, old) in lines.enumerated() {
      switch outcomes[line] {
      case .line(let new, let found):
        bytes += new
        evidence.append(found)
      case .dropped: break
      case nil: bytes += old
      }
    }
    return (bytes, evidence)
  }

  @Test(arguments: 0..<6)
  func `A project with some leaked texts is repaired to its canonical form`(batch: Int) throws {
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
      let leaked = project.leaked { $0.oneIn(share) }
      let result = try repaired(leaked, source, RandomProject.plan).bytes
      #expect(
        difference(result, project.committed) == nil,
        "\(edits) of '\(escaped(source))', leaked as '\(escaped(leaked))'; \(TestSeed.note)")
      #expect(difference(try repaired(result, source, RandomProject.plan).bytes, result) == nil, "nothing is left to repair")
    }
  }

  private static let plan = Plan(PlanRule(keys: ["T"], ["one", "two", ""], "mine", retired: ["other"]), PlanRule("com.acme", "dev.me"))

  @Test(arguments: [
    ("an unedited line", "a\nT = two\n", "a\nT = mine\n", "a\nT = two\n", .source([1])),
    ("another former text", "a\nT = two\n", "b\nT = other\n", "b\nT = two\n", .source([1])),
    ("a value on an edited line", "x\ny\nT = two\n", "x\ny\nT = mine # edited\n", "x\ny\nT = two # edited\n", .source([2])),
    ("a new line", "a\n", "a\nT = mine\n", "a\nT = one\n", .guess),
    ("a text with one canonical text", "a\n", "a\ndev.me\n", "a\ncom.acme\n", .bytes),
    ("a value next to another one", #"{"T": "two", "T": "one"}"#, #"{"T": "mine", "T": "one"}"#, #"{"T": "two", "T": "one"}"#, .source([0])),
    ("one of lines that look the same", "T = one\nT = two\nT = one\n", "T = one\nT = mine\nT = one\n", "T = one\nT = two\nT = one\n", .source([1])),
  ] as [(String, String, String, String, LeakReversal.Evidence)])
  func `The evidence of a canonical text is reported`(
    what: String, source: String, content: String, expected: String, evidence: LeakReversal.Evidence
  ) throws {
    let result = try repaired(bytes(content), bytes(source), Self.plan)
    #expect(difference(result.bytes, bytes(expected)) == nil, "\(what)")
    #expect(result.evidence == [evidence], "\(what)")
  }

  @Test func `Without a source the first of several canonical texts is a guess`() throws {
    let result = try repaired(bytes("T = mine\nT = two\ndev.me\n"), nil, Self.plan)
    #expect(result.bytes == bytes("T = one\nT = two\ncom.acme\n"))
    #expect(result.evidence == [.guess, .bytes])
  }

  @Test func `Edits of canonical texts on other lines stay`() throws {
    let (source, content) = ("a\nT = one\nb\nT = two\n", "a\nT = two\nb\nT = mine\n")
    #expect(try repaired(bytes(content), bytes(source), Self.plan).bytes == bytes("a\nT = two\nb\nT = two\n"))
  }
}

import TestSupport

@testable import Smudge

/// Tests of the repair of leaked texts on some lines, with the version before the leak as the source.
struct LeakReversalTests {
  /// The content with all leaks repaired: the lines that have a local text of the plan.
  private func repaired(_ content: [UInt8], _ source: [UInt8]?, _ plan: Plan) throws -> [UInt8] {
    let lines = FileText.lines(of: content)
    let compiled = CompiledPlan(plan)
    let wanted = lines.indices.filter { line in
      compiled.matches(in: content).contains {
        $0.isToken([.local, .retired]) && lines[line].indices.contains($0.offset)
      }
    }
    let outcomes = try LeakReversal(plan, for: Path("a.pbxproj"))
      .outcomes(of: Set(wanted), in: content, source: source ?? [])
    return lines.enumerated().flatMap { line, old in outcomes[line] ?? Array(old) }
  }

  @Test(arguments: 0..<6)
  func
    `A project with some leaked texts is repaired to its canonical form, except for new lines with one of several texts`(
      batch: Int
    ) throws
  {
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
      let note = "\(edits) of '\(escaped(source))', leaked as '\(escaped(leaked))'; \(TestSeed.note)"
      // A team that the source does not show stays.
      let transform = CompiledPlan(RandomProject.plan).transform(for: nil)
      let shown = [result, expected].map { transform.withoutTeams($0) }
      #expect(difference(shown[0], shown[1]) == nil, "\(note)")
    }
  }

  private static let plan = Plan(
    PlanRule(keys: ["T"], ["one", "two", ""], "mine", retired: ["other"]), PlanRule("com.acme", "dev.me"))

  @Test(
    arguments: [
      ("an unedited line", "a\nT = two\n", "a\nT = mine\n", "a\nT = two\n"),
      ("another former text", "a\nT = two\n", "b\nT = other\n", "b\nT = two\n"),
      ("a value on an edited line", "x\ny\nT = two\n", "x\ny\nT = mine # edited\n", "x\ny\nT = two # edited\n"),
      ("a new line, with several canonical texts", "a\n", "a\nT = mine\n", "a\nT = mine\n"),
      ("a text without a source", "", "T = mine\nT = two\ndev.me\n", "T = mine\nT = two\ncom.acme\n"),
      ("a text with one canonical text", "a\n", "a\ndev.me\n", "a\ncom.acme\n"),
      (
        "a text next to edits of canonical texts", "a\nT = one\nb\nT = two\n", "a\nT = two\nb\nT = mine\n",
        "a\nT = two\nb\nT = two\n"
      ),
      (
        "one of lines that look the same", "T = one\nT = two\nT = one\n", "T = one\nT = mine\nT = one\n",
        "T = one\nT = two\nT = one\n"
      ),
    ] as [(String, String, String, String)])
  func `A text becomes the one that the source shows, or its only canonical text`(
    what: String, source: String, content: String, expected: String
  ) throws {
    #expect(difference(try repaired(bytes(content), bytes(source), Self.plan), bytes(expected)) == nil, "\(what)")
  }
}

@Suite(.enabled(if: TestInput.samples != nil, "GIT_MUNGE_SAMPLES does not name a directory of samples"))
struct LeakTests {
  private struct Leak: Decodable {
    struct File: Decodable {
      let before: String
      let leaked: String
      let ideal: String
    }

    let map: [Sample.Pair]
    let files: [File]

    var plan: Plan {
      let locals = map.map(\.local).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return Plan(withCertainty: locals.map { local in rule(local, map.filter { $0.local == local }.map(\.canonical)) })
    }

    private func rule(_ local: String, _ canonicals: [String]) -> PlanRule {
      if local.utf8.count == 10, local.allSatisfy({ $0.isUppercase || $0.isNumber }) {
        return PlanRule(keys: ["DEVELOPMENT_TEAM", "DevelopmentTeam"], canonicals, local, onInsert: .drop)
      }
      if canonicals.count > 1 { return PlanRule(keys: ["PRODUCT_BUNDLE_IDENTIFIER"], canonicals, local) }
      return PlanRule(canonicals[0], local)
    }
  }

  @Test func `Every leak is cleaned to the expected blob`() throws {
    let directory = try #require(TestInput.samples) / "leaks"
    for name in try FileSystem.entries(directory) {
      let leak: Leak = try SampleFile.decoded(directory / name / "leak.json")
      let transform = CompiledPlan(leak.plan).transform(for: Path("project.pbxproj"))
      for file in leak.files {
        let content = { (part: String) in try #require(try FileSystem.contents(directory / name / part)) }
        let lens = try LineLens(transform, source: content(file.before))
        let cleaned = try lens.put(content(file.leaked)).bytes
        #expect(difference(cleaned, try content(file.ideal)) == nil, "\(name)")
        // The staged content is the source of the next `git add`.
        let again = try LineLens(transform, source: cleaned).put(content(file.leaked)).bytes
        #expect(difference(again, cleaned) == nil, "\(name), once more")
        let shown = try transform.smudge(content(file.before)).bytes
        #expect(difference(try lens.put(shown).bytes, try content(file.before)) == nil, "\(name), not edited")
      }
    }
  }
}

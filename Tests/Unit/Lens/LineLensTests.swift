import TestSupport

@testable import Smudge

struct LineLensTests {
  /// Two canonical texts with the same local text.
  private static let plan = Plan(PlanRule("team.one", "mine"), PlanRule("team.two", "mine"), PlanRule("app", "dev.app"))

  private func put(_ content: String, _ source: String, _ plan: Plan = plan) throws -> LineLens.Result {
    let transform = CompiledPlan(plan).transform(for: nil)
    return try LineLens(transform, source: bytes(source)).put(bytes(content))
  }

  @Test(arguments: [
    ("nothing edited", "a team.one\nb team.two\n", "a mine\nb mine\n", "a team.one\nb team.two\n", 0),
    ("no text at all", "", "", "", 0),
    ("a line before it", "team.two\n", "new\nmine\n", "new\nteam.two\n", 0),
    ("a line after it", "team.two\n", "mine\nnew\n", "team.two\nnew\n", 0),
    ("a line between", "a team.two\nb team.two\n", "a mine\nnew\nb mine\n", "a team.two\nnew\nb team.two\n", 0),
    ("a line deleted", "a team.two\nb team.two\nc team.two\n", "a mine\nc mine\n", "a team.two\nc team.two\n", 0),
    ("a line edited around the text", "a = team.two;\n", "b = mine;\n", "b = team.two;\n", 0),
    ("lines in another order", "a team.one\nb team.two\nx\n", "b mine\nx\na mine\n", "b team.two\nx\na team.one\n", 0),
    ("a line twice", "a\nb team.two\nc\n", "b mine\na\nb mine\nc\n", "b team.two\na\nb team.two\nc\n", 1),
    ("a line with two candidates in the source", "x team.one\nx team.two\n", "new\nx mine\n", "new\nx team.two\n", 1),
    ("such a line between edits", "x team.one\nx team.two\nend\n", "new\nx mine\nnew\n", "new\nx team.two\nnew\n", 1),
    ("a newline deleted at the end", "team.two\n", "mine", "team.two", 0),
    ("an unambiguous text", "team.two\n", "mine\ndev.app\n", "team.two\napp\n", 0),
    ("a local text that was committed", "a mine\nb\n", "a mine\nc\n", "a mine\nc\n", 0),
    ("a new local text next to it", "a mine\nb\n", "a mine\nb mine\n", "a mine\nb team.one\n", 1),
    ("everything replaced", "a team.two\nb\n", "c\nd mine\n", "c\nd team.two\n", 0),
    ("everything deleted", "a team.two\nb\n", "", "", 0),
  ])
  func `Unchanged lines come from the source, changed ones are cleaned`(
    what: String, source: String, content: String, cleaned: String, guesses: Int
  ) throws {
    let result = try put(content, source)
    #expect(difference(result.bytes, bytes(cleaned)) == nil, "\(what)")
    #expect(result.guesses == guesses, "\(what)")
  }

  @Test(arguments: [
    ("a = team;\n", "a = mineTests;\n", "a = teamTests;\n"),
    ("a = teamTests;\n", "a = mine.UnitTests;\n", "a = team.UnitTests;\n"),
    ("a = share-team;\n", "a = mine;\n", "a = team;\n"),
    ("a = team;\nb = teamTests;\n", "b = mineTests.x;\na = mine.x;\n", "b = teamTests.x;\na = team.x;\n"),
  ])
  func `An edited text has the prefix and suffix that were typed`(source: String, content: String, cleaned: String)
    throws
  {
    let plan = Plan(PlanRule("team", "mine", prefixes: ["share-"], suffixes: ["Tests"]))
    #expect(difference(try put(content, source, plan).bytes, bytes(cleaned)) == nil)
  }

  @Test(arguments: 0..<4)
  func `Unedited content is cleaned to its source, edited content keeps its edits`(batch: Int) throws {
    var generator = SeededGenerator(salt: "lens \(batch)")
    for _ in 0..<100 {
      let random = RandomPlan(&generator)
      let transform = random.compiled.transform(for: nil)
      let source = (0..<Int.random(in: 0...6, using: &generator)).flatMap { _ in
        random.content(&generator, most: 3).filter { $0 != 0x0A } + [0x0A]
      }
      let message = Comment(rawValue: random.words(nil, source))
      let lens = try LineLens(transform, source: source)
      let smudged = try transform.smudge(source).bytes
      #expect(difference(try lens.put(smudged).bytes, source) == nil, message)
      let edited = edit(smudged, &generator)
      guard let once = try? lens.put(edited).bytes else { continue }
      // The cleaned content is the new source: cleaning the same content again must not change it.
      let again = try? LineLens(transform, source: once).put(edited).bytes
      if let again, try transform.smudge(once).bytes == edited { #expect(difference(again, once) == nil, message) }
      #expect(once.split(separator: 0x0A).contains(bytes("=== new ===")[...]), message)
      #expect(once.count { $0 == 0x0A } == edited.count { $0 == 0x0A }, message)
    }
  }

  private func edit(_ content: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var lines = content.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map { Array($0) }
    if generator.oneIn(2), !lines.isEmpty { lines.remove(at: Int.random(in: lines.indices, using: &generator)) }
    lines.insert(bytes("=== new ==="), at: Int.random(in: 0...lines.count, using: &generator))
    return lines.flatMap { $0 + [0x0A] }
  }

  /// Content, whether its first line ends with CRLF, and the content that git writes with CRLF.
  @Test(arguments: [
    ("a\r\nb", true, "a\r\nb"), ("a\nb\r\n", false, "a\r\nb\r\n"), ("\n", false, "\r\n"), ("\r\n", true, "\r\n"),
    ("a", false, "a"),
    ("", false, ""), ("\r", false, "\r"), ("a\nb\n", false, "a\r\nb\r\n"), ("a\r\nb\n", true, "a\r\nb\r\n"),
    ("\n\n", false, "\r\n\r\n"), ("\r\r\n", true, "\r\r\n"),
  ])
  func `Line endings are detected by the first line, and converted as git does it`(
    content: String, isCRLF: Bool, converted: String
  ) {
    #expect(LineEndings.areCRLF(bytes(content)) == isCRLF)
    #expect(LineEndings.withCRLF(bytes(content)) == bytes(converted))
  }
}

struct ProjectLensLawTests {
  @Test(arguments: 0..<6)
  func `Clean keeps all edits and restores the identifiers`(batch: Int) throws {
    var generator = SeededGenerator(salt: "project \(batch)")
    let transform = CompiledPlan(RandomProject.plan).transform(for: nil)
    var silent = 0
    for _ in 0..<80 {
      var project = RandomProject(&generator)
      let source = project.committed
      #expect(difference(try transform.smudge(source).bytes, project.local) == nil, "the model is right")
      #expect(difference(try LineLens(transform, source: source).put(project.local).bytes, source) == nil)
      var edits: [RandomProject.Edit] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        edits += [RandomProject.Edit.allCases.randomElement(using: &generator) ?? .insert]
        project.make(edits[edits.count - 1])
      }
      let message = Comment(
        rawValue: "\(edits) of '\(escaped(source))', smudged as '\(escaped(project.local))'; \(TestSeed.note)")
      let result = try LineLens(transform, source: source).put(project.local)
      let cleaned = result.bytes
      // Nothing but teams differs, and that with a warning.
      if difference(cleaned, project.committed) != nil {
        if result.guesses == 0 { silent += 1 }
        let shown = [cleaned, project.committed].map { transform.withoutTeams($0) }
        #expect(difference(shown[0], shown[1]) == nil, message)
      }
      // The staged content is the source of the next round.
      let again = try LineLens(transform, source: cleaned).put(project.local).bytes
      #expect(difference(again, cleaned) == nil, message)
    }
    #expect(silent <= 7, "\(silent) of 80 get another canonical text without a warning; \(TestSeed.note)")
  }
}

extension Transform {
  /// A smudged project without the lines of teams: with a warning, one can be another canonical text, or not committed.
  func withoutTeams(_ project: [UInt8]) -> [UInt8] {
    let lines = (try? smudge(project).bytes).map { FileText.lines(of: $0) } ?? []
    return lines.filter { $0.firstRange(of: bytes("DEVELOPMENT_TEAM")) == nil }.flatMap(XcodeQuoting.unquoted)
  }
}

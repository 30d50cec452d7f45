import TestSupport

@testable import Smudge

struct PathPatternAgainstGitTests {
  @Test func `A random pattern matches a path if and only if git ignores it`() throws {
    var generator = SeededGenerator(salt: "patterns")
    let cases = (0..<1500).map { _ in
      Case(pattern: Self.pattern(&generator), paths: (0..<16).map { _ in Self.path(&generator) })
    }
    let ignored = try Self.ignoredByGit(cases)
    var counts = (covered: 0, total: 0)
    for (index, one) in cases.enumerated() {
      let pattern = PathPattern(one.pattern)
      for path in one.paths {
        let expected = ignored.contains(Self.place(index, path))
        #expect(
          pattern.covers(Path(path)) == expected,
          "'\(escaped(one.pattern))' and '\(escaped(path))': git says \(expected); \(TestSeed.note)")
        counts = (counts.covered + (expected ? 1 : 0), counts.total + 1)
      }
    }
    #expect(counts.covered > counts.total / 20, "else too few patterns match")
    #expect(counts.covered < counts.total / 2, "else too many patterns match")
  }

  private struct Case {
    let pattern: [UInt8]
    let paths: [[UInt8]]
  }

  /// Each pattern is in the `.gitignore` of its own directory, so that one command checks all.
  private static func ignoredByGit(_ cases: [Case]) throws -> Set<[UInt8]> {
    let sandbox = try GitSandbox()
    var questions: [UInt8] = []
    for (index, one) in cases.enumerated() {
      try sandbox.write("\(index)/.gitignore", one.pattern + [0x0A])
      questions += one.paths.flatMap { place(index, $0) + [0] }
    }
    let answer = try sandbox.run(["git", "check-ignore", "--no-index", "--stdin", "-z"], input: questions)
    // Exit code 1: no path is ignored.
    guard answer.status <= 1 else { throw CommandFailure(words: ["git", "check-ignore"], result: answer) }
    return Set(answer.output.split(separator: 0).map { Array($0) })
  }

  private static func place(_ index: Int, _ path: [UInt8]) -> [UInt8] { bytes("\(index)/") + path }

  private static let pieces = [
    "a", "b", "a", "b", "ab", ".", "*", "*", "**", "**/", "/**", "/", "/", "?", "[ab]", "[!a]", "[^b]", "[a-c]",
    "[b-a]",
    "[]a]", "[a-]", "[-a]", "[", "]",
    "\\a", "\\*", "\\[", "\\\\", "\\/", "\\ ", " ", "***", "\\", "\\\\ ", "é", "-",
    "[\\]]", "[a-\\b]", "[/]",
  ]

  /// Patterns without negation: their order has another meaning than in git, deliberately.
  private static func pattern(_ generator: inout SeededGenerator) -> [UInt8] {
    let most = generator.oneIn(2) ? 3 : 6
    while true {
      let text = (0..<Int.random(in: 1...most, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      if !isMisread(text) { return bytes(text) }
    }
  }

  /// Two cases in which git contradicts gitignore(5): the `**` of `a**/b` matches several directories if all before it
  /// is literal, because git compares that part separately; and `**\/` matches at least one directory, though an
  /// escaped slash is a slash.
  private static func isMisread(_ pattern: String) -> Bool {
    pattern.contains(#/[^/*]\*\*+\/|\*\*+\\\//#)
  }

  private static func path(_ generator: inout SeededGenerator) -> [UInt8] {
    let names = [
      "a", "b", "c", "ab", "ba", "aa", "bab", ".a", "a b", "a ", "[", "]", "*", "\\", "é", "-", "1", "a*b", ":",
    ]
    return bytes(
      (0..<Int.random(in: 1...4, using: &generator)).map { _ in names.randomElement(using: &generator) ?? "" }
        .joined(separator: "/"))
  }
}

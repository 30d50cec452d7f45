import Platform
import Testing
import TestSupport

@testable import Smudge

/// Patterns for paths, compared with git's own reading of them.
struct PathPatternAgainstGitTests {
  @Test func `A random pattern covers a path if and only if git ignores it`() throws {
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
    #expect(counts.covered > counts.total / 20, "patterns that cover nothing would prove nothing")
    #expect(counts.covered < counts.total / 2, "nor would patterns that cover all")
  }

  private struct Case {
    let pattern: [UInt8]
    let paths: [[UInt8]]
  }

  /// Every pattern is alone in the `.gitignore` of a folder of its own, so that one command answers for all.
  private static func ignoredByGit(_ cases: [Case]) throws -> Set<[UInt8]> {
    let sandbox = try GitSandbox()
    var questions: [UInt8] = []
    for (index, one) in cases.enumerated() {
      try sandbox.write("\(index)/.gitignore", one.pattern + [0x0A])
      questions += one.paths.flatMap { place(index, $0) + [0] }
    }
    let answer = try sandbox.run(["git", "check-ignore", "--no-index", "--stdin", "-z"], input: questions)
    // 1: none is ignored.
    guard answer.status <= 1 else { throw CommandFailure(words: ["git", "check-ignore"], result: answer) }
    return Set(answer.output.split(separator: 0).map { Array($0) })
  }

  private static func place(_ index: Int, _ path: [UInt8]) -> [UInt8] { bytes("\(index)/") + path }

  private static let pieces = [
    "a", "b", "a", "b", "ab", ".", "*", "*", "**", "**/", "/**", "/", "/", "?", "[ab]", "[!a]", "[^b]", "[a-c]",
    "[b-a]",
    "[]a]", "[a-]", "[-a]", "[[:alpha:]]", "[[:digit:]b]", "[![:alpha:]]", "[[:nonsense:]]", "[a[:nonsense:]]", "[",
    "]",
    "\\a", "\\*", "\\[", "\\\\", "\\/", "\\ ", " ", "***", "\\", "\\\\ ", "[[:alpha:]-]", "[a[:digit:]-b]", "é", "-",
    "[\\]]", "[a-\\b]", "[/]", "[[:a]",
  ]

  /// Without negation: there our order of things differs on purpose.
  private static func pattern(_ generator: inout SeededGenerator) -> [UInt8] {
    let most = generator.oneIn(2) ? 3 : 6
    while true {
      let text = (0..<Int.random(in: 1...most, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      if !isMisread(text) { return bytes(text) }
    }
  }

  /// Two readings of git's that contradict gitignore(5). It takes the `**` of `a**/b` for a part of its own where
  /// all before it is literal, as it compares that apart and then forgets it; and it lets `**\/` be one folder
  /// at least, though a quoted slash is a slash.
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

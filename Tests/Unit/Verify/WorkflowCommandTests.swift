import TestSupport

@testable import Verify
@testable import WorkingTree

struct WorkflowCommandTests {
  /// The command of a finding, without the summary.
  private func line(_ finding: Finding) -> String {
    let text = VerifyReport.of(finding).written(.github)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).joined(separator: "\n") + "\n"
  }

  @Test func `A finding is an annotation with all its details, and warnings are errors with --strict`() throws {
    try expectSnapshot("few", VerifyReport.few.written(.github))
    try expectSnapshot("few-strict", VerifyReport.few.written(.github, strictly: true))
    try expectSnapshot("clean", VerifyReport.clean.written(.github))
  }

  /// The full report has 25 errors, 11 warnings and 4 notes. GitHub drops the eleventh annotation of a severity.
  @Test(arguments: [false, true]) func `At most ten findings of a severity are annotations, and the others are counted`(
    strictly: Bool
  ) {
    let lines = VerifyReport.full.written(.github, strictly: strictly).split(separator: "\n")
    let commands = lines.dropLast(2).map { $0.prefix { $0 != " " } }.counted
    #expect(commands == (strictly ? ["::error": 10, "::notice": 4] : ["::error": 10, "::warning": 10, "::notice": 4]))
    #expect(
      lines.dropLast().last == """
        Without an annotation: \(strictly ? 28 : 18) findings; GitHub shows 10 of each severity. \
        The summary of the job and --report json list more.
        """)
    #expect(lines.last.map(String.init) == VerifyReport.full.summary)
  }

  @Test(arguments: [
    ("a b/ü.txt", "a b/ü.txt"), ("100%/a:b,c.txt", "100%25/a%3Ab%2Cc.txt"), ("new\r\nline", "new%0D%0Aline"),
    ("a\u{1B}[2J\u{202E}##[group]x", "a\\x1b[2J\\u{202e}#\\x23[group]x"), ("\u{85}\u{2066}", "\\x85\\u{2066}"),
    ("a:\u{301},\u{301}", "a%3A\u{301}%2C\u{301}"), ("%0A", "%250A"), ("a::b", "a%3A%3Ab"),
  ])
  func `Characters that end a property are escaped in it`(path: String, written: String) {
    #expect(line(Awkward.finding(Path(path))).hasPrefix("::error file=\(written),line=1,title="))
  }

  @Test func `Characters that end the line are escaped in a message`() {
    let words = line(Awkward.finding(Path("a"), words: "50% of a:b,c\r\n::error::d\n"))
    #expect(words.contains("::50%25 of a:b,c%0D%0A::error::d%0A%0Acorrect .gitmunge"))
    #expect(words.utf8.count { $0 == UInt8(ascii: "\n") } == 1 && !words.utf8.contains(UInt8(ascii: "\r")))
  }
}

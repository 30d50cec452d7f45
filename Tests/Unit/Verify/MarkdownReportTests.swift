import TestSupport

@testable import Verify

struct MarkdownReportTests {
  @Test func `Findings are grouped by file and remedy`() throws {
    try expectSnapshot("full", VerifyReport.full.written(.markdown))
    try expectSnapshot("clean", VerifyReport.clean.written(.markdown))
  }

  @Test func `Warnings fail only with --strict`() {
    let report = VerifyReport.of(
      Finding(.otherFilter(filter: "lfs", Path("a.txt"), in: ".gitmunge"), .warning, at: .init(path: Path("a.txt"))))
    #expect(report.written(.markdown).hasPrefix("## git munge verify: passed\n"))
    let strict = report.written(.markdown, strictly: true)
    #expect(strict.hasPrefix("## git munge verify: failed\n") && strict.contains("\n- error: "))
  }

  /// The text of the only finding, for a message.
  private func item(_ words: String) -> String {
    let text = VerifyReport.of(Awkward.finding(Path("a"), words: words)).written(.markdown)
    return text.split(separator: "\n").first { $0.hasPrefix("- error at 1: ") }.map { String($0.dropFirst(14)) } ?? text
  }

  @Test(arguments: [
    ("plain words, (and more): yes.", "plain words, (and more): yes."), ("see `a b*`.", "see `a b*`."),
    ("a <img src=x> b", "a `<img` `src=x>` b"), ("@all #12 !3 ~x %1 $2", "`@all` `#12` `!3` `~x` `%1` `$2`"),
    ("[a](http://b)", "`[a](http://b`)"), ("www.evil.com,", "`www.evil.com`,"),
    ("a_b_ **c** &amp; \\", "`a_b_` `**c**` `&amp`; `\\`"),
    ("a ` b", "a `` ` ``  b"), ("x*`y`z*", "`x*` `y` `z*`"), ("``", "`  `"), ("--strict", "`--strict`"),
    ("line\nnext", "`line\\nnext`"),
    ("a|b", "`a|b`"), ("caf\u{E9} :+1:", "`caf\u{E9}` `:+1`:"), ("<!-- `-->`", "`<!--` `-->`"), ("((x))", "((x))"),
    ("", ""),
  ])
  func `Words with other characters than letters and digits are code`(words: String, written: String) {
    #expect(item(words) == "\(written) (bad-rules)")
  }

  @Test(arguments: [
    ("a b.txt", "`a b.txt`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("```", "```` ``` ````"), (" x ", "`  x  `"),
    ("</details>\n# Title", "`</details>\\n# Title`"), ("a\u{202E}b", "`a\\u{202e}b`"), ("|", "`|`"),
  ])
  func `A file is named in one code span`(path: String, written: String) {
    #expect(VerifyReport.of(Awkward.finding(Path(path))).written(.markdown).contains("\n### \(written)\n"))
  }

  @Test func `No line begins with a name`() {
    for name in [
      "/close", "- [x] a", "# a", "> a", "    a", "1. a", "```", "---", "::error::a", "<script>", "| a |\n|---|",
    ] {
      let finding = Finding(.badRules(name), at: .init(path: Path(name)), rule: bytes(name))
      for line in VerifyReport.of(finding).written(.markdown).split(separator: "\n").dropFirst(2) {
        #expect(["### `", "**bad-rules**, rule `", "- error: ", "To fix: "].contains { line.hasPrefix($0) }, "\(line)")
      }
    }
  }

  @Test(arguments: [-5, 0, 100, 1000, 5000]) func `A long report is cut after a line, and says so`(maxSize: Int) {
    let full = VerifyReport.full.written(.markdown)
    let cut = "\nThe report is cut here; `git munge verify --report json` lists all findings.\n"
    let text = MarkdownReport(VerifyReport.full.masked, strictly: false, maxSize: maxSize).text
    #expect(text.hasSuffix(cut) && text.utf8.count <= max(maxSize, cut.utf8.count))
    let start = text.dropLast(cut.count)
    #expect(full.hasPrefix(start) && (start.isEmpty || start.hasSuffix("\n")))
    #expect(start.utf8.count + 600 > maxSize - cut.utf8.count)
    #expect(MarkdownReport(VerifyReport.full.masked, strictly: false, maxSize: full.utf8.count).text == full)
  }
}

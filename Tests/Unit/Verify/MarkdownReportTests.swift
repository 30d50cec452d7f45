import TestSupport

@testable import Verify

struct MarkdownReportTests {
  @Test func `The report for people is in a block of code`() throws {
    try expectSnapshot("full", VerifyReport.full.written(.markdown))
    try expectSnapshot("clean", VerifyReport.clean.written(.markdown))
  }

  @Test func `No line begins with a name`() {
    for name in ["/close", "- [x] a", "# a", "> a", "1. a", "```", "---", "::error::a", "<script>", "| a |\n|---|"] {
      let finding = Finding(.badRules("bad"), at: .init(path: Path(name)), rule: bytes(name))
      for line in VerifyReport.of(finding).written(.markdown).split(separator: "\n").dropFirst() {
        #expect(line.hasPrefix("    "), "\(line)")
      }
    }
  }
}

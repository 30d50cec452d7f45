import TestSupport

@testable import Verify

struct CodeQualityReportTests {
  @Test func `A report lists all findings, and warnings are errors with --strict`() throws {
    try expectSnapshot("few", VerifyReport.few.written(.gitlab))
    try expectSnapshot("few-strict", VerifyReport.few.written(.gitlab, strictly: true))
    #expect(VerifyReport.clean.written(.gitlab).filter { !$0.isWhitespace } == "[]")
    #expect(try JSON(VerifyReport.full.written(.gitlab)).list.count == VerifyReport.full.findings.count)
  }

  @Test func `Equal findings have fingerprints of their own, which are the same in each run`() throws {
    var report = VerifyReport.few
    report.findings += report.findings
    let prints = try JSON(report.written(.gitlab)).list.map { $0["fingerprint"]?.text }
    #expect(Set(prints).count == report.findings.count)
    #expect(prints.prefix(prints.count / 2).elementsEqual(VerifyReport.few.findings.map(\.fingerprint)))
  }

  @Test(arguments: Awkward.paths)
  func `Any path round-trips`(path: String) throws {
    let issue = try JSON(VerifyReport.of(Awkward.finding(Path(path), words: path)).written(.gitlab)).list.first
    #expect(issue?["location"]?["path"]?.text == path)
    #expect(issue?["description"]?.text?.contains(path) == true)
  }
}

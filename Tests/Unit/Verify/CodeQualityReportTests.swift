import TestSupport

@testable import Verify

struct CodeQualityReportTests {
  @Test func `A report lists all findings, and warnings are errors with --strict`() throws {
    try expectSnapshot("few", VerifyReport.few.written(.gitlab))
    try expectSnapshot("few-strict", VerifyReport.few.written(.gitlab, strictly: true))
    #expect(VerifyReport.clean.written(.gitlab).filter { !$0.isWhitespace } == "[]")
    #expect(try JSON(VerifyReport.full.written(.gitlab)).list.count == VerifyReport.full.findings.count)
  }

  @Test func `Of many findings, services get the most severe ones and the number of the others`() throws {
    var report = VerifyReport.few
    // GitHub refuses a log with more than 25,000 results.
    #expect(report.maxListed == 10_000)
    let (errors, others) = (
      report.findings.filter { $0.severity == .error }, report.findings.filter { $0.severity != .error }
    )
    try #require(!errors.isEmpty && !others.isEmpty)
    report.findings = others + others + errors
    report.maxListed = errors.count + 1
    let left = 2 * others.count - 1
    let issues = try JSON(report.written(.gitlab)).list
    #expect(issues.count == errors.count + 2)
    #expect(issues.prefix(errors.count).allSatisfy { $0["severity"]?.text == "critical" })
    #expect(issues.last?["description"]?.text?.contains("not listed here: \(left) more findings") == true)
    let results = try JSON(report.written(.sarif))["runs"]?.list.first?["results"]?.list ?? []
    #expect(results.count == errors.count + 2 && results.first?["level"]?.text == "error")
    #expect(try JSON(report.written(.json))["findings"]?.list.count == errors.count + 2)
  }

  @Test func `Equal findings have fingerprints of their own, which are the same in each run`() throws {
    var report = VerifyReport.few
    report.findings += report.findings
    let prints = try JSON(report.written(.gitlab)).list.map { $0["fingerprint"]?.text }
    #expect(Set(prints).count == report.findings.count)
    #expect(prints.prefix(prints.count / 2).elementsEqual(VerifyReport.few.findings.map(\.fingerprint)))
  }
}

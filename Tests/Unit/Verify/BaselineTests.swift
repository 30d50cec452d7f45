import TestSupport

@testable import Verify
@testable import WorkingTree

struct BaselineTests {
  private func baseline(_ report: VerifyReport) -> [UInt8] { bytes(report.written(.baseline)) }

  private func finding(_ number: Int, _ severity: Finding.Severity = .error) -> Finding {
    Finding(
      .changedFile(isFiltered: false), severity, at: .init(path: Path("a"), line: number),
      fingerprint: Finding.fingerprint(number))
  }

  @Test func `All findings of an earlier report are accepted, including notes`() throws {
    let report = try VerifyReport.full.accepting(baseline: baseline(.full))
    #expect(report.findings == [])
    #expect(report.accepted == 3 + VerifyReport.full.findings.count, "findings accepted before stay accepted")
    #expect(!report.isFailing(strictly: true))
    #expect(report.files == VerifyReport.full.files && report.target == VerifyReport.full.target)
  }

  /// The numbers of findings of a report, of an earlier one, and those that stay.
  @Test(arguments: [([1, 2, 3], [2, 9], [1, 3]), ([1, 1, 1], [1, 1], [1]), ([1], [], [1])])
  func `New findings stay in order, and one is accepted as often as the earlier report has it`(
    now: [Int], before: [Int], left: [Int]
  ) throws {
    func report(_ numbers: [Int]) -> VerifyReport {
      var report = VerifyReport(.staged)
      report.findings = numbers.map { finding($0) }
      return report
    }
    let found = try report(now).accepting(baseline: baseline(report(before)))
    #expect(found.findings == left.map { finding($0) } && found.accepted == now.count - left.count)
    let other = Finding(.unusedRule(canonicals: []), .warning, fingerprint: Finding.fingerprint(1))
    #expect(
      try VerifyReport.of(other).accepting(baseline: baseline(.of(finding(1)))).findings == [],
      "only the fingerprint counts")
  }

  @Test func `A baseline has no texts, and the lines of each are sorted`() {
    let text = VerifyReport.full.written(.baseline)
    let lines = text.split(separator: "\n")
    #expect(lines == lines.sorted() && lines.count == VerifyReport.full.findings.count)
    #expect(text.allSatisfy { $0.isHexDigit || $0 == "\n" })
  }

  @Test(arguments: ["{}", "nonsense", VerifyReport.full.written(.json), VerifyReport.full.written(.sarif)])
  func `A file that is no baseline is refused`(text: String) {
    #expect(throws: BaselineError.self) { try VerifyReport.full.accepting(baseline: bytes(text)) }
    #expect(throws: BaselineError.self) { try VerifyReport.full.accepting(baseline: Awkward.bytes) }
  }
}

import TestSupport

@testable import Verify
@testable import WorkingTree

struct BaselineTests {
  private func baseline(_ report: VerifyReport) throws -> Baseline { try Baseline(bytes(report.written(.json))) }

  private func finding(_ number: Int, _ severity: Finding.Severity = .error) -> Finding {
    Finding(
      .changedFile(isFiltered: false), severity, at: .init(path: Path("a"), line: number),
      fingerprint: Finding.fingerprint(number))
  }

  @Test func `All findings of an earlier report are accepted, including notes`() throws {
    let report = VerifyReport.full.accepting(try baseline(.full))
    #expect(report.findings == [])
    #expect(report.accepted == 3 + VerifyReport.full.findings.count, "findings accepted before stay accepted")
    #expect(!report.isFailing(strictly: true))
    #expect(report.extent == VerifyReport.full.extent && report.target == VerifyReport.full.target)
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
    let found = report(now).accepting(try baseline(report(before)))
    #expect(found.findings == left.map { finding($0) } && found.accepted == now.count - left.count)
    let other = Finding(.unusedRule(canonicals: []), .warning, fingerprint: Finding.fingerprint(1))
    #expect(
      VerifyReport.of(other).accepting(try baseline(.of(finding(1)))).findings == [], "only the fingerprint counts")
  }

  @Test func `Unknown members are ignored`() throws {
    let later = #"{"version": 1, "program": "1", "mood": [], "findings": [{"fingerprint": "a", "odour": 1}]}"#
    #expect(throws: Never.self) { try Baseline(bytes(later)) }
  }

  @Test(arguments: [
    "", "{}", "[]", "nonsense",
    #"{"version": "1", "program": "1", "findings": []}"#,
    #"{"version": 1, "program": "1"}"#,
    #"{"version": 1, "program": "1", "findings": [{}]}"#,
    #"{"version": 1, "program": "1", "findings": []} x"#,
    VerifyReport.full.written(.sarif), VerifyReport.full.written(.gitlab),
    String(VerifyReport.full.written(.json).dropLast(5)),
  ])
  func `A file that is no report, or a part of one, is refused`(text: String) {
    #expect(throws: BaselineError.noReport) { try Baseline(bytes(text)) }
    #expect(throws: BaselineError.noReport) { try Baseline(bytes(text) + Awkward.bytes) }
  }

  @Test func `A report of a later version is refused with its version, whatever it contains`() {
    let later = bytes(#"{"version": 2, "program": "9.9.9", "results": {}}"#)
    #expect(throws: BaselineError.laterVersion(2, of: "9.9.9", supported: 1)) { try Baseline(later) }
  }
}

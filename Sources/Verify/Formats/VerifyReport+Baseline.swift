import Platform

// The fingerprints of findings, one on each line.
extension VerifyReport {
  var baselineText: String { findings.map { $0.fingerprint + "\n" }.sorted().joined() }

  /// The report without the findings of a baseline, which accepts each fingerprint as often as it has it.
  package func accepting(baseline bytes: [UInt8]) throws -> VerifyReport {
    let lines = bytes.string.split(separator: "\n").map(String.init)
    guard lines.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) else { throw BaselineError() }
    var counts = lines.counted
    var report = self
    report.findings = findings.filter { !counts.take($0.fingerprint) }
    report.accepted += findings.count - report.findings.count
    return report
  }
}

/// The reason why a file cannot be used as a baseline.
package struct BaselineError: Error, CustomStringConvertible {
  package let description =
    "the baseline has a line that is no fingerprint; write one with `git munge verify --report baseline=FILE`"
}

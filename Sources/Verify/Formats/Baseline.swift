package import Platform

/// The accepted findings of an earlier report of `git munge verify --format json`.
package struct Baseline: Sendable, Equatable {
  /// The number of findings with each fingerprint.
  private var counts: [String: Int]

  /// `bytes`: the report. Throws `MungeError.baseline` if it is not a report, or has a later version.
  package init(_ bytes: [UInt8]) throws {
    guard let head = JSONText.decoded(Head.self, from: bytes) else { throw MungeError.baseline(.noReport) }
    let supported = VerifyDocument.version
    if head.version > supported { throw MungeError.baseline(.laterVersion(head.version, of: head.program, supported: supported)) }
    guard let body = JSONText.decoded(Body.self, from: bytes) else { throw MungeError.baseline(.noReport) }
    counts = body.findings.reduce(into: [:]) { $0[$1.fingerprint, default: 0] += 1 }
  }

  /// Throws `MungeError.system` if there is no such file.
  package init(contentsOf path: Path) throws {
    let bytes = try File(path, .readRegular).readAll()
    try self.init(bytes)
  }

  /// Removes the finding from the baseline and returns whether it was in it: a fingerprint accepts as many findings as the
  /// report had.
  fileprivate mutating func takes(_ finding: Finding) -> Bool {
    guard let count = counts[finding.fingerprint], count > 0 else { return false }
    counts[finding.fingerprint] = count - 1
    return true
  }

  /// The members that every version has.
  private struct Head: Decodable {
    let version: Int
    let program: String
  }

  private struct Body: Decodable {
    let findings: [AcceptedFinding]
  }

  private struct AcceptedFinding: Decodable {
    let fingerprint: String
  }
}

extension VerifyReport {
  /// The report without the findings of the baseline, which are counted.
  package func accepting(_ baseline: Baseline) -> VerifyReport {
    var (report, baseline) = (self, baseline)
    report.findings = findings.filter { !baseline.takes($0) }
    report.accepted += findings.count - report.findings.count
    return report
  }
}

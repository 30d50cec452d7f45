import Platform

/// The accepted findings of an earlier report of `git munge verify --report json`.
package struct Baseline: Sendable, Equatable {
  /// The number of findings with each fingerprint, which accepts so many.
  fileprivate let counts: [String: Int]

  /// Reads a report. `bytes`: the report. Throws `BaselineError` if it is not a report, or has a later version.
  package init(_ bytes: [UInt8]) throws {
    guard let head = JSONText.decoded(Head.self, from: bytes) else { throw BaselineError.noReport }
    let supported = VerifyReport.documentVersion
    if head.version > supported {
      throw BaselineError.laterVersion(head.version, of: head.program, supported: supported)
    }
    guard let body = JSONText.decoded(Body.self, from: bytes) else { throw BaselineError.noReport }
    counts = body.findings.reduce(into: [:]) { $0[$1.fingerprint, default: 0] += 1 }
  }

  /// The members that every version has.
  private struct Head: Decodable {
    let version: Int
    let program: String
  }

  private struct Body: Decodable { let findings: [AcceptedFinding] }
  private struct AcceptedFinding: Decodable { let fingerprint: String }
}

extension VerifyReport {
  /// The report without the findings of the baseline, which are counted.
  package func accepting(_ baseline: Baseline) -> VerifyReport {
    var report = self
    var counts = baseline.counts
    report.findings = findings.filter { !counts.take($0.fingerprint) }
    report.accepted += findings.count - report.findings.count
    return report
  }
}

/// The reason why a file cannot be used as a baseline.
package enum BaselineError: Error, Equatable, CustomStringConvertible {
  case noReport
  /// The report has this version of the format, written by that version of git-munge.
  case laterVersion(Int, of: String, supported: Int)

  package var description: String {
    switch self {
    case .noReport:
      "the baseline is not a report of `git munge verify`; write one with `git munge verify --report json=FILE`"
    case .laterVersion(let version, let program, let supported):
      "the baseline has report version \(version), but this program reads version \(supported); "
        + "use git-munge \(escaped(program.utf8)), which wrote it, or a later one"
    }
  }
}

package import Platform

/// What an earlier run of `git munge verify --format json` has found, and somebody has decided to live with.
package struct Baseline: Sendable, Equatable {
  /// How often each fingerprint stands in it.
  private var counts: [String: Int]

  /// `bytes`: of the report. Throws `MungeError.baseline` where they are none, or one of a later version.
  package init(_ bytes: [UInt8]) throws(MungeError) {
    guard let head = JSONText.decoded(Head.self, from: bytes) else { throw .baseline(.noReport) }
    guard head.version <= VerifyDocument.version else { throw .baseline(.laterVersion(head.version, of: head.program)) }
    guard let body = JSONText.decoded(Body.self, from: bytes) else { throw .baseline(.noReport) }
    counts = body.findings.reduce(into: [:]) { $0[$1.fingerprint, default: 0] += 1 }
  }

  /// Throws `MungeError.system` where there is no such file.
  package init(contentsOf path: Path) throws(MungeError) {
    let bytes = try wrapping(File(path, .readRegular).readAll())
    try self.init(bytes)
  }

  /// Whether the finding is in it; each fingerprint is as often as it stands there.
  fileprivate mutating func takes(_ finding: Finding) -> Bool {
    guard let count = counts[finding.fingerprint], count > 0 else { return false }
    counts[finding.fingerprint] = count - 1
    return true
  }

  /// Of any version.
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

/// What keeps a file from being a baseline.
package enum BaselineError: Sendable, Equatable {
  case noReport
  /// Of the format, written by that version of git-munge.
  case laterVersion(Int, of: String)
}

extension BaselineError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noReport: "the baseline is not a report of `git munge verify`; write one with `git munge verify --format json > FILE`"
    case .laterVersion(let version, let program):
      "the baseline has report version \(version), but this program reads version \(VerifyDocument.version); use git-munge \(escaped(program.utf8)), which wrote it, or a later one"
    }
  }
}

extension VerifyReport {
  /// The same without what the baseline has, which is only counted.
  package func accepting(_ baseline: Baseline) -> VerifyReport {
    var (report, baseline) = (self, baseline)
    report.findings = findings.filter { !baseline.takes($0) }
    report.accepted += findings.count - report.findings.count
    return report
  }
}

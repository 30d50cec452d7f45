import Platform
import Smudge

/// The report of `git munge verify` as JSON (docs/verify.schema.json).
///
/// Names and meanings stay as they are within a version; new ones may come. Paths that are no UTF-8 are
/// written with `\xNN`.
struct VerifyDocument: Encodable {
  /// Of the format; `Baseline` reads it.
  static let version = 1

  let version: Int
  let program: String
  let target: Target
  let summary: Summary
  let simulation: Simulation?
  let findings: [FindingEntry]

  struct Target: Encodable {
    let kind: String
    let revisions: [String]
  }

  struct Summary: Encodable {
    let text: String
    let rules: Int?
    let isFailing: Bool
    let errors: Int
    let warnings: Int
    let notes: Int
    let accepted: Int
    let commits: Int
    let files: Int
    let bytes: Int
  }

  struct Simulation: Encodable {
    let valueSets: Int
    let trips: Int
    let exact: Int
    let withSource: Int
  }
}

extension VerifyDocument {
  init(_ report: VerifyReport, _ showing: Finding.Showing, strictly: Bool) {
    version = VerifyDocument.version
    program = Version.current
    target = Target(report.target)
    summary = Summary(report, strictly: strictly)
    simulation = report.simulation.map { Simulation($0) }
    findings = report.findings.map { FindingEntry($0, showing) }
  }

  var text: String { JSONText.encoded(self) + "\n" }
}

extension VerifyDocument.Target {
  fileprivate init(_ target: VerifyTarget) {
    switch target {
    case .revision(let name): (kind, revisions) = ("revision", [name])
    case .range(let words): (kind, revisions) = ("range", words)
    case .history: (kind, revisions) = ("history", [])
    case .staged: (kind, revisions) = ("staged", [])
    case .worktree: (kind, revisions) = ("worktree", [])
    }
  }
}

extension VerifyDocument.Summary {
  fileprivate init(_ report: VerifyReport, strictly: Bool) {
    let severities = report.findings.map(\.severity)
    self.init(
      text: report.summary, rules: report.rules?.rules.count, isFailing: report.isFailing(strictly: strictly),
      errors: severities.count { $0 == .error },
      warnings: severities.count { $0 == .warning }, notes: report.notes.count, accepted: report.accepted,
      commits: report.extent.commits, files: report.extent.files, bytes: report.extent.bytes)
  }
}

extension VerifyDocument.Simulation {
  fileprivate init(_ simulation: VerifyReport.Simulation) {
    self.init(
      valueSets: simulation.valueSets, trips: simulation.trips, exact: simulation.exact, withSource: simulation.withSource)
  }
}

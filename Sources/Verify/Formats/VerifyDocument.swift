import Rules
import Smudge

/// The report of `git munge verify` as JSON (docs/verify.schema.json).
///
/// Within a version, names and meanings do not change; names can be added. Bytes of paths that are not UTF-8 are written as
/// `\xNN`.
struct VerifyDocument {
  /// The version of the format, which `Baseline` checks.
  static let version = 1

  private let report: VerifyReport
  private let showing: Finding.Showing
  private let isFailing: Bool

  init(_ report: VerifyReport, _ showing: Finding.Showing, strictly: Bool) {
    (self.report, self.showing, isFailing) = (report, showing, report.isFailing(strictly: strictly))
  }

  var text: String { JSONText.encoded(document) + "\n" }

  private var document: JSONObject {
    [
      "version": Self.version, "program": Version.current, "target": target, "summary": summary, "simulation": simulation,
      "findings": report.findings.map { $0.json(showing) },
    ]
  }

  private var target: JSONObject {
    switch report.target {
    case .revision(let name): ["kind": "revision", "revisions": [name]]
    case .range(let words): ["kind": "range", "revisions": words]
    case .received(let tips): ["kind": "range", "revisions": tips.map(\.new) + ["--not", "--all"]]
    case .history: ["kind": "history", "revisions": [String]()]
    case .staged: ["kind": "staged", "revisions": [String]()]
    case .worktree: ["kind": "worktree", "revisions": [String]()]
    }
  }

  private var summary: JSONObject {
    [
      "text": report.summary, "rules": report.rules?.rules.count, "isFailing": isFailing,
      "errors": report.findings.count { $0.severity == .error }, "warnings": report.findings.count { $0.severity == .warning },
      "notes": report.notes.count, "accepted": report.accepted, "commits": report.extent.commits,
      "files": report.extent.files, "bytes": report.extent.bytes,
    ]
  }

  private var simulation: JSONObject? {
    report.simulation.map {
      ["valueSets": $0.valueSets, "trips": $0.trips, "exact": $0.exact, "withSource": $0.withSource]
    }
  }
}

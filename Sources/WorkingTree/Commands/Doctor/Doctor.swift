import Smudge
package import Verify

/// `git munge doctor`: checks everything that git-munge depends on.
package enum Doctor {
  /// The checks, in this order.
  package enum Check: Sendable, CaseIterable {
    case git, program, configuration, rules, plan, start, bareStart, attributes, files, hooks, leftovers
  }

  package static func run(in tree: WorkingTree) throws -> DoctorReport {
    let installation = Installation(try Session(tree), Later(atOnce: true) { try IndexSnapshot(tree) })
    return DoctorReport(outcomes: try Check.allCases.map { ($0, try installation.outcome(of: $0)) })
  }
}

/// The result of `git munge doctor`.
package struct DoctorReport: Sendable {
  package enum CheckOutcome: Sendable, Equatable {
    /// No problem; a detail such as a version or a path.
    case fine(String?)
    case found([Finding])
    /// Not possible, because something else is missing.
    case skipped

    var findings: [Finding] { if case .found(let findings) = self { findings } else { [] } }

    /// `.fine` without findings.
    init(_ matters: [Finding.Detail], fine detail: String? = nil) {
      self = matters.isEmpty ? .fine(detail) : .found(matters.map { Finding($0) })
    }
  }

  /// In the order of the checks.
  package let outcomes: [(check: Doctor.Check, outcome: CheckOutcome)]
  /// How findings are shown.
  package var showing = Finding.Showing.plain

  package var findings: [Finding] { outcomes.flatMap(\.outcome.findings) }

  /// One document for programs; the findings have the form of docs/status.schema.json.
  package var json: String {
    JSONText.encoded([
      "version": StatusReport.version, "program": Version.current, "needsAttention": needsAttention,
      "findings": findings.map { $0.json(showing) },
    ] as JSONObject)
  }

  package var needsAttention: Bool { findings.contains { $0.severity == .error } }
}

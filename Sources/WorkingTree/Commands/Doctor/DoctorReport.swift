package import Verify

/// The result of `git munge doctor`.
package struct DoctorReport: Sendable {
  /// The result of a check.
  package enum CheckOutcome: Sendable, Equatable {
    /// No problem; a detail such as a version or a path.
    case fine(String?)
    case found([Finding])
    /// Not possible, because something else is missing.
    case skipped

    /// `.fine` without findings.
    init(_ matters: [Finding.Detail], fine detail: String?) {
      self = matters.isEmpty ? .fine(detail) : .found(matters.map { Finding($0) })
    }
  }

  /// In the order of the checks.
  package let outcomes: [(check: Doctor.Check, outcome: CheckOutcome)]
  /// The fixed findings.
  package let fixed: [Finding]

  package var findings: [Finding] {
    outcomes.flatMap { _, outcome in
      switch outcome {
      case .fine, .skipped: [Finding]()
      case .found(let findings): findings
      }
    }
  }

  package var needsAttention: Bool { findings.contains { $0.severity == .error } }
}

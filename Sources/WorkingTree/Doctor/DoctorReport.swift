/// What `git munge doctor` found.
package struct DoctorReport: Sendable {
  /// How one thing is.
  package enum CheckOutcome: Sendable, Equatable {
    /// All is well; what was looked at, such as a version or a path.
    case fine(String?)
    case found([Finding])
    /// It cannot be looked at while something else is missing.
    case skipped

    /// All is well where nothing was found.
    init(_ matters: [Finding.Detail], fine detail: String?) {
      self = matters.isEmpty ? .fine(detail) : .found(matters.map { Finding($0) })
    }
  }

  /// In the order in which things are looked at.
  package let outcomes: [(check: Doctor.Check, outcome: CheckOutcome)]
  /// What was corrected.
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

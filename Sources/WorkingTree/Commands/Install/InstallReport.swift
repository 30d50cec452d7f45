import Verify

/// The result of `git munge install`.
package struct InstallReport {
  /// The result for the wanted hooks.
  package struct WrittenHooks: Sendable {
    /// The hooks that were added or renewed.
    package let written: [Hook]
    package let advice: [HookAdvice]
    /// Whether `--hooks` was given: then the lines for all hooks are printed.
    package let isAsked: Bool
  }

  package let isDryRun: Bool
  /// Whether everything was as it should be.
  package let isDone: Bool
  package let outcome: Change.Outcome
  package let gathered: GatheredValues
  /// `nil` if none are wanted.
  package let hooks: WrittenHooks?
  /// What `git munge status` reports now.
  package let status: StatusReport

  /// The findings in files by the new plan.
  package var scan: WorkingTreeScan { status.scan ?? WorkingTreeScan() }

  /// Whether a value is missing, or something is wrong that an installation does not cure.
  package var needsAttention: Bool { isWrong || !gathered.unset.open.isEmpty }

  /// The same without missing values.
  package var isWrong: Bool { !status.saves.isEmpty || status.ofClone.contains { $0.severity == .error } }
}

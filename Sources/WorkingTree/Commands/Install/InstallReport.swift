package import Platform
package import Smudge
package import Verify

/// The result of `git munge install`.
package struct InstallReport: Sendable {
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
  package let source: RulesSource
  package let outcome: Change.Outcome
  package let gathered: GatheredValues
  package let plan: Plan
  package let scan: WorkingTreeScan
  /// Findings about the installation itself.
  package let findings: [Finding]
  /// `nil` if none are wanted.
  package let hooks: WrittenHooks?
  /// Whether git runs all guards.
  package let isGuarded: Bool
  /// Submodules with rules and without an installation.
  package let submodules: [Path]
  /// What was moved from the places of files of git-munge, and edits that were saved meanwhile.
  package let saves: [Path]

  /// Whether a value is missing, or something is wrong that an installation does not cure.
  package var needsAttention: Bool { isWrong || !gathered.unset.open.isEmpty }

  /// The same without missing values.
  package var isWrong: Bool { !saves.isEmpty || findings.contains { $0.severity == .error } }
}

package import Platform
package import Rules
package import Smudge

/// The state of a working tree.
package enum WorkingTreeState: Sendable, Equatable {
  /// No rules and no installation; rules files that are not at the top.
  case foreign([Path])
  /// Rules without an installation.
  case notInstalled
  /// Private rules that no installation uses: this file.
  case privateRulesUnused(PrivateRules)
  /// Files show local texts by the current rules and values.
  case munged
  /// Installed, but no rule changes this working tree.
  case idle
  /// The rules or values have changed since it was munged.
  case outdated(RulesDifference)
  /// Munged, and the rules file is invalid; the plan is kept.
  case rulesUnreadable(RulesError)
  /// Munged, and the rules file is missing, although `HEAD` has it; the plan is kept.
  case rulesMissing
  /// Munged, and neither the working tree nor `HEAD` has a rules file, as on an older branch.
  case branchWithoutRules
  /// There is a plan, and the keys of the filter are wrong.
  case misconfigured([ConfigEntry])
  /// The filter program is missing: the next commit fails.
  case programMissing(Path)
  /// The plan is invalid: the next commit fails.
  case damaged(PlanError)

  /// The name in JSON, whether the state needs attention, and the next step; `nil` if there is none.
  private var facts: (name: String, needsAttention: Bool, nextStep: String?) {
    switch self {
    case .foreign(let elsewhere):
      ("foreign", false, elsewhere.first.map { "move \($0) to the top, then: git munge install" } ?? "git munge init")
    case .notInstalled: ("not-installed", true, "git munge install")
    case .privateRulesUnused: ("not-installed", true, "git munge install --private")
    case .munged: ("munged", false, nil)
    case .idle: ("idle", false, nil)
    case .outdated: ("outdated", true, "git munge install")
    case .rulesUnreadable(let error): ("rules-unreadable", true, "fix \(error.file), then: git munge install")
    case .rulesMissing: ("rules-missing", true, "git checkout HEAD -- .gitmunge, or: git munge uninstall")
    case .branchWithoutRules: ("branch-without-rules", false, nil)
    case .misconfigured: ("misconfigured", true, "git munge install")
    case .programMissing: ("program-missing", true, "git munge install")
    case .damaged: ("damaged", true, "git munge install")
    }
  }

  var name: String { facts.name }
  package var needsAttention: Bool { facts.needsAttention }
  package var nextStep: String? { facts.nextStep }
}

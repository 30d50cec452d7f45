package import Platform
package import Smudge

/// The state of one working tree, as a developer needs to know it.
package enum WorkingTreeState: Sendable, Equatable {
  /// No rules, nothing installed: git-munge has no business here.
  case foreign
  /// There are rules, and nothing is installed.
  case notInstalled
  /// Files show local texts, as the rules and values of today want it.
  case munged
  /// Installed in this clone, and this working tree shows canonical texts.
  case idle
  /// The rules or the values have changed since.
  case outdated(PlanDifference)
  /// Munged, and the rules file that did it cannot be read now; the plan goes on.
  case rulesUnreadable(RulesError)
  /// Munged, and the rules file is gone, which `HEAD` has; the plan goes on.
  case rulesMissing
  /// Munged, and neither the working tree nor `HEAD` has a rules file, as on a branch that is older than the rules.
  case branchWithoutRules
  /// There is a plan, and git does not start the filter as it should.
  case misconfigured([ConfigEntry])
  /// The program that git is to start is not there: git stops at the next commit.
  case programMissing(Path)
  /// The plan cannot be used: git stops at the next commit.
  case damaged(PlanError)

  /// The name in JSON, whether something has to be done, and the one thing to do next; `nil` where all is well.
  private var facts: (name: String, needsAttention: Bool, nextStep: String?) {
    switch self {
    case .foreign: ("foreign", false, "write a .gitmunge (man git-munge)")
    case .notInstalled: ("not-installed", true, "git munge install")
    case .munged: ("munged", false, nil)
    case .idle: ("idle", false, nil)
    case .outdated: ("outdated", true, "git munge refresh")
    case .rulesUnreadable: ("rules-unreadable", true, "fix .gitmunge, then: git munge refresh")
    case .rulesMissing: ("rules-missing", true, "git checkout HEAD -- .gitmunge, or: git munge uninstall")
    case .branchWithoutRules: ("branch-without-rules", false, nil)
    case .misconfigured: ("misconfigured", true, "git munge install")
    case .programMissing: ("program-missing", true, "git munge install")
    case .damaged: ("damaged", true, "git munge install")
    }
  }

  /// For programs.
  var name: String { facts.name }
  package var needsAttention: Bool { facts.needsAttention }
  package var nextStep: String? { facts.nextStep }
}

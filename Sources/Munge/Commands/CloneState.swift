public import Platform
public import Smudge

/// The state of one working tree, as a developer needs to know it.
public enum CloneState: Sendable, Equatable {
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
  case misconfigured([Override])
  /// The program that git is to start is not there: git stops at the next commit.
  case programMissing(Path)
  /// The plan cannot be used: git stops at the next commit.
  case damaged(PlanError)

  /// Whether somebody has to do something.
  public var needsAttention: Bool {
    switch self {
    case .foreign, .munged, .idle, .branchWithoutRules: false
    case .notInstalled, .outdated, .rulesUnreadable, .rulesMissing, .misconfigured, .programMissing,
      .damaged:
      true
    }
  }

  /// Whether clean and smudge replace anything.
  public var canSmudge: Bool {
    switch self {
    case .munged, .outdated, .rulesUnreadable, .rulesMissing, .branchWithoutRules: true
    case .foreign, .notInstalled, .idle, .misconfigured, .programMissing, .damaged: false
    }
  }

  /// The one thing to do next; `nil` where all is well.
  public var nextStep: String? {
    switch self {
    case .foreign: "write a .gitmunge to begin: git munge --help"
    case .notInstalled, .misconfigured, .programMissing, .damaged: "git munge install"
    case .outdated: "git munge refresh"
    case .munged, .idle, .branchWithoutRules: nil
    case .rulesUnreadable: "mend .gitmunge, then: git munge refresh"
    case .rulesMissing: "git checkout HEAD -- .gitmunge, or: git munge uninstall"
    }
  }
}

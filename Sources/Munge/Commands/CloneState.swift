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
  case outdated([Change])
  /// Munged, and the rules file that did it cannot be read now; the plan goes on.
  case rulesUnreadable(RulesError)
  /// Munged, and the rules file is gone; the plan goes on.
  case rulesMissing
  /// There is a plan, and git does not start the filter as it should.
  case misconfigured([Override])
  /// The program that git is to start is not there: git stops at the next commit.
  case programMissing(Path)
  /// The plan cannot be used: git stops at the next commit.
  case damaged(PlanError)

  /// What differs between the plan and what would be planned today.
  public enum Change: Sendable, Hashable {
    case ruleAdded([UInt8])
    case ruleRemoved([UInt8])
    case ruleChanged([UInt8])
  }

  /// Whether somebody has to do something.
  public var needsAttention: Bool {
    switch self {
    case .foreign, .munged, .idle: false
    case .notInstalled, .outdated, .rulesUnreadable, .rulesMissing, .misconfigured, .programMissing,
      .damaged:
      true
    }
  }

  /// Whether clean and smudge replace anything.
  public var canSmudge: Bool {
    switch self {
    case .munged, .outdated, .rulesUnreadable, .rulesMissing: true
    case .foreign, .notInstalled, .idle, .misconfigured, .programMissing, .damaged: false
    }
  }

  /// The one thing to do next; `nil` where all is well.
  public var nextStep: String? {
    switch self {
    case .foreign: "write a .gitmunge to begin: git munge --help"
    case .notInstalled, .outdated, .misconfigured, .programMissing, .damaged: "git munge install"
    case .munged, .idle: nil
    case .rulesUnreadable: "mend .gitmunge, then: git munge install"
    case .rulesMissing: "git checkout HEAD -- .gitmunge, or: git munge uninstall"
    }
  }
}

extension CloneState.Change {
  /// Retired texts do not count: they are history, not a wish.
  static func between(_ old: Plan, _ new: Plan) -> [CloneState.Change] {
    let olds = old.rules.filter { !$0.pairs.isEmpty }
    let added = new.rules.filter { rule in
      !rule.pairs.isEmpty && !olds.contains { $0.name == rule.name }
    }
    let others = olds.compactMap { rule -> CloneState.Change? in
      guard let now = new.rules.first(where: { $0.name == rule.name && !$0.pairs.isEmpty }) else {
        return .ruleRemoved(rule.name)
      }
      let isSame = rule.pairs == now.pairs && rule.paths == now.paths && rule.excepts == now.excepts
      return isSame ? nil : .ruleChanged(rule.name)
    }
    return added.map { .ruleAdded($0.name) } + others
  }
}

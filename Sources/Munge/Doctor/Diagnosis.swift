public import Platform
public import Smudge

/// What is looked at, in this order.
public enum Check: Sendable, CaseIterable {
  case git, program, configuration, rules, plan, start, bareStart, attributes, files, hooks, leftovers
}

/// Something that keeps git-munge from doing its work, or soon will.
public enum Ailment: Sendable, Equatable {
  /// git is older than what git-munge asks of it.
  case oldGit(String)
  case notInstalled
  /// There is no filter program beside `git-munge`.
  case noProgram(lookedIn: [Path])
  /// git is to start a program that is not there; `lookedIn`: where there is none to start instead, empty where there is one.
  case programMissing(Path, lookedIn: [Path])
  /// git starts what a stable link points to, which the next upgrade removes.
  case resolvedProgram(Path, stable: Path)
  case otherVersion(Path, found: String)
  /// Whoever can commit could replace it.
  case programInsideWorktree(Path)
  /// Whoever has an account could replace it.
  case programWritable(Path)
  /// A key is not as git-munge sets it; `found` is `nil` where it is not set.
  case wrongKey(String, found: Override?)
  /// A key stands at another level too; this clone's own has the last word.
  case extraKey(Override)
  case rulesMissing
  case badRules(RulesError)
  case damagedPlan(PlanError)
  case outdated(PlanDifference)
  /// Others can read the values in it.
  case openPlan(Path)
  /// git could not have a file filtered; its own words.
  case notStarted(Path, words: String)
  /// git had a file filtered, and something else came out.
  case wrongAnswer(Path)
  /// The plan's attributes are not in force as they should be.
  case fallbackAttributes(FallbackAttributes.Standing)
  /// A file of this clone alone takes the attribute away.
  case localAttributes(Path, line: Int, text: [UInt8])
  /// Of the files, as `git munge status` has it.
  case finding(Finding)
  /// A hook that calls git-munge, and that git does not run.
  case deafHook(Path)
  /// A hook of ours whose program is gone, so that it does nothing, or stops git.
  case staleHook(Path, Hook, program: Path)
  /// A hook of ours in a folder in which git does not look for hooks.
  case bypassedHook(Path, folder: Path)
  /// Left by a command that was killed, and of no use.
  case leftover(Path)
  /// Left by a command that was killed; it may hold what an editor saved in that moment.
  case displaced(Path)
  case indexLock(Path)

  /// What mends it; `nil` where something could be lost, and where somebody has to decide.
  var mending: Mending? {
    switch self {
    case .programMissing(_, let folders): folders.isEmpty ? .setKeys : nil
    case .resolvedProgram: .setKeys
    case .wrongKey(_, let found): found?.isReplaceable ?? true ? .setKeys : nil
    case .staleHook: .renewHooks
    case .fallbackAttributes(.missing), .fallbackAttributes(.outdated): .renewAttributes
    case .openPlan(let path): .restrict(path)
    case .leftover(let path): .remove(path)
    case .oldGit, .notInstalled, .noProgram, .otherVersion, .programInsideWorktree, .programWritable, .extraKey,
      .rulesMissing, .badRules, .damagedPlan, .outdated, .notStarted, .wrongAnswer, .fallbackAttributes(.current),
      .fallbackAttributes(.behind), .fallbackAttributes(.replaced), .localAttributes, .finding, .deafHook,
      .bypassedHook, .displaced, .indexLock:
      nil
    }
  }

  /// Of what is found in files; `nil` for anything else.
  public var kind: Finding.Kind? { if case .finding(let finding) = self { finding.kind } else { nil } }

  /// Whether `git munge doctor --fix` mends it.
  public var isFixable: Bool { mending != nil }

  /// Whether git itself may stop because of it.
  public var blocksGit: Bool {
    switch self {
    case .noProgram, .programMissing, .otherVersion, .wrongKey, .damagedPlan, .notStarted, .wrongAnswer: true
    case .oldGit, .notInstalled, .resolvedProgram, .programInsideWorktree, .programWritable, .extraKey, .rulesMissing,
      .badRules, .outdated, .openPlan, .fallbackAttributes, .localAttributes, .finding, .deafHook, .staleHook,
      .bypassedHook, .leftover, .displaced, .indexLock:
      false
    }
  }

  /// Whether it keeps git-munge from its work, or is only good to know.
  public var needsAttention: Bool {
    switch self {
    case .extraKey: false
    case .finding(let finding): finding.severity == .error
    case .fallbackAttributes(let standing): standing.needsAttention
    case .oldGit, .notInstalled, .noProgram, .programMissing, .resolvedProgram, .otherVersion, .programInsideWorktree,
      .programWritable, .wrongKey, .rulesMissing, .badRules, .damagedPlan, .outdated, .openPlan, .notStarted,
      .wrongAnswer, .localAttributes, .deafHook, .staleHook, .bypassedHook, .leftover,
      .displaced, .indexLock:
      true
    }
  }
}

/// What `git munge doctor --fix` does.
enum Mending {
  /// Makes git start the program beside this one.
  case setKeys
  /// Makes git read the plan's attributes, with the user's own as they are now.
  case renewAttributes
  /// Makes our hooks start the program beside the filter.
  case renewHooks
  /// Nobody but its owner reads a file any more.
  case restrict(Path)
  case remove(Path)
}

extension Override {
  /// Whether this clone's configuration has the last word over it, and nobody else's filter would be lost.
  fileprivate var isReplaceable: Bool {
    let isOurs = value.isEmpty || value.contains(FilterKey.program) || ["true", "false"].contains(value)
    return isOurs && !["worktree", "command"].contains(scope)
  }
}

/// What `git munge doctor` found.
public struct Diagnosis: Sendable {
  /// How one thing is.
  public enum Outcome: Sendable, Equatable {
    /// All is well; what was looked at, such as a version or a path.
    case fine(String?)
    case ailing([Ailment])
    /// It cannot be looked at while something else is missing.
    case skipped

    /// All is well where nothing was found.
    init(_ ailments: [Ailment], fine detail: String?) {
      self = ailments.isEmpty ? .fine(detail) : .ailing(ailments)
    }
  }

  public let outcomes: [(check: Check, outcome: Outcome)]
  /// What was mended.
  public let fixed: [Ailment]

  public var ailments: [Ailment] {
    outcomes.flatMap { _, outcome in
      switch outcome {
      case .fine, .skipped: [Ailment]()
      case .ailing(let ailments): ailments
      }
    }
  }

  public var needsAttention: Bool { ailments.contains(where: \.needsAttention) }
}

import Git
package import Platform
package import Smudge

/// `git munge refresh`: follows rules and values that have changed since the working tree was munged.
package struct Refresh {
  /// Who has started it.
  package enum Trigger: Sendable {
    case developer
    /// git, with the arguments that it gives a hook; the files are looked at only if rules or values have changed.
    case hook(Hook, [String])
  }

  private let tree: WorkingTree
  private let trigger: Trigger
  private let now: Int64

  package init(
    _ tree: WorkingTree, _ trigger: Trigger = .developer, now: Int64 = Environment.secondsSince1970()
  ) {
    (self.tree, self.trigger, self.now) = (tree, trigger, now)
  }

  /// What the developer says of a proposal.
  package enum Answer: Sendable {
    case yes, no
    /// There is no terminal to ask on.
    case notAsked
  }

  /// `consent` is asked for rules that this developer has not agreed to yet, and for changed values.
  package func run(_ consent: (Proposal) -> Answer) throws(MungeError) -> RefreshReport {
    try FallbackAttributes(tree).renew()
    while true {
      switch try situation() {
      case .keeps(let reason): return RefreshReport(.kept(reason, rewritten: try filesByPlan(reason)))
      case .proposes(let proposal) where proposal.isNothing && !trigger.looksAtFiles: return RefreshReport(.upToDate)
      case .proposes(let proposal):
        if proposal.needsConsent {
          switch consent(proposal) {
          case .yes: break
          case .no: return RefreshReport(.declined)
          case .notAsked: return RefreshReport(.undecided)
          }
        }
        // Nobody else was kept waiting for the answer, so things may have changed meanwhile.
        if let report = try tree.alone({ () throws(MungeError) in try perform(proposal) }) { return report }
      }
    }
  }

  /// Brings files to what the plan of now makes of them, where it still counts though there are no rules; a hook does not look.
  private func filesByPlan(_ reason: RefreshReport.Reason) throws(MungeError) -> [Path] {
    guard reason == .branchWithoutRules, trigger.looksAtFiles else { return [] }
    return try tree.alone { () throws(MungeError) in
      guard let plan = try tree.plan() else { return [] }
      let remunging = try PlanChange(tree: tree, old: plan, new: plan)
      return try remunging.rehearse().rewritten.isEmpty ? [] : remunging.perform([]).rewritten.map(\.path)
    }
  }

  private enum Situation {
    case keeps(RefreshReport.Reason)
    case proposes(Proposal)
  }

  private func situation() throws(MungeError) -> Situation {
    guard let old = try tree.plan(), old != .idle else { throw .notInstalled }
    let rules: Rules
    do throws(RulesError) {
      guard let found = try RulesFile.read(in: tree.top) else {
        return .keeps(tree.holdsRulesInHead ? .rulesMissing : .branchWithoutRules)
      }
      rules = found
    } catch {
      return .keeps(.rulesUnreadable(error))
    }
    // A merge may leave the file readable and yet undecided.
    let snapshot = try IndexSnapshot.steering(tree)
    if snapshot[Path(RulesFile.name)]?.record == .unmerged { return .keeps(.rulesConflicted) }
    let proposal = try proposal(rules, old, snapshot)
    if !proposal.difference.isEmpty, let operation = Operation.inProgress(in: tree.gitDirectory.own),
      operation != trigger.completed
    {
      return .keeps(.operation(operation))
    }
    return .proposes(proposal)
  }

  /// `snapshot`: at least of what steers git-munge.
  func proposal(_ rules: Rules, _ old: Plan, _ snapshot: IndexSnapshot) throws(MungeError) -> Proposal {
    let configuration = try tree.configuration()
    let values = rules.declared(configuration.values)
    let compiled = try Compiler(rules, values: values, previous: old, now: now).plan()
    let new = try Pruning(tree, now: now).pruned(compiled)
    let difference = PlanDifference(from: old, to: new)
    let agreed = TrustedRules(tree.mungeDirectory)
    let isTrusted = agreed.contains(rules)
    return Proposal(
      old: old, new: new, rules: rules, difference: difference,
      wording: isTrusted ? [] : RuleTextChange.all(from: agreed.rules(of: old), to: rules),
      trust: isTrusted ? .trusted : .unseen,
      unset: rules.unset(values, declined: configuration.declined).open,
      renamings: try RenamedText.all(difference, to: new, tree),
      attributes: try attributes(snapshot), formerRules: tree.uncommittedRules(of: old))
  }

  /// The fallback attributes that this tree asks for; `nil` where they are those of now, in the middle of an operation, and where
  /// the tree has none: it may be a branch without, and the next one is as well.
  private func attributes(_ snapshot: IndexSnapshot) throws(MungeError) -> [UInt8]? {
    if let operation = Operation.inProgress(in: tree.gitDirectory.own), operation != trigger.completed { return nil }
    let fallback = FallbackAttributes(tree)
    let lines = try fallback.linesOfTree(snapshot)
    if lines.isEmpty { return nil }
    return try lines == fallback.lines() ? nil : lines
  }

  /// `nil` where the proposal is no longer what there is to do.
  private func perform(_ proposal: Proposal) throws(MungeError) -> RefreshReport? {
    guard case .proposes(let now) = try situation(), now.isSame(as: proposal) else { return nil }
    let remunging = try PlanChange(tree: tree, old: now.old, new: now.new, attributes: now.attributes)
    if now.isNothing, try remunging.rehearse().rewritten.isEmpty {
      return RefreshReport(.upToDate)
    }
    let result = try remunging.perform([.trust(now.rules.source)])
    let isNews = !now.difference.isEmpty || !result.rewritten.isEmpty
    return RefreshReport(isNews ? .refreshed(try refreshed(now, result)) : .upToDate)
  }

  private func refreshed(
    _ proposal: Proposal, _ result: Transition.Result
  ) throws(MungeError) -> RefreshReport.Refreshed {
    RefreshReport.Refreshed(
      proposal: proposal, rewritten: result.rewritten.map(\.path), becameUnmodified: result.becameUnmodified,
      conflicts: AmbiguityAnalysis.conflicts(in: proposal.new),
      scan: try WorkingTreeScanner(tree, result.snapshot, proposal.new, proposal.rules).run())
  }
}

extension Refresh.Trigger {
  fileprivate var looksAtFiles: Bool {
    switch self {
    case .developer: true
    case .hook: false
    }
  }

  /// What is over, though its traces are still there.
  fileprivate var completed: Operation? {
    switch self {
    case .developer: nil
    case .hook(let hook, let arguments): hook.completed(arguments)
    }
  }
}

extension Refresh {
  /// What a refresh would do.
  package struct Proposal: Sendable {
    enum RulesTrust: Sendable { case trusted, unseen }

    let old: Plan
    package let new: Plan
    let rules: Rules
    package let difference: PlanDifference
    /// Of rules that this developer has not agreed to.
    package let wording: [RuleTextChange]
    let trust: RulesTrust
    /// Variables without a value: their rules would be idle.
    package let unset: [Variable]
    package let renamings: [RenamedText]
    /// The lines that the fallback attributes are to have; `nil`: they stay.
    let attributes: [UInt8]?
    /// Where the rules of before are kept, if no commit has them.
    package let formerRules: Path?

    /// Trusted rules and unchanged values ask nothing, so that switching branches back and forth is quiet.
    package var needsConsent: Bool {
      switch trust {
      case .trusted: difference.isAboutValues
      case .unseen: !difference.isEmpty || !wording.isEmpty
      }
    }

    /// Whether rules and values are those that the tree was munged by.
    var isNothing: Bool {
      switch trust {
      case .trusted: old == new && attributes == nil
      case .unseen: false
      }
    }

    func isSame(as other: Proposal) -> Bool {
      difference == other.difference && rules.source == other.rules.source
    }
  }
}

/// What became of a refresh.
package struct RefreshReport: Sendable {
  package enum RefreshOutcome: Sendable {
    case upToDate
    case refreshed(Refreshed)
    /// The plan stays, and why; these files were not as it wants them.
    case kept(Reason, rewritten: [Path])
    /// Nobody could be asked.
    case undecided
    case declined
  }

  /// Why the plan stays.
  package enum Reason: Sendable, Equatable {
    case rulesMissing
    /// There is no rules file, and `HEAD` has none.
    case branchWithoutRules
    case rulesUnreadable(RulesError)
    case rulesConflicted
    case operation(Operation)
  }

  package struct Refreshed: Sendable {
    package let proposal: Refresh.Proposal
    package let rewritten: [Path]
    package let becameUnmodified: [Path]
    package let conflicts: [AmbiguityAnalysis.Conflict]
    package let scan: WorkingTreeScan
  }

  package let outcome: RefreshOutcome

  init(_ outcome: RefreshOutcome) { self.outcome = outcome }

  package var needsAttention: Bool {
    switch outcome {
    case .upToDate, .declined, .kept(.branchWithoutRules, _): false
    case .kept(.rulesMissing, _), .kept(.rulesUnreadable, _), .kept(.rulesConflicted, _), .kept(.operation, _), .undecided: true
    case .refreshed(let done): !done.proposal.unset.isEmpty
    }
  }
}

package import Platform
package import Rules
package import Smudge
import Verify

/// `git munge refresh`: applies rules and values that have changed since the working tree was munged.
package struct Refresh {
  /// The hook that refresh runs as, with the arguments of git. It reads files only if rules or values have changed.
  package typealias Caller = (hook: Hook, arguments: [String])

  private let tree: WorkingTree
  private let caller: Caller?
  private let now: Int64

  /// `caller`: `nil` for a developer.
  package init(_ tree: WorkingTree, as caller: Caller? = nil, now: Int64 = Environment.secondsSince1970()) {
    self.tree = tree
    self.caller = caller
    self.now = now
  }

  /// The answer to a proposal; `notAsked`: there is no terminal to ask on.
  package enum Answer: Sendable { case yes, no, notAsked }

  /// `consent` is called for rules that are not approved, and for changed values.
  package func run(_ consent: (Proposal) throws -> Answer) throws -> RefreshReport {
    if !tree.isDryRun { try FallbackAttributes(tree).renew() }
    // A developer's refresh reads the files even if no rule has changed.
    if caller == nil, let report = try tree.alone({ try perform(nil) }) { return report }
    var session = try Session(tree)
    // In a new clone, for example, there is no commit to compare with.
    if let caller, operation(session) == nil, let plan = session.readablePlan {
      _ = try? RenamedFiles(tree: tree, plan: plan).follow(caller.hook, caller.arguments)
    }
    while true {
      switch try situation(session, IndexSnapshot(tree, steering: true)) {
      case .keeps(let reason): return .kept(reason, rewritten: try filesByPlan(reason))
      case .proposes(let proposal, _) where proposal.isNothing && caller != nil: return .upToDate
      case .proposes(let proposal, _):
        switch try proposal.needsConsent ? consent(proposal) : .yes {
        case .yes: break
        case .no: return .declined
        case .notAsked:
          if caller != nil { announce() }
          return .undecided
        }
        // The lock was not held during the question, so the state can have changed.
        if let report = try tree.alone({ try perform(proposal) }) { return report }
        session = try Session(tree.reread())
      }
    }
  }

  /// Keeps the filter from printing what the hook prints.
  private func announce() {
    guard let fingerprint = RulesFingerprint.read(in: tree.top) else { return }
    _ = try? FileSystem.replace(tree.mungeDirectory.announced, with: Array(fingerprint.hex.utf8), mode: 0o600)
  }

  /// On a branch without rules, rewrites files that do not match the current plan; a hook does not.
  private func filesByPlan(_ reason: RefreshReport.Reason) throws -> [Path] {
    guard reason == .branchWithoutRules, caller == nil else { return [] }
    return try tree.alone {
      guard let plan = try tree.plan() else { return [] }
      let keys = try tree.programSteps()
      let change = try Change(tree, from: plan, to: plan, [.keepPlans] + keys)
      return try keys.isEmpty && change.moved.isEmpty && change.rehearse().isEmpty ? [] : change.perform().rewritten
    }
  }

  private enum Situation {
    case keeps(RefreshReport.Reason)
    /// With the listing that it was made by.
    case proposes(Proposal, IndexSnapshot)
  }

  /// `listing`: at least the rules and attributes files.
  private func situation(_ session: Session, _ listing: @autoclosure () throws -> IndexSnapshot) throws -> Situation {
    guard let old = try tree.plan(), old != .idle else { throw MungeError.notInstalled }
    let rules: Rules
    switch session.rules {
    case .failure(let error): return .keeps(.rulesUnreadable(error))
    case .success(nil): return .keeps(tree.holdsRulesInHead ? .rulesMissing : .branchWithoutRules)
    case .success(let found?): rules = found
    }
    // A file in conflict can be valid.
    let snapshot = try listing()
    if try snapshot.record(of: Path(RulesFile.name)) == .unmerged { return .keeps(.rulesConflicted) }
    let proposal = try proposal(session, rules, old, snapshot)
    if !proposal.difference.isEmpty, let operation = operation(session) { return .keeps(.operation(operation)) }
    return .proposes(proposal, snapshot)
  }

  /// The operation in progress, unless git has finished it when it runs the hook.
  private func operation(_ session: Session) -> GitOperation? {
    session.operation.flatMap { $0 == caller.flatMap { $0.hook.completed($0.arguments) } ? nil : $0 }
  }

  /// `snapshot`: has at least the rules and attributes files.
  func proposal(_ session: Session, _ rules: Rules, _ old: Plan, _ snapshot: IndexSnapshot) throws -> Proposal {
    let values = rules.declared(session.configuration.values)
    let new = try Compiler(rules, values: values, previous: old, now: now).plan().pruned(in: tree, now: now)
    let approved = TrustedRules(tree.mungeDirectory)
    return Proposal(
      old: old, new: new, rules: rules, difference: RulesDifference(from: old, approved.rules(of: old), to: new, rules),
      isApproved: approved.contains(rules), unset: rules.unset(values, declined: session.configuration.declined).open,
      renamed: try renamed(from: old, to: rules), attributes: try attributes(session, snapshot),
      formerRules: tree.uncommittedRules(of: old))
  }

  /// Canonical texts that no rule matches any more, with the number of files that are committed with them.
  private func renamed(from old: Plan, to rules: Rules) throws -> [(text: [UInt8], files: Int)] {
    let renamed = rules.rules.compactMap { rule -> (text: [UInt8], affixes: [Affix])? in
      let old = old.currentRules.first { $0.name == rule.name }?.pairs.first?.canonical
      guard let old, old != rule.canonical, rule.keys.isEmpty, rule.exceptKeys.isEmpty else { return nil }
      return (old, rule.affixes)
    }
    if renamed.isEmpty { return [] }
    let snapshot = try IndexSnapshot(tree)
    return try renamed.map { text, affixes in
      (text, try snapshot.munged(committedWith: affixes.map { $0.around(text) }).count)
    }.filter { $0.files > 0 }
  }

  /// The new fallback attributes; `nil` if they have not changed, during an operation, and if the tree has none, as on an
  /// older branch.
  private func attributes(_ session: Session, _ snapshot: IndexSnapshot) throws -> [UInt8]? {
    if operation(session) != nil { return nil }
    let fallback = FallbackAttributes(tree)
    let lines = try fallback.linesWanted(snapshot)
    return try lines.isEmpty || lines == fallback.lines() ? nil : lines
  }

  /// `agreed`: what was approved; `nil` if that is out of date, or something has to be approved.
  private func perform(_ agreed: Proposal?) throws -> RefreshReport? {
    let tree = tree.reread()
    guard case .proposes(let now, let snapshot) = try situation(Session(tree), IndexSnapshot(tree)),
      agreed.map({ now.difference == $0.difference && now.rules.source == $0.rules.source }) ?? !now.needsConsent
    else { return nil }
    let attributes = now.attributes.map { [TransitionStep.setAttributes($0)] } ?? []
    let keys = try tree.programSteps()
    let change = try Change(
      tree, from: now.old, to: now.new, [.keepPlans, .trust(now.rules.source)] + keys + attributes, snapshot)
    if keys.isEmpty, now.isNothing, change.moved.isEmpty, try change.rehearse().isEmpty { return .upToDate }
    let outcome = try change.perform()
    if now.difference.isEmpty, outcome.rewritten.isEmpty, change.moved.isEmpty { return .upToDate }
    return .refreshed(now, outcome, try WorkingTreeScanner(self.tree, change.snapshot, now.new, now.rules).run())
  }
}

extension Refresh {
  /// The changes that a refresh would apply.
  package struct Proposal: Sendable {
    let old: Plan
    package let new: Plan
    package let rules: Rules
    package let difference: RulesDifference
    let isApproved: Bool
    /// Variables without a value: their rules would be idle.
    package let unset: [Variable]
    /// Renamed canonical texts, with the number of files that keep them.
    package let renamed: [(text: [UInt8], files: Int)]
    /// The new fallback attributes; `nil`: unchanged.
    let attributes: [UInt8]?
    /// The copy of the previous rules file, if no commit has it.
    package let formerRules: Path?

    /// Changes of the wording of rules that are not approved.
    package var wording: [RulesDifference.Change] { isApproved ? [] : difference.wording }

    /// False for approved rules and unchanged values, so that switching branches is silent.
    package var needsConsent: Bool { isApproved ? difference.isAboutValues : !difference.isEmpty || !wording.isEmpty }

    /// Whether rules and values are unchanged.
    var isNothing: Bool { isApproved && old == new && attributes == nil }
  }
}

/// The result of a refresh.
package enum RefreshReport: Sendable {
  case upToDate
  case refreshed(Refresh.Proposal, Change.Outcome, WorkingTreeScan)
  /// The plan is kept, for this reason; these files did not match it and were rewritten.
  case kept(Reason, rewritten: [Path])
  /// There was no terminal to ask on.
  case undecided
  case declined

  /// Why the plan is kept.
  package enum Reason: Sendable, Equatable {
    case rulesMissing
    /// Neither the working tree nor `HEAD` has a rules file.
    case branchWithoutRules
    case rulesUnreadable(RulesError)
    case rulesConflicted
    case operation(GitOperation)
  }

  package var needsAttention: Bool {
    switch self {
    case .upToDate, .declined, .kept(.branchWithoutRules, _): false
    case .kept(.rulesMissing, _), .kept(.rulesUnreadable, _), .kept(.rulesConflicted, _), .kept(.operation, _), .undecided: true
    case .refreshed(let proposal, _, _): !proposal.unset.isEmpty
    }
  }
}

package import Platform
import Rules
import Smudge
import Verify

/// `git munge install`: makes this working tree and its clone what the rules, the values and the options say.
package struct Install {
  /// The private rules to install.
  package enum PrivateRulesChoice: Sendable, Equatable {
    /// The private rules that the clone has, if any.
    case asConfigured
    /// The private rules that the clone has, else the file below its git directory.
    case usual
    /// A file, relative to the current directory.
    case file(Path)
  }

  private(set) var tree: WorkingTree
  private let ownRules: PrivateRulesChoice
  private let arguments: [String]
  private let hooking: InstallChoice
  private let editor: InstallChoice
  private let isDryRun: Bool
  /// The commit that has the project's identifiers; `nil` for `HEAD`.
  private let project: String?

  package init(
    _ tree: WorkingTree, rules: PrivateRulesChoice = .asConfigured, arguments: [String] = [],
    hooks: InstallChoice = .asConfigured,
    editor: InstallChoice = .asConfigured, isDryRun: Bool = false, since project: String? = nil
  ) {
    self.tree = tree
    ownRules = rules
    self.arguments = arguments
    hooking = hooks
    self.editor = editor
    self.isDryRun = isDryRun
    self.project = project
  }

  /// Asks for missing values, and whether rules that have changed are approved. `askValue`: `nil` without a terminal.
  package mutating func run(
    value askValue: ValuePrompt?, rules isApproved: (Proposal) throws -> Bool
  ) throws -> InstallReport {
    try chooseRules()
    var session = try Session(tree)
    while true {
      let rules = try session.rulesToInstall()
      let gathered = try rules.gather(
        arguments, configured: session.configuration.values, declined: session.configuration.declined, askValue)

      // Only the first installation approves rules by itself: later ones can come with a pull.
      let approved = TrustedRules(tree.mungeDirectory)
      if !approved.isEmpty, !approved.contains(rules) {
        let proposal = try proposal(session, rules, gathered.values, IndexSnapshot(tree, rulesOnly: true))
        if try proposal.needsConsent && !isApproved(proposal) { throw InstallError.rulesNotAgreed }
      }
      if isDryRun { return try install(rules, session, gathered) }

      // The lock was not held during the questions, so the rules can have changed.
      let report = try tree.alone { () -> InstallReport? in
        session = try Session(tree.reread())
        return try session.rulesToInstall().source == rules.source
          ? install(rules, session, gathered) : nil
      }
      if let report { return report }
    }
  }

  /// The proposal of rules and values; throws during an operation of git if they change anything.
  private func proposal(
    _ session: Session, _ rules: Rules, _ values: [VariableValue], _ snapshot: IndexSnapshot
  ) throws -> Proposal {
    let old = try session.shownPlan(session.configuration.values + values)
    let proposal = try Proposal(session, rules, values, from: old, snapshot, during: session.operation)
    // A damaged plan can be replaced.
    if let operation = session.operation, session.readablePlan != nil, !proposal.difference.isEmpty {
      throw TransitionError.during(operation)
    }
    return proposal
  }

  /// Installs under the lock, or in a dry run.
  private func install(
    _ rules: Rules, _ session: Session, _ gathered: GatheredValues
  ) throws -> InstallReport {
    let tree = session.tree
    let program = try FilterProgram.find()
    // Before the first installation nothing is munged, so the files are listed once, by the new lines.
    let attributes = AttributesBlock(tree)
    let isFirst = try attributes.lines() == nil
    let snapshot = try IndexSnapshot(tree, rulesOnly: isFirst)
    let proposal = try proposal(session, rules, gathered.values, snapshot)

    let hooks = try HookInstaller(tree, hooking)
    let found = try Installation(session, hooks)
    var request = proposal.request(program)
    request.privateRules = tree.chosenRules.map { PrivateRules($0, in: tree) }
    request.editor = editor
    request.edits = gathered.edits
    request.declined = gathered.declined
    let wanted = try found.installed(request, attributes, hooks)
    let steps = TransitionStep.steps(from: found, to: wanted)

    let change = try Change(
      tree, from: proposal.old, to: proposal.new, [.keepPlans] + steps, isFirst ? nil : snapshot)
    let listed = try change.listed()
    let isDone = steps.isEmpty && found[.plan] == wanted[.plan] && !listed.contains(where: \.entry.isRewritten)
    var outcome = try isDone ? Change.Outcome() : change.perform(listed, isDry: isDryRun)
    // The files are as the plan says, and what still fails is reported again.
    if isDone, !isDryRun { try Warnings.forget(in: tree.mungeDirectory) }
    if !isDryRun { outcome.restaged = try tree.cleanStaged(change.snapshot, change.new, since: project) }

    let written = Hook.ofClones.filter { found[.hook($0)] != wanted[.hook($0)] }
    let result = InstallReport.WrittenHooks(
      written: outcome.hookFailure == nil ? written : [], advice: hooks.advice, isAsked: hooking == .add)
    return try report(
      session, gathered, rules, change, isDone && outcome.restaged.isEmpty ? nil : outcome,
      hooks.areWanted ? result : nil)
  }

  /// The report of an installation. `outcome`: `nil` if there was nothing to do.
  private func report(
    _ session: Session, _ gathered: GatheredValues, _ rules: Rules, _ change: Change, _ outcome: Change.Outcome?,
    _ hooks: InstallReport.WrittenHooks?
  ) throws -> InstallReport {
    // Other files and levels of the configuration can override what was written, so git is asked.
    let session = try outcome == nil || isDryRun ? session : Session(session.tree.reread())
    let snapshot = try outcome?.restaged.isEmpty ?? true ? change.snapshot : IndexSnapshot(session.tree)
    // A dry run searches for all findings, for the maintainer of the rules, except `stale`.
    var status =
      try isDryRun
      ? StatusReport(
        session, change.new, WorkingTreeScanner(session.tree, snapshot, change.new, rules, .preview).run())
      : Status.report(session, snapshot, outcome == nil ? change.shown : nil)
    let isAdvised =
      hooks?.advice.isEmpty == false && (outcome != nil || hooks?.isAsked == true) || outcome?.hookFailure != nil
    if isAdvised { status.ofClone.removeAll { $0.kind == .missingGuard } }
    return InstallReport(
      isDryRun: isDryRun, isDone: outcome == nil, outcome: outcome ?? Change.Outcome(), gathered: gathered,
      hooks: hooks, status: status)
  }

  /// Gives the working tree the chosen rules, which the steps configure.
  private mutating func chooseRules() throws {
    let path: Path
    switch ownRules {
    case .asConfigured: return
    case .usual:
      if try tree.privateRules() != nil { return }
      path = tree.privateRulesPath
    case .file(let argument):
      // The file itself can be a link, whose target changes.
      path = try FileSystem.realPath(argument.parent ?? Path(".")) / argument.name
      if path.isInside(tree.top), !path.isInside(tree.gitDirectory.common) { throw InstallError.rulesInsideTree(path) }
    }
    tree.chosenRules = path
  }
}

package import Platform
import Rules
import Smudge
import Verify

/// `git munge install`: makes this working tree and its clone what the rules, the values and the options say.
package struct Install {
  /// The policy for a filter named `munge` of another tool.
  package enum ForeignFilterPolicy: Sendable { case refuse, replace }

  /// The private rules to install.
  package enum PrivateRulesChoice: Sendable, Equatable {
    /// Those that the clone has, if any.
    case asConfigured
    /// Those that the clone has, else the file below its git directory.
    case usual
    /// A file, relative to the current directory.
    case file(Path)
  }

  /// For hooks, and for editor support: whether VS Code compares local texts with local ones.
  package enum Choice: Sendable {
    /// Hooks: the clone has them, unless `munge.hooks` is false; the lines for hooks of others are printed for guards only.
    case asConfigured
    case add, remove

    package init(_ option: Bool?) { self = option.map { $0 ? .add : .remove } ?? .asConfigured }
  }

  private(set) var tree: WorkingTree
  private let ownRules: PrivateRulesChoice
  private var rulesSteps: [TransitionStep] = []
  private let arguments: [String]
  private let foreignFilters: ForeignFilterPolicy
  private let hooking: Choice
  private var editor: Choice
  let now: Int64

  package init(
    _ tree: WorkingTree, rules: PrivateRulesChoice = .asConfigured, arguments: [String] = [],
    foreignFilters: ForeignFilterPolicy = .refuse, hooks: Choice = .asConfigured, editor: Choice = .asConfigured,
    now: Int64 = Environment.secondsSince1970()
  ) {
    self.tree = tree
    ownRules = rules
    self.arguments = arguments
    self.foreignFilters = foreignFilters
    hooking = hooks
    self.editor = editor
    self.now = now
  }

  /// Asks for missing values, for editor support if VS Code is used and no option decides, and whether rules that have changed
  /// are approved; without a terminal the first two are `nil`.
  package mutating func run(
    value askValue: ValuePrompt?, editor askEditor: (() -> Choice)?, rules isApproved: (Proposal) throws -> Bool
  ) throws -> InstallReport {
    try chooseRules()
    var session = try Session(tree)
    while true {
      let rules = try session.rulesToInstall()
      try check(rules, session.configuration)
      let gathered = try rules.gather(
        arguments, configured: session.configuration.values, declined: session.configuration.declined, askValue)
      // Only the first installation approves rules by itself: later ones can come with a pull.
      let approved = TrustedRules(tree.mungeDirectory)
      if !approved.isEmpty, !approved.contains(rules) {
        let proposal = try proposal(session, rules, gathered.values, IndexSnapshot(tree, steering: true))
        if try proposal.needsConsent && !isApproved(proposal) { throw MungeError.rulesNotAgreed }
      }
      if tree.isDryRun { return try install(rules, session, gathered) }
      if editor == .asConfigured, let askEditor, isEditorUseful(session.configuration) { editor = askEditor() }
      // The lock was not held during the questions, so the rules can have changed.
      let report = try tree.alone { () -> InstallReport? in
        session = try Session(tree.reread())
        return try session.rulesToInstall().source == rules.source ? install(rules, session, gathered) : nil
      }
      if let report { return report }
    }
  }

  private func check(_ rules: Rules, _ configuration: Configuration) throws {
    let foreign = configuration.foreignFilterKeys.filter { !$0.isReplaceable }
      + (editor == .add ? configuration.foreignDiffKeys : [])
    if foreignFilters == .refuse && !foreign.isEmpty { throw MungeError.foreignKeys(foreign) }
    // No commit has the attributes of private rules, nor those of editor support.
    if rules.origin == .committed, editor != .add { return }
    if let found = try AttributesSetting(tree).foreign() { throw MungeError.attributesFileSet(found) }
  }

  private func proposal(
    _ session: Session, _ rules: Rules, _ values: [VariableValue], _ snapshot: IndexSnapshot
  ) throws -> Proposal {
    let old = try session.shownPlan(session.configuration.values + values)
    let proposal = try Proposal(session, rules, values, from: old, snapshot, during: session.operation, now: now)
    // A damaged plan can be replaced.
    if let operation = session.operation, let known = session.readablePlan, known != .idle, !proposal.difference.isEmpty {
      throw MungeError.notBegun(why: "a \(operation.rawValue) is in progress: finish or abort it, then run this command again")
    }
    return proposal
  }

  private func install(_ rules: Rules, _ session: Session, _ gathered: GatheredValues) throws -> InstallReport {
    let tree = session.tree
    let program = try FilterProgram.find()
    let snapshot = try IndexSnapshot(tree)
    let proposal = try proposal(session, rules, gathered.values, snapshot)
    let hooks = try HookInstaller(tree)
    let newHooks = hooks.outdated(all: areHooksWanted(hooks), for: program).map(\.hook)
    let steps = rulesSteps + editorSteps(program) + valueSteps(gathered) + [.trust(rules.source), .setKeys(program)]
      + hookSteps(program, hooks) + proposal.attributeSteps
    let isTidy = try tree.leftovers.isEmpty && !tree.isPlanReadable && !FallbackAttributes(tree).isOutdated
    if !tree.isDryRun { try tree.tidy() }
    let change = try Change(tree, from: proposal.old, to: proposal.new, [.keepPlans] + steps, snapshot)
    let isDone = try session.readablePlan == proposal.new && change.moved.isEmpty
      && steps.allSatisfy { try $0.isDone(in: tree) } && change.rehearse().isEmpty
    let outcome = isDone ? Change.Outcome() : try change.perform()
    let written = InstallReport.WrittenHooks(
      written: outcome.hookFailure == nil ? newHooks : [], advice: hooks.advice, isAsked: hooking == .add)
    var report = try report(
      tree, gathered, rules, change, isDone && isTidy ? nil : outcome, program, areHooksWanted(hooks) ? written : nil)
    // Changes of private rules are applied without a question.
    if rules.origin != .committed, proposal.isApproved, proposal.old != .idle { report.changes = proposal }
    return report
  }

  /// Whether VS Code is used in this working tree, and editor support can be added.
  private func isEditorUseful(_ configuration: Configuration) -> Bool {
    if configuration.hasOwn(.textconv) || !configuration.foreignDiffKeys.isEmpty { return false }
    if (try? AttributesSetting(tree).foreign()) != nil { return false }
    return FileSystem.exists(tree.top / ".vscode")
  }

  private func editorSteps(_ program: Path) -> [TransitionStep] {
    switch editor {
    case .asConfigured: []
    case .add: [.setTextconv(program)]
    case .remove: [.removeTextconv]
    }
  }

  /// Values of arguments and prompts are stored in the clone; configured ones stay where they are.
  private func valueSteps(_ gathered: GatheredValues) -> [TransitionStep] {
    gathered.values.filter(\.isGiven).map { .store(ValueEdit(name: $0.name, text: $0.text, level: .local)) }
      + gathered.declined.map { .set(VariableValue.declined + $0, Array("true".utf8)) }
  }

  /// A choice that differs from the configured one is stored.
  private func hookSteps(_ program: Path, _ hooks: HookInstaller) -> [TransitionStep] {
    let areWanted = areHooksWanted(hooks)
    let choice: [TransitionStep] = areWanted == hooks.areWanted ? [] : [.set(HookInstaller.key, Array("\(areWanted)".utf8))]
    return choice + [hooking == .remove ? .removeHooks : .writeHooks(program, all: areWanted)]
  }

  private func areHooksWanted(_ hooks: HookInstaller) -> Bool {
    hooking == .asConfigured ? hooks.areWanted : hooking == .add
  }

  /// `outcome`: `nil` if there was nothing to do.
  private func report(
    _ tree: WorkingTree, _ gathered: GatheredValues, _ rules: Rules, _ change: Change, _ outcome: Change.Outcome?,
    _ program: Path, _ hooks: InstallReport.WrittenHooks?
  ) throws -> InstallReport {
    // Other files and levels of the configuration can override what was written, so git is asked.
    let tree = outcome == nil || self.tree.isDryRun ? tree : tree.reread()
    let installation = try Installation(Session(tree), Later(atOnce: false) { change.snapshot })
    let findings = try tree.isDryRun ? [] : installation.findings(about: .program, .configuration, .attributes)
      + HookInstaller(tree).shared.map { Finding($0) }
    // A dry run searches for all findings, for the maintainer of the rules, except `stale`. Without munged files, the missing
    // lines of `.gitattributes` are reported.
    let breadth: WorkingTreeScan.Breadth = try tree.isDryRun || change.snapshot.munged.isEmpty ? .all : .leaks
    return InstallReport(
      isDryRun: tree.isDryRun, isDone: outcome == nil, source: try RulesSource(tree, rules), program: program,
      outcome: outcome ?? Change.Outcome(), gathered: gathered,
      plan: change.new, scan: try WorkingTreeScanner(tree, change.snapshot, change.new, rules, breadth).run(),
      overrides: tree.isDryRun ? [] : try overrides(tree.configuration(), gathered.values),
      findings: findings, hooks: hooks, editor: editor, submodules: try tree.submodulesToInstall(),
      branchesWithoutRules: try outcome != nil && tree.holdsRulesInHead ? tree.branchesWithoutRules() : [])
  }

  /// Values of other scopes that override those that were written.
  private func overrides(_ configuration: Configuration, _ values: [VariableValue]) -> [ConfigEntry] {
    values.filter(\.isGiven).compactMap { value in
      configuration.effective(value.key).flatMap { $0.value == value.text ? nil : $0 }
    }
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
      if path.isInside(tree.top), !path.isInside(tree.gitDirectory.common) {
        throw MungeError.rulesInsideTree(path)
      }
    }
    tree.rulesFile = .success(path)
    rulesSteps = [.set(PrivateRules.key, path.relative(to: tree.gitDirectory.common).bytes)]
  }
}

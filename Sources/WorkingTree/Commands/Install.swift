package import Platform
import Rules
package import Smudge
package import Verify

/// `git munge install`: configures the filter and rewrites the files of this working tree.
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

  private var tree: WorkingTree
  private let ownRules: PrivateRulesChoice
  private var rulesSteps: [TransitionStep] = []
  private let arguments: [String]
  private let foreignFilters: ForeignFilterPolicy
  private let hooking: Choice
  private var editor: Choice

  package init(
    _ tree: WorkingTree, rules: PrivateRulesChoice, arguments: [String], foreignFilters: ForeignFilterPolicy, hooks: Choice,
    editor: Choice
  ) {
    self.tree = tree
    ownRules = rules
    self.arguments = arguments
    self.foreignFilters = foreignFilters
    hooking = hooks
    self.editor = editor
  }

  /// Asks for missing values, for editor support if VS Code is used and no option decides, and for rules that have changed;
  /// without a terminal the first two are `nil`.
  package mutating func run(
    value askValue: ValuePrompt?, editor askEditor: (() -> Choice)?, rules askRules: (Refresh.Proposal) throws -> Refresh.Answer
  ) throws -> InstallReport {
    try chooseRules()
    let session = try Session(tree)
    guard let rules = try session.rules.get() else { throw try tree.noRules() }
    try check(rules, session.configuration)
    let program = try FilterProgram.find()
    let configured = session.configuration.values
    let declined = session.configuration.declined
    let gathered = try rules.gather(arguments, configured: configured, declined: declined, askValue)
    if tree.isDryRun { return try install(rules, session, gathered, program) }
    try approve(rules, session, gathered.values, askRules)
    if editor == .asConfigured, let askEditor, isEditorUseful(session.configuration) { editor = askEditor() }
    return try tree.alone { try install(rules, Session(tree.reread()), gathered, program) }
  }

  private func check(_ rules: Rules, _ configuration: Configuration) throws {
    let foreign = configuration.foreignFilterKeys + (editor == .add ? configuration.foreignDiffKeys : [])
    if foreignFilters == .refuse && !foreign.isEmpty { throw MungeError.foreignKeys(foreign) }
    // No commit has the attributes of private rules, nor those of editor support.
    if rules.origin == .committed, editor != .add { return }
    if let found = try AttributesSetting(tree).foreign() { throw MungeError.attributesFileSet(found) }
  }

  /// Asks for changed rules. Only the first installation approves them by itself: later ones can come with a pull.
  private func approve(
    _ rules: Rules, _ session: Session, _ values: [VariableValue], _ ask: (Refresh.Proposal) throws -> Refresh.Answer
  ) throws {
    let approved = TrustedRules(tree.mungeDirectory)
    if approved.isEmpty || approved.contains(rules) { return }
    let old = try session.shownPlan(session.configuration.values + values)
    let listing = try IndexSnapshot(tree, steering: true)
    if try ask(Refresh(tree).proposal(session, rules, old, listing)) != .yes { throw MungeError.rulesNotAgreed }
  }

  private func install(_ rules: Rules, _ session: Session, _ gathered: GatheredValues, _ program: Path) throws -> InstallReport {
    let tree = session.tree
    let old = try session.shownPlan(session.configuration.values + gathered.values)
    let plan = try Compiler(rules, values: gathered.values, previous: old).plan()
    // As for `git munge set`. A damaged plan can be replaced.
    if let operation = session.operation, let known = try? tree.plan(), known != .idle,
      !RulesDifference.values(from: known, to: plan).isEmpty
    {
      throw MungeError.notBegun(why: "a \(operation.rawValue) is in progress: finish or abort it, then run this command again")
    }
    let snapshot = try IndexSnapshot(tree)
    let values = edits(gathered.values).map { TransitionStep.store($0) }
      + gathered.declined.map { .set(VariableValue.declined + $0, Array("true".utf8)) }
    let hooks = try HookInstaller(tree)
    let missing = hooking == .add ? hooks.writable : hooks.missing
    let steps = [.keepPlans] + rulesSteps + editorSteps(program) + values + [.trust(rules.source), .setKeys(program)]
      + hookSteps(program, hooks) + [.setAttributes(try FallbackAttributes(tree).linesWanted(snapshot))]
    let change = try Change(tree, from: old, to: plan, steps, snapshot)
    let outcome = try change.perform()
    let written = InstallReport.WrittenHooks(
      written: outcome.hookFailure == nil ? missing : [], advice: hooks.advice, isAsked: hooking == .add)
    return try report(gathered, rules, change, outcome, program, areHooksWanted(hooks) ? written : nil)
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

  /// A choice that differs from the configured one is stored.
  private func hookSteps(_ program: Path, _ hooks: HookInstaller) -> [TransitionStep] {
    let areWanted = areHooksWanted(hooks)
    let choice: [TransitionStep] = areWanted == hooks.areWanted ? [] : [.set(HookInstaller.key, Array("\(areWanted)".utf8))]
    return choice + [hooking == .remove ? .removeHooks : .writeHooks(program, all: areWanted)]
  }

  private func areHooksWanted(_ hooks: HookInstaller) -> Bool { hooking == .asConfigured ? hooks.areWanted : hooking == .add }

  /// Values of arguments and prompts are stored in the clone; configured ones stay where they are.
  private func edits(_ values: [VariableValue]) -> [ValueEdit] {
    values.compactMap { value in
      if case .config(_, file: _?) = value.origin { nil } else { ValueEdit(name: value.name, text: value.text, level: .local) }
    }
  }

  private func report(
    _ gathered: GatheredValues, _ rules: Rules, _ change: Change, _ outcome: Change.Outcome, _ program: Path,
    _ hooks: InstallReport.WrittenHooks?
  ) throws -> InstallReport {
    // Other files and levels of the configuration can override what was written, so git is asked.
    let tree = tree.isDryRun ? tree : tree.reread()
    let attributes = tree.isDryRun ? nil : try FallbackAttributes(tree).state(change.snapshot).finding(tree.privateRules())
    let hookFindings = try tree.isDryRun ? [] : HookInstaller(tree).shared.map { Finding($0) }
    // A dry run searches for all findings, for the maintainer of the rules, except `stale`. Without munged files, the missing
    // lines of `.gitattributes` are reported.
    let breadth: WorkingTreeScan.Breadth = try tree.isDryRun || change.snapshot.munged.isEmpty ? .all : .leaks
    return InstallReport(
      isDryRun: tree.isDryRun, source: try RulesSource(tree, rules), program: program, outcome: outcome, gathered: gathered,
      plan: change.new, scan: try WorkingTreeScanner(self.tree, change.snapshot, change.new, rules, breadth).run(),
      overrides: tree.isDryRun ? [] : try overrides(tree.configuration(), program, gathered.values),
      findings: (program.isInside(tree.top) ? [Finding(.programInsideWorktree(program))] : [])
        + [attributes].compactMap(\.self) + hookFindings,
      hooks: hooks, editor: editor, submodules: try tree.submodulesToInstall(),
      branchesWithoutRules: try tree.holdsRulesInHead ? tree.branchesWithoutRules() : [])
  }

  /// Entries of other scopes that override what was written: filter keys, and values of variables.
  private func overrides(_ configuration: Configuration, _ program: Path, _ values: [VariableValue]) -> [ConfigEntry] {
    let names = Set(values.filter { $0.origin == .argument || $0.origin == .asked }.map(\.key))
    let wanted = Dictionary(values.map { ($0.key, $0.text) }, uniquingKeysWith: { one, _ in one })
    return configuration.deviations(from: program).compactMap(\.found)
      + names.compactMap { configuration.effective($0) }.filter { wanted[$0.key] != $0.value }
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
      if path.isInside(tree.top), !path.isInside(tree.gitDirectory.common) { throw MungeError.rulesInsideTree(path) }
    }
    tree.rulesFile = .success(path)
    rulesSteps = [.set(PrivateRules.key, path.relative(to: tree.gitDirectory.common).bytes)]
  }
}

/// The result of `git munge install`.
package struct InstallReport: Sendable {
  /// The result for the wanted hooks.
  package struct WrittenHooks: Sendable {
    /// Those that were added; with `--hooks`, all.
    package let written: [Hook]
    package let advice: [HookAdvice]
    /// Whether `--hooks` was given: then the lines for all hooks are printed.
    package let isAsked: Bool
  }

  package let isDryRun: Bool
  package let source: RulesSource
  package let program: Path
  package let outcome: Change.Outcome
  package let gathered: GatheredValues
  package let plan: Plan
  package let scan: WorkingTreeScan
  package let overrides: [ConfigEntry]
  /// Findings about the installation itself.
  package let findings: [Finding]
  /// `nil` if none are wanted.
  package let hooks: WrittenHooks?
  package let editor: Install.Choice
  /// Submodules with rules and without an installation.
  package let submodules: [Path]
  /// Local branches without a rules file, which CI does not check.
  package let branchesWithoutRules: [String]
  /// Whether a value is missing or overridden.
  package var needsAttention: Bool { !overrides.isEmpty || !gathered.unset.open.isEmpty }
}

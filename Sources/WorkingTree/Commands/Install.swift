package import Platform
package import Rules
package import Smudge
package import Verify

/// `git munge install`: configures the filter and rewrites the files of this working tree.
package struct Install {
  /// What may be done.
  package enum Mode: Sendable { case perform, dryRun }

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

  /// The hooks to write.
  package enum HookChoice: Sendable {
    /// Existing hooks of git-munge, so that they run the current program.
    case onlyOurs
    /// Those and the guards.
    case guards
    case all
  }

  /// Editor support: whether VS Code compares local texts with local ones.
  package enum EditorChoice: Sendable {
    /// As it is configured.
    case asConfigured
    case add, remove
  }

  /// The questions on a terminal; each is `nil` without one.
  package struct InstallPrompts {
    /// For a missing value.
    let value: ValuePrompt?
    /// Whether to write guards, if there are none and no option decides.
    let guards: (() -> HookChoice)?
    /// Whether to add editor support, if VS Code is used and no option decides.
    let editor: (() -> EditorChoice)?
    /// Whether to approve rules that have changed.
    let rules: (Refresh.Proposal) -> Refresh.Answer

    package init(
      value: ValuePrompt?, guards: (() -> HookChoice)?, editor: (() -> EditorChoice)?,
      rules: @escaping (Refresh.Proposal) -> Refresh.Answer
    ) {
      (self.value, self.guards, self.editor, self.rules) = (value, guards, editor, rules)
    }
  }

  private var tree: WorkingTree
  private let ownRules: PrivateRulesChoice
  /// The steps that configure the private rules.
  private var rulesSteps: [TransitionStep] = []
  private let arguments: [String]
  private let mode: Mode
  private let foreignFilters: ForeignFilterPolicy
  private var hooking: HookChoice
  private var editor: EditorChoice

  package init(
    _ tree: WorkingTree, rules: PrivateRulesChoice = .asConfigured, arguments: [String], mode: Mode,
    foreignFilters: ForeignFilterPolicy, hooking: HookChoice, editor: EditorChoice = .asConfigured
  ) {
    (self.tree, self.arguments, self.mode, self.foreignFilters) = (tree, arguments, mode, foreignFilters)
    (ownRules, self.hooking, self.editor) = (rules, hooking, editor)
  }

  package func run(asking questions: InstallPrompts) throws -> InstallReport {
    var install = self
    return try install.run(questions)
  }

  private mutating func run(_ questions: InstallPrompts) throws -> InstallReport {
    try chooseRules()
    guard let rules = try tree.rules() else { throw try noRules() }
    try check(rules)
    let configuration = try tree.configuration()
    let keys = FilterKeys(configuration)
    if foreignFilters == .refuse && !keys.foreign.isEmpty { throw MungeError.foreignKeys(keys.foreign) }
    try checkEditor(configuration)
    let program = try FilterProgram.find()
    let configured = configuration.values
    let gathered = try ValueGathering(
      rules, arguments: arguments, configured: configured, declined: configuration.declined
    ).gather(questions.value)
    switch mode {
    case .dryRun: return try install(rules, configured, gathered, program)
    case .perform:
      try agree(to: rules, configured + gathered.values, questions.rules)
      if hooking == .onlyOurs, let guards = questions.guards, try !HookManager(tree).areInstalled { hooking = guards() }
      if editor == .asConfigured, let ask = questions.editor, isEditorUseful(configuration) { editor = ask() }
      let install = self
      return try tree.alone {
        try install.install(rules, configured, gathered, program)
      }
    }
  }

  private mutating func chooseRules() throws { (tree, rulesSteps) = try Install.chosen(ownRules, in: tree) }

  private func check(_ rules: Rules) throws { try Install.check(rules, in: tree) }

  /// Asks for changed rules. Only the first installation approves them by itself: later ones can come with a pull.
  private func agree(
    to rules: Rules, _ values: [VariableValue], _ ask: (Refresh.Proposal) -> Refresh.Answer
  ) throws {
    let agreed = TrustedRules(tree.mungeDirectory)
    if agreed.isEmpty || agreed.contains(rules) { return }
    let proposal = try Refresh(tree).proposal(rules, PlanSource.current(tree, rules, values), .steering(tree))
    if ask(proposal) != .yes { throw MungeError.rulesNotAgreed }
  }

  private func install(
    _ rules: Rules, _ configured: [VariableValue], _ gathered: ValueGathering.GatheredValues, _ program: Path
  ) throws -> InstallReport {
    let old = try PlanSource.current(tree, rules, configured + gathered.values)
    let plan = try Compiler(rules, values: gathered.values, previous: old).plan()
    let snapshot = try IndexSnapshot(tree)
    let attributes = try FallbackAttributes(tree).linesWanted(snapshot)
    let remunging = try PlanChange(tree: tree, old: old, new: plan, attributes: attributes, snapshot)
    return try report(gathered, plan, try perform(remunging, rules, program, gathered), program)
  }

  /// The error without rules, which names submodules with rules.
  private func noRules() throws -> MungeError {
    let submodules = try tree.submodulesToInstall()
    return submodules.isEmpty ? .noRules : .rulesInSubmodules(submodules)
  }

  private func perform(
    _ remunging: PlanChange, _ rules: Rules, _ program: Path, _ gathered: ValueGathering.GatheredValues
  ) throws -> Transition.Result {
    switch mode {
    case .dryRun: return try remunging.rehearse()
    case .perform:
      let values = edits(gathered.values).map { TransitionStep.store($0) } + gathered.declined.map { .decline($0) }
      let steps = values + [.trust(rules.source), .setKeys(program)]
      return try remunging.perform(rulesSteps + editorSteps(program) + steps + hookSteps(program))
    }
  }

  /// The attributes of editor support are in the fallback attributes.
  private func checkEditor(_ configuration: Configuration) throws {
    if editor != .add { return }
    let foreign = configuration.foreignDiffKeys
    if foreignFilters == .refuse && !foreign.isEmpty { throw MungeError.foreignKeys(foreign) }
    guard case .replaced(let found) = try FallbackAttributes(tree, configuration).standing(nil) else { return }
    throw MungeError.attributesFileSet(found)
  }

  /// Whether VS Code is used in this working tree, and editor support can be added.
  private func isEditorUseful(_ configuration: Configuration) -> Bool {
    if configuration.hasTextconv || !configuration.foreignDiffKeys.isEmpty { return false }
    if case .replaced? = try? FallbackAttributes(tree, configuration).standing(nil) { return false }
    return FileSystem.exists(tree.top / ".vscode")
  }

  private func editorSteps(_ program: Path) -> [TransitionStep] {
    switch editor {
    case .asConfigured: []
    case .add: [.setTextconv(program)]
    case .remove: [.removeTextconv]
    }
  }

  private func hookSteps(_ program: Path) throws -> [TransitionStep] {
    switch hooking {
    case .all: [.writeHooks(program, Hook.ofClones)]
    case .guards: [.writeHooks(program, Hook.all(to: .guard))]
    case .onlyOurs: try HookManager(tree).areInstalled ? [.renewHooks(program)] : []
    }
  }

  /// The result for the requested hooks; in a dry run, the expected one.
  private func hookReport(_ program: Path) throws -> InstallReport.HookChoice? {
    switch hooking {
    case .onlyOurs: return nil
    case .guards: return try hookReport(program, Hook.all(to: .guard))
    case .all: return try hookReport(program, Hook.ofClones)
    }
  }

  private func hookReport(_ program: Path, _ wanted: [Hook]) throws -> InstallReport.HookChoice {
    let hooks = try HookManager(tree)
    let failure = mode == .perform ? hooks.write(wanted, for: program) : nil
    let written = failure == nil ? hooks.writable.filter(wanted.contains) : []
    return InstallReport.HookChoice(written: written, failure: failure, advice: hooks.advice.filter { wanted.contains($0.hook) })
  }

  /// Values of arguments and prompts are stored in the clone; configured ones stay where they are.
  private func edits(_ values: [VariableValue]) -> [ValueEdit] {
    values.filter { value in
      switch value.origin {
      case .argument, .asked, .madeUp, .config(_, file: nil): true
      case .config(_, file: _?): false
      }
    }.map { ValueEdit(name: $0.name, text: $0.text, level: .local) }
  }

  /// A dry run searches for all findings, for the maintainer of the rules, except `stale`.
  private func scan(_ plan: Plan, _ snapshot: IndexSnapshot) throws -> WorkingTreeScan {
    let rules = try? tree.rules()
    switch mode {
    case .perform:
      // Without munged files, the missing lines of `.gitattributes` are reported.
      return try WorkingTreeScanner(tree, snapshot, plan, rules, snapshot.munged.isEmpty ? .all : .developer).run()
    case .dryRun:
      var scan = try WorkingTreeScanner(tree, snapshot, plan, rules, .all).run()
      scan.findings.removeAll { $0.kind == .stale }
      return scan
    }
  }

  private func findings(_ program: Path, _ snapshot: IndexSnapshot) throws -> [Finding] {
    let isInside = program.isInside(tree.top)
    let standing = mode == .dryRun ? .current : try FallbackAttributes(tree).standing(snapshot)
    let attributes = standing.finding(try tree.privateRules())
    return (isInside ? [Finding(.programInsideWorktree(program))] : []) + [attributes].compactMap(\.self)
  }

  private func report(
    _ gathered: ValueGathering.GatheredValues, _ plan: Plan, _ result: Transition.Result, _ program: Path
  ) throws -> InstallReport {
    InstallReport(
      mode: mode, source: try RulesSource(tree), worktree: tree.top, program: program, rewritten: result.rewritten.map(\.path),
      becameUnmodified: result.becameUnmodified, values: gathered.values,
      unset: gathered.unset.open, declined: gathered.unset.declined,
      conflicts: AmbiguityAnalysis.conflicts(in: plan), plan: plan,
      scan: try scan(plan, result.snapshot),
      overrides: mode == .dryRun ? [] : try ConfigEntry.all(tree, program, gathered.values),
      findings: try findings(program, result.snapshot), hooks: try hookReport(program), editor: editor,
      submodules: try tree.submodulesToInstall(), branchesWithoutRules: try tree.branchesWithoutRules())
  }
}

/// The result of `git munge install`.
package struct InstallReport: Sendable {
  /// The result for the requested hooks.
  package struct HookChoice: Sendable {
    package let written: [Hook]
    /// The error of writing them.
    package let failure: SystemError?
    package let advice: [HookAdvice]
  }

  package let mode: Install.Mode
  /// Where the rules come from.
  package let source: RulesSource
  package let worktree: Path
  package let program: Path
  package let rewritten: [Path]
  package let becameUnmodified: [Path]
  package let values: [VariableValue]
  /// Variables without a value: their rules are idle.
  package let unset: [Variable]
  /// Variables that keep the canonical text by choice.
  package let declined: [Variable]
  package let conflicts: [AmbiguityAnalysis.Conflict]
  package let plan: Plan
  package let scan: WorkingTreeScan
  package let overrides: [ConfigEntry]
  /// Findings about the installation itself.
  package let findings: [Finding]
  /// `nil` if none were requested.
  package let hooks: HookChoice?
  package let editor: Install.EditorChoice
  /// Submodules with rules and without an installation.
  package let submodules: [Path]
  /// Local branches without a rules file, which CI does not check.
  package let branchesWithoutRules: [String]
  /// Whether a value is missing or overridden.
  package var needsAttention: Bool { !overrides.isEmpty || !unset.isEmpty }
}

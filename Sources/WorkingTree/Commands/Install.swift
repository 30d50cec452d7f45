import Git
package import Platform
package import Smudge

/// `git munge install`: makes this working tree show local texts, and git start the filter.
package struct Install {
  /// What may be done.
  package enum Mode: Sendable { case perform, dryRun }

  /// What is done about a filter of our name that is somebody else's.
  package enum ForeignFilterPolicy: Sendable { case refuse, replace }

  /// Which hooks are written.
  package enum HookChoice: Sendable {
    /// Those of ours that are there already, so that they start the program of today.
    case onlyOurs
    /// Those, and the ones that stop leaks.
    case guards
    case all
  }

  /// What a person is asked; `nil` where there is no terminal.
  package struct InstallPrompts {
    /// For a value that was not given.
    let value: ValuePrompt?
    /// Whether to write guards, where none of ours is there and the command does not say.
    let guards: (() -> HookChoice)?
    /// Whether to go by rules that have changed since this developer agreed to them.
    let rules: (Refresh.Proposal) -> Refresh.Answer

    package init(
      value: ValuePrompt?, guards: (() -> HookChoice)?, rules: @escaping (Refresh.Proposal) -> Refresh.Answer
    ) {
      (self.value, self.guards, self.rules) = (value, guards, rules)
    }
  }

  private let tree: WorkingTree
  private let arguments: [String]
  private let mode: Mode
  private let foreignFilters: ForeignFilterPolicy
  private var hooking: HookChoice

  package init(_ tree: WorkingTree, arguments: [String], mode: Mode, foreignFilters: ForeignFilterPolicy, hooking: HookChoice) {
    (self.tree, self.arguments, self.mode, self.foreignFilters) = (tree, arguments, mode, foreignFilters)
    self.hooking = hooking
  }

  package func run(asking questions: InstallPrompts) throws(MungeError) -> InstallReport {
    var install = self
    return try install.run(questions)
  }

  private mutating func run(_ questions: InstallPrompts) throws(MungeError) -> InstallReport {
    guard let rules = try tree.rules() else { throw try noRules() }
    let configuration = try tree.configuration()
    let keys = FilterKeys(configuration)
    if foreignFilters == .refuse && !keys.foreign.isEmpty { throw .foreignKeys(keys.foreign) }
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
      let install = self
      return try tree.alone { () throws(MungeError) in
        try install.install(rules, configured, gathered, program)
      }
    }
  }

  /// Only a first installation agrees to the rules by itself: later ones may have come with a pull.
  private func agree(
    to rules: Rules, _ values: [VariableValue], _ ask: (Refresh.Proposal) -> Refresh.Answer
  ) throws(MungeError) {
    let agreed = TrustedRules(tree.mungeDirectory)
    if agreed.isEmpty || agreed.contains(rules) { return }
    let proposal = try Refresh(tree).proposal(rules, Install.previous(tree, rules, values), .steering(tree))
    if ask(proposal) != .yes { throw .rulesNotAgreed }
  }

  private func install(
    _ rules: Rules, _ configured: [VariableValue], _ gathered: ValueGathering.GatheredValues, _ program: Path
  ) throws(MungeError) -> InstallReport {
    let old = try Install.previous(tree, rules, configured + gathered.values)
    let plan = try Compiler(rules, values: gathered.values, previous: old).plan()
    let snapshot = try IndexSnapshot(tree)
    let attributes = try FallbackAttributes(tree).linesOfTree(snapshot)
    let remunging = try PlanChange(tree: tree, old: old, new: plan, attributes: attributes, snapshot)
    return try report(gathered, plan, try perform(remunging, rules, program, gathered), program)
  }

  /// A superproject need not have rules of its own.
  private func noRules() throws(MungeError) -> MungeError {
    let submodules = try tree.submodulesToInstall()
    return submodules.isEmpty ? .noRules : .rulesInSubmodules(submodules)
  }

  /// The plan that the tree shows now. One that cannot be read is made anew from what is known today, where
  /// the first value of a name counts: what was configured before now is what the files show.
  static func previous(
    _ tree: WorkingTree, _ rules: Rules?, _ values: [VariableValue]
  ) throws(MungeError) -> Plan {
    do throws(MungeError) {
      if let plan = try tree.plan() { return plan }
      guard let rules, try FilterKeys(tree.configuration()).areOursHere else { return .idle }
      return try remade(rules, values)
    } catch {
      guard case .damagedPlan = error, let rules else { throw error }
      return try remade(rules, values)
    }
  }

  static func remade(_ rules: Rules, _ values: [VariableValue]) throws(MungeError) -> Plan {
    let accepted = values.filter { rules.variable($0.name)?.kind.accepts($0.text) ?? false }
    return try Compiler(rules, values: rules.declared(accepted)).plan()
  }

  private func perform(
    _ remunging: PlanChange, _ rules: Rules, _ program: Path, _ gathered: ValueGathering.GatheredValues
  ) throws(MungeError) -> Transition.Result {
    switch mode {
    case .dryRun: return try remunging.rehearse()
    case .perform:
      let values = edits(gathered.values).map { TransitionStep.store($0) } + gathered.declined.map { .decline($0) }
      let steps = values + [.trust(rules.source), .setKeys(program)]
      return try remunging.perform(steps + hookSteps(program))
    }
  }

  private func hookSteps(_ program: Path) throws(MungeError) -> [TransitionStep] {
    switch hooking {
    case .all: [.writeHooks(program, Hook.allCases)]
    case .guards: [.writeHooks(program, Hook.all(to: .guard))]
    case .onlyOurs: try HookManager(tree).areInstalled ? [.renewHooks(program)] : []
    }
  }

  /// What has become of the hooks that were asked for; in a dry run, what would.
  private func hookReport(_ program: Path) throws(MungeError) -> InstallReport.HookChoice? {
    switch hooking {
    case .onlyOurs: return nil
    case .guards: return try hookReport(program, Hook.all(to: .guard))
    case .all: return try hookReport(program, Hook.allCases)
    }
  }

  private func hookReport(_ program: Path, _ wanted: [Hook]) throws(MungeError) -> InstallReport.HookChoice {
    let hooks = try HookManager(tree)
    let failure = mode == .perform ? hooks.write(wanted, for: program) : nil
    let written = failure == nil ? hooks.writable.filter(wanted.contains) : []
    return InstallReport.HookChoice(written: written, failure: failure, advice: hooks.advice.filter { wanted.contains($0.hook) })
  }

  /// What was given or typed now is kept in the clone; what is configured in a file stays where it is.
  private func edits(_ values: [VariableValue]) -> [ValueEdit] {
    values.filter { value in
      switch value.origin {
      case .argument, .asked, .madeUp, .config(_, file: nil): true
      case .config(_, file: _?): false
      }
    }.map { ValueEdit(name: $0.name, text: $0.text, level: .local) }
  }

  /// A dry run is for the maintainer of the rules, too; its files are not yet as the plan wants them.
  private func scan(_ plan: Plan, _ snapshot: IndexSnapshot) throws(MungeError) -> WorkingTreeScan {
    let rules = try? tree.rules()
    switch mode {
    case .perform:
      // Where nothing is munged, the lines that would change that are what is needed.
      return try WorkingTreeScanner(tree, snapshot, plan, rules, snapshot.munged.isEmpty ? .all : .developer).run()
    case .dryRun:
      var scan = try WorkingTreeScanner(tree, snapshot, plan, rules, .all).run()
      scan.findings.removeAll { $0.kind == .stale }
      return scan
    }
  }

  private func findings(_ program: Path, _ snapshot: IndexSnapshot) throws(MungeError) -> [Finding] {
    let isInside = program.isInside(tree.top)
    let standing = mode == .dryRun ? .current : try FallbackAttributes(tree).standing(snapshot)
    return (isInside ? [Finding(.programInsideWorktree(program))] : []) + [standing.finding].compactMap(\.self)
  }

  private func report(
    _ gathered: ValueGathering.GatheredValues, _ plan: Plan, _ result: Transition.Result, _ program: Path
  ) throws(MungeError) -> InstallReport {
    InstallReport(
      mode: mode, worktree: tree.top, program: program, rewritten: result.rewritten.map(\.path),
      becameUnmodified: result.becameUnmodified, values: gathered.values,
      unset: gathered.unset.open, declined: gathered.unset.declined,
      conflicts: AmbiguityAnalysis.conflicts(in: plan), plan: plan,
      scan: try scan(plan, result.snapshot),
      overrides: mode == .dryRun ? [] : try ConfigEntry.all(tree, program, gathered.values),
      findings: try findings(program, result.snapshot), hooks: try hookReport(program),
      submodules: try tree.submodulesToInstall(), branchesWithoutRules: try tree.branchesWithoutRules())
  }
}

/// What `git munge install` did.
package struct InstallReport: Sendable {
  /// Hooks that were asked for.
  package struct HookChoice: Sendable {
    package let written: [Hook]
    /// Why those could not be written that git-munge may write.
    package let failure: SystemError?
    package let advice: [HookAdvice]
  }

  package let mode: Install.Mode
  package let worktree: Path
  package let program: Path
  package let rewritten: [Path]
  package let becameUnmodified: [Path]
  package let values: [VariableValue]
  /// Variables without a value: their rules are idle.
  package let unset: [Variable]
  /// Those for which the developer has chosen the project's texts.
  package let declined: [Variable]
  package let conflicts: [AmbiguityAnalysis.Conflict]
  package let plan: Plan
  package let scan: WorkingTreeScan
  package let overrides: [ConfigEntry]
  /// Of the installation itself.
  package let findings: [Finding]
  /// `nil` where none were asked for.
  package let hooks: HookChoice?
  /// Submodules with rules of their own, in which nothing is installed.
  package let submodules: [Path]
  /// Branches of this clone whose newest commit has no rules file: no CI checks their commits.
  package let branchesWithoutRules: [String]
  /// Whether somebody has to do something.
  package var needsAttention: Bool { !overrides.isEmpty || !unset.isEmpty }
}

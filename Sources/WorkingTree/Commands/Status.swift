package import Platform
package import Rules
package import Smudge
package import Verify

/// `git munge status`: the state of this working tree and the next step.
package enum Status {
  package static func run(in tree: WorkingTree) throws -> StatusReport {
    let session = try Session(tree)
    let plan = session.readablePlan
    let rules = session.readableRules
    let state = try session.state()
    var scan = WorkingTreeScan?.none
    var attributes = FallbackAttributes.State.current
    var touched: [Path] = []
    if let plan {
      let snapshot = try IndexSnapshot(tree)
      scan = try WorkingTreeScanner(tree, snapshot, plan, rules, .developer).run()
      attributes = try FallbackAttributes(tree).state(snapshot)
      touched = try self.touched(tree, plan, snapshot)
    }
    let hooks = try HookInstaller(tree)
    let warnings = (try? FileSystem.contents(tree.mungeDirectory.warnings, limit: 1 << 17)) ?? []
    return StatusReport(
      session: session, source: try RulesSource(tree, rules), state: state, scan: scan,
      warnings: warnings.split(separator: .newline).map { escaped($0) },
      submodules: try tree.submodulesToInstall(),
      interrupted: try tree.interruptedWorktrees(), attributes: attributes,
      hooks: hooks.findings.map { Finding($0) }, guards: hooks.guards,
      formerRules: plan.flatMap { tree.uncommittedRules(of: $0) }, touched: touched)
  }

  private static func touched(_ tree: WorkingTree, _ plan: Plan, _ snapshot: IndexSnapshot) throws -> [Path] {
    guard plan.rules.contains(where: { $0.keyed?.onInsert == .drop }) else { return [] }
    let touched = (try? tree.touchedFiles()) ?? []
    return try snapshot.munged.map(\.path).filter(touched.contains)
  }
}

extension Session {
  /// The state, without reading the files.
  func state() throws -> WorkingTreeState {
    switch plan {
    case .failure(let error): return .damaged(error)
    case .success(nil):
      // The plan was deleted, and files can still show local texts.
      if configuration.hasOwn(.process) { return .damaged(.missing) }
      if try rules.get() != nil { return .notInstalled }
      if !FileSystem.exists(tree.privateRulesPath) { return try .foreign(tree.rulesElsewhere()) }
      return .privateRulesUnused(PrivateRules(tree.privateRulesPath, in: tree))
    case .success(let plan?):
      if let program = configuration.missingProgram { return .programMissing(program) }
      let deviations = deviations
      if !deviations.isEmpty { return .misconfigured(deviations) }
      return plan.rules.isEmpty ? .idle : try installed(plan)
    }
  }

  private func installed(_ plan: Plan) throws -> WorkingTreeState {
    switch rules {
    case .failure(let error): return .rulesUnreadable(error)
    case .success(nil): return tree.holdsRulesInHead ? .rulesMissing : .branchWithoutRules
    case .success(let rules?):
      let today = try Compiler(rules, values: rules.declared(configuration.values), previous: plan).plan()
      let approved = TrustedRules(tree.mungeDirectory).rules(of: plan)
      let difference = RulesDifference(from: plan, approved, to: today, rules)
      if !difference.isEmpty { return .outdated(difference) }
      return plan.isCanonical ? .idle : .munged
    }
  }

  /// Keys that differ from those for the configured program; all keys if it is not a program of git-munge.
  private var deviations: [ConfigEntry] {
    let found = configuration.filterProgram.map(configuration.deviations)
      ?? FilterKey.ofFilter.map { ($0, configuration.effective($0.name)) }
    return found.map { key, entry in entry ?? ConfigEntry(scope: .local, file: nil, key: key.name, value: []) }
  }
}

/// The result of `git munge status`.
package struct StatusReport {
  let session: Session
  package let source: RulesSource
  package let state: WorkingTreeState
  /// `nil` without a plan.
  package let scan: WorkingTreeScan?
  /// Warnings of the filter, stored because GUI clients hide stderr.
  package let warnings: [String]
  /// What other programs have saved while a command rewrote the files.
  package var saves: [Path] { session.tree.mungeDirectory.saves }
  /// Submodules with rules and without an installation.
  package let submodules: [Path]
  /// Other working trees with an interrupted command.
  package let interrupted: [Path]
  let attributes: FallbackAttributes.State
  let hooks: [Finding]
  /// The hooks of git-munge that block local texts, as far as git runs them.
  let guards: [Hook]
  /// The copy of the rules file of the plan, if no commit has it and git has overwritten it.
  package let formerRules: Path?
  /// Files that are modified to git only by lines that clean drops.
  package let touched: [Path]
  /// How rules, values and findings are shown.
  package var showing = Finding.Showing.masked

  package var plan: Plan? { session.readablePlan }

  package var values: [VariableValue] {
    let values = session.configuration.values
    return (session.readableRules?.declared(values) ?? values)
      .map { VariableValue(name: $0.name, text: showing.bytes($0.text), origin: $0.origin) }
  }

  /// Variables without a value, whose rules are idle: open ones, and those that keep the canonical text by choice.
  package var unset: (open: [Variable], declined: [Variable]) {
    guard let plan, plan != .idle, let rules = session.readableRules else { return ([], []) }
    return rules.unset(values, declined: session.configuration.declined)
  }

  /// Findings in the files, the index, the attributes and the hooks.
  package var findings: [Finding] { (scan?.findings ?? []) + [attributes.finding(source.own)].compactMap(\.self) + hooks }

  /// The next command; `nil` if there is none.
  package var nextStep: String? {
    if let step = state.nextStep { return step }
    if let scan, !scan.staleFiles.isEmpty { return "git munge install" }
    return unset.open.first.map { "git munge set \($0.name)=VALUE" }
  }

  package var needsAttention: Bool {
    state.needsAttention || !warnings.isEmpty || !saves.isEmpty || !interrupted.isEmpty
      || findings.contains { $0.severity == .error }
  }
}

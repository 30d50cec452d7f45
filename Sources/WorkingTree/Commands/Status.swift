package import Platform
package import Smudge

/// `git munge status`: how this working tree stands, and the one next step.
package struct Status {
  private let tree: WorkingTree

  package init(_ tree: WorkingTree) { self.tree = tree }

  /// `breadth`: how much is looked for in the files.
  package func run(_ breadth: WorkingTreeScan.Breadth = .developer) throws(MungeError) -> StatusReport {
    let rules = readRules()
    let configuration = try tree.configuration()
    let (values, plan) = (configuration.values, readPlan())
    let state = try state(rules, configuration, plan)
    let (shown, readable) = (try? plan.get(), try? rules.get())
    var (scan, attributes) = (WorkingTreeScan?.none, FallbackAttributes.State.current)
    let snapshot = shown == nil ? nil : try IndexSnapshot(tree)
    if let shown, let snapshot {
      scan = try WorkingTreeScanner(tree, snapshot, shown, readable, breadth).run()
      attributes = try FallbackAttributes(tree, configuration).standing(snapshot)
    }
    return StatusReport(
      worktree: tree.top, state: state, rules: readable, plan: shown,
      values: readable?.declared(values) ?? values, declinedNames: configuration.declined,
      scan: scan, conflicts: shown.map { AmbiguityAnalysis.conflicts(in: $0) } ?? [], warnings: warnings(),
      submodules: try tree.submodulesToInstall(), interrupted: try tree.interruptedWorktrees(),
      attributes: attributes, snapshot: snapshot,
      formerRules: shown.flatMap { tree.uncommittedRules(of: $0) })
  }

  /// Without a look at the files.
  func state(_ configuration: Configuration) throws(MungeError) -> WorkingTreeState {
    try state(readRules(), configuration, readPlan())
  }

  /// Forgets what the filter has kept.
  package func forgetWarnings() throws(MungeError) {
    try wrapping(FileSystem.remove(tree.mungeDirectory.warnings))
  }

  private func readRules() -> Swift.Result<Rules?, RulesError> {
    Swift.Result { () throws(RulesError) in try RulesFile.read(in: tree.top) }
  }

  private func readPlan() -> Swift.Result<Plan?, PlanError> {
    Swift.Result { () throws(PlanError) in try tree.mungeDirectory.load() }
  }

  private func state(
    _ rules: Swift.Result<Rules?, RulesError>, _ configuration: Configuration, _ plan: Swift.Result<Plan?, PlanError>
  ) throws(MungeError) -> WorkingTreeState {
    let keys = FilterKeys(configuration)
    switch plan {
    case .failure(let error): return .damaged(error)
    case .success(nil):
      // Somebody has removed what the filter goes by, and files may still show local texts.
      if keys.areOursHere { return .damaged(.missing) }
      return try notInstalled(rules)
    case .success(let plan?):
      if let program = keys.program, !FileSystem.isExecutable(program) { return .programMissing(program) }
      let deviations = deviations(keys)
      if !deviations.isEmpty { return .misconfigured(deviations) }
      if plan.rules.isEmpty { return .idle }
      return try installed(rules, configuration.values, plan)
    }
  }

  private func notInstalled(_ rules: Swift.Result<Rules?, RulesError>) throws(MungeError) -> WorkingTreeState {
    switch rules {
    case .success(nil): return .foreign
    case .success: return .notInstalled
    case .failure(let error): throw .rules(error)
    }
  }

  private func installed(
    _ rules: Swift.Result<Rules?, RulesError>, _ values: [VariableValue], _ plan: Plan
  ) throws(MungeError) -> WorkingTreeState {
    switch rules {
    case .failure(let error): return .rulesUnreadable(error)
    case .success(nil): return tree.holdsRulesInHead ? .rulesMissing : .branchWithoutRules
    case .success(let rules?):
      let known = values.filter { rules.variable($0.name) != nil }
      let today = try Compiler(rules, values: known, previous: plan).plan()
      let difference = PlanDifference(from: plan, to: today)
      if !difference.isEmpty { return .outdated(difference) }
      return plan.isCanonical ? .idle : .munged
    }
  }

  /// Keys that do not go with the program that git starts, or all where it starts none of ours.
  private func deviations(_ keys: FilterKeys) -> [ConfigEntry] {
    let found = keys.program.map { keys.deviations(from: $0).map { ($0.key, $0.found) } }
      ?? FilterKey.allCases.map { ($0, keys.configuration.effective($0.name)) }
    return found.map { key, entry in
      entry ?? ConfigEntry(scope: "", file: nil, key: key.name, value: [])
    }
  }

  private func warnings() -> [String] {
    let bytes = (try? FileSystem.contents(tree.mungeDirectory.warnings, limit: 1 << 17)) ?? []
    return bytes.split(separator: UInt8(ascii: "\n")).map { escaped($0) }
  }
}

/// What `git munge status` found.
package struct StatusReport: Sendable {
  package let worktree: Path
  package let state: WorkingTreeState
  package let rules: Rules?
  package let plan: Plan?
  package let values: [VariableValue]
  /// Of variables for which the developer has chosen the project's texts; some may have a value from elsewhere.
  let declinedNames: Set<String>
  /// `nil` where there is no plan to compare the files with.
  package let scan: WorkingTreeScan?
  package let conflicts: [AmbiguityAnalysis.Conflict]
  /// Kept by the filter, for those whose programs hide standard error.
  package let warnings: [String]
  /// Submodules with rules of their own, in which nothing is installed.
  package let submodules: [Path]
  /// Other working trees in which a command was killed.
  package let interrupted: [Path]
  package let attributes: FallbackAttributes.State
  /// By which the files were looked at; `nil` where they were not.
  let snapshot: IndexSnapshot?
  /// Where the rules that this tree was munged by are kept, if no commit has them and others are here now.
  package let formerRules: Path?

  /// Variables without a value: their rules are idle.
  package var unset: (open: [Variable], declined: [Variable]) {
    guard let plan, plan != .idle else { return ([], []) }
    return rules?.unset(values, declined: declinedNames) ?? ([], [])
  }

  /// In the files, in the index and in the attributes.
  package var findings: [Finding] { (scan?.findings ?? []) + [attributes.finding].compactMap(\.self) }

  /// Whether something has to be done.
  package var needsAttention: Bool {
    state.needsAttention || !warnings.isEmpty || !interrupted.isEmpty || findings.contains { $0.severity == .error }
  }
}

package import Platform
package import Rules
package import Smudge
package import Verify

/// `git munge status`: the state of this working tree and the next step.
package enum Status {
  /// Reads the working tree and its files. `isComplete`: makes all checks.
  package static func run(in tree: WorkingTree, isComplete: Bool) throws -> StatusReport {
    let session = try Session(tree)
    let plan = session.readablePlan
    let rules = session.readableRules
    let state = try session.state()

    let listing = Later(atOnce: plan != nil) { try IndexSnapshot(tree) }
    let scan = try plan.map { try WorkingTreeScanner(tree, listing.value, $0, rules, .developer).run() }
    let checks = try Checks(session, listing, scan)
    let all = Checks.Check.allCases
    let made = isComplete ? all : state.isInstalled ? Array(all.prefix { $0 != .git }) : [.hooks, .files]
    let found = try made.compactMap { check in try checks.findings(of: check).map { (check: check, findings: $0) } }
    let edited = try scan.map { scan in try listing.value.munged.filter { scan.edited.contains($0.path) } } ?? []
    let cleaned = try CleanedFiles(edited, tree, plan ?? .idle)
    let touched = cleaned.dropped.isEmpty ? [] : (try? tree.touchedFiles()) ?? []
    let warnings = (try? FileSystem.contents(tree.mungeDirectory.warnings, limit: 1 << 17)) ?? []
    return StatusReport(
      session: session,
      source: try RulesSource(tree, rules),
      state: state,
      scan: scan,
      findings: found.flatMap(\.findings),
      passed: isComplete ? found.filter(\.findings.isEmpty).map(\.check.rawValue) : [],
      guards: checks.hooks.guards,
      warnings: warnings.split(separator: .newline).map { escaped($0) },
      submodules: try tree.submodulesToInstall(),
      interrupted: try tree.interruptedWorktrees(),
      touched: touched.intersection(cleaned.dropped.map(\.path)).sorted(),
      notCommitted: cleaned.warnings.map(\.text))
  }
}

extension Session {
  /// The state, without reading the files.
  func state() throws -> WorkingTreeState {
    switch plan {
    case .failure: return .damaged
    case .success(nil):
      if try rules.get() != nil { return .notInstalled }
      if !FileSystem.exists(tree.privateRulesPath) { return try .foreign(tree.rulesElsewhere()) }
      return .privateRulesUnused(PrivateRules(tree.privateRulesPath, in: tree))
    case .success(let plan?):
      if plan.isCanonical { return .idle }
      if case .success(nil) = rules, try !tree.holdsRulesInHead { return .branchWithoutRules }
      return .munged
    }
  }
}

/// The result of `git munge status`.
package struct StatusReport {
  let session: Session
  package let source: RulesSource
  package let state: WorkingTreeState
  /// The findings in files; `nil` without a plan.
  package let scan: WorkingTreeScan?
  /// Findings about the installation, in the files and in the index, and of further checks.
  package let findings: [Finding]
  /// The names of the checks that found nothing, if all were made.
  package let passed: [String]
  /// The hooks of git-munge that block local texts, as far as git runs them.
  let guards: [Hook]
  /// Warnings of the filter, stored because GUI clients hide stderr.
  package let warnings: [String]
  /// The files that other programs have saved while a command rewrote them.
  package var saves: [Path] { session.tree.mungeDirectory.saves }
  /// Submodules with rules and without an installation.
  package let submodules: [Path]
  /// The other working trees with an interrupted command.
  package let interrupted: [Path]
  /// Files that are modified to git only by lines that clean drops.
  package let touched: [Path]
  /// What git commits of modified files in another form than they show, besides local texts.
  package let notCommitted: [String]

  package var plan: Plan? { session.readablePlan }

  package var values: [VariableValue] {
    let values = session.configuration.values
    return session.readableRules?.declared(values) ?? values
  }

  /// Variables without a value, whose rules are idle: open ones, and those that keep the canonical text by choice.
  package var unset: (open: [Variable], declined: [Variable]) {
    guard plan != nil, let rules = session.readableRules else { return ([], []) }
    return rules.unset(values, declined: session.configuration.declined)
  }

  /// The next command; `nil` if there is none.
  package var nextStep: String? {
    // The rules of submodules are listed with their commands.
    if case .foreign = state, !submodules.isEmpty { return nil }
    if let step = state.nextStep { return step }
    if findings.contains(where: \.detail.isInstallable) { return "git munge install" }
    return unset.open.first.map { "git munge set \($0.name)=VALUE" }
  }

  /// Whether something needs a person.
  package var needsAttention: Bool {
    state.needsAttention || !warnings.isEmpty || !saves.isEmpty || !interrupted.isEmpty
      || findings.contains { $0.severity == .error }
  }
}

package import Platform
package import Rules
package import Smudge
package import Verify

/// `git munge status`: the state of this working tree and the next step.
package enum Status {
  /// Reads the working tree and its files. `isComplete`: makes all checks.
  package static func run(in tree: WorkingTree, isComplete: Bool) throws -> StatusReport {
    try report(Session(tree), isComplete: isComplete)
  }

  /// The report on a session. `snapshot`, `shown`: the listing, and what the files show, if they are known.
  static func report(
    _ session: Session, _ snapshot: IndexSnapshot? = nil, _ shown: ShownTexts? = nil, isComplete: Bool = false
  ) throws -> StatusReport {
    let tree = session.tree
    let plan = session.readablePlan
    let listing = Later(atOnce: plan != nil) { try snapshot ?? IndexSnapshot(tree) }
    let rules = session.readableRules
    let scan = try plan.map { plan in
      // Where nothing is munged, the cause can be in any file.
      let isUncovered = try rules != nil && listing.value.munged.isEmpty
      return try WorkingTreeScanner(tree, listing.value, plan, rules, isUncovered ? .preview : .developer).run(shown)
    }
    var report = try StatusReport(session, plan, scan)

    let checks = try Checks(session, listing)
    let all = Checks.Check.allCases
    let made = isComplete ? all : report.state.isInstalled ? Array(all.prefix { $0 != .filter }) : [.hooks]
    let found = try made.compactMap { check in try checks.findings(of: check).map { (check: check, findings: $0) } }
    report.ofClone = found.flatMap(\.findings)
    if isComplete { report.passed = found.filter(\.findings.isEmpty).map(\.check.rawValue) }
    report.guards = checks.hooks.guards

    let edited = try report.scan.map { scan in try listing.value.munged.filter { scan.edited.contains($0.path) } } ?? []
    let cleaned = try CleanedFiles(edited, tree, plan ?? .idle)
    let touched = cleaned.dropped.isEmpty ? [] : (try? tree.touchedFiles()) ?? []
    report.touched = touched.intersection(cleaned.dropped.map(\.path)).sorted()
    report.notCommitted = cleaned.warnings.map(\.text)
    let warnings = (try? FileSystem.contents(tree.mungeDirectory.warnings, limit: 1 << 17)) ?? []
    report.warnings = warnings.split(separator: .newline).map { escaped($0) }
      .filter { !report.notCommitted.contains($0) }
    return report
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
  /// The plan, in a dry run of an installation the new one; `nil` if there is none, or it is invalid.
  package let plan: Plan?
  /// The findings in files; `nil` without a plan.
  package let scan: WorkingTreeScan?
  /// Findings about the installation, and of further checks.
  package internal(set) var ofClone: [Finding] = []
  /// The names of the checks that found nothing, if all were made.
  package fileprivate(set) var passed: [String] = []
  /// The hooks of git-munge that block local texts, as far as git runs them.
  fileprivate(set) var guards: [Hook] = []
  /// Warnings of the filter, stored because GUI clients hide stderr.
  package fileprivate(set) var warnings: [String] = []
  /// Submodules with rules and without an installation.
  package let submodules: [Path]
  /// Files that are modified to git only by lines that clean drops.
  package fileprivate(set) var touched: [Path] = []
  /// What git commits of modified files in another form than they show, besides local texts.
  package fileprivate(set) var notCommitted: [String] = []

  init(_ session: Session, _ plan: Plan?, _ scan: WorkingTreeScan?) throws {
    self.session = session
    self.plan = plan
    self.scan = scan
    source = try RulesSource(session.tree, session.readableRules)
    state = try session.state()
    submodules = try session.tree.submodulesToInstall()
  }

  /// All findings: about the installation, and in files.
  package var findings: [Finding] { ofClone + (scan?.findings ?? []) }

  /// The files that other programs have saved while a command rewrote them.
  package var saves: [Path] { session.tree.mungeDirectory.saves }

  /// Whether git runs all guards.
  package var isGuarded: Bool { guards == Hook.guards }

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
    state.needsAttention || !warnings.isEmpty || !saves.isEmpty || findings.contains { $0.severity == .error }
  }
}

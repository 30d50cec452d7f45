package import Platform
package import Rules
package import Smudge

/// `git munge set`: changes values and rewrites the working tree.
package struct SetValues {
  private let tree: WorkingTree
  private let level: ValueLevel
  private let isDryRun: Bool

  package init(_ tree: WorkingTree, _ level: ValueLevel, isDryRun: Bool) {
    self.tree = tree
    self.level = level
    self.isDryRun = isDryRun
  }

  /// Sets values. `words`: `NAME=VALUE`, each checked against its kind before anything changes.
  package func set(_ words: [String]) throws -> SetReport {
    try tree.alone {
      let session = try Session(tree.reread())
      guard let rules = try session.rules.get() else { throw try tree.noRules() }
      return try apply(
        rules.assignments(words).map { ValueEdit(name: $0.name, text: $0.text, level: level) }, session)
    }
  }

  /// Removes values. Throws for a name without a value at this level, and then changes nothing.
  package func unset(_ names: [String]) throws -> SetReport {
    try tree.alone {
      let session = try Session(tree.reread())
      for name in names { try check(name, session) }
      return try apply(Set(names).sorted().map { ValueEdit(name: $0, text: nil, level: level) }, session)
    }
  }

  /// Throws for a name without a value at this level.
  private func check(_ name: String, _ session: Session) throws {
    let entries = session.configuration.entries.filter { $0.key == VariableValue.prefix + name }
    if entries.contains(where: { $0.scope == level.scope }) { return }
    if level == .local, session.configuration.declined.contains(name) { return }
    let elsewhere = entries.last.map { VariableValue.Origin.config(scope: $0.scope, file: $0.file) }
    let variables = (session.readableRules?.variables.map(\.name) ?? []).filter { $0 != name }
    throw ValueError.notSet(name, level, elsewhere: elsewhere, nearest: nearestWord(to: name, among: variables))
  }

  /// Stores the values, and rewrites the files if the rules are those of the plan.
  private func apply(_ edits: [ValueEdit], _ session: Session) throws -> SetReport {
    let tree = session.tree
    let program = try session.substitute()
    let found = try Installation(session, HookInstaller(tree))
    let attributes = AttributesBlock(tree)
    let configuration = session.configuration.after(edits)
    func steps(_ request: Installation.Request) throws -> [TransitionStep] {
      try TransitionStep.steps(from: found, to: found.following(request, attributes))
    }

    func kept(_ reason: SetReport.Reason) throws -> SetReport {
      for step in try steps(Installation.Request(edits: edits)) where !isDryRun {
        try step.begin(in: tree)
        _ = try step.finish(in: tree)
      }
      return try report(edits, .kept(reason), nil, configuration)
    }

    guard let old = try tree.plan() else { return try kept(.notInstalled) }
    guard let rules = session.readableRules else { return try kept(.noRules) }
    if !TrustedRules(tree.mungeDirectory).contains(rules) { return try kept(.rulesChanged) }
    if let operation = session.operation { return try kept(.operation(operation)) }

    let plan = try Compiler(rules, values: rules.declared(configuration.values), previous: old).plan()
    let lines = try attributes.lines()
    let request = Installation.Request(program: program, plan: plan, source: rules.source, lines: lines, edits: edits)
    if !isDryRun { session.warn(of: program) }
    let change = try Change(tree, from: old, to: plan, [.keepPlans] + steps(request))
    var outcome = try change.perform(change.listed(), isDry: isDryRun)
    if !isDryRun { outcome.restaged = try tree.cleanStaged(change.snapshot, plan) }

    var result = try report(edits, .munged(outcome), plan, configuration)
    let names = Set(edits.map(\.name))
    let concerned = rules.rules.filter { !names.isDisjoint(with: $0.local.variables) }.map(\.name)
    result.rules = plan.currentRules.filter { concerned.contains($0.name) }
    result.others = RulesDifference.values(from: old, to: plan)
      .filter { change in !edits.contains { $0.name.bytes == change.name } }
    return result
  }

  private func report(
    _ edits: [ValueEdit], _ outcome: SetReport.SetOutcome, _ plan: Plan?, _ configuration: Configuration
  ) throws -> SetReport {
    SetReport(
      edits: edits, outcome: outcome, plan: plan, overrides: configuration.overriding(edits),
      otherWorktrees: try tree.mungedWorktrees())
  }
}

/// The result of `git munge set`.
package struct SetReport: Sendable {
  /// The result of the command.
  package enum SetOutcome: Sendable {
    case munged(Change.Outcome)
    /// The configuration alone was changed.
    case kept(Reason)
  }

  /// The reason why no file was rewritten.
  package enum Reason: Sendable, Equatable {
    case notInstalled
    case noRules
    /// The rules have changes that are not approved.
    case rulesChanged
    case operation(GitOperation)
  }

  package let edits: [ValueEdit]
  package let outcome: SetOutcome
  /// `nil` if no file was rewritten.
  package let plan: Plan?
  /// The rules that use these values.
  package fileprivate(set) var rules: [PlanRule] = []
  /// The other values that were changed since the tree was munged, and that are applied as well.
  package fileprivate(set) var others: [RulesDifference.ValueChange] = []
  /// Values of other levels that override these.
  package let overrides: [ConfigEntry]
  /// The other munged working trees of this clone, which need `git munge install`.
  package let otherWorktrees: [Path]

  package var needsAttention: Bool {
    switch outcome {
    case .munged, .kept(.notInstalled): !overrides.isEmpty
    case .kept(.noRules), .kept(.rulesChanged), .kept(.operation): true
    }
  }
}

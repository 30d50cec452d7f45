public import Platform
public import Smudge

/// `git munge status`: how this working tree stands, and the one next step.
public struct Status {
  private let clone: Clone

  public init(_ clone: Clone) { self.clone = clone }

  public func run() throws(MungeError) -> StatusReport {
    let rules = readRules()
    let values = try clone.configuredValues()
    let plan = readPlan()
    let state = try state(rules, values, plan)
    let shown = (try? plan.get()) ?? nil
    return StatusReport(
      worktree: clone.worktree, state: state, rules: (try? rules.get()) ?? nil, plan: shown,
      values: values, survey: try shown.map { plan throws(MungeError) in try Surveyor(clone, plan).run() },
      conflicts: shown.map { Composability.conflicts(in: $0) } ?? [], warnings: warnings())
  }

  /// Forgets what the filter has kept.
  public func forgetWarnings() throws(MungeError) {
    try wrapping { () throws(SystemError) in try FileSystem.remove(clone.folder.warnings) }
  }

  private func readRules() -> Swift.Result<Rules?, RulesError> {
    Swift.Result { () throws(RulesError) in try RulesFile.read(in: clone.worktree) }
  }

  private func readPlan() -> Swift.Result<Plan?, PlanError> {
    Swift.Result { () throws(PlanError) in try clone.folder.load() }
  }

  private func state(
    _ rules: Swift.Result<Rules?, RulesError>, _ values: [Value], _ plan: Swift.Result<Plan?, PlanError>
  ) throws(MungeError) -> CloneState {
    switch plan {
    case .failure(let error): return .damaged(error)
    case .success(nil): return try notInstalled(rules)
    case .success(let plan?):
      let deviations = try self.deviations()
      if !deviations.isEmpty { return .misconfigured(deviations) }
      if plan.rules.isEmpty { return .idle }
      return try installed(rules, values, plan)
    }
  }

  private func notInstalled(_ rules: Swift.Result<Rules?, RulesError>) throws(MungeError) -> CloneState {
    switch rules {
    case .success(nil): return .foreign
    case .success: return .notInstalled
    case .failure(let error): throw .rules(error)
    }
  }

  private func installed(
    _ rules: Swift.Result<Rules?, RulesError>, _ values: [Value], _ plan: Plan
  ) throws(MungeError) -> CloneState {
    switch rules {
    case .failure(let error): return .rulesUnreadable(error)
    case .success(nil): return .rulesMissing
    case .success(let rules?):
      let known = values.filter { rules.variable($0.name) != nil }
      let today = try Compiler(rules, values: known, previous: plan).plan()
      let changes = CloneState.Change.between(plan, today)
      return changes.isEmpty ? .munged : .outdated(changes)
    }
  }

  /// Where git would start another program than the one there is, or none.
  private func deviations() throws(MungeError) -> [Override] {
    let keys = try FilterKeys(clone.git)
    guard let program = keys.program, FileSystem.isExecutable(program) else {
      return FilterKey.allCases.map { key in
        let found = keys.configuration.effective(key.name)
        return Override(
          key: key.name, value: found?.text ?? "", scope: found?.scope ?? "", file: found?.file)
      }
    }
    return keys.deviations(from: program).map {
      Override(
        key: $0.key.name, value: $0.found?.text ?? "", scope: $0.found?.scope ?? "", file: $0.found?.file)
    }
  }

  private func warnings() -> [String] {
    let bytes = ((try? FileSystem.contents(clone.folder.warnings, limit: 1 << 17)) ?? nil) ?? []
    return bytes.split(separator: UInt8(ascii: "\n")).map { escaped($0) }
  }
}

/// What `git munge status` found.
public struct StatusReport: Sendable {
  public let worktree: Path
  public let state: CloneState
  public let rules: Rules?
  public let plan: Plan?
  public let values: [Value]
  public let survey: Survey?
  public let conflicts: [Composability.Conflict]
  /// Kept by the filter, for those whose programs hide standard error.
  public let warnings: [String]

  /// Variables without a value: their rules are idle.
  public var unset: [Variable] {
    guard state.canSmudge else { return [] }
    return rules?.variables.filter { variable in !values.contains { $0.name == variable.name } } ?? []
  }

  /// Whether somebody has to do something.
  public var needsAttention: Bool {
    let survey = survey ?? Survey()
    return state.needsAttention || !unset.isEmpty || !warnings.isEmpty
      || !survey.nearMisses.isEmpty || survey.files.contains { $0.key.needsAttention && !$0.value.isEmpty }
  }
}

extension Survey.FileState {
  /// Hidden files are the developer's own choice.
  public var needsAttention: Bool {
    switch self {
    case .stale, .withoutAttribute, .localWithoutAttribute: true
    case .hidden: false
    }
  }
}

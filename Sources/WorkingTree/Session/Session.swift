import Platform
package import Rules
import Smudge
import Verify

/// The parts of a working tree that a command has read, each once. They are read again after a question, and under the
/// lock.
struct Session {
  let tree: WorkingTree
  let configuration: Configuration
  /// The rules of `.gitmunge`, the private ones, or both.
  let rules: Result<Rules?, RulesError>
  /// The plan; `nil` without an installation.
  let plan: Result<Plan?, PlanError>

  init(_ tree: WorkingTree) throws {
    self.tree = tree
    configuration = try tree.configuration()
    plan = Result { () throws(PlanError) in try tree.loadedPlan() }
    do { rules = .success(try tree.rules()) } catch let error as RulesError { rules = .failure(error) }
  }

  /// The rules; `nil` if there are none, or they are invalid.
  var readableRules: Rules? { try? rules.get() }

  /// The plan; `nil` if there is none, or it is invalid.
  var readablePlan: Plan? { try? plan.get() }

  /// Whether git-munge is installed in this working tree, also with a plan that is lost or damaged.
  var isInstalled: Bool { if case .success(nil) = plan { false } else { true } }

  /// The program next to this one, if the configured one is missing: else each commit would fail.
  func substitute() throws -> Path? { try configuration.missingProgram.map { _ in try FilterProgram.find() } }

  /// Prints that another program replaces the configured one.
  func warn(of substitute: Path?) {
    if let substitute, let missing = configuration.missingProgram {
      Terminal.warn("git-munge: filter program \(missing) not found; git runs \(substitute) now")
    }
  }

  var operation: GitOperation? { GitOperation.inProgress(in: tree.gitDirectory.own) }

  /// The rules for an installation; on a branch without any, those of the plan, which were approved.
  func rulesToInstall() throws -> Rules {
    if let rules = try rules.get() { return rules }
    let shown = readablePlan ?? tree.mungeDirectory.loadCopy()
    let approved = shown.flatMap { TrustedRules(tree.mungeDirectory).rules(of: $0) }
    guard let approved, try !tree.holdsRulesInHead else { throw try tree.noRules() }
    return approved
  }

  /// The plan that the files show. A damaged one is compiled again from the rules and `values`, with the local texts of
  /// its copy, and of all rules that were approved here, as former ones: a value can have changed meanwhile. Of several
  /// values of a name the first is used, because the files show values that were configured before. Throws if it is
  /// lost and there are no rules.
  func shownPlan(_ values: [VariableValue]? = nil) throws -> Plan {
    let error: PlanError
    switch plan {
    case .success(let plan): return plan ?? .idle
    case .failure(let failure): error = failure
    }

    let approved = TrustedRules(tree.mungeDirectory).all
    guard let rules = readableRules ?? approved.first else { throw TransitionError.damagedPlan(error) }
    let values = values ?? configuration.values
    let former = approved.reduce(tree.mungeDirectory.loadCopy() ?? .idle) { former, rules in
      (try? PlanSource.compiled(rules, values, after: former)) ?? former
    }
    return try PlanSource.compiled(rules, values, after: former)
  }
}

/// Plans without an installation.
enum PlanSource {
  /// The plan of these rules and those values that fit them; the local texts of `previous` are former ones.
  static func compiled(_ rules: Rules, _ values: [VariableValue], after previous: Plan = .idle) throws -> Plan {
    let accepted = values.filter { rules.variable($0.name)?.kind.accepts($0.text) ?? false }
    return try Compiler(rules, values: rules.declared(accepted), previous: previous).plan()
  }
}

extension WorkingTree {
  /// The rules; `nil` if there are none, and if `.gitmunge` is missing although `HEAD` has it.
  package func rules() throws -> Rules? {
    let committed = try committedRules()
    guard let own = try privateRules()?.read() else { return committed }
    if let committed { return try committed.with(private: own) }
    // A branch without `.gitmunge` keeps the committed rules of the plan.
    guard let approved = (try? plan()).flatMap({ TrustedRules(mungeDirectory).rules(of: $0) }),
      approved.origin == .committed
    else { return own }
    return try holdsRulesInHead ? nil : try approved.with(private: own)
  }
}

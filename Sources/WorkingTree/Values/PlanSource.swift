import Platform
import Rules
import Smudge
import Verify

/// Where the plan of a working tree comes from: its file, or the rules and values.
enum PlanSource {
  /// The current plan. A damaged one is compiled again from the rules and `values`; of several values of a name the first is
  /// used, because the files show values that were configured before. Throws if it is lost and there are no rules.
  static func current(
    _ tree: WorkingTree, _ rules: Rules?, _ values: [VariableValue]
  ) throws -> Plan {
    do {
      if let plan = try tree.plan() { return plan }
      if try !FilterKeys(tree.configuration()).areOursHere { return .idle }
      guard let rules else { throw MungeError.damagedPlan(.missing) }
      return try compiled(rules, values)
    } catch {
      guard case MungeError.damagedPlan = error, let rules else { throw error }
      return try compiled(rules, values)
    }
  }

  /// The plan of these rules and those values that fit them.
  static func compiled(_ rules: Rules, _ values: [VariableValue]) throws -> Plan {
    let accepted = values.filter { rules.variable($0.name)?.kind.accepts($0.text) ?? false }
    return try Compiler(rules, values: rules.declared(accepted)).plan()
  }
}

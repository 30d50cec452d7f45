@testable import Rules
@testable import Smudge
@testable import Verify

/// A generated developer, with a value for each variable, and the plan that an installation makes of them.
struct Developer: Sendable, Equatable {
  let profile: Profile
  /// In the order of the variables in the rules file.
  let values: [VariableValue]
  let plan: Plan

  /// How the developer's local texts relate to the canonical ones.
  enum Profile: Sendable, CaseIterable {
    /// Letters and digits, about as long as real values.
    case plain
    case shorter
    case longer
    /// As many hyphens as the kind accepts; underscores where Java accepts no hyphen.
    case hyphenated
    /// Contain the canonical text.
    case containing
    /// Are a prefix of the canonical text.
    case prefix
    /// Equal a neighbour of a canonical text: another canonical text, a part of one, or an except line.
    case neighbour
    /// Equal the canonical text, so that the rule is unused.
    case idle
  }

  /// As values that the program generates.
  var valueSet: ValueSet { ValueSet(values: values, plan: plan) }

  /// As arguments of a command.
  var assignments: [String] { valueSet.assignments }
}

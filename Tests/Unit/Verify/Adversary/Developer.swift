import Smudge

@testable import Munge

/// Somebody who was made up, with a value for each variable, and what an installation would make of them.
struct Developer: Sendable, Equatable {
  let manner: Manner
  /// In the order of the declarations.
  let values: [VariableValue]
  let plan: Plan

  /// What their local texts are like, in comparison with the canonical ones.
  enum Manner: Sendable, CaseIterable {
    /// Letters and digits, about as long as what people choose.
    case plain
    case shorter
    case longer
    /// With as many hyphens as their kinds allow; with underscores where Java does not allow any.
    case hyphenated
    /// They contain the canonical text.
    case containing
    /// The canonical text begins with them.
    case prefix
    /// They are something that stands beside canonical texts: another canonical text, a part of one, an exception.
    case neighbour
    /// They are the canonical text, so that the rule is idle.
    case idle
  }

  /// As the program has generated values.
  var valueSet: ValueSet { ValueSet(profile: manner == .plain ? .short : .containing, values: values, plan: plan) }

  /// As they are given to a command.
  var assignments: [String] { valueSet.assignments }
}

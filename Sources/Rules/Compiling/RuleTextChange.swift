/// A change of the rules file that the plan does not show, such as one of a template with the same result.
package enum RuleTextChange: Sendable, Equatable {
  case local(rule: [UInt8], from: String, to: String)
  /// The rule covers the same texts with other canonical texts, prefixes and suffixes.
  case canonicals(rule: [UInt8], from: [[UInt8]], to: [[UInt8]])
  /// The keys whose values are checked; `nil` without a `check` line.
  case checks(rule: [UInt8], from: [[UInt8]]?, to: [[UInt8]]?)
  case kind(variable: String, from: VariableKind, to: VariableKind)
  /// The approved rules are not known: a rule as it is now.
  case asItIs(Rule)

  package static func all(from old: Rules?, to new: Rules) -> [RuleTextChange] {
    guard let old else { return new.rules.map { .asItIs($0) } }
    let rules = new.rules.flatMap { rule -> [RuleTextChange] in
      guard let before = old.rules.first(where: { $0.name == rule.name }) else { return checks(from: nil, to: rule) }
      return locals(from: before, to: rule) + canonicals(from: before, to: rule) + checks(from: before, to: rule)
    }
    let kinds = new.variables.compactMap { variable -> RuleTextChange? in
      guard let before = old.variable(variable.name), before.kind != variable.kind else { return nil }
      return .kind(variable: variable.name, from: before.kind, to: variable.kind)
    }
    return rules + kinds
  }

  private static func locals(from old: Rule, to new: Rule) -> [RuleTextChange] {
    let (from, to) = (old.local.description, new.local.description)
    return from == to ? [] : [.local(rule: new.name, from: from, to: to)]
  }

  private static func checks(from old: Rule?, to new: Rule) -> [RuleTextChange] {
    old?.checks == new.checks ? [] : [.checks(rule: new.name, from: old?.checks, to: new.checks)]
  }

  /// A plan without values is the same for both.
  private static func canonicals(from old: Rule, to new: Rule) -> [RuleTextChange] {
    if old.canonicals == new.canonicals || old.covered != new.covered { return [] }
    return [.canonicals(rule: new.name, from: old.canonicals, to: new.canonicals)]
  }
}

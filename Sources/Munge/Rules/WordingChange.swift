/// What a rules file says otherwise, also where that changes nothing for the values of today.
public enum WordingChange: Sendable, Equatable {
  /// The template of a rule's local text.
  case local(rule: [UInt8], from: String, to: String)
  /// What the values of a variable look like.
  case kind(variable: String, from: VariableKind, to: VariableKind)
  /// Nobody knows what was agreed to before: a rule as it is now.
  case asItIs(rule: [UInt8], canonical: [UInt8], local: String)

  static func all(from old: Rules?, to new: Rules) -> [WordingChange] {
    guard let old else {
      return new.rules.map { .asItIs(rule: $0.name, canonical: $0.canonical, local: $0.local.description) }
    }
    let locals = new.rules.compactMap { rule -> WordingChange? in
      guard let before = old.rules.first(where: { $0.name == rule.name }) else { return nil }
      let (from, to) = (before.local.description, rule.local.description)
      return from == to ? nil : .local(rule: rule.name, from: from, to: to)
    }
    let kinds = new.variables.compactMap { variable -> WordingChange? in
      guard let before = old.variable(variable.name), before.kind != variable.kind else { return nil }
      return .kind(variable: variable.name, from: before.kind, to: variable.kind)
    }
    return locals + kinds
  }
}

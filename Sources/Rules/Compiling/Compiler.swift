import Platform
package import Smudge

/// Turns rules and values into the plan of one working tree.
package struct Compiler {
  private let rules: Rules
  private let values: [VariableValue]
  /// The plan that the working tree has now: its local texts become former ones.
  private let previous: Plan

  package init(_ rules: Rules, values: [VariableValue], previous: Plan = .idle) {
    self.rules = rules
    self.values = values
    self.previous = previous
  }

  /// Throws `RulesError` if the rules are wrong, and `ValueError` if a value does not fit its variable or its rule.
  package func plan() throws -> Plan {
    for value in values { try rules.check(value) }
    let planned = try rules.rules.map(plan)
    try check(planned)
    let planValues = rules.variables.map { variable in
      PlanValue(name: variable.name.bytes, text: value(of: variable.name)?.text)
    }
    let plan = Plan(rules: planned, fingerprint: rules.fingerprint, values: planValues)
    return AmbiguityAnalysis.withCertainty(plan.keepingTexts(of: previous))
  }

  /// The value of a variable; `nil` if it has none.
  private func value(of name: String) -> VariableValue? {
    values.first { $0.name == name }
  }

  /// The rule with its local text; without one if a variable has no value.
  func plan(_ rule: Rule) throws -> PlanRule {
    let local = rule.local.filled { value(of: $0)?.text }
    // If the local text is one of the canonical texts, all of them stay as they are.
    let isIdle = local.map(rule.canonicals.contains) ?? false
    if let local { try check(local, of: rule, isIdle: isIdle) }
    return PlanRule(
      name: rule.name,
      pairs: rule.pairs { isIdle ? $0 : local },
      excepts: rule.excepts,
      paths: rule[.path].map { PathPattern($0) },
      keyed: rule.keyed,
      exceptKeys: rule.exceptKeys)
  }

  /// Throws if a local text is excepted, or is no text of a rule.
  private func check(_ local: [UInt8], of rule: Rule, isIdle: Bool) throws {
    // `org.acme.shop.shop` goes on from `org.acme.shop`: it could be the project's, too.
    let end = local.split(separator: .dot).suffix(2)
    let isRepeated =
      end.count == 2 && end.first == end.last
      && rule.canonicals.map { $0.split(separator: .dot).suffix(2) }
        .contains { $0.last == end.last && !$0.elementsEqual(end) }
    for whole in rule.affixes.map({ $0.around(local) }) {
      let places = WholeWordSearch([whole])
      let kept = isIdle ? nil : rule.excepts.first { rule.extent == .whole ? $0 == whole : places.occur(in: $0) }
      if let kept { throw ValueError.excepted(local: whole, rule: rule.name, except: kept) }

      guard let flaw = rule.flaw(of: whole) ?? (isRepeated ? .repeatedWord : nil) else { continue }
      guard let value = rule.local.variables.last.flatMap(value) else {
        throw RulesError(rule.local.place, "local: \(flaw), found \(quoted(whole))", file: rule.file)
      }
      throw ValueError.badLocal(value, rule: rule.name, local: whole, flaw: flaw)
    }
  }

  /// Throws if there are too many texts, or if two rules contradict each other.
  private func check(_ planned: [PlanRule]) throws {
    let count = planned.reduce(0) { $0 + $1.pairs.count * 2 + $1.excepts.count }
    guard count <= RulesFile.maxTexts else { throw RulesError.tooManyTexts(count) }

    let pairs = zip(rules.rules, planned).map { rule, plan in plan.pairs + rule.pairs { _ in rule[.local].first } }
    let alike = pairs.sharing { $0.flatMap { [$0.canonical, $0.local].compactMap(\.self) } }
    for (index, rule) in planned.enumerated() {
      for position in alike[index] {
        let other = planned[position]
        let written = rules.rules[index]
        if let conflict = LocalConflict((rules.rules[position], other), (written, rule)) {
          throw RulesError(written.local.place, conflict.problem, file: written.file)
        }
        if !rule.paths.isEmpty || !other.paths.isEmpty { continue }
        if let problem = CanonicalConflict(other, rule)?.problem ?? LocalConflict(other, rule)?.problem {
          throw RulesError(written.place, problem, file: written.file)
        }
      }
    }
  }
}

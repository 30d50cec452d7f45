import Platform
package import Smudge

/// Turns rules and values into the plan of one working tree.
package struct Compiler {
  private let rules: Rules
  private let values: [VariableValue]
  /// The plan that the working tree has now: its local texts become former ones.
  private let previous: Plan
  private let now: Int64

  package init(
    _ rules: Rules, values: [VariableValue], previous: Plan = .idle,
    now: Int64 = Environment.secondsSince1970()
  ) {
    (self.rules, self.values, self.previous, self.now) = (rules, values, previous, now)
  }

  /// Throws `RulesError` if the rules are wrong, and `ValueError` if a value does not fit its variable or its rule.
  package func plan() throws -> Plan {
    for value in values { try rules.check(value) }
    var planned: [PlanRule] = []
    for rule in rules.rules { planned.append(try plan(rule)) }
    try check(planned)
    let plan = Plan(
      rules: planned, fingerprint: rules.fingerprint,
      values: rules.variables.map { variable in
        PlanValue(name: Array(variable.name.utf8), text: values.first { $0.name == variable.name }?.text)
      })
    return AmbiguityAnalysis.withCertainty(FormerLocalTexts(previous, now: now).applied(to: plan))
  }

  func plan(_ rule: Rule) throws -> PlanRule {
    let local = rule.local.filled { name in values.first { $0.name == name }?.text }
    if let local { try check(local, of: rule) }
    let pairs = rule.affixes.flatMap { affix in
      rule.canonicals.map { canonical in
        // If the local text is one of the canonical texts, all of them stay as they are.
        let text = rule.isIdle(with: local) ? canonical : local
        return TextPair(canonical: affix.around(canonical), local: text.map(affix.around))
      }
    }
    return PlanRule(
      name: rule.name, pairs: pairs, excepts: rule.excepts, paths: rule.paths.map { PathPattern($0) },
      keyed: rule.keyed, exceptKeys: rule.exceptKeys)
  }

  private func check(_ local: [UInt8], of rule: Rule) throws {
    for affix in rule.affixes {
      let whole = affix.around(local)
      if !rule.isIdle(with: local) { try checkExcepts(whole, of: rule) }
      guard let flaw = rule.flaw(of: whole) else { continue }
      guard let name = rule.local.variables.last, let value = values.first(where: { $0.name == name })
      else {
        throw RulesError(rule.local.place, "local: \(flaw), found \(quoted(whole))", file: rule.file)
      }
      throw ValueError.badLocal(value, rule: rule.name, local: whole, flaw: flaw)
    }
  }

  private func checkExcepts(_ local: [UInt8], of rule: Rule) throws {
    let places = WholeWordSearch([local])
    let kept = rule.excepts.first { except in
      switch rule.extent {
      case .whole: except == local
      case .part, nil: places.occur(in: except)
      }
    }
    if let kept { throw ValueError.excepted(local: local, rule: rule.name, except: kept) }
  }

  private func check(_ planned: [PlanRule]) throws {
    let count = planned.reduce(0) { $0 + $1.pairs.count * 2 + $1.excepts.count }
    guard count <= RulesFile.maxTexts else { throw RulesError.tooManyTexts(count) }
    for (index, rule) in planned.enumerated() {
      for (position, other) in planned[..<index].enumerated() {
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

extension Rule {
  /// Whether the local text is a canonical one, so that the rule changes nothing.
  fileprivate func isIdle(with local: [UInt8]?) -> Bool { local.map { canonicals.contains($0) } ?? false }
}

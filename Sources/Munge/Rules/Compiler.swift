public import Platform
public import Smudge

/// Turns rules and values into the plan of one working tree.
public struct Compiler {
  /// In all rules with their suffixes; keeps a committed file from making every checkout slow.
  static let mostTexts = 1000

  private let rules: Rules
  private let values: [Value]
  /// The plan that the working tree has now: what was local in it stays known.
  private let previous: Plan
  private let now: Int64

  public init(
    _ rules: Rules, values: [Value], previous: Plan = .idle,
    now: Int64 = Environment.secondsSince1970()
  ) {
    (self.rules, self.values, self.previous, self.now) = (rules, values, previous, now)
  }

  public func plan() throws(MungeError) -> Plan {
    do throws(ValueError) {
      for value in values { try rules.check(value) }
    } catch {
      throw .value(error)
    }
    var planned: [PlanRule] = []
    for rule in rules.rules { planned.append(try plan(rule)) }
    try check(planned)
    let plan = Plan(
      rules: planned, fingerprint: rules.fingerprint,
      values: rules.variables.map { variable in
        PlanValue(name: Array(variable.name.utf8), text: values.first { $0.name == variable.name }?.text)
      })
    return Composability.judged(Retirement(previous, now: now).applied(to: plan))
  }

  private func plan(_ rule: Rule) throws(MungeError) -> PlanRule {
    let local = rule.local.filled { name in values.first { $0.name == name }?.text }
    if let local { try check(local, of: rule) }
    let pairs = ([[]] + rule.suffixes).map { suffix in
      TextPair(canonical: rule.canonical + suffix, local: local.map { $0 + suffix })
    }
    return PlanRule(
      name: rule.name, pairs: pairs, excepts: rule.excepts, paths: rule.paths.map { PathPattern($0) })
  }

  private func check(_ local: [UInt8], of rule: Rule) throws(MungeError) {
    for suffix in [[]] + rule.suffixes {
      try checkExcepts(local + suffix, of: rule, canonical: rule.canonical + suffix)
      guard let flaw = TextFlaw.flaw(of: local + suffix) else { continue }
      guard let name = rule.local.variables.last, let value = values.first(where: { $0.name == name })
      else {
        throw .rules(
          RulesError(rule.local.place, .badText(key: "local", found: local + suffix, flaw: flaw)))
      }
      throw .value(.badLocal(value, rule: rule.name, local: local + suffix, flaw: flaw))
    }
  }

  /// Where the local text is the canonical one the rule is idle, and there is nothing to leave alone.
  private func checkExcepts(
    _ local: [UInt8], of rule: Rule, canonical: [UInt8]
  ) throws(MungeError) {
    if local == canonical { return }
    let places = TextPlaces([local])
    for except in rule.excepts where places.stand(in: except) {
      throw .value(.excepted(local: local, rule: rule.name, except: except))
    }
  }

  private func check(_ planned: [PlanRule]) throws(MungeError) {
    let count = planned.reduce(0) { $0 + $1.pairs.count * 2 + $1.excepts.count }
    guard count <= Compiler.mostTexts else { throw .rules(RulesError(nil, .tooManyTexts(count))) }
    for (index, rule) in planned.enumerated() {
      for other in planned[..<index] where rule.paths.isEmpty && other.paths.isEmpty {
        guard let text = contradiction(rule, other) else { continue }
        throw .rules(
          RulesError(rules.rules[index].place, .sameCanonical(text, rules: [other.name, rule.name])))
      }
    }
  }

  /// A canonical text that two rules have, unless both send it to the same local text.
  private func contradiction(_ one: PlanRule, _ other: PlanRule) -> [UInt8]? {
    one.pairs.first { pair in
      other.pairs.contains { $0.canonical == pair.canonical && $0.local != pair.local }
    }?.canonical
  }
}

/// Keeps what was local in the previous plan, so that a late save of an editor cannot leak it.
private struct Retirement {
  private let candidates: [(rule: [UInt8], text: RetiredText)]

  init(_ previous: Plan, now: Int64) {
    candidates = previous.rules.flatMap { rule in
      let current = rule.pairs.compactMap { pair in
        pair.replacement.map { RetiredText(text: $0, canonical: pair.canonical, since: now) }
      }
      let watched = rule.watched.map { RetiredText(text: $0, canonical: $0, since: now) }
      return (current + rule.retired + watched).map { (rule.name, $0) }
    }
  }

  func applied(to plan: Plan) -> Plan {
    let current = Set(plan.rules.flatMap { $0.pairs.flatMap { [$0.canonical, $0.replacement ?? []] } })
    var (plan, seen) = (plan, current)
    for (name, text) in candidates where seen.insert(text.text).inserted {
      let index = plan.rules.firstIndex { $0.name == name } ?? add(name, to: &plan)
      keep(text, in: &plan, index)
    }
    return plan
  }

  /// A rule that is no longer in the file still takes its texts back.
  private func add(_ name: [UInt8], to plan: inout Plan) -> Int {
    plan.rules.append(PlanRule(name: name, pairs: []))
    return plan.rules.count - 1
  }

  private func keep(_ text: RetiredText, in plan: inout Plan, _ index: Int) {
    // A watched text stays one: nobody knows any more what it stood for.
    if text.text == text.canonical || Composability.collides(text, in: index, of: plan) {
      plan.rules[index].watched.append(text.text)
    } else {
      plan.rules[index].retired.append(text)
    }
  }
}

/// Texts that are looked for in other texts, each by itself.
struct TextPlaces {
  private let lexicons: [Lexicon]

  init(_ texts: [[UInt8]]) {
    lexicons = texts.map { text in
      Lexicon(Plan(
        rules: [PlanRule(name: [], pairs: [TextPair(canonical: text, local: nil)])], fingerprint: Digest([])))
    }
  }

  /// Whether one of them stands alone somewhere in `other`.
  func stand(in other: [UInt8]) -> Bool {
    lexicons.contains { $0.occurrences(in: other).contains { $0.fit == .token } }
  }
}

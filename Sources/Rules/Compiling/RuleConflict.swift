package import Platform
package import Smudge

/// A contradiction between two rules of a plan that apply to the same content.
enum RuleConflict {
  /// Both have this canonical text, with different local texts.
  case canonical([UInt8], rules: [PlanRule])
  /// Both have this local text, for different canonical texts, in the values of a key or, without one, in all content: clean
  /// could not tell which one a local text on disk is.
  case local([UInt8], canonicals: [[UInt8]], rules: [PlanRule], key: [UInt8]?)

  init?(_ one: PlanRule, _ other: PlanRule) {
    guard one.meets(other) else { return nil }
    if let text = RuleConflict.canonical(one, other) {
      self = .canonical(text, rules: [one, other])
    } else if let key = one.sharedKey(other), let pairs = RuleConflict.sameLocal(one.pairs, other.pairs) {
      self = .local(
        pairs.0.local ?? [], canonicals: [pairs.0.canonical, pairs.1.canonical], rules: [one, other], key: key)
    } else {
      return nil
    }
  }

  /// Compares the local texts as written, with their variables: such a conflict exists for every developer.
  init?(_ one: (rule: Rule, plan: PlanRule), _ other: (rule: Rule, plan: PlanRule)) {
    guard one.plan.meets(other.plan), one.plan.sharesFiles(with: other.plan),
      let same = RuleConflict.sameLocal(one.rule.written, other.rule.written)
    else { return nil }
    self = .local(
      same.0.local ?? [], canonicals: [same.0.canonical, same.1.canonical], rules: [one.plan, other.plan],
      key: one.plan.sharedKey(other.plan))
  }

  /// A canonical text that both have with different local texts.
  static func canonical(_ one: PlanRule, _ other: PlanRule) -> [UInt8]? {
    guard one.meets(other) else { return nil }
    return other.pairs.first { pair in
      one.pairs.contains { $0.canonical == pair.canonical && $0.local != pair.local }
    }?.canonical
  }

  private static func sameLocal(_ one: [TextPair], _ other: [TextPair]) -> (TextPair, TextPair)? {
    for pair in one where pair.local != nil {
      let found = other.first { $0.local == pair.local && $0.canonical != pair.canonical }
      if let found { return (pair, found) }
    }
    return nil
  }

  var problem: RulesError.Problem {
    switch self {
    case .canonical(let text, let rules): .sameCanonical(text, rules: rules.map(\.name))
    case .local(let text, let canonicals, let rules, let key):
      .sameLocal(text, canonicals: canonicals, rules: rules.map(\.name), key: key)
    }
  }
}

extension PlanRule {
  /// Whether both can match the same text: two rules without keys, or with a common key. In the values of a key, a rule with
  /// that key has priority over one without.
  func meets(_ other: PlanRule) -> Bool {
    if keyed == nil && other.keyed == nil { return true }
    return sharedKey(other) != nil
  }

  fileprivate func sharedKey(_ other: PlanRule) -> [UInt8]? {
    guard let keyed, let others = other.keyed else { return nil }
    return keyed.keys.first { others.keys.contains($0) }
  }

  /// Whether both apply to a common file in every repository. For `path` patterns that only can overlap, it depends on the
  /// files.
  fileprivate func sharesFiles(with other: PlanRule) -> Bool {
    if paths.isEmpty || other.paths.isEmpty || paths == other.paths { return true }
    let all = paths + other.paths
    if all.contains(where: { $0.effect == .excluded }) { return false }
    return all.contains { $0.text == [UInt8(ascii: "*")] } || paths.contains { other.paths.contains($0) }
  }
}

extension Rule {
  /// Its pairs with the local texts as written, including variables.
  fileprivate var written: [TextPair] {
    let local = Array(local.description.utf8)
    return affixes.flatMap { affix in
      canonicals.map { TextPair(canonical: affix.around($0), local: affix.around(local)) }
    }
  }
}

/// Two rules with different local texts for one canonical text, on common paths.
package struct CanonicalConflict {
  package let text: [UInt8]
  package let rules: [PlanRule]

  /// All pairs of rules that contradict each other on common paths.
  package static func all(in plan: Plan) -> [CanonicalConflict] {
    plan.rules.enumerated().flatMap { index, rule in
      plan.rules[..<index].compactMap { other in
        RuleConflict.canonical(other, rule).map { CanonicalConflict(text: $0, rules: [other, rule]) }
      }
    }
  }

  package func applies(to path: Path) -> Bool { rules.allSatisfy { $0.applies(to: path) } }
  package func error(at path: Path) -> ValueError { .contradiction(canonical: text, rules: rules.map(\.name), path: path) }
}

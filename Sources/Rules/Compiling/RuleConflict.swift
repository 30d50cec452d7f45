package import Platform
package import Smudge

/// Two rules with different local texts for one canonical text, on common paths.
package struct CanonicalConflict {
  package let text: [UInt8]
  package let rules: [PlanRule]

  /// All pairs of rules that contradict each other on common paths.
  package static func all(in plan: Plan) -> [CanonicalConflict] {
    let alike = plan.rules.sharing { $0.pairs.map(\.canonical) }
    return plan.rules.indices.flatMap { index in
      alike[index].compactMap { CanonicalConflict(plan.rules[$0], plan.rules[index]) }
    }
  }

  init?(_ one: PlanRule, _ other: PlanRule) {
    let pair = other.pairs.first { pair in
      one.pairs.contains { $0.canonical == pair.canonical && $0.local != pair.local }
    }
    guard let pair, one.meets(other) else { return nil }
    text = pair.canonical
    rules = [one, other]
  }

  package func applies(to path: Path) -> Bool { rules.allSatisfy { $0.applies(to: path) } }

  package func error(at path: Path) -> ValueError {
    .contradiction(canonical: text, rules: rules.map(\.name), path: path)
  }

  /// If both rules apply everywhere.
  var problem: String {
    "expected one local text for \(quoted(text)), found rules \(names(rules)) that both apply everywhere; give them `path` or `key` lines, or remove one"
  }
}

/// Two rules with one local text for different canonical texts, in the values of a key or, without one, in all content:
/// clean could not tell which one a local text on disk is.
struct LocalConflict {
  let problem: String

  /// Compares the pairs of two rules as compiled; `nil` without a common key.
  init?(_ one: PlanRule, _ other: PlanRule) {
    guard let key = one.sharedKey(other) else { return nil }
    self.init([one, other], one.pairs, other.pairs, key)
  }

  /// Compares the local texts as written, with their variables: such a conflict exists for every developer.
  init?(_ one: (rule: Rule, plan: PlanRule), _ other: (rule: Rule, plan: PlanRule)) {
    guard one.plan.meets(other.plan), one.plan.sharesFiles(with: other.plan) else { return nil }
    let pairs = [one, other].map { rule, _ in rule.pairs { _ in rule[.local].first } }
    self.init([one.plan, other.plan], pairs[0], pairs[1], one.plan.sharedKey(other.plan))
  }

  private init?(_ rules: [PlanRule], _ pairs: [TextPair], _ others: [TextPair], _ key: [UInt8]?) {
    let same = pairs.lazy.compactMap { pair in
      others.first { $0.local == pair.local && $0.canonical != pair.canonical }.map { [pair, $0] }
    }
    guard let found = same.first(where: { $0[0].local != nil }) else { return nil }
    let local = quoted(found[0].local ?? [])
    let texts = found.map { quoted($0.canonical) }.joined(separator: " and ")
    problem =
      if let key {
        "expected one rule with the local text \(local) for \(quoted(key)), found rules \(names(rules)), for \(texts); write the `canonical` lines into one rule"
      } else {
        "local: expected another text than in rule \(names(rules.prefix(1))), found \(local) for \(texts); clean could not tell them apart: choose another local text, or write both `canonical` lines into one rule with a `key`"
      }
  }
}

private func names(_ rules: some Sequence<PlanRule>) -> String { list(rules.map { escaped($0.name) }) }

extension PlanRule {
  /// Whether both can match the same text: two rules without keys, or with a common key. In the values of a key, a rule
  /// with that key has priority over one without.
  func meets(_ other: PlanRule) -> Bool { keyed == nil && other.keyed == nil || sharedKey(other) != nil }

  fileprivate func sharedKey(_ other: PlanRule) -> [UInt8]? {
    keyed?.keys.first { other.keyed?.keys.contains($0) ?? false }
  }

  /// Whether both apply to a common file in every repository. For `path` patterns that only can overlap, it depends on
  /// the files.
  fileprivate func sharesFiles(with other: PlanRule) -> Bool {
    if paths.isEmpty || other.paths.isEmpty || paths == other.paths { return true }
    let all = paths + other.paths
    if all.contains(where: { $0.effect == .excluded }) { return false }
    return all.contains { $0.text == [UInt8(ascii: "*")] } || paths.contains { other.paths.contains($0) }
  }
}

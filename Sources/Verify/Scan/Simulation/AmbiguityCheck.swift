import Platform
package import Rules
import Smudge

/// Finds texts of the rules that clean cannot tell apart by bytes, for all values.
///
/// The variables get values that are unlike any text of the rules, so the rules cause each conflict. Conflicts that only some
/// values cause are reported by an installation with them.
package struct AmbiguityCheck {
  /// One finding for each pair of rules, in their order.
  package let findings: [Finding]

  /// Throws the error of an installation that refuses the rules.
  package init(_ rules: Rules) throws {
    let sets = ValueSets(rules)
    var clashes: [[Clash]] = []
    // A conflict that two sets of values have in common does not depend on the values.
    for variant in 0..<2 {
      let plan = try sets.symbols(variant).plan
      clashes.append(AmbiguityAnalysis.conflicts(in: plan).map { Clash($0, rules, plan) })
    }
    let common = clashes[0].filter(Set(clashes[1]).contains)
    let pairs = Set(common.map(\.pair)).sorted { $0.lexicographicallyPrecedes($1) }
    findings = pairs.compactMap { pair in common.first { $0.pair == pair }?.finding(rules) }
  }
}

/// Two ambiguous texts, with variables instead of values.
private struct Clash: Hashable {
  let text: [UInt8]
  let relation: AmbiguityAnalysis.Conflict.Kind
  let other: [UInt8]
  /// The index of the rule of the local text.
  let rule: Int
  /// The indices of both rules, in order.
  let pair: [Int]

  init(_ conflict: AmbiguityAnalysis.Conflict, _ rules: Rules, _ plan: Plan) {
    (rule, pair, relation) = (conflict.rules[0], conflict.rules.sorted(), conflict.kind)
    text = rules.rules[conflict.rules[0]].localAsWritten(conflict.text, plan.rules[conflict.rules[0]]) ?? conflict.text
    let (written, planned) = (rules.rules[conflict.rules[1]], plan.rules[conflict.rules[1]])
    let isCommitted = (planned.pairs.map(\.canonical) + planned.excepts).contains(conflict.other)
    other = isCommitted ? conflict.other : written.localAsWritten(conflict.other, planned) ?? conflict.other
  }

  func finding(_ rules: Rules) -> Finding {
    let rule = rules.rules[rule]
    return Finding(
      .ambiguousTexts(text, relation: relation.rawValue, other: other), .warning,
      at: Finding.Location(path: Path(RulesFile.name), line: rule.place.line), rule: rule.name,
      fingerprint: Finding.fingerprint(
        of: [Array(Finding.Kind.ambiguousTexts.rawValue.utf8)] + pair.map { rules.rules[$0].name }))
  }
}

extension Rule {
  /// A local text with its variables instead of their values.
  fileprivate func localAsWritten(_ text: [UInt8], _ planned: PlanRule) -> [UInt8]? {
    // The order of the pairs is that of the plan: for each affix all canonical texts.
    let index = planned.pairs.firstIndex { $0.replacement == text }
    return index.map { affixes[$0 / canonicals.count].around(Array(local.description.utf8)) }
  }
}

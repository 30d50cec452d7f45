import Platform
import Smudge

/// Finds texts of the rules that no clean can tell apart by bytes, whatever the values are.
///
/// The variables get values that are like nothing in the rules, so what is found comes from the rules alone. What only some
/// values lead to, an installation with them reports.
package struct AmbiguityCheck {
  /// One for each pair of rules, in their order.
  package let findings: [Finding]

  /// Throws what an installation says where it refuses the rules.
  package init(_ rules: Rules) throws(MungeError) {
    let sets = ValueSets(rules)
    var clashes: [[Clash]] = []
    // What both have is not by chance.
    for variant in 0..<2 {
      let plan = try sets.symbols(variant).plan
      clashes.append(AmbiguityAnalysis.conflicts(in: plan).map { Clash($0, rules, plan) })
    }
    let common = clashes[0].filter(Set(clashes[1]).contains)
    let pairs = Set(common.map(\.pair)).sorted { $0.lexicographicallyPrecedes($1) }
    findings = pairs.compactMap { pair in common.first { $0.pair == pair }?.finding(rules) }
  }
}

/// Two texts that can be mistaken for one another, in the words of the rules file and not of one developer.
private struct Clash: Hashable {
  let text: [UInt8]
  let relation: AmbiguityAnalysis.Conflict.Kind
  let other: [UInt8]
  /// Of the local text.
  let rule: Int
  /// The rules of both, in order.
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
        of: [Array(Finding.Kind.ambiguousTexts.id.utf8)] + pair.map { rules.rules[$0].name }))
  }
}

extension Rule {
  /// A local text with its variables instead of their values.
  fileprivate func localAsWritten(_ text: [UInt8], _ planned: PlanRule) -> [UInt8]? {
    // The order of the pairs is that of the plan: for each suffix all canonical texts.
    let index = planned.pairs.firstIndex { $0.replacement == text }
    return index.map { Array(local.description.utf8) + ([[]] + suffixes)[$0 / canonicals.count] }
  }
}

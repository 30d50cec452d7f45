import Platform
package import Rules
import Smudge

/// Finds texts of the rules that clean cannot tell apart by bytes, for all values.
///
/// The variables get values that are unlike any text of the rules, so the rules cause each conflict. Conflicts that
/// only some values cause are reported by an installation with them.
package struct AmbiguityCheck {
  /// One finding for each pair of rules, in their order.
  package let findings: [Finding]

  /// Compares the texts of the rules. Throws the error of an installation that refuses the rules.
  package init(_ rules: Rules) throws {
    let sets = ValueSets(rules: rules)
    // A conflict that two sets of values have in common does not depend on the values.
    let clashes = try Self.clashes(rules, sets.symbols(0).plan)
    let otherClashes = try Self.clashes(rules, sets.symbols(1).plan)
    func names(_ finding: Finding) -> [[UInt8]] { [finding.fingerprint.bytes, finding.rule ?? []] }
    let details = Dictionary(grouping: otherClashes.map(\.finding), by: names).mapValues { Set($0.map(\.detail)) }
    let common = clashes.filter { details[names($0.finding)]?.contains($0.finding.detail) ?? false }.grouped(by: \.pair)
    findings = common.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap(\.elements.first?.finding)
  }

  /// The conflicts with variables instead of values, each with the indices of both rules, in order.
  private static func clashes(_ rules: Rules, _ plan: Plan) -> [(pair: [Int], finding: Finding)] {
    AmbiguityAnalysis.conflicts(in: plan).map { conflict in
      let rule = rules.rules[conflict.rules[0]]
      let second = rules.rules[conflict.rules[1]]
      let planned = plan.rules[conflict.rules[1]]
      let pair = conflict.rules.sorted()
      let text = rule.localAsWritten(conflict.text, plan.rules[conflict.rules[0]]) ?? conflict.text
      let isCommitted = (planned.pairs.map(\.canonical) + planned.excepts).contains(conflict.other)
      let other = isCommitted ? conflict.other : second.localAsWritten(conflict.other, planned) ?? conflict.other
      let finding = Finding(
        .ambiguousTexts(text, relation: conflict.kind.rawValue, other: other), .warning,
        at: Finding.Location(path: Path(RulesFile.name), line: rule.place.line), rule: rule.name,
        fingerprint: Finding.fingerprint(.ambiguousTexts, of: pair.map { rules.rules[$0].name }))
      return (pair, finding)
    }
  }
}

extension Rule {
  fileprivate func localAsWritten(_ text: [UInt8], _ planned: PlanRule) -> [UInt8]? {
    // The order of the pairs is that of the plan: for each affix all canonical texts.
    let index = planned.pairs.firstIndex { $0.replacement == text }
    return index.map { affixes[$0 / canonicals.count].around(local.description.bytes) }
  }
}

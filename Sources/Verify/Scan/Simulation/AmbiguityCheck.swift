import Platform
import Rules
import Smudge

/// Finds texts of the rules that clean cannot tell apart by bytes, for all values.
///
/// Generated values are unlike any text of the rules, so the rules cause each conflict that two sets of them have in
/// common. Conflicts that only some values cause are reported by an installation with them.
enum AmbiguityCheck {
  /// Returns one finding for each pair of rules, in the order of their lines, by two plans with different values.
  static func findings(_ rules: Rules, _ one: Plan, _ other: Plan) -> [Finding] {
    let others = Set(clashes(rules, other))
    return clashes(rules, one).filter(others.contains).grouped(by: \.fingerprint).compactMap(\.elements.first)
  }

  /// The conflicts, with variables instead of values.
  private static func clashes(_ rules: Rules, _ plan: Plan) -> [Finding] {
    AmbiguityAnalysis.conflicts(in: plan).map { conflict in
      let pair = conflict.rules.map { (rule: rules.rules[$0], plan: plan.rules[$0]) }
      let text = pair[0].rule.asWritten(conflict.text, pair[0].plan)
      let isCommitted = (pair[1].plan.pairs.map(\.canonical) + pair[1].plan.excepts).contains(conflict.other)
      let other = isCommitted ? conflict.other : pair[1].rule.asWritten(conflict.other, pair[1].plan)
      let names = conflict.rules.sorted().map { rules.rules[$0].name }
      return Finding(
        .ambiguousTexts(text, relation: conflict.relation.rawValue, other: other), .warning,
        at: Finding.Location(path: Path(RulesFile.name), line: pair[0].rule.place.line), rule: pair[0].rule.name,
        fingerprint: Finding.fingerprint(.ambiguousTexts, of: names))
    }
  }
}

extension Rule {
  /// A local text with variables instead of values; another text as it is.
  fileprivate func asWritten(_ text: [UInt8], _ planned: PlanRule) -> [UInt8] {
    // The order of the pairs is that of the plan: for each affix all canonical texts.
    let index = planned.pairs.firstIndex { $0.replacement == text }
    return index.map { affixes[$0 / canonicals.count].around(local.description.bytes) } ?? text
  }
}

import Platform
import Rules
import Smudge
import Verify

// The plan of a repair.
extension LeakScanner {
  /// The plan whose local texts are leaked ones, so that clean repairs them. `source`: the version that clean compares.
  func plan(repairing hits: [Hit], source: [UInt8]?) -> Plan {
    var repairing = plan
    let leaks = hits.flatMap { Leak.all($0, rules) }.uniqued
    for leak in leaks where !leak.isWholeValue {
      let texts = rules.rules[leak.rule].canonicals.map(leak.affix.around)
      let others = repairing.rules[leak.rule].pairs.filter { !texts.contains($0.canonical) }
      repairing.rules[leak.rule].pairs = texts.map { TextPair(canonical: $0, local: leak.text) } + others
    }
    repairing.rules += leaks.filter(\.isWholeValue).map { wholeValues($0, source ?? []) }
    repairing = AmbiguityAnalysis.withCertainty(repairing)
    // Only the source shows which of these values are local.
    for index in plan.rules.count..<repairing.rules.count { repairing.rules[index].certainty = .ambiguous }
    return repairing
  }

  /// The rule for whole values of the keys that a rule checks: they become its canonical texts, or values of the source
  /// that contain one, such as `com.acme.app.widget`.
  private func wholeValues(_ leak: Leak, _ source: [UInt8]) -> PlanRule {
    let (rule, own) = (rules.rules[leak.rule], plan.rules[leak.rule])
    let values = keyMatches(in: source).filter { rule.checkedKeys.contains($0.key) }.map { Array(source[$0.range]) }
    let extended = values.filter { value in
      rule.canonicals.contains { !$0.isEmpty && value.firstRange(of: $0) != nil }
    }
    return PlanRule(
      name: own.name,
      pairs: (rule.canonicals + extended).uniqued.map { TextPair(canonical: $0, local: leak.text) },
      paths: own.paths,
      keyed: KeyScope(keys: rule.checkedKeys, extent: .whole, onInsert: own.keyed?.onInsert ?? .keep))
  }
}

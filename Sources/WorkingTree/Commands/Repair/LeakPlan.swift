import Platform
import Rules
import Smudge
import Verify

/// A plan whose local text is a leaked one, so that clean with it repairs that.
struct LeakPlan {
  private(set) var plan: Plan

  /// Makes the plan for a text as what it can be. `values`: the values of a source that contain no leak, by their keys.
  init(_ leaks: [Leak], _ rules: Rules, idle: Plan, values: [KeyedText] = []) {
    plan = idle
    var whole: [PlanRule] = []
    for leak in leaks {
      let rule = rules.rules[leak.rule]
      let texts = rule.canonicals.map(leak.affix.around)
      if leak.isWholeValue {
        let others = values.filter { value in
          rule.checkedKeys.contains(value.key)
            && rule.canonicals.contains { !$0.isEmpty && value.text.firstRange(of: $0) != nil }
        }
        whole.append(idle.rules[leak.rule].ofWholeValues(rule, (texts + others.map(\.text)).uniqued, leak.text))
      } else {
        let others = plan.rules[leak.rule].pairs.filter { !texts.contains($0.canonical) }
        plan.rules[leak.rule].pairs = texts.map { TextPair(canonical: $0, local: leak.text) } + others
      }
    }
    plan.rules += whole
    plan = AmbiguityAnalysis.withCertainty(plan)
    for index in idle.rules.count..<plan.rules.count { plan.rules[index].certainty = .ambiguous }
  }

  /// The canonical text at the start of repaired bytes, with its rule.
  func restored(in bytes: ArraySlice<UInt8>) -> (rule: [UInt8], canonical: [UInt8])? {
    plan.rules.flatMap { rule in rule.pairs.filter { $0.local != nil }.map { (rule.name, $0.canonical) } }
      .filter { bytes.starts(with: $0.1) }
      .max { $0.1.count < $1.1.count }
  }
}

/// A value of a key.
struct KeyedText {
  let key: [UInt8]
  let text: [UInt8]
}

extension PlanRule {
  /// The rule for the whole values of the keys that it checks: only a source shows which of them is local.
  fileprivate func ofWholeValues(_ rule: Rule, _ canonicals: [[UInt8]], _ local: [UInt8]) -> PlanRule {
    let keyed = KeyScope(keys: rule.checkedKeys, extent: .whole, onInsert: keyed?.onInsert ?? .keep)
    return PlanRule(
      name: name, pairs: canonicals.map { TextPair(canonical: $0, local: local) }, paths: paths, keyed: keyed)
  }
}

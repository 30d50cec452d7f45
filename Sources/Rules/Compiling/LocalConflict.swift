import Platform
import Smudge

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
    let rules = [one.plan, other.plan]
    guard rules[0].meets(rules[1]), rules[0].sharesFiles(with: rules[1]) else { return nil }
    let pairs = [one, other].map { rule, _ in
      rule.pairs { _ in rule[.local].first }
    }
    self.init(rules, pairs[0], pairs[1], rules[0].sharedKey(rules[1]))
  }

  private init?(_ rules: [PlanRule], _ pairs: [TextPair], _ otherPairs: [TextPair], _ key: [UInt8]?) {
    for pair in pairs {
      guard
        let local = pair.local,
        let other = otherPairs.first(where: { $0.local == local && $0.canonical != pair.canonical })
      else { continue }
      let texts = "\(quoted(pair.canonical)) and \(quoted(other.canonical))"
      problem = Self.problem(rules, quoted(local), texts, key)
      return
    }
    return nil
  }

  /// The message. `key`: the common key; `nil` for rules without keys.
  private static func problem(_ rules: [PlanRule], _ local: String, _ texts: String, _ key: [UInt8]?) -> String {
    guard let key else {
      let advice = "choose another local text, or write both `canonical` lines into one rule with a `key`"
      return "local: expected another text than in rule \(rules.prefix(1).names), found \(local) for \(texts); "
        + "clean could not tell them apart: \(advice)"
    }
    return "expected one rule with the local text \(local) for \(quoted(key)), found rules \(rules.names), "
      + "for \(texts); write the `canonical` lines into one rule"
  }
}

import Platform
import Rules
import Smudge
import Verify

/// A plan whose local texts are the leaked texts, so that clean with it repairs them.
struct LeakPlan {
  let plan: Plan
  let leaks: [Edit]
  private let rules: Rules

  /// Makes the plan for the leaks of a file. `idle`: the plan of the rules without values; `own`: that of this working
  /// tree, which can have removed rules.
  init(_ hits: [LeakScanner.Hit], _ rules: Rules, idle: Plan, own: Plan?) {
    self.rules = rules
    var stems = [Leak.LeakContext: [[UInt8]]]()
    var locals = [[Leak.LeakContext]: [UInt8]]()
    leaks = hits.compactMap { hit in
      let possible = Leak.all(hit, rules, own)
      guard let first = possible.first else { return nil }
      let start = hit.range.lowerBound + first.offset
      let range = start..<start + first.stem.count
      // One local text for all leaks with the same possible rules. If rules find different parts, the text is its own.
      let isOne = possible.allSatisfy { $0.stem == first.stem && $0.offset == first.offset }
      if isOne, let local = locals[possible.map(\.place)] { return Edit(range, local) }
      if isOne { locals[possible.map(\.place)] = first.stem }
      for leak in possible where !stems[leak.place, default: []].contains(leak.stem) {
        stems[leak.place, default: []].append(leak.stem)
      }
      return Edit(range, first.stem)
    }
    plan = Self.plan(stems, rules, idle, own)
  }

  private static func plan(_ stems: [Leak.LeakContext: [[UInt8]]], _ rules: Rules, _ idle: Plan, _ own: Plan?) -> Plan {
    let both = zip(rules.rules, idle.rules).enumerated()
    let current = both.map { index, rule in rule.1.showing(stems[.rule(index)] ?? [], rule.0) }
    let values = both.compactMap { index, rule in
      stems[.wholeValues(index)].map { rule.1.ofWholeValues(rule.0).showing($0, rule.0) }
    }
    // In the order of the plan.
    let gone = stems.compactMap { place, stems -> (rule: Int, canonical: [UInt8], stems: [[UInt8]])? in
      if case .goneRule(let index, let canonical) = place { (index, canonical, stems) } else { nil }
    }.sorted { ($0.rule, Path($0.canonical)) < ($1.rule, Path($1.canonical)) }
      .compactMap { own?.rules[$0.rule].showing($0.stems, for: $0.canonical) }
    return AmbiguityAnalysis.withCertainty(Plan(rules: current + values + gone, fingerprint: idle.fingerprint))
  }

  /// The rule of the canonical text that replaced a leak.
  func rule(of canonical: [UInt8]?, _ hit: LeakScanner.Hit) -> [UInt8] {
    guard let canonical else { return hit.rule }
    let owners = rules.rules.filter { hit.mayBe(of: $0) && $0.covered.contains(canonical) }
    return owners.contains { $0.name == hit.rule } ? hit.rule : owners.first?.name ?? hit.rule
  }
}

extension PlanRule {
  /// The rule with the first text as its local text and the others as former ones; without texts, idle.
  fileprivate func showing(_ stems: [[UInt8]], _ rule: Rule) -> PlanRule {
    var shown = self
    shown.pairs = rule.pairs { _ in stems.first }
    shown.retired = stems.dropFirst().flatMap { stem in
      rule.affixes.map { RetiredText(text: $0.around(stem), canonical: $0.around(rule.canonical), since: 0) }
    }
    return shown
  }

  /// The removed rule with the first text as its local text and the others as former ones.
  fileprivate func showing(_ stems: [[UInt8]], for canonical: [UInt8]) -> PlanRule {
    PlanRule(
      name: name, pairs: [TextPair(canonical: canonical, local: stems.first)],
      retired: stems.dropFirst().map { RetiredText(text: $0, canonical: canonical, since: 0) }, paths: paths,
      keyed: keyed)
  }

  /// The rule for the whole values of the keys that it checks.
  fileprivate func ofWholeValues(_ rule: Rule) -> PlanRule {
    let keyed = KeyScope(keys: rule.checkedKeys, extent: .whole, onInsert: keyed?.onInsert ?? .keep)
    return PlanRule(name: name, pairs: pairs, paths: paths, keyed: keyed)
  }
}

import Platform
import Rules
import Smudge
import Verify

/// Finds the identifiers in a file and explains each.
struct Explainer {
  private let plan: Plan
  private let rules: Rules?
  private let path: Path
  let compiled: CompiledPlan

  init(plan: Plan, rules: Rules?, path: Path) {
    self.plan = plan
    self.rules = rules
    self.path = path
    compiled = CompiledPlan(plan)
  }

  /// A match with its meaning.
  private typealias Reading = (match: PlanMatch, meaning: Explanation.Meaning, rule: PlanRule?)

  /// The identifiers, in the order of the file.
  func places(in content: [UInt8]) -> [Explanation.ExplainedPlace] {
    let matches = compiled.matchesInAnyContent(in: content)
    var isCovered = Array(repeating: false, count: content.count)
    for match in matches {
      // An empty value covers one byte.
      for place in match.offset..<min(content.count, match.offset + max(1, match.text.count)) {
        isCovered[place] = true
      }
    }

    let others = unmatched(in: content).filter { !isCovered[$0.match.range].contains(true) }
    let readings = matches.map(reading) + others
    let lines = TextLines(content)
    return readings.sorted { $0.match.offset < $1.match.offset }.map { match, meaning, rule in
      let shown = match.fit == .token ? match.range : match.wordRange(in: content)
      let line = lines.number(at: shown.lowerBound)
      return Explanation.ExplainedPlace(
        line: line, column: shown.lowerBound - lines.start(of: line) + 1, text: Array(content[shown]),
        rule: rule?.name ?? [], meaning: meaning)
    }
  }

  private func reading(of match: PlanMatch) -> Reading {
    switch match.fit {
    case .insideWord:
      return (match, .insideWord(text: match.text), rule(of: match))
    case .token:
      // The most relevant meaning; rules for this path first.
      let all = match.meanings.filter { plan.rules[$0.rule].applies(to: path) } + match.meanings
      guard let deciding = all.min(by: { rank($0) < rank($1) }) else { return (match, .excepted, nil) }
      return (match, meaning(deciding, match), plan.rules[deciding.rule])
    }
  }

  /// The rank of a meaning; the lowest one is the most relevant.
  private func rank(_ meaning: Meaning) -> Int {
    switch meaning.role {
    case .excepted: plan.rules[meaning.rule].keyed?.extent == .whole ? 0 : 5
    case .local: 1
    case .canonical: 2
    case .retired: 3
    case .watched, .outsideKey: 4
    }
  }

  private func meaning(_ meaning: Meaning, _ match: PlanMatch) -> Explanation.Meaning {
    let rule = plan.rules[meaning.rule]
    switch meaning.role {
    case .local(let pair):
      let originals = rule.pairs.filter { $0.replacement == pair.replacement }.map(\.canonical)
      return .shown(canonicals: originals.count > 1 ? originals : [pair.canonical])
    // The value does not matter on another path.
    case .canonical where !rule.applies(to: path): return .otherPath(patterns: rule.paths.map(\.text))
    case .canonical(let pair):
      guard let local = pair.local else { return .idle(missing: missing(rule)) }
      return local == pair.canonical ? .idleByValue : .awaiting(local: local)
    case .retired(let text): return .retired(canonical: text.canonical)
    case .watched: return .watched
    case .outsideKey: return .outsideKey(keys: rule.keyed?.keys ?? [])
    case .excepted:
      let key = match.key.flatMap { rule.exceptKeys.contains($0) && !rule.excepts.contains(match.text) ? $0 : nil }
      return key.map { .exceptKey($0) } ?? .excepted
    }
  }

  /// The variables of a rule without a value.
  private func missing(_ rule: PlanRule) -> [String] {
    let variables = rules?.rules.first { $0.name == rule.name }?.local.variables ?? []
    return variables.filter { name in !plan.values.contains { $0.name == name.bytes && $0.text != nil } }
  }

  /// The rule of a match; rules for this path first.
  private func rule(of match: PlanMatch) -> PlanRule? {
    let rules = match.meanings.map { plan.rules[$0.rule] }
    return rules.first { $0.applies(to: path) } ?? rules.first
  }

  /// Canonical texts outside the keys of their rule, which the filter does not match.
  private func unmatched(in content: [UInt8]) -> [Reading] {
    let keyed = plan.rules.filter { $0.keyed != nil && $0.applies(to: path) }
    let texts = keyed.flatMap(\.pairs).map(\.canonical).filter { $0.count >= 4 }
    let rule = PlanRule(name: [], pairs: texts.uniqued.map { TextPair(canonical: $0, local: nil) })
    let words = CompiledPlan(Plan(rules: [rule], fingerprint: Digest([])))
    return words.matchesInAnyContent(in: content).filter { $0.fit == .token }.compactMap { match in
      let rule = keyed.first { $0.pairs.contains { $0.canonical == match.text } }
      return rule.map {
        (PlanMatch(unknown: match.text, at: match.offset), .outsideKey(keys: $0.keyed?.keys ?? []), $0)
      }
    }
  }
}

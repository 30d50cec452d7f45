import Platform
import Smudge

/// Finds the identifiers in a file and says what becomes of each.
struct PlaceReader {
  private let plan: Plan
  private let rules: Rules?
  private let path: Path
  let lexicon: Lexicon

  init(plan: Plan, rules: Rules?, path: Path) {
    (self.plan, self.rules, self.path, lexicon) = (plan, rules, path, Lexicon(plan))
  }

  func places(in bytes: [UInt8]) -> [Explanation.Place] {
    let content = lexicon.readable(bytes)
    let lines = TextLines(content)
    let found = lexicon.occurrencesAnyway(in: content)
    let others = otherCases(in: content, beside: found) + outsideKeys(in: content, beside: found)
    return (found.map { ($0, meaning(of: $0, in: content)) } + others).sorted { $0.0.place < $1.0.place }
      .map { sighting, meaning in
        let shown = sighting.shownRange(in: content)
        let line = lines.number(at: shown.lowerBound)
        return Explanation.Place(
          line: line, column: shown.lowerBound - lines.start(of: line) + 1, text: Array(content[shown]),
          rule: rule(of: sighting, meaning)?.name ?? [], meaning: meaning)
      }
  }

  // MARK: What it means

  private func meaning(of sighting: Lexicon.Sighting, in content: [UInt8]) -> Explanation.Meaning {
    switch sighting.fit {
    case .token: break
    case .insideWord:
      return .insideWord(text: sighting.text, suffix: suffix(sighting, in: content))
    }
    let text = sighting.text
    if sighting.traits == .outsideKey { return .outsideKey(keys: keys(holding: text)) }
    let rules = rules(for: sighting)
    if rules.contains(where: { $0.keyed?.extent == .whole && $0.excepts.contains(text) }) { return .excepted }
    if let shown = shown(text, rules) { return shown }
    if let pair = pair(rules, { $0.canonical == text }) { return canonical(pair, rules) }
    if let retired = rules.flatMap(\.retired).first(where: { $0.text == text }) {
      return .retired(canonical: retired.canonical, since: retired.since)
    }
    return sighting.traits.contains(.watched) ? .watched : .excepted
  }

  private func shown(_ text: [UInt8], _ rules: [PlanRule]) -> Explanation.Meaning? {
    guard let pair = pair(rules, { $0.replacement == text }) else { return nil }
    let originals = rules.first { $0.pairs.contains(pair) }?.pairs.filter { $0.replacement == text }.map(\.canonical) ?? []
    return originals.count > 1 ? .shownForSeveral(canonicals: originals) : .shown(canonical: pair.canonical)
  }

  /// The rules that count at a place: what is said of its key before what is said of all content.
  private func rules(for sighting: Lexicon.Sighting) -> [PlanRule] {
    let covering = plan.rules.filter { $0.covers(sighting) }
    return covering.filter { $0.keyed != nil } + covering.filter { $0.keyed == nil }
  }

  /// Of a rule that applies here, if there is one.
  private func pair(_ rules: [PlanRule], _ isMeant: (TextPair) -> Bool) -> TextPair? {
    let here = rules.filter { $0.applies(to: path) }.flatMap(\.pairs)
    return here.first(where: isMeant) ?? rules.flatMap(\.pairs).first(where: isMeant)
  }

  private func canonical(_ pair: TextPair, _ rules: [PlanRule]) -> Explanation.Meaning {
    guard let rule = rule(having: pair, among: rules) else { return .excepted }
    // Whatever its value: that would change nothing here.
    if !rule.applies(to: path) { return .otherPath(patterns: rule.paths.map(\.text)) }
    guard let local = pair.local else { return .idle(missing: missing(rule)) }
    return local == pair.canonical ? .idleByValue : .awaiting(local: local)
  }

  private func rule(having pair: TextPair, among rules: [PlanRule]) -> PlanRule? {
    let having = rules.filter { $0.pairs.contains(pair) }
    return having.first { $0.applies(to: path) } ?? having.first
  }

  private func missing(_ rule: PlanRule) -> [String] {
    let variables = rules?.rules.first { $0.name == rule.name }?.local.variables ?? []
    return variables.filter { name in !plan.values.contains { $0.name == Array(name.utf8) && $0.text != nil } }
  }

  /// What would have to stand behind a text of a rule, canonical or local.
  private func suffix(_ sighting: Lexicon.Sighting, in content: [UInt8]) -> [UInt8]? {
    let sides = plan.rules.flatMap { rule in [rule.pairs.map(\.canonical), rule.pairs.compactMap(\.replacement)] }
    guard let whole = sides.first(where: { $0.contains(sighting.text) })?.first else { return nil }
    return sighting.suffix(covering: sighting.word(in: content), of: whole)
  }

  private func rule(of sighting: Lexicon.Sighting, _ meaning: Explanation.Meaning) -> PlanRule? {
    if case .otherCase(let text) = meaning { return rule(holding: text, among: plan.rules) }
    if case .outsideKey = meaning { return rule(holding: sighting.text, among: plan.rules.filter { $0.keyed != nil }) }
    return rule(holding: sighting.text, among: rules(for: sighting)) ?? rule(holding: sighting.text, among: plan.rules)
  }

  private func rule(holding text: [UInt8], among rules: [PlanRule]) -> PlanRule? {
    let holding = rules.filter { $0.texts.contains(text) }
    return holding.first { $0.applies(to: path) } ?? holding.first
  }

  // MARK: Outside keys

  private func keys(holding text: [UInt8]) -> [[UInt8]] {
    rule(holding: text, among: plan.rules.filter { $0.keyed != nil })?.keyed?.keys ?? []
  }

  /// Canonical texts of rules with keys that stand elsewhere: somebody may wonder why they stay.
  private func outsideKeys(
    in content: [UInt8], beside found: [Lexicon.Sighting]
  ) -> [(Lexicon.Sighting, Explanation.Meaning)] {
    let texts = plan.rules.filter { $0.keyed != nil }.flatMap(\.pairs).map(\.canonical).filter { $0.count >= 4 }
    let everywhere = Lexicon(Plan(
      rules: [PlanRule(name: [], pairs: texts.map { TextPair(canonical: $0, local: nil) })], fingerprint: Digest([])))
    let covered = CoveredBytes(found, of: content.count)
    return everywhere.occurrencesAnyway(in: content).filter { $0.fit == .token && !covered.overlap($0.range) }
      .map { ($0, .outsideKey(keys: keys(holding: $0.text))) }
  }

  // MARK: Other cases

  /// Texts that would match were it not for capital letters: nobody sees that in a log.
  private func otherCases(
    in content: [UInt8], beside found: [Lexicon.Sighting]
  ) -> [(Lexicon.Sighting, Explanation.Meaning)] {
    let originals = Dictionary(
      plan.rules.flatMap(\.texts).map { ($0.map(lowercased), $0) }, uniquingKeysWith: { one, _ in one })
    let lower = Lexicon(Plan(
      rules: [PlanRule(name: [], pairs: originals.keys.map { TextPair(canonical: $0, local: nil) })],
      fingerprint: Digest([])))
    let covered = CoveredBytes(found, of: content.count)
    return lower.occurrencesAnyway(in: content.map(lowercased)).compactMap { sighting in
      guard sighting.fit == .token, !covered.overlap(sighting.range),
        let original = originals[sighting.text], content[sighting.range] != original[...]
      else { return nil }
      let there = Lexicon.Sighting(text: Array(content[sighting.range]), traits: [], place: sighting.place, fit: .token)
      return (there, .otherCase(text: original))
    }
  }
}

extension Lexicon.Sighting {
  /// The text, or the word that it is part of.
  fileprivate func shownRange(in content: [UInt8]) -> Range<Int> {
    switch fit {
    case .token: range
    case .insideWord: wordRange(in: content)
    }
  }
}

/// The bytes of some content on which texts were found.
private struct CoveredBytes {
  private var isCovered: [Bool]

  init(_ found: [Lexicon.Sighting], of count: Int) {
    isCovered = Array(repeating: false, count: count)
    for sighting in found {
      // An empty value covers the place where it stands.
      for place in sighting.place..<min(count, sighting.place + max(1, sighting.text.count)) { isCovered[place] = true }
    }
  }

  func overlap(_ range: Range<Int>) -> Bool { isCovered[range].contains(true) }
}

private func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

extension PlanRule {
  /// All that the rule has a meaning for.
  fileprivate var texts: [[UInt8]] {
    pairs.map(\.canonical) + pairs.compactMap(\.local) + retired.map(\.text) + watched + excepts
  }
}

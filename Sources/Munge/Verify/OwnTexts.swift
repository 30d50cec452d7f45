import Smudge

/// The texts of this working tree: what it shows now, and what it showed once.
struct OwnTexts {
  let lexicon: Lexicon
  private let plan: Plan
  /// Of the project, whatever else they are.
  private let canonicals: Set<[UInt8]>
  /// The same for everybody: outside the attribute they are words like others.
  private let constants: Set<[UInt8]>

  /// `rules`: plans without values.
  init(_ plan: Plan, besides rules: [Plan]) {
    (self.plan, lexicon) = (plan, Lexicon(plan))
    canonicals = Set(rules.flatMap(\.rules).flatMap { $0.pairs.map(\.canonical) })
    constants = Set(rules.flatMap(\.rules).flatMap { $0.pairs.compactMap(\.replacement) })
  }

  /// In content of any kind: what the filter never munges is committed as it is.
  func hits(in bytes: [UInt8], isOurs: Bool) -> [LeakScanner.Hit] {
    let others = isOurs ? canonicals : canonicals.union(constants)
    let isMunged = Exclusion.kind(of: bytes) == nil
    let hidden = isMunged ? [] : lexicon.occurrencesBetweenNULs(in: bytes)
    return (lexicon.occurrencesAnyway(in: bytes) + hidden).filter { !$0.traits.contains(.canonical) && !others.contains($0.text) }
      .compactMap { sighting in
        matter(sighting, bytes).map { LeakScanner.Hit(matter: $0, rule: rule(of: sighting), range: sighting.range) }
      }
  }

  private func matter(_ sighting: Lexicon.Sighting, _ bytes: [UInt8]) -> Finding.Matter? {
    if sighting.traits.isDisjoint(with: .foreign) { return nil }
    switch sighting.fit {
    case .insideWord:
      let word = sighting.word(in: bytes)
      return .nearLeak(sighting.text, word: word, suffix: sighting.suffix(covering: word, of: whole(sighting.text)))
    case .token:
      if sighting.traits == .outsideKey { return .nearLeak(sighting.text, word: sighting.text) }
      if sighting.traits.contains(.local) { return .ownText(sighting.text, canonical: canonical(of: sighting)) }
      return .formerText(sighting.text, canonical: canonical(of: sighting))
    }
  }

  /// The local text of the rule without a suffix.
  private func whole(_ text: [UInt8]) -> [UInt8] {
    let rule = plan.rules.first { $0.pairs.contains { $0.replacement == text } }
    return rule?.pairs.first?.replacement ?? text
  }

  private func canonical(of sighting: Lexicon.Sighting) -> [UInt8] {
    let rules = plan.rules.filter { $0.covers(sighting) }
    let current = rules.lazy.flatMap(\.pairs).first { $0.replacement == sighting.text }?.canonical
    return current ?? rules.lazy.flatMap(\.retired).first { $0.text == sighting.text }?.canonical ?? []
  }

  private func rule(of sighting: Lexicon.Sighting) -> [UInt8] {
    plan.rules.first { rule in
      rule.pairs.contains { $0.replacement == sighting.text } || rule.retired.contains { $0.text == sighting.text }
        || rule.watched.contains(sighting.text)
    }?.name ?? []
  }
}

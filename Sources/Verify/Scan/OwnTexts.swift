import Smudge

/// The texts of this working tree: what it shows now, and what it showed once.
struct OwnTexts {
  let lexicon: Lexicon
  /// Of the project, whatever else they are.
  private let canonicals: Set<[UInt8]>
  /// The same for everybody: outside the attribute they are words like others.
  private let constants: Set<[UInt8]>

  /// `rules`: plans without values.
  init(_ plan: Plan, besides rules: [Plan]) {
    lexicon = Lexicon(plan)
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
      return .nearLeak(sighting.text, word: word, suffix: sighting.suffix(covering: word, of: whole(sighting)))
    case .token:
      if sighting.traits == .outsideKey { return .nearLeak(sighting.text, word: sighting.text) }
      if sighting.traits.contains(.local) { return .ownText(sighting.text, canonical: sighting.canonical ?? []) }
      return .formerText(sighting.text, canonical: sighting.canonical ?? [])
    }
  }

  /// The local text of the rule without a suffix.
  private func whole(_ sighting: Lexicon.Sighting) -> [UInt8] {
    let local = sighting.meanings.first { if case .local = $0.role { true } else { false } }
    return local.flatMap { lexicon.rules[$0.rule].pairs.first?.replacement } ?? sighting.text
  }

  private func rule(of sighting: Lexicon.Sighting) -> [UInt8] {
    sighting.meanings.first(where: \.isForeign).map { lexicon.rules[$0.rule].name } ?? []
  }
}

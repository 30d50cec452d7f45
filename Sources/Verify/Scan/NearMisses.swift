import Smudge

/// Finds canonical texts inside longer words, which no rule covers.
struct NearMisses {
  private let plan: Plan

  init(_ plan: Plan) { self.plan = plan }

  /// Each word once. `found`: what a lexicon of the plan finds in the content.
  func hits(_ found: [Lexicon.Sighting], in bytes: [UInt8]) -> [LeakScanner.Hit] {
    var known: Set<Finding.Matter> = []
    return found.filter { $0.fit == .insideWord && $0.traits.contains(.canonical) }.compactMap { sighting in
      let hit = hit(sighting, sighting.word(in: bytes))
      return known.insert(hit.matter).inserted ? hit : nil
    }
  }

  private func hit(_ sighting: Lexicon.Sighting, _ word: [UInt8]) -> LeakScanner.Hit {
    let rule = sighting.meanings.filter(\.isCanonical).map(\.rule).min().map { plan.rules[$0] }
    let whole = rule?.pairs.first?.canonical ?? sighting.text
    let matter = Finding.Matter.nearMiss(sighting.text, word: word, suffix: sighting.suffix(covering: word, of: whole))
    return LeakScanner.Hit(matter: matter, rule: rule?.name ?? [], range: sighting.range)
  }
}

extension Lexicon.Sighting {
  /// What a `suffix` line of a rule has to say to cover a word that begins with this text; `nil` where none can. `whole`:
  /// the text of the rule without a suffix.
  func suffix(covering word: [UInt8], of whole: [UInt8]) -> [UInt8]? {
    guard word.starts(with: text), word.count <= Self.longest else { return nil }
    return Array(text.dropFirst(whole.count) + word.dropFirst(text.count))
  }
}

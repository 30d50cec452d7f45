import Platform
import Smudge

/// Texts that are looked for in other texts, as words of their own.
struct TextPlaces {
  private let lexicon: Lexicon

  init(_ texts: [[UInt8]]) {
    let pairs = texts.map { TextPair(canonical: $0, local: nil) }
    lexicon = Lexicon(Plan(rules: [PlanRule(name: [], pairs: pairs)], fingerprint: Digest([])))
  }

  /// Whether one of them stands alone somewhere in `other`.
  func stand(in other: [UInt8]) -> Bool { lexicon.occurrences(in: other).contains { $0.fit == .token } }
}

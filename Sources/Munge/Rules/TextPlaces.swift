import Platform
import Smudge

/// Texts that are looked for in other texts, each by itself.
struct TextPlaces {
  private let lexicons: [Lexicon]

  init(_ texts: [[UInt8]]) {
    lexicons = texts.map { text in
      Lexicon(Plan(
        rules: [PlanRule(name: [], pairs: [TextPair(canonical: text, local: nil)])], fingerprint: Digest([])))
    }
  }

  /// Whether one of them stands alone somewhere in `other`.
  func stand(in other: [UInt8]) -> Bool {
    lexicons.contains { $0.occurrences(in: other).contains { $0.fit == .token } }
  }
}

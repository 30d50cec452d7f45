import TestSupport

@testable import Rules
@testable import Smudge

struct WordTests {
  private static let known = ["canonical", "local", "suffix", "except", "path", "team-id", "label"]

  @Test(arguments: [
    ("canonical", "canonical"), ("cannonical", "canonical"), ("canonicel", "canonical"), ("cnaonical", "canonical"),
    ("capitalist", nil), ("Local", "local"), ("locale", "local"), ("lokal", "local"), ("lobel", "label"),
    ("sufix", "suffix"), ("suffixes", "suffix"), ("paths", "path"), ("pth", "path"), ("exept", "except"),
    // A word with this prefix comes before a similar word.
    ("team", "team-id"), ("can", "canonical"),
    ("teamid", "team-id"), ("TEAM", nil), ("x", nil), ("", nil), ("quux", nil), ("päth", "path"),
  ])
  func `The nearest word is proposed, or none`(word: String, expected: String?) {
    #expect(nearestWord(to: word, among: Self.known) == expected)
  }

  @Test func `One search finds what a search for each text finds`() {
    var generator = SeededGenerator(salt: "text places")
    func text(_ most: Int) -> [UInt8] {
      (0..<Int.random(in: 0...most, using: &generator)).map { _ in bytes("ab.-").randomElement(using: &generator) ?? 0 }
    }
    for _ in 0..<2000 {
      let texts = (0..<Int.random(in: 0...4, using: &generator)).map { _ in text(5) }
      let other = text(12)
      let expected = texts.contains { text in
        !text.isEmpty
          && other.indices.contains {
            other[$0...].starts(with: text) && NaiveMatcher.standsAlone($0..<$0 + text.count, other)
          }
      }
      #expect(
        WholeWordSearch(texts).occur(in: other) == expected,
        "\(texts.map { escaped($0) }) in '\(escaped(other))'; \(TestSeed.note)")
    }
  }
}

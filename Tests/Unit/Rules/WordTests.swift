import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Smudge

/// The known word that is proposed for an unknown one, and the search for whole words.
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

  @Test func `Without known words none is proposed`() {
    #expect(nearestWord(to: "team", among: []) == nil)
  }

  @Test func `Of two equally near words the first is proposed`() {
    #expect(nearestWord(to: "tezt", among: ["test", "text"]) == "test")
  }

  private static func stands(_ text: [UInt8], in other: [UInt8]) -> Bool {
    !text.isEmpty && other.indices.contains { place in
      let end = place + text.count
      return other[place...].starts(with: text) && (place == 0 || !Boundary.isIdentifier(other[place - 1]))
        && (end == other.count || !Boundary.isIdentifier(other[end]))
    }
  }

  @Test func `One search finds what a search for each text finds`() {
    var generator = SeededGenerator(salt: "text places")
    func text(_ most: Int) -> [UInt8] {
      (0..<Int.random(in: 0...most, using: &generator)).map { _ in bytes("ab.-").randomElement(using: &generator) ?? 0 }
    }
    for _ in 0..<2000 {
      let texts = (0..<Int.random(in: 0...4, using: &generator)).map { _ in text(5) }
      let other = text(12)
      let expected = texts.contains { Self.stands($0, in: other) }
      #expect(WholeWordSearch(texts).occur(in: other) == expected, "\(texts.map { escaped($0) }) in '\(escaped(other))'; \(TestSeed.note)")
    }
  }
}

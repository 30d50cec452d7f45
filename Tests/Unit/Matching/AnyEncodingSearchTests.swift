import Smudge
import TestSupport
import Testing

/// Tests of the search for texts in bytes and in UTF-16.
struct AnyEncodingSearchTests {
  private static let texts = ["a", "ab", "abc", "b.c", "dev.me", "x"].map(bytes)

  /// Whether one of the texts is at some place, with or without a NUL between its characters.
  private static func occurs(_ texts: [[UInt8]], in content: [UInt8]) -> Bool {
    texts.contains { text in
      let wide = Array(text.map { [$0] }.joined(separator: [0]))
      return content.indices.contains { content[$0...].starts(with: text) || content[$0...].starts(with: wide) }
    }
  }

  @Test func `It finds what a comparison at each place finds`() {
    var generator = SeededGenerator(salt: "any encoding")
    let letters = bytes("abcx.dev \u{0}\u{0}\u{0}\n")
    for _ in 0..<3000 {
      let texts = Array(Self.texts.shuffled(using: &generator).prefix(Int.random(in: 1...4, using: &generator)))
      let content = (0..<Int.random(in: 0...40, using: &generator)).map { _ in letters.randomElement(using: &generator) ?? 0 }
      #expect(
        AnyEncodingSearch(texts).occurs(in: content) == Self.occurs(texts, in: content), "\(texts) in \(content); \(TestSeed.note)")
    }
  }

  @Test func `Without a text, and with an empty one, nothing is found`() {
    #expect(AnyEncodingSearch([]).isEmpty)
    #expect(AnyEncodingSearch([[]]).isEmpty)
    #expect(!AnyEncodingSearch([[]]).occurs(in: bytes("a")))
  }
}

import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the matcher, against a search of every text at every position.
struct MatcherTests {
  @Test func `Empty and repeated texts are ignored`() {
    let matcher = Matcher([bytes("b"), [], bytes("a"), bytes("b")])
    #expect(matcher.texts == [bytes("a"), bytes("b")])
    #expect(matcher.longest == 1)
    #expect(matcher.index(of: bytes("b")) == 1)
    #expect(matcher.index(of: bytes("c")) == nil)
  }

  @Test func `Identifier characters are the ASCII letters, digits, underscore and hyphen`() {
    let ours = (0...UInt8.max).filter(Boundary.isIdentifier)
    let letters = Array(UInt8(ascii: "a")...UInt8(ascii: "z")) + Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    let expected = letters + Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + bytes("_-")
    #expect(ours == expected.sorted(), "all other bytes separate words, those above 127 included")
  }

  @Test func `A match that starts at the limit is left for the next window`() {
    let matcher = Matcher([bytes("ab")])
    let content = bytes("ab ab")
    var state = matcher.state()
    let before = matcher.next(in: content.span, from: 1, to: 3, &state)
    let after = matcher.next(in: content.span, from: 1, to: 4, &state)
    #expect(before == nil)
    #expect(after?.range == 3..<5)
  }

  @Test(arguments: [1, 2, 3, 5, 6, 9, 30, 200])
  func `Random texts have the same matches as in the naive search`(most: Int) {
    var generator = SeededGenerator(salt: "matcher \(most)")
    for _ in 0..<(most > 100 ? 60 : 250) {
      let texts = RandomTexts.make(count: most, &generator)
      let matcher = Matcher(texts)
      let content = RandomTexts.content(of: texts, &generator)
      let found = matches(matcher, content)
      let expected = NaiveMatcher(texts).matches(content)
      #expect(
        found == expected,
        """
        texts \(texts.map { escaped($0) }), content '\(escaped(content))': \
        found \(words(found, matcher)), expected \(words(expected, matcher)); \(TestSeed.note)
        """)
    }
  }

  @Test(arguments: [1, 7, 300])
  func `A text is found at every position, among others or alone`(count: Int) {
    let texts = (0..<count).map { bytes("text\($0)") }
    let matcher = Matcher(texts)
    for place in 0..<200 {
      var content = [UInt8](repeating: UInt8(ascii: "."), count: 210)
      content.replaceSubrange(place..<place + 5, with: bytes("text0"))
      #expect(matches(matcher, content).map(\.range) == [place..<place + 5], "\(place)")
    }
  }

  @Test func `Random texts use both kinds of prefilter`() {
    var generator = SeededGenerator(salt: "strategies")
    let prefilters = (0..<400).map { _ in
      Prefilter(sorted: Matcher(RandomTexts.make(count: 30, &generator)).texts)
    }
    #expect(prefilters.contains { if case .pairs = $0 { true } else { false } }, "else the tests above miss it")
    #expect(prefilters.contains { if case .shifts = $0 { true } else { false } }, "else the tests above miss it")
  }

  /// All matches, as a pass iterates them.
  private func matches(_ matcher: Matcher, _ content: [UInt8]) -> [Match] {
    var (found, place, state) = ([Match](), 0, matcher.state())
    while let next = matcher.next(in: content.span, from: place, to: content.count, &state) {
      found.append(next)
      place = next.end
    }
    return found
  }

  private func words(_ found: [Match], _ matcher: Matcher) -> String {
    found.map { "\($0.range.lowerBound)\(escaped(matcher.texts[$0.text]))\($0.fit == .token ? "t" : "w")" }
      .joined(separator: " ")
  }
}

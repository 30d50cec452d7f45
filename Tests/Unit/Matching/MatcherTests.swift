import TestSupport

@testable import Smudge

struct MatcherTests {
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
      let note =
        "\(texts.map { escaped($0) }) in '\(escaped(content))': found \(words(found, matcher)), not \(words(expected, matcher))"
      #expect(found == expected, "\(note); \(TestSeed.note)")
    }
  }

  private func matches(_ matcher: Matcher, _ content: [UInt8]) -> [Match] {
    var (found, place, state) = ([Match](), 0, matcher.state())
    while let next = matcher.next(in: content.span, from: place, to: content.count, &state) {
      found.append(next)
      place = next.end
    }
    return found
  }

  private func words(_ found: [Match], _ matcher: Matcher) -> String {
    found.map { "\($0.range.lowerBound)\(escaped(matcher.texts[$0.text]))\($0.fit == .token ? "t" : "w")" }.joined(
      separator: " ")
  }
}

/// The expected matches, by a search of every text at every position.
struct NaiveMatcher {
  private let texts: [[UInt8]]

  init(_ texts: [[UInt8]]) { self.texts = Set(texts).sorted { $0.lexicographicallyPrecedes($1) } }

  func matches(_ content: [UInt8]) -> [Match] {
    var (found, place) = ([Match](), 0)
    while place < content.count {
      guard let next = match(at: place, content) else {
        place += 1
        continue
      }
      found.append(next)
      place += next.fit == .token ? texts[next.text].count : 1
    }
    return found
  }

  private func match(at place: Int, _ content: [UInt8]) -> Match? {
    let here = texts.indices.filter { content[place...].starts(with: texts[$0]) }
    let longestFirst = here.sorted { texts[$0].count > texts[$1].count }
    func range(_ text: Int) -> Range<Int> { place..<place + texts[text].count }
    guard let longest = longestFirst.first else { return nil }
    let token = longestFirst.first { NaiveMatcher.standsAlone(range($0), content) }
    return Match(
      text: token ?? longest, range: range(token ?? longest), fit: token == nil ? .insideWord : .token, longest: longest
    )
  }

  static func standsAlone(_ range: Range<Int>, _ content: [UInt8]) -> Bool {
    let neighbours = [range.lowerBound - 1, range.upperBound].filter(content.indices.contains)
    if content[..<range.lowerBound].suffix(2).elementsEqual(":-".utf8) {
      return !neighbours.dropFirst().contains { Boundary.isIdentifier(content[$0]) }
    }
    return !neighbours.contains { Boundary.isIdentifier(content[$0]) }
  }
}

@testable import Smudge

/// What a matcher has to find, by trying every text at every place.
struct NaiveMatcher {
  private let texts: [[UInt8]]

  init(_ texts: [[UInt8]]) {
    self.texts = Set(texts).sorted { $0.lexicographicallyPrecedes($1) }
  }

  func occurrences(_ content: [UInt8]) -> [Matcher.Occurrence] {
    var (found, place) = ([Matcher.Occurrence](), 0)
    while place < content.count {
      guard let next = occurrence(at: place, content) else {
        place += 1
        continue
      }
      found.append(next)
      place += next.fit == .token ? texts[next.text].count : 1
    }
    return found
  }

  private func occurrence(at place: Int, _ content: [UInt8]) -> Matcher.Occurrence? {
    let here = texts.indices.filter { content[place...].starts(with: texts[$0]) }
    let longestFirst = here.sorted { texts[$0].count > texts[$1].count }
    let token = longestFirst.first { NaiveMatcher.standsAlone(place..<place + texts[$0].count, content) }
    if let token { return Matcher.Occurrence(text: token, place: place, fit: .token, longest: longestFirst.first) }
    return longestFirst.first.map { Matcher.Occurrence(text: $0, place: place, fit: .insideWord) }
  }

  static func standsAlone(_ range: Range<Int>, _ content: [UInt8]) -> Bool {
    let neighbours = [range.lowerBound - 1, range.upperBound].filter(content.indices.contains)
    return !neighbours.contains { isIdentifier(content[$0]) }
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}

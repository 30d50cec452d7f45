@testable import Smudge

/// The expected matches, by a search of every text at every position.
struct NaiveMatcher {
  private let texts: [[UInt8]]

  init(_ texts: [[UInt8]]) {
    self.texts = Set(texts).sorted { $0.lexicographicallyPrecedes($1) }
  }

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
    return Match(text: token ?? longest, range: range(token ?? longest), fit: token == nil ? .insideWord : .token, longest: longest)
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

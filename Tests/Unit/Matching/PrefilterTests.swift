import TestSupport

@testable import Smudge

struct PrefilterTests {
  @Test(arguments: 1...20)
  func `A text is found at every offset, for every length of content`(length: Int) {
    let text = bytes("qwertyuiopasdfghjklz").prefix(length)
    let pair = BytePair(rarestOf: text)
    for count in 0...(length + 40) {
      let empty = [UInt8](repeating: UInt8(ascii: "."), count: count)
      #expect(next(pair, empty, from: 0) == .max, "nothing in \(count) bytes")
      for place in 0..<max(0, count - length + 1) {
        var content = empty
        content.replaceSubrange(place..<place + length, with: text)
        #expect(next(pair, content, from: 0) == place, "in \(count) bytes")
        #expect(next(pair, content, from: place) == place, "in \(count) bytes, from it on")
        #expect(next(pair, content, from: place + 1) == .max, "in \(count) bytes, after it")
      }
    }
  }

  @Test(arguments: [2, 3, 4, 10, 255, 300])
  func `The Wu-Manber table finds every text, for every length of content`(length: Int) {
    let texts = (0..<8).map { first in
      [UInt8(ascii: "a") + UInt8(first)] + [UInt8](repeating: UInt8(ascii: "x"), count: length - 1)
    }
    let table = WuManberTable(texts, length: length)
    for count in [length, length + 1, length + 17, length * 2 + 3] {
      for place in 0...(count - length) {
        var content = [UInt8](repeating: UInt8(ascii: "."), count: count)
        content.replaceSubrange(place..<place + length, with: texts[place % 8])
        let found = candidates(table, content)
        #expect(found.contains(place), "text of \(length) at \(place) of \(count) bytes")
      }
    }
  }

  @Test func `A search returns no candidate twice and none before its start`() {
    var generator = SeededGenerator(salt: "walk")
    for _ in 0..<300 {
      let texts = RandomTexts.make(count: 12, &generator)
      let prefilter = Prefilter(sorted: Matcher(texts).texts)
      let content = RandomTexts.content(of: texts, &generator)
      var (state, start) = (Prefilter.Candidates(prefilter), 0)
      while let place = state.next(prefilter, in: content.span.bytes, from: start) {
        #expect(place >= start && place < content.count, "\(TestSeed.note)")
        if place < start { break }
        start = place + 1
      }
    }
  }

  private func candidates(_ table: WuManberTable, _ content: [UInt8]) -> [Int] {
    var (found, start) = ([Int](), 0)
    while let place = table.next(in: content.span.bytes, from: start) {
      found.append(place)
      start = place + 1
    }
    return found
  }

  @Test(arguments: 0...50)
  func `A NUL is found at every offset`(count: Int) {
    let content = [UInt8](repeating: 0xFF, count: count)
    #expect(!containsNUL(content))
    for place in 0..<count {
      var content = content
      content[place] = 0
      #expect(containsNUL(content), "at \(place) of \(count)")
    }
  }

  // A span cannot be used inside #expect.
  private func containsNUL(_ content: [UInt8]) -> Bool { content.span.containsNUL }

  private func next(_ pair: BytePair, _ content: [UInt8], from start: Int) -> Int {
    pair.next(in: content.span.bytes, from: start)
  }
}

struct TextSearchTests {
}

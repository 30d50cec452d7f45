/// The lines of two sides as numbers: equal lines have the same one, whichever side they are of.
///
/// Lines are compared again and again, so their bytes are looked at once.
struct LineInterner {
  let content: [Int]
  let source: [Int]

  init<Key: Hashable>(content: [Key], source: [Key]) {
    var numbers: [Key: Int] = [:]
    numbers.reserveCapacity(max(content.count, source.count))
    func number(_ key: Key) -> Int {
      if let known = numbers[key] { return known }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
    self.source = source.map(number)
    self.content = content.map(number)
  }

  func areEqual(_ pair: LinePair) -> Bool { content[pair.content] == source[pair.source] }

  /// Of the lines given those that are the only ones of their class on either side, in the content's order.
  func singles(_ content: some Sequence<Int>, _ source: some Sequence<Int>) -> [LinePair] {
    var tallies: [Int: (content: Int, source: Int, line: Int)] = [:]
    for line in source { tallies[self.source[line], default: (0, 0, line)].source += 1 }
    // What the source does not have needs no tally.
    let shared = content.filter { (tallies[self.content[$0]]?.content += 1) != nil }
    return shared.compactMap { line in
      guard let tally = tallies[self.content[line]], tally.content == 1, tally.source == 1 else { return nil }
      return LinePair(content: line, source: tally.line)
    }
  }
}

/// A line of the content and one of the source.
struct LinePair: Hashable {
  let content: Int
  let source: Int
}

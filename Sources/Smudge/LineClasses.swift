/// The lines of two sides as numbers: equal lines have the same one, whichever side they are of.
///
/// Lines are compared again and again, so their bytes are looked at once.
struct LineClasses {
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
    var tallies: [Int: Tally] = [:]
    for line in source { tallies[self.source[line], default: Tally()].source.add(line) }
    // What the source does not have needs no tally.
    let shared = content.filter { tallies[self.content[$0]]?.content.add($0) != nil }
    return shared.compactMap { line in
      guard let tally = tallies[self.content[line]], case .one = tally.content, case .one(let origin) = tally.source
      else { return nil }
      return LinePair(content: line, source: origin)
    }
  }

  /// The lines of one class.
  private struct Tally {
    var content = Count.none
    var source = Count.none
  }

  private enum Count {
    case none
    case one(Int)
    case several

    mutating func add(_ line: Int) {
      switch self {
      case .none: self = .one(line)
      case .one, .several: self = .several
      }
    }
  }
}

/// A line of the content and one of the source.
struct LinePair: Hashable {
  let content: Int
  let source: Int
}

import Platform

/// The lines of both sides of a diff as integers: equal lines have the same number, so that each comparison is one of
/// integers.
struct LineInterner {
  /// The numbers of the lines of the content; the indices of a part of a side start at its first line.
  let content: ArraySlice<Int>
  /// The numbers of the lines of the source.
  let source: ArraySlice<Int>

  /// Numbers the lines. `first`: the index of the first line on both sides.
  init<Key: Hashable>(content: some Collection<Key>, source: some Collection<Key>, first: Int = 0) {
    var numbers: [Key: Int] = [:]
    numbers.reserveCapacity(max(content.count, source.count))
    func number(_ key: Key) -> Int {
      if let number = numbers[key] { return number }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
    let before = Array(repeating: -1, count: first)
    self.source = (before + source.map(number))[first...]
    self.content = (before + content.map(number))[first...]
  }

  /// Pairs of the given lines whose number occurs once on either side, in the content's order: the anchors of a
  /// patience diff.
  func uniquePairs(_ content: some Sequence<Int>, _ source: some Sequence<Int>) -> [LinePair] {
    var counts: [Int: (content: Int, source: Int, line: Int)] = [:]
    for line in source { counts[self.source[line], default: (0, 0, line)].source += 1 }
    // Numbers that the source does not have need no count.
    let shared = content.filter { (counts[self.content[$0]]?.content += 1) != nil }
    return shared.compactMap { line in
      guard let count = counts[self.content[line]], count.content == 1, count.source == 1 else { return nil }
      return LinePair(content: line, source: count.line)
    }
  }
}

/// A line of the content and the line of the source that it matches, both counted from 0.
struct LinePair: Hashable {
  let content: Int
  let source: Int
}

extension [LinePair] {
  /// The longest subsequence that is in order on both sides, by patience sorting; the pairs have to be sorted by
  /// content.
  func inOrder() -> [LinePair] {
    // `ends[n]` is the index of the last pair of the run of n + 1 pairs whose last source line is smallest.
    var ends = [Int]()
    var previous = [Int?]()
    for index in indices {
      // The length of the longest run that the pair can extend; in the common case its line is after all others.
      let source = self[index].source
      let isLast = ends.last.map { self[$0].source < source } ?? false
      let length = isLast ? ends.count : ends.partitioningIndex { self[$0].source >= source }
      previous.append(length > 0 ? ends[length - 1] : nil)
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var run = [LinePair]()
    var next = ends.last
    while let index = next {
      run.append(self[index])
      next = previous[index]
    }
    return run.reversed()
  }
}

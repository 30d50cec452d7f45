import Platform

/// A line of the content and the line of the source that it matches, both counted from 0.
struct LinePair: Hashable {
  let content: Int
  let source: Int
}

/// A patience diff of content and source (Bram Cohen; git's `--patience`): lines that occur once on both sides are
/// anchors, and the gaps between them are matched by a longest common subsequence.
struct LineDiff {
  /// The end from which lines match where several can.
  enum Ties: CaseIterable {
    case first, last
  }

  /// The lines between two matches, on either side.
  struct Gap {
    let content: Range<Int>
    let source: Range<Int>
  }

  /// The matches, in ascending order on both sides.
  private(set) var pairs: [LinePair] = []
  /// Whether a gap is too large to be matched as a whole: equal lines at its ends match, and no others.
  private(set) var isCut = false
  /// All compared lines.
  private let all: Gap

  /// Compares lines of both sides, given as numbers: equal lines have the same one.
  init(content: ArraySlice<Int>, source: ArraySlice<Int>, ties: Ties) {
    all = Gap(content: content.indices, source: source.indices)
    switch ties {
    case .first: match(content, source)
    case .last:
      match(content.reversed()[...], source.reversed()[...])
      let last = LinePair(content: content.endIndex - 1, source: source.endIndex - 1)
      pairs = pairs.reversed().map { LinePair(content: last.content - $0.content, source: last.source - $0.source) }
    }
  }

  /// The lines between the matches, where there are any.
  var hunks: [Gap] {
    var start = LinePair(content: all.content.lowerBound, source: all.source.lowerBound)
    return (pairs + [LinePair(content: all.content.upperBound, source: all.source.upperBound)]).compactMap { pair in
      defer { start = LinePair(content: pair.content + 1, source: pair.source + 1) }
      let hunk = Gap(content: start.content..<pair.content, source: start.source..<pair.source)
      return hunk.content.isEmpty && hunk.source.isEmpty ? nil : hunk
    }
  }

  /// The largest number of pairs of lines in a gap that are compared: a bound on time and memory.
  private static let mostPairs = 1 << 18

  /// Matches lines: the anchors, and the gaps between them.
  private mutating func match(_ content: ArraySlice<Int>, _ source: ArraySlice<Int>) {
    let end = LinePair(content: content.endIndex, source: source.endIndex)
    var start = LinePair(content: content.startIndex, source: source.startIndex)
    for anchor in Self.anchors(content, source) + [end] {
      matchGap(content[start.content..<anchor.content], source[start.source..<anchor.source])
      if anchor != end { pairs.append(anchor) }
      start = LinePair(content: anchor.content + 1, source: anchor.source + 1)
    }
  }

  /// The lines that occur once on both sides: the longest run that is in order.
  private static func anchors(_ content: ArraySlice<Int>, _ source: ArraySlice<Int>) -> [LinePair] {
    func places(_ lines: ArraySlice<Int>) -> [Int: Int?] {
      Dictionary(zip(lines, lines.indices.map(Optional.some))) { _, _ in nil }
    }
    let others = places(source)
    let unique = places(content).compactMap { number, line in
      line.flatMap { line in (others[number] ?? nil).map { LinePair(content: line, source: $0) } }
    }
    return unique.sorted { $0.content < $1.content }.inOrder
  }

  /// Matches the lines of a gap.
  private mutating func matchGap(_ content: ArraySlice<Int>, _ source: ArraySlice<Int>) {
    let head = zip(content, source).prefix { $0 == $1 }.count
    pairs += (0..<head).map { LinePair(content: content.startIndex + $0, source: source.startIndex + $0) }
    let content = content.dropFirst(head)
    let source = source.dropFirst(head)
    if content.isEmpty || source.isEmpty { return }
    if content.count <= Self.mostPairs / source.count { return matchSubsequence(content, source) }
    let tail = zip(content.reversed(), source.reversed()).prefix { $0 == $1 }.count
    isCut = true
    pairs += (0..<tail).map { LinePair(content: content.endIndex - tail + $0, source: source.endIndex - tail + $0) }
  }

  /// Matches the longest common subsequence of a gap.
  private mutating func matchSubsequence(_ content: ArraySlice<Int>, _ source: ArraySlice<Int>) {
    let width = content.count + 1
    var lengths = [Int32](repeating: 0, count: (source.count + 1) * width)
    func cell(_ line: Int, _ other: Int) -> Int { (line - source.startIndex) * width + other - content.startIndex }
    for line in source.indices.reversed() {
      for other in content.indices.reversed() {
        let isEqual = source[line] == content[other]
        lengths[cell(line, other)] =
          isEqual
          ? lengths[cell(line + 1, other + 1)] + 1
          : max(lengths[cell(line + 1, other)], lengths[cell(line, other + 1)])
      }
    }
    var line = source.startIndex
    var other = content.startIndex
    while line < source.endIndex, other < content.endIndex {
      if source[line] == content[other] {
        pairs.append(LinePair(content: other, source: line))
        line += 1
        other += 1
      } else if lengths[cell(line + 1, other)] >= lengths[cell(line, other + 1)] {
        line += 1
      } else {
        other += 1
      }
    }
  }
}

extension [LinePair] {
  /// The longest subsequence that is in order on both sides, by patience sorting; the pairs have to be sorted by
  /// content.
  fileprivate var inOrder: [LinePair] {
    // `ends[n]` is the index of the last pair of the run of n + 1 pairs whose last source line is smallest.
    var ends = [Int]()
    var previous = [Int?]()
    for index in indices {
      let length = ends.partitioningIndex { self[$0].source >= self[index].source }
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

/// The common lines of two texts by patience diff, in ascending order on both sides and counted from 0.
package func commonLines(_ one: [ArraySlice<UInt8>], _ other: [ArraySlice<UInt8>]) -> [(one: Int, other: Int)] {
  var numbers: [LineIdentity: Int] = [:]
  let content = one.map { numbers.number(LineIdentity(bytes: ByteString($0))) }
  let source = other.map { numbers.number(LineIdentity(bytes: ByteString($0))) }
  return LineDiff(content: content[...], source: source[...], ties: .first).pairs.map { ($0.content, $0.source) }
}

/// What equal lines share.
struct LineIdentity: Hashable {
  let bytes: ByteString
  /// The key on another line.
  var key: ByteString?
}

extension [LineIdentity: Int] {
  /// The number of a line: equal ones have the same, so that each comparison is one of integers.
  mutating func number(_ line: LineIdentity) -> Int {
    if let number = self[line] { return number }
    self[line] = count
    return count - 1
  }
}

import Platform

/// A line of the content and the line of the source that it matches, both counted from 0.
struct LinePair: Hashable {
  let content: Int
  let source: Int
}

/// A patience diff of content and source (Bram Cohen; git's `--patience`): lines that occur once on both sides are
/// anchors, and the gaps between them are matched by a longest common subsequence.
struct LineDiff {
  /// The lines that match where several can: the side whose lines are left out first, and the end from which it is
  /// read.
  enum Ties: CaseIterable {
    case sourceFirst, contentFirst, sourceLast, contentLast
  }

  /// The lines of a gap, on either side.
  struct Gap {
    let content: Range<Int>
    let source: Range<Int>

    /// The gap in sides of so many lines that are read from their ends.
    fileprivate func reversed(_ lines: Int, _ others: Int) -> Gap {
      Gap(
        content: lines - content.upperBound..<lines - content.lowerBound,
        source: others - source.upperBound..<others - source.lowerBound)
    }
  }

  /// The matches, in ascending order on both sides.
  private(set) var pairs: [LinePair] = []
  /// The gaps that are too large to be matched as a whole: equal lines at their ends match, and no others.
  private(set) var cut: [Gap] = []
  /// Whether lines of the content are left out before those of the source.
  private let isContentFirst: Bool

  /// Compares lines of both sides, given as numbers: equal lines have the same one.
  init(content: [Int], source: [Int], ties: Ties) {
    isContentFirst = ties == .contentFirst || ties == .contentLast
    switch ties {
    case .sourceFirst, .contentFirst: match(content[...], source[...])
    case .sourceLast, .contentLast:
      match(content.reversed()[...], source.reversed()[...])
      let last = LinePair(content: content.count - 1, source: source.count - 1)
      pairs = pairs.reversed().map { LinePair(content: last.content - $0.content, source: last.source - $0.source) }
      cut = cut.map { $0.reversed(content.count, source.count) }
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
    let numbers = max(content.max() ?? -1, source.max() ?? -1) + 1
    let counts = (content: content.counts(of: numbers), source: source.counts(of: numbers))
    var places = [Int](repeating: 0, count: numbers)
    for line in source.indices { places[source[line]] = line }
    let unique = content.indices.filter { counts.content[content[$0]] == 1 && counts.source[content[$0]] == 1 }
    return unique.map { LinePair(content: $0, source: places[content[$0]]) }.inOrder
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
    cut.append(Gap(content: content.dropLast(tail).indices, source: source.dropLast(tail).indices))
    pairs += (0..<tail).map { LinePair(content: content.endIndex - tail + $0, source: source.endIndex - tail + $0) }
  }

  /// Matches the longest common subsequence of a gap: of several, one with the fewest hunks.
  private mutating func matchSubsequence(_ content: ArraySlice<Int>, _ source: ArraySlice<Int>) {
    let scores = SubsequenceScores(content, source)
    var line = source.startIndex
    var other = content.startIndex
    var isInHunk = false
    while line < source.endIndex, other < content.endIndex {
      if scores.isMatch(line, other, isInHunk) {
        pairs.append(LinePair(content: other, source: line))
        line += 1
        other += 1
        isInHunk = false
        continue
      }
      let (without, withoutOther) = (scores.inHunk(line + 1, other), scores.inHunk(line, other + 1))
      if without == withoutOther ? isContentFirst : without < withoutOther { other += 1 } else { line += 1 }
      isInHunk = true
    }
  }
}

/// The scores of the best subsequences behind each pair of positions in a gap: each match counts more than all hunks.
private struct SubsequenceScores {
  private let content: ArraySlice<Int>
  private let source: ArraySlice<Int>
  /// The scores behind a match, and inside a hunk.
  private var scores: (match: [Int32], hunk: [Int32])

  private static let match: Int32 = 1 << 12

  init(_ content: ArraySlice<Int>, _ source: ArraySlice<Int>) {
    self.content = content
    self.source = source
    let empty = [Int32](repeating: 0, count: (source.count + 1) * (content.count + 1))
    scores = (empty, empty)
    for line in (source.startIndex...source.endIndex).reversed() {
      for other in (content.startIndex...content.endIndex).reversed() { set(line, other) }
    }
  }

  private mutating func set(_ line: Int, _ other: Int) {
    if line == source.endIndex, other == content.endIndex { return }
    var hunk = Int32.min
    if line < source.endIndex { hunk = inHunk(line + 1, other) }
    if other < content.endIndex { hunk = max(hunk, inHunk(line, other + 1)) }
    var match = Int32.min
    if line < source.endIndex, other < content.endIndex, source[line] == content[other] {
      match = Self.match + scores.match[cell(line + 1, other + 1)]
    }
    scores.hunk[cell(line, other)] = max(hunk, match)
    scores.match[cell(line, other)] = max(max(hunk, match) - 1, match)
  }

  private func cell(_ line: Int, _ other: Int) -> Int {
    (line - source.startIndex) * (content.count + 1) + other - content.startIndex
  }

  /// The score behind two positions inside a hunk.
  func inHunk(_ line: Int, _ other: Int) -> Int32 { scores.hunk[cell(line, other)] }

  /// Whether two lines match in a best subsequence.
  func isMatch(_ line: Int, _ other: Int, _ isInHunk: Bool) -> Bool {
    guard source[line] == content[other] else { return false }
    let best = isInHunk ? scores.hunk[cell(line, other)] : scores.match[cell(line, other)]
    return Self.match + scores.match[cell(line + 1, other + 1)] == best
  }
}

extension ArraySlice<Int> {
  /// The number of lines for each of so many numbers.
  fileprivate func counts(of numbers: Int) -> [Int] {
    reduce(into: [Int](repeating: 0, count: numbers)) { $0[$1] += 1 }
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
  var numbers = LineNumbers<ByteString>()
  let content = one.map { numbers[ByteString($0)] }
  let source = other.map { numbers[ByteString($0)] }
  return LineDiff(content: content, source: source, ties: .sourceFirst).pairs.map { ($0.content, $0.source) }
}

/// Numbers for lines: equal ones have the same, so that each comparison is one of integers.
struct LineNumbers<Line: Hashable> {
  private var numbers: [Line: Int] = [:]

  /// The number of a line.
  subscript(line: Line) -> Int {
    mutating get {
      if let number = numbers[line] { return number }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
  }
}

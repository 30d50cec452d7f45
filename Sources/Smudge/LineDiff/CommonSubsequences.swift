/// All longest common subsequences of the lines in a gap, and all moves of some lines that make the content of the
/// source.
///
/// A diff chooses one of them. Where several are as good, the lines do not show which of them is the old one.
struct CommonSubsequences {
  /// The lines of the source that each line of the content can be.
  private(set) var matches: [Int: Set<Int>] = [:]
  /// The lines of the content that a longest subsequence leaves out.
  private(set) var new: Set<Int>
  /// The lines of the source that a longest subsequence leaves out.
  private(set) var deleted: Set<Int>
  /// The number of lines of the content that each of them leaves out.
  private(set) var newCount: Int

  /// The bounds on memory and time. In a gap with more pairs, each line can be each other, and new.
  private static let mostPairs = 1 << 20
  private static let longestMove = 100

  /// Finds the subsequences. `isMatch`: whether two equal lines can be the same one.
  init(_ gap: PatienceDiff.Gap, _ classes: LineInterner, isMatch: (LinePair) -> Bool) {
    let shared = gap.withoutUnshared(classes)
    let content = Array(shared.content)
    let source = Array(shared.source)
    new = Set(gap.content)
    deleted = Set(gap.source)
    newCount = new.count
    guard content.count * source.count <= Self.mostPairs else {
      for line in content { matches[line] = deleted }
      return
    }

    let same = Table(content.count, source.count) { row, column in
      let pair = LinePair(content: content[row], source: source[column])
      return classes.content[pair.content] == classes.source[pair.source] && isMatch(pair)
    }
    let before = same.commonLengths
    let after = same.reversed.commonLengths.reversed
    let length = after[0, 0]
    newCount -= length
    for (row, line) in content.enumerated() {
      let columns = source.indices.filter { same[row, $0] && before[row, $0] + 1 + after[row + 1, $0 + 1] == length }
      matches[line] = Set(columns.map { source[$0] })
      let isLeftOut = (0...source.count).contains { before[row, $0] + after[row + 1, $0] == length }
      if !isLeftOut { new.remove(line) }
    }
    for (column, line) in source.enumerated() {
      let isLeftOut = (0...content.count).contains { before[$0, column] + after[$0, column + 1] == length }
      if !isLeftOut { deleted.remove(line) }
    }

    if length == content.count || content.count != source.count || content.count > Self.longestMove { return }
    same.forEachMove { matches[content[$0], default: []].insert(source[$1]) }
  }
}

/// A table of rows and columns.
private struct Table<Element> {
  private var elements: [Element] = []
  private let rows: Int
  private let columns: Int

  init(_ rows: Int, _ columns: Int, _ element: (Int, Int) -> Element) {
    self.rows = rows
    self.columns = columns
    elements.reserveCapacity(rows * columns)
    for row in 0..<rows {
      for column in 0..<columns { elements.append(element(row, column)) }
    }
  }

  subscript(row: Int, column: Int) -> Element {
    get { elements[row * columns + column] }
    set { elements[row * columns + column] = newValue }
  }

  /// The table from its last row and column to its first.
  var reversed: Table { Table(rows, columns) { self[rows - 1 - $0, columns - 1 - $1] } }
}

/// A table of the pairs of lines that are the same.
extension Table<Bool> {
  /// The lengths of the longest common subsequences before each pair of positions.
  fileprivate var commonLengths: Table<Int> {
    var lengths = Table<Int>(rows + 1, columns + 1) { _, _ in 0 }
    for row in 0..<rows {
      for column in 0..<columns {
        let length = lengths[row, column] + (self[row, column] ? 1 : 0)
        lengths[row + 1, column + 1] = max(length, lengths[row, column + 1], lengths[row + 1, column])
      }
    }
    return lengths
  }

  /// Calls `body` with the pairs of each move: what was `a b` between `start` and `end` is `b a`, and all around it is
  /// the same.
  fileprivate func forEachMove(_ body: (Int, Int) -> Void) {
    var runs = Table<Int>(rows + 1, rows + 1) { _, _ in 0 }
    for row in (0..<rows).reversed() {
      for column in (0..<rows).reversed() where self[row, column] { runs[row, column] = runs[row + 1, column + 1] + 1 }
    }
    let tail = (0..<rows).prefix { self[rows - 1 - $0, rows - 1 - $0] }.count
    for start in 0...runs[0, 0] {
      for end in rows - tail...rows where end > start {
        for middle in start + 1..<end {
          let moved = start + end - middle
          if runs[start, middle] < end - middle || runs[moved, start] < middle - start { continue }
          for row in 0..<start { body(row, row) }
          for row in start..<moved { body(row, row + middle - start) }
          for row in moved..<end { body(row, row - moved + start) }
          for row in end..<rows { body(row, row) }
        }
      }
    }
  }
}

/// The longest common subsequence of two sequences, by the greedy O(ND) algorithm of Myers ("An O(ND) Difference Algorithm and
/// Its Variations", 1986).
///
/// A path goes from the start of both sequences to their ends: an element that only one of them has costs one edit, and equal
/// elements ("snakes") cost nothing. A position is that in `one`; a diagonal is the difference of those in `one` and `other`.
struct MyersDiff {
  private let one: [Int]
  private let other: [Int]
  /// For each number of edits the furthest position on each diagonal, from all edits in `other` to all in `one`.
  private var reach: [[Int]] = []

  /// The positions of the common elements, in ascending order; `nil` if the sequences differ by more than `maxEdits` edits.
  static func commonPositions(_ one: [Int], _ other: [Int], maxEdits: Int) -> [(one: Int, other: Int)]? {
    // The difference of their lengths is the least number of edits.
    guard abs(one.count - other.count) <= maxEdits else { return nil }
    var search = MyersDiff(one: one, other: other)
    for edits in 0...maxEdits where search.reachesEnd(edits) { return search.backtrack(edits) }
    return nil
  }

  private mutating func reachesEnd(_ edits: Int) -> Bool {
    let furthest = (0...edits).map { slide(start(edits, $0).position, 2 * $0 - edits) }
    reach.append(furthest)
    let index = one.count - other.count + edits
    return index % 2 == 0 && furthest.indices.contains(index / 2) && furthest[index / 2] >= one.count
  }

  /// The position after the last edit on a diagonal, and whether that edit is in `one`.
  private func start(_ edits: Int, _ index: Int) -> (position: Int, isInOne: Bool) {
    guard let before = edits > 0 ? reach[edits - 1] : nil else { return (0, false) }
    let byOther = index < edits ? before[index] : -1
    let byOne = index > 0 ? before[index - 1] + 1 : -1
    return byOne > byOther ? (byOne, true) : (byOther, false)
  }

  /// The position after equal elements along a diagonal.
  private func slide(_ position: Int, _ diagonal: Int) -> Int {
    var position = position
    while position < one.count && position - diagonal < other.count && one[position] == other[position - diagonal] {
      position += 1
    }
    return position
  }

  private func backtrack(_ edits: Int) -> [(one: Int, other: Int)] {
    var found = [(one: Int, other: Int)]()
    var position = one.count
    var diagonal = one.count - other.count
    for edits in (0...edits).reversed() {
      let start = start(edits, (diagonal + edits) / 2)
      for equal in (start.position..<position).reversed() { found.append((equal, equal - diagonal)) }
      (position, diagonal) = start.isInOne ? (start.position - 1, diagonal - 1) : (start.position, diagonal + 1)
    }
    return found.reversed()
  }
}

/// The longest common subsequence of two runs of numbers, by Myers' O(ND) algorithm.
///
/// A path leads from the beginning of both to their end: each element of one that the other does not
/// have is an edit, and equal elements are passed free of charge.
struct MyersDiff {
  /// How far the path goes in `one`.
  private typealias Position = Int

  private let one: [Int]
  private let other: [Int]
  /// For each number of edits the farthest places that they lead to: from all edits in `other` to all in `one`.
  private var reach: [[Position]] = []

  /// The places of what both have, in ascending order; `nil` where more than `most` edits lie between them.
  static func places(_ one: [Int], _ other: [Int], maxEdits most: Int) -> [(one: Int, other: Int)]? {
    // Each element that one has more than the other is an edit.
    guard abs(one.count - other.count) <= most else { return nil }
    var search = MyersDiff(one, other)
    for edits in 0...most where search.reachesEnd(edits) { return search.walkBack(edits) }
    return nil
  }

  private init(_ one: [Int], _ other: [Int]) { (self.one, self.other) = (one, other) }

  private mutating func reachesEnd(_ edits: Int) -> Bool {
    var places: [Position] = []
    places.reserveCapacity(edits + 1)
    for index in 0...edits {
      let lead = 2 * index - edits
      places.append(slide(start(edits, index).place, lead))
    }
    reach.append(places)
    let index = one.count - other.count + edits
    return index % 2 == 0 && places.indices.contains(index / 2) && places[index / 2] >= one.count
  }

  /// Where the last edit leads, and whether it is one in `one`.
  private func start(_ edits: Int, _ index: Int) -> (place: Position, isInOne: Bool) {
    guard let before = edits > 0 ? reach[edits - 1] : nil else { return (0, false) }
    let byOther = index < edits ? before[index] : -1
    let byOne = index > 0 ? before[index - 1] + 1 : -1
    return byOne > byOther ? (byOne, true) : (byOther, false)
  }

  /// Past equal elements. `lead` is how much farther the path is in `one` than in `other`.
  private func slide(_ place: Position, _ lead: Int) -> Position {
    var place = place
    while place < one.count && place - lead < other.count && one[place] == other[place - lead] { place += 1 }
    return place
  }

  private func walkBack(_ edits: Int) -> [(one: Int, other: Int)] {
    var (found, place, lead) = ([(one: Int, other: Int)](), one.count, one.count - other.count)
    for edits in (0...edits).reversed() {
      let start = start(edits, (lead + edits) / 2)
      for passed in (start.place..<place).reversed() { found.append((passed, passed - lead)) }
      (place, lead) = start.isInOne ? (start.place - 1, lead - 1) : (start.place, lead + 1)
    }
    return found.reversed()
  }
}

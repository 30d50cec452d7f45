/// Which line of the source each line of edited content is.
///
/// Lines are paired only where their bytes are equal, and equal lines are told apart by the lines that
/// they stand below (`Outline`): a block that is copied next to another one does not take the other's lines.
struct LineAlignment {
  let contentOutline: Outline
  let sourceOutline: Outline
  private var pairing: LinePairing

  /// For each line of the content its line in the source; no two have the same.
  var origins: [Int?] { pairing.origins }
  /// For each line of the source its line in the content.
  var targets: [Int?] { pairing.targets }

  /// `isDistinctive` says of a line of the content whether it can be known again by itself at another place.
  init(
    content: [ArraySlice<UInt8>], source: [ArraySlice<UInt8>], isDistinctive: (Int) -> Bool = { _ in true }
  ) {
    (contentOutline, sourceOutline) = (Outline(content), Outline(source))
    pairing = LinePairing(contentCount: content.count, sourceCount: source.count)
    let lines = LineClasses(content: content, source: source)
    let places = LineClasses(
      content: zip(lines.content, contentOutline.paths).map { Place(line: $0, path: $1) },
      source: zip(lines.source, sourceOutline.paths).map { Place(line: $0, path: $1) })
    pairPlaces(places)
    pairInOrder(places, lines)
    pairMoved(lines) { content[$0].trimmed.count >= LineAlignment.shortestMoved && isDistinctive($0) }
  }

  /// A line and what it stands below.
  private struct Place: Hashable {
    let line: Int
    let path: Int
  }

  /// Braces and the like say nothing about where they come from.
  private static let shortestMoved = 4

  /// A line that is the only one at its place is that line, wherever the place has gone.
  private mutating func pairPlaces(_ places: LineClasses) {
    for pair in pairing.singles(places) { pairing.pair(pair) }
  }

  private mutating func pairInOrder(_ places: LineClasses, _ lines: LineClasses) {
    let fixed = pairing.pairs.inOrder()
    let closer = pairing.fillGaps(between: fixed, places)
    // What has moved takes its neighbours along before lines at other places can.
    pairing.growPairs(places)
    _ = pairing.fillGaps(between: closer, lines)
  }

  private mutating func pairMoved(_ lines: LineClasses, _ isAnchor: (Int) -> Bool) {
    for pair in pairing.singles(lines) where isAnchor(pair.content) { pairing.pair(pair) }
    pairing.growPairs(lines)
  }
}

/// Which line of the source each line of edited content is.
///
/// Lines are paired only where their bytes are equal, and equal lines are told apart by the lines that
/// they stand below (`IndentTree`): a block that is copied next to another one does not take the other's lines.
/// What is paired once stays so.
struct BlockDiff {
  let contentOutline: IndentTree
  let sourceOutline: IndentTree
  /// For each line of the content its line in the source; no two have the same.
  private(set) var origins: [Int?]
  /// For each line of the source its line in the content.
  private(set) var targets: [Int?]

  /// `isDistinctive` says of a line of the content whether it can be known again by itself at another place.
  init(
    content: [ArraySlice<UInt8>], source: [ArraySlice<UInt8>], isDistinctive: (Int) -> Bool = { _ in true }
  ) {
    (contentOutline, sourceOutline) = (IndentTree(content), IndentTree(source))
    (origins, targets) = (content.map { _ in nil }, source.map { _ in nil })
    let lines = LineInterner(content: content, source: source)
    let places = LineInterner(
      content: zip(lines.content, contentOutline.paths).map { NestedLine(line: $0, path: $1) },
      source: zip(lines.source, sourceOutline.paths).map { NestedLine(line: $0, path: $1) })
    // A line that is the only one at its place is that line, wherever the place has gone.
    pair(singles(places))
    let closer = fillGaps(between: pairs.inOrder(), places)
    // What has moved takes its neighbours along before lines at other places can.
    grow(places)
    _ = fillGaps(between: closer, lines)
    pair(singles(lines).filter { content[$0.content].trimmed.count >= BlockDiff.shortestMoved && isDistinctive($0.content) })
    grow(lines)
  }

  /// A line and what it stands below.
  private struct NestedLine: Hashable {
    let line: Int
    let path: Int
  }

  /// Braces and the like say nothing about where they come from.
  private static let shortestMoved = 4

  /// In the content's order.
  private var pairs: [LinePair] {
    origins.enumerated().compactMap { line, origin in origin.map { LinePair(content: line, source: $0) } }
  }

  private mutating func pair(_ pairs: [LinePair]) {
    for pair in pairs { (origins[pair.content], targets[pair.source]) = (pair.source, pair.content) }
  }

  /// The unpaired lines that are the only ones of their class on either side.
  private func singles(_ classes: LineInterner) -> [LinePair] {
    classes.singles(
      origins.indices.lazy.filter { origins[$0] == nil }, targets.indices.lazy.filter { targets[$0] == nil })
  }

  /// Pairs in order what is unpaired between pairs that are in order; all of them, in order.
  private mutating func fillGaps(between fixed: [LinePair], _ classes: LineInterner) -> [LinePair] {
    var (all, start) = ([LinePair](), LinePair(content: 0, source: 0))
    for pair in fixed + [LinePair(content: origins.count, source: targets.count)] {
      let gap = PatienceDiff.Gap(
        content: (start.content..<pair.content).filter { origins[$0] == nil }[...],
        source: (start.source..<pair.source).filter { targets[$0] == nil }[...])
      if !gap.isEmpty { all += PatienceDiff.pairs(in: gap, classes) }
      all.append(pair)
      start = LinePair(content: pair.content + 1, source: pair.source + 1)
    }
    // The end of both sides is no line.
    all.removeLast()
    pair(all)
    return all
  }

  /// Pairs equal lines that follow or precede a pair.
  private mutating func grow(_ classes: LineInterner) {
    for line in origins.indices { grow(line, by: 1, classes) }
    for line in origins.indices.reversed() { grow(line, by: -1, classes) }
  }

  private mutating func grow(_ line: Int, by step: Int, _ classes: LineInterner) {
    guard let origin = origins[line], origins.indices.contains(line + step), targets.indices.contains(origin + step),
      origins[line + step] == nil, targets[origin + step] == nil
    else { return }
    let next = LinePair(content: line + step, source: origin + step)
    if classes.areEqual(next) { pair([next]) }
  }
}

import Platform

/// A line matching between edited content and its source that follows moved blocks, and equal lines by their block.
///
/// Only equal lines match. Equal lines in different blocks are distinct (`IndentTree`): a copy of a block does not take
/// the matches of the original. Passes in order, each over lines that are still unmatched: the common lines at both
/// ends, lines that are unique within their block, a patience diff between those, neighbours of matches, a patience
/// diff by text alone, unique moved lines.
struct BlockDiff {
  let contentTree: IndentTree
  let sourceTree: IndentTree
  /// The line in the source, or `nil`, for each line of the content; no two have the same.
  private(set) var origins: [Int?]
  /// The line in the content, or `nil`, for each line of the source.
  private(set) var targets: [Int?]
  /// The lines that are not in the common ends.
  private var changed: CommonEnds

  /// Matches the lines. `isDistinctive`: whether a line of the content can match a line of another block by its text
  /// alone.
  init(content: [ArraySlice<UInt8>], source: [ArraySlice<UInt8>], isDistinctive: (Int) -> Bool = { _ in true }) {
    let ends = CommonEnds(content, source)
    sourceTree = IndentTree(source)
    contentTree = IndentTree(content)
    origins = content.map { _ in nil }
    targets = source.map { _ in nil }
    changed = ends.anchored(contentTree.paths, sourceTree.paths)
    pair((0..<changed.content.lowerBound).map { LinePair(content: $0, source: $0) })
    let tail = zip(changed.content.upperBound..<content.count, changed.source.upperBound..<source.count)
    pair(tail.map { LinePair(content: $0, source: $1) })
    matchChanged(content, source, isDistinctive)
  }

  /// Matches the lines that are not in the common ends.
  private mutating func matchChanged(
    _ content: [ArraySlice<UInt8>], _ source: [ArraySlice<UInt8>], _ isDistinctive: (Int) -> Bool
  ) {
    let lines = LineInterner(
      content: content[changed.content].map(ByteString.init), source: source[changed.source].map(ByteString.init),
      first: changed.content.lowerBound)
    let nested = LineInterner(
      content: zip(lines.content, contentTree.paths[changed.content]).map { NestedLine(line: $0, path: $1) },
      source: zip(lines.source, sourceTree.paths[changed.source]).map { NestedLine(line: $0, path: $1) },
      first: changed.content.lowerBound)

    // A line that is unique within its block matches, wherever the block has moved.
    pair(uniquePairs(nested))
    let pairs = changed.content.compactMap { line in origins[line].map { LinePair(content: line, source: $0) } }
    let ordered = fillGaps(between: pairs.inOrder(), nested)

    // Moved blocks match the neighbours of their lines before equal lines of other blocks do.
    extend(nested)
    _ = fillGaps(between: ordered, lines)
    let moved = uniquePairs(lines).filter { pair in
      content[pair.content].trimmed.count >= BlockDiff.minMoved && isDistinctive(pair.content)
    }
    pair(moved)
    extend(lines)
  }

  /// A line and the lines that enclose it.
  private struct NestedLine: Hashable {
    let line: Int
    let path: Int
  }

  /// The minimum length of a moved line, in bytes: shorter ones, such as braces, are too common to match.
  private static let minMoved = 4

  private mutating func pair(_ pairs: [LinePair]) {
    for pair in pairs {
      origins[pair.content] = pair.source
      targets[pair.source] = pair.content
    }
  }

  /// Pairs of unmatched lines whose number occurs once on either side.
  private func uniquePairs(_ classes: LineInterner) -> [LinePair] {
    classes.uniquePairs(
      changed.content.lazy.filter { origins[$0] == nil }, changed.source.lazy.filter { targets[$0] == nil })
  }

  /// Matches unmatched lines between pairs that are in order, by patience diff; returns all pairs, in order.
  private mutating func fillGaps(between fixed: [LinePair], _ classes: LineInterner) -> [LinePair] {
    var all = [LinePair]()
    var start = LinePair(content: changed.content.lowerBound, source: changed.source.lowerBound)
    for pair in fixed + [LinePair(content: changed.content.upperBound, source: changed.source.upperBound)] {
      let gap = PatienceDiff.Gap(
        content: (start.content..<pair.content).filter { origins[$0] == nil }[...],
        source: (start.source..<pair.source).filter { targets[$0] == nil }[...])
      if !gap.isEmpty { all += PatienceDiff.pairs(in: gap, classes) }
      all.append(pair)
      start = LinePair(content: pair.content + 1, source: pair.source + 1)
    }
    // The last pair is the end of the changed lines.
    all.removeLast()
    pair(all)
    return all
  }

  /// Matches equal lines that follow or precede a match.
  private mutating func extend(_ classes: LineInterner) {
    for (step, lines) in [(1, Array(origins.indices)), (-1, origins.indices.reversed())] {
      for line in lines {
        guard let origin = origins[line] else { continue }
        let next = line + step
        let target = origin + step
        guard origins.indices.contains(next), targets.indices.contains(target), origins[next] == nil,
          targets[target] == nil, classes.content[next] == classes.source[target]
        else { continue }
        origins[next] = target
        targets[target] = next
      }
    }
  }
}

import Platform

/// The common lines of two texts by patience diff, in ascending order on both sides and counted from 0.
package func commonLines(_ one: [ArraySlice<UInt8>], _ other: [ArraySlice<UInt8>]) -> [(one: Int, other: Int)] {
  let gap = PatienceDiff.Gap(content: Array(one.indices)[...], source: Array(other.indices)[...])
  let classes = LineInterner(content: one.map(ByteString.init), source: other.map(ByteString.init))
  return PatienceDiff.pairs(in: gap, classes).map { ($0.content, $0.source) }
}

/// A patience diff (Bram Cohen; git's `--patience`): matches are in the same order on both sides.
///
/// Lines that are unique on both sides are anchors; between anchors, common first and last lines match, and the rest is
/// split again. A gap without anchors is matched by the longest common subsequence (`CollectionDifference`).
struct PatienceDiff {
  /// A range between anchors: unmatched lines of both sides, in ascending order.
  struct Gap {
    var content: ArraySlice<Int>
    var source: ArraySlice<Int>
    /// The number of gaps that enclose it.
    var depth = 0

    var isEmpty: Bool { content.isEmpty || source.isEmpty }

    /// The gap without lines that the other side does not have.
    func withoutUnshared(_ classes: LineInterner) -> Gap {
      let sources = Set(source.lazy.map { classes.source[$0] })
      let content = content.filter { sources.contains(classes.content[$0]) }
      let contents = Set(content.lazy.map { classes.content[$0] })
      let source = source.filter { contents.contains(classes.source[$0]) }
      return Gap(content: content[...], source: source[...], depth: depth)
    }

    /// The gaps between pairs of its lines, which are in order.
    func split(at pairs: [LinePair]) -> [Gap] {
      var gaps: [Gap] = []
      var rest = Gap(content: content, source: source, depth: depth + 1)
      for pair in pairs {
        let content = rest.content.prefix { $0 < pair.content }
        let source = rest.source.prefix { $0 < pair.source }
        gaps.append(Gap(content: content, source: source, depth: rest.depth))
        rest.content = rest.content.dropFirst(content.count + 1)
        rest.source = rest.source.dropFirst(source.count + 1)
      }
      return gaps + [rest]
    }
  }

  /// A bound on the running time: crafted content nests gaps as often as it has lines.
  private static let maxDepth = 10
  /// A bound on time and memory: a gap with more pairs is left unmatched.
  private static let mostPairs = 1 << 20

  private let classes: LineInterner
  private var gaps: [Gap]
  private var pairs: [LinePair] = []

  /// The matches in a gap, in the content's order.
  static func pairs(in gap: Gap, _ classes: LineInterner) -> [LinePair] {
    var alignment = PatienceDiff(classes: classes, gaps: [gap])
    while let gap = alignment.gaps.popLast() { alignment.align(gap) }
    return alignment.pairs.sorted { $0.content < $1.content }
  }

  private mutating func align(_ gap: Gap) {
    if gap.isEmpty { return }
    // Lines of one side alone would hide common first and last lines.
    var gap = gap.withoutUnshared(classes)
    let anchors = gap.depth < PatienceDiff.maxDepth ? classes.uniquePairs(gap.content, gap.source).inOrder() : []
    if !anchors.isEmpty {
      gaps += gap.split(at: anchors)
      pairs += anchors
      return
    }
    let before = pairs.count
    stripEnds(&gap)
    if pairs.count == before || gap.depth >= PatienceDiff.maxDepth { return alignWithoutAnchors(gap) }
    // Some remaining lines can be unique now.
    gap.depth += 1
    gaps.append(gap)
  }

  /// Matches the common first and last lines of a gap, and removes them from it.
  private mutating func stripEnds(_ gap: inout Gap) {
    func areEqual(_ content: Int, _ source: Int) -> Bool { classes.content[content] == classes.source[source] }
    let head = zip(gap.content, gap.source).prefix(while: areEqual)
    gap.content = gap.content.dropFirst(head.count)
    gap.source = gap.source.dropFirst(head.count)
    let tail = zip(gap.content.reversed(), gap.source.reversed()).prefix(while: areEqual)
    gap.content = gap.content.dropLast(tail.count)
    gap.source = gap.source.dropLast(tail.count)
    pairs += (head + tail).map { LinePair(content: $0, source: $1) }
  }

  /// Matches the longest common subsequence of a gap.
  private mutating func alignWithoutAnchors(_ gap: Gap) {
    if gap.content.count * gap.source.count > PatienceDiff.mostPairs { return }
    let source = gap.source.map { classes.source[$0] }
    let changes = source.difference(from: gap.content.map { classes.content[$0] })
    func kept(_ lines: ArraySlice<Int>, _ changes: [CollectionDifference<Int>.Change]) -> [Int] {
      let changed = Set(changes.map(\.offset))
      return lines.enumerated().filter { !changed.contains($0.offset) }.map(\.element)
    }
    let common = zip(kept(gap.content, changes.removals), kept(gap.source, changes.insertions))
    pairs += common.map { LinePair(content: $0, source: $1) }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

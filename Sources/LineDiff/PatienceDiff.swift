/// Which lines of one text are which of another, both in ascending order and counted from 0.
package func commonLines(_ one: [ArraySlice<UInt8>], _ other: [ArraySlice<UInt8>]) -> [(one: Int, other: Int)] {
  let gap = PatienceDiff.Gap(content: Array(one.indices)[...], source: Array(other.indices)[...])
  return PatienceDiff.pairs(in: gap, LineInterner(content: one, source: other)).map { ($0.content, $0.source) }
}

/// Pairs lines in the order in which they stand, where both sides have other lines, too.
///
/// Lines that are there once are paired first, then what begins or ends alike between those, and so on.
/// What is left without either goes by the longest common subsequence.
struct PatienceDiff {
  /// Lines of both sides, in ascending order, that may be paired with each other.
  struct Gap {
    var content: ArraySlice<Int>
    var source: ArraySlice<Int>
    /// How many gaps it lies in.
    var depth = 0

    var isEmpty: Bool { content.isEmpty || source.isEmpty }
  }

  /// Crafted content nests gaps as often as it has lines, and each costs time.
  private static let maxDepth = 10
  /// Content that differs in more places was replaced, and its lines say nothing about each other.
  private static let maxEdits = 1000

  private let classes: LineInterner
  private var gaps: [Gap]
  private var pairs: [LinePair] = []

  /// In the content's order.
  static func pairs(in gap: Gap, _ classes: LineInterner) -> [LinePair] {
    var alignment = PatienceDiff(classes: classes, gaps: [gap])
    while let gap = alignment.gaps.popLast() { alignment.align(gap) }
    return alignment.pairs.sorted { $0.content < $1.content }
  }

  private mutating func align(_ gap: Gap) {
    if gap.isEmpty { return }
    // Lest a line that was added stand between what begins alike.
    var gap = shared(gap)
    let anchors = gap.depth < PatienceDiff.maxDepth ? classes.singles(gap.content, gap.source).inOrder() : []
    if !anchors.isEmpty { return split(gap, at: anchors) }
    let before = pairs.count
    stripEnds(&gap)
    if pairs.count == before || gap.depth >= PatienceDiff.maxDepth { return alignWithoutAnchors(gap) }
    // Some of the rest may be there once now.
    gap.depth += 1
    gaps.append(gap)
  }

  /// Without lines that the other side does not have.
  private func shared(_ gap: Gap) -> Gap {
    let sources = Set(gap.source.lazy.map { classes.source[$0] })
    let content = gap.content.filter { sources.contains(classes.content[$0]) }
    let contents = Set(content.lazy.map { classes.content[$0] })
    let source = gap.source.filter { contents.contains(classes.source[$0]) }
    return Gap(content: content[...], source: source[...], depth: gap.depth)
  }

  private mutating func stripEnds(_ gap: inout Gap) {
    while let pair = equal(gap.content.first, gap.source.first) {
      pairs.append(pair)
      (gap.content, gap.source) = (gap.content.dropFirst(), gap.source.dropFirst())
    }
    while let pair = equal(gap.content.last, gap.source.last) {
      pairs.append(pair)
      (gap.content, gap.source) = (gap.content.dropLast(), gap.source.dropLast())
    }
  }

  private func equal(_ content: Int?, _ source: Int?) -> LinePair? {
    guard let content, let source, classes.content[content] == classes.source[source] else { return nil }
    return LinePair(content: content, source: source)
  }

  private mutating func split(_ gap: Gap, at anchors: [LinePair]) {
    var rest = Gap(content: gap.content, source: gap.source, depth: gap.depth + 1)
    for anchor in anchors {
      let content = rest.content.prefix { $0 < anchor.content }
      let source = rest.source.prefix { $0 < anchor.source }
      gaps.append(Gap(content: content, source: source, depth: rest.depth))
      rest.content = rest.content.dropFirst(content.count + 1)
      rest.source = rest.source.dropFirst(source.count + 1)
    }
    gaps.append(rest)
    pairs += anchors
  }

  private mutating func alignWithoutAnchors(_ gap: Gap) {
    let (content, source) = (Array(gap.content), Array(gap.source))
    let places = MyersDiff.places(
      content.map { classes.content[$0] }, source.map { classes.source[$0] }, maxEdits: PatienceDiff.maxEdits)
    pairs += (places ?? []).map { LinePair(content: content[$0.one], source: source[$0.other]) }
  }
}

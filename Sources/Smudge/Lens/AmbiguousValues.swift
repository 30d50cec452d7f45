/// The values of the content whose match in the source is a guess: another, new value with the same text could be the match.
///
/// For example a block was renamed, and a new block with the same lines was added above it: either of the two can be the old one.
struct AmbiguousValues {
  /// The lines of the content that have such values.
  private(set) var lines: Set<Int> = []

  private let alignment: Alignment
  private let text: LensText
  private let source: LensText
  /// For lines of the source, the lines of the content that took their bytes.
  private let settled: [Int: Int]
  /// For values of the source, the values of the content that took their bytes.
  private let takers: [Int: Int]
  private let blocks: BlockMatching
  private var groups: [ValueShape: ValueGroup] = [:]

  /// The properties that values have to share to be candidates for the same source value.
  private struct ValueShape: Hashable {
    let key: Int
    let normal: [UInt8]
    let object: ArraySlice<UInt8>?

    init(_ value: LensText.LensValue, _ layout: Layout) {
      (key, normal, object) = (value.keyValue.key, value.normal, layout.objects[value.line])
    }
  }

  /// New values of one shape.
  private struct ValueGroup {
    /// The values, by their block.
    var values: [Int: [Int]] = [:]
    /// Blocks without a match in the source.
    var unknown: Set<Int> = []
    /// For blocks of the source, the blocks of the content that match.
    var known: [Int: Int] = [:]
  }

  /// `number`: the index of the source; `origins` and `paired`: the lines and values of the content that match in any source.
  /// `nil` if no value is new.
  init?(_ alignment: Alignment, number: Int, _ origins: [LineOrigin?], _ partners: [Int: Int], paired: Set<Int>) {
    (self.alignment, text, source) = (alignment, alignment.content.text, alignment.source.text)
    let values = text.values
    let new = values.indices.filter { value in
      origins[values[value].line] == nil && !paired.contains(value) && Placeholder.isContained(in: values[value].normal[...])
    }
    if new.isEmpty { return nil }
    let settled = origins.enumerated().compactMap { line, origin in
      origin.flatMap { $0.source == number ? ($0.line, line) : nil }
    }
    self.settled = Dictionary(settled) { one, _ in one }
    takers = Dictionary(partners.map { ($1, $0) }) { one, _ in one }
    blocks = BlockMatching(alignment)
    for value in new where alignment.content.contains(values[value].line) { add(value) }
    for value in source.values.indices where !groups.isEmpty { examine(value) }
  }

  private mutating func add(_ value: Int) {
    let shape = ValueShape(text.values[value], alignment.content)
    let block = alignment.content.block(of: text.values[value].line)
    groups[shape, default: ValueGroup()].values[block, default: []].append(value)
    if let origin = blocks.origins[block] { groups[shape]?.known[origin] = block }
    else { groups[shape]?.unknown.insert(block) }
  }

  private mutating func examine(_ value: Int) {
    let found = source.values[value]
    guard Placeholder.isAll(of: found.normal, insteadOf: source.bytes[found.keyValue.value]),
      let group = groups[ValueShape(found, alignment.source)]
    else { return }
    guard let taker = taker(of: value) else {
      // It can have been moved.
      return record(group.values.values.flatMap(\.self))
    }
    guard alignment.content.contains(text.values[taker].line) else { return }
    let rivals = rivals(of: taker, for: found, group)
    if !rivals.isEmpty { record(rivals + [taker]) }
  }

  private mutating func record(_ values: some Sequence<Int>) {
    for value in values { lines.insert(text.values[value].line) }
  }

  private func taker(of value: Int) -> Int? {
    if let taker = takers[value] { return taker }
    let line = source.values[value].line
    guard let target = settled[line] else { return nil }
    let (values, others) = (text.indices(ofValuesOn: target), source.indices(ofValuesOn: line))
    let index = values.lowerBound + value - others.lowerBound
    return values.contains(index) ? index : nil
  }

  /// New values that could match a value of the source instead of its taker.
  private func rivals(of taker: Int, for value: LensText.LensValue, _ group: ValueGroup) -> [Int] {
    let block = alignment.content.block(of: text.values[taker].line)
    let origin = alignment.source.block(of: value.line)
    if blocks.origins[block] != origin {
      // The taker is in another block, and that block is not known to be the renamed one.
      let others = group.unknown.union(group.known[origin].map { [$0] } ?? [])
      return others.flatMap { group.values[$0] ?? [] }
    }
    return (group.values[block] ?? []).filter { isRival(text.values[$0], of: text.values[taker], for: value) }
  }

  /// Whether of two values in the source value's block either could match it.
  private func isRival(_ rival: LensText.LensValue, of taker: LensText.LensValue, for value: LensText.LensValue) -> Bool {
    // Values on one line are distinguished by the text around them.
    if taker.line == rival.line || taker.key == value.key && rival.key != value.key { return false }
    let normal = source.normal[value.line]
    if text.normal[taker.line] == normal && text.normal[rival.line] != normal { return false }
    return !blocks.isNextToAnchor(LinePair(content: taker.line, source: value.line))
  }
}

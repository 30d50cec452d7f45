/// Values of the content that could have each other's text: one was given the text of a value of a source, and another, which
/// is new and shows the same, could be what became of that.
///
/// Such as the value of a block that was renamed, where a new block of the same look stands above it.
struct AmbiguousValues {
  /// The lines of the content that they stand on.
  private(set) var lines: Set<Int> = []

  private let alignment: Alignment
  private let text: LensText
  private let source: LensText
  /// For lines of the source, the lines of the content that were settled to be those.
  private let settled: [Int: Int]
  /// For values of the source, the values of the content that took their text.
  private let takers: [Int: Int]
  private let blocks: BlockMatching
  private var groups: [ValueShape: ValueGroup] = [:]

  /// What new values share that could have taken the text of the same value.
  private struct ValueShape: Hashable {
    let key: Int
    let normal: [UInt8]
    let object: ArraySlice<UInt8>?

    init(_ value: LensText.LensValue, _ layout: Layout) {
      (key, normal, object) = (value.keyValue.key, value.normal, layout.objects[value.line])
    }
  }

  /// New values of one look.
  private struct ValueGroup {
    /// By the block that they stand in.
    var values: [Int: [Int]] = [:]
    /// Blocks that may be any.
    var unknown: Set<Int> = []
    /// For blocks of the source, those that they have become.
    var known: [Int: Int] = [:]
  }

  /// `number`: of the source; `origins` and `paired`: the lines and values of the content that are those of any source. `nil`
  /// where no value is new.
  init?(_ alignment: Alignment, number: Int, _ origins: [LineOrigin?], _ partners: [Int: Int], paired: Set<Int>) {
    (self.alignment, text, source) = (alignment, alignment.content.text, alignment.source.text)
    let values = text.values
    let new = values.indices.filter { value in
      origins[values[value].line] == nil && !paired.contains(value) && Placeholder.isThere(in: values[value].normal[...])
    }
    if new.isEmpty { return nil }
    let settled = origins.enumerated().compactMap { line, origin in
      origin.flatMap { $0.source == number ? ($0.line, line) : nil }
    }
    self.settled = Dictionary(settled) { one, _ in one }
    takers = Dictionary(partners.map { ($1, $0) }) { one, _ in one }
    blocks = BlockMatching(alignment)
    for value in new where alignment.content.contains(values[value].line) { add(value) }
    for value in source.values.indices where !groups.isEmpty { look(at: value) }
  }

  private mutating func add(_ value: Int) {
    let look = ValueShape(text.values[value], alignment.content)
    let block = alignment.content.block(of: text.values[value].line)
    groups[look, default: ValueGroup()].values[block, default: []].append(value)
    if let origin = blocks.origins[block] { groups[look]?.known[origin] = block }
    else { groups[look]?.unknown.insert(block) }
  }

  private mutating func look(at value: Int) {
    let found = source.values[value]
    guard Placeholder.isAll(of: found.normal, insteadOf: source.bytes[found.keyValue.value]),
      let group = groups[ValueShape(found, alignment.source)]
    else { return }
    guard let taker = taker(of: value) else {
      if isLost(found) { note(group.values.values.flatMap(\.self)) }
      return
    }
    guard alignment.content.contains(text.values[taker].line) else { return }
    let rivals = rivals(of: taker, for: found, group)
    if !rivals.isEmpty { note(rivals + [taker]) }
  }

  private mutating func note(_ values: some Sequence<Int>) {
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

  /// Whether a value was not taken away from a block that is still there.
  private func isLost(_ value: LensText.LensValue) -> Bool {
    // Its line is there, and was settled to be one of another side.
    if alignment.targets[value.line] != nil { return true }
    return alignment.source.parents[value.line].map { alignment.targets[$0] == nil } ?? false
  }

  /// New values that could be what became of a value of the source, instead of the one that was taken for it.
  private func rivals(of taker: Int, for value: LensText.LensValue, _ group: ValueGroup) -> [Int] {
    let block = alignment.content.block(of: text.values[taker].line)
    let origin = alignment.source.block(of: value.line)
    if blocks.origins[block] != origin {
      // It went to another block than the one that it was in, and that is not known to be the same under another name.
      let others = group.unknown.union(group.known[origin].map { [$0] } ?? [])
      return others.flatMap { group.values[$0] ?? [] }
    }
    return (group.values[block] ?? []).filter { isRival(text.values[$0], of: text.values[taker], for: value) }
  }

  /// Whether of two values in the block where the value of the source was either could be that.
  private func isRival(_ rival: LensText.LensValue, of taker: LensText.LensValue, for value: LensText.LensValue) -> Bool {
    // On one line they are told apart by what stands before and after them.
    if taker.line == rival.line || taker.key == value.key && rival.key != value.key { return false }
    let normal = source.normal[value.line]
    if text.normal[taker.line] == normal && text.normal[rival.line] != normal { return false }
    return !blocks.isBesideTelling(LinePair(content: taker.line, source: value.line))
  }
}

import Platform

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
  /// The lines with new values.
  private var rivals: [Rivals: Set<Int>] = [:]
  /// Those whose lines are in `lines`.
  private var recorded: Set<Rivals> = []

  /// The properties that values have to share to be candidates for the same source value.
  private struct ValueShape: Hashable {
    let key: Int
    let normal: [UInt8]
    let object: ArraySlice<UInt8>?

    init(_ value: LensText.LensValue, _ layout: Layout) {
      (key, normal, object) = (value.keyValue.key, value.normal, layout.objects[value.line])
    }
  }

  /// New values of one shape that could match the same values of the source. A source can have thousands of these.
  private struct Rivals: Hashable {
    let shape: ValueShape
    let extent: Extent

    enum Extent: Hashable {
      case all
      /// Those in blocks without a match in the source.
      case unmatchedBlocks
      /// Those in a block, only with a key and only on lines of one normalized text where these are given.
      case block(Int, key: [UInt8]? = nil, line: ByteString? = nil)
    }
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
    for value in source.values.indices where !rivals.isEmpty { examine(value) }
  }

  private mutating func add(_ value: Int) {
    let (found, shape) = (text.values[value], ValueShape(text.values[value], alignment.content))
    let (block, line) = (alignment.content.block(of: found.line), ByteString(text.normal[found.line]))
    var extents: [Rivals.Extent] = blocks.origins[block] == nil ? [.all, .unmatchedBlocks] : [.all]
    for key in [nil, found.key] { extents += [.block(block, key: key), .block(block, key: key, line: line)] }
    for extent in extents { rivals[Rivals(shape: shape, extent: extent), default: []].insert(found.line) }
  }

  private mutating func examine(_ value: Int) {
    let found = source.values[value]
    guard Placeholder.isAll(of: found.normal, insteadOf: source.bytes[found.keyValue.value]) else { return }
    let shape = ValueShape(found, alignment.source)
    guard let taker = taker(of: value) else {
      // It can have been moved.
      return record(Rivals(shape: shape, extent: .all))
    }
    if alignment.content.contains(text.values[taker].line) { record(text.values[taker], found, shape) }
  }

  /// Records the new values that could match a value of the source instead of its taker, and the taker.
  private mutating func record(_ taker: LensText.LensValue, _ value: LensText.LensValue, _ shape: ValueShape) {
    let (block, origin) = (alignment.content.block(of: taker.line), alignment.source.block(of: value.line))
    if blocks.origins[block] != origin {
      // The taker is in another block, and that block is not known to be the renamed one.
      let extents = [.unmatchedBlocks] + (blocks.targets[origin].map { [Rivals.Extent.block($0)] } ?? [])
      for extent in extents { record(Rivals(shape: shape, extent: extent), insteadOf: taker) }
    } else if !blocks.isNextToAnchor(LinePair(content: taker.line, source: value.line)) {
      let line = source.normal[value.line]
      let extent = Rivals.Extent.block(
        block, key: taker.key == value.key ? value.key : nil, line: text.normal[taker.line] == line ? ByteString(line) : nil)
      // Values on one line are distinguished by the text around them.
      let rivals = Rivals(shape: shape, extent: extent)
      if self.rivals[rivals] != [taker.line] { record(rivals, insteadOf: taker) }
    }
  }

  private mutating func record(_ rivals: Rivals, insteadOf taker: LensText.LensValue? = nil) {
    guard let found = self.rivals[rivals] else { return }
    if recorded.insert(rivals).inserted { lines.formUnion(found) }
    if let taker { lines.insert(taker.line) }
  }

  private func taker(of value: Int) -> Int? {
    if let taker = takers[value] { return taker }
    let line = source.values[value].line
    guard let target = settled[line] else { return nil }
    let (values, others) = (text.indices(ofValuesOn: target), source.indices(ofValuesOn: line))
    let index = values.lowerBound + value - others.lowerBound
    return values.contains(index) ? index : nil
  }
}

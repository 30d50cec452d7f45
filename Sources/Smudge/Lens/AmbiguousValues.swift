import Platform

/// The values of the content whose match in the source is a guess: another, new value with the same text could be the match.
///
/// For example a block was renamed, and a new block with the same lines was added above it: either of the two can be the old one.
struct AmbiguousValues {
  /// The lines of the content that have such values.
  private var lines: Set<Int> = []

  private let content: Layout
  private let source: Layout
  private let blocks: BlockMatching
  /// The objects of an Xcode project that both versions have, and `nil` for lines in none.
  private let objects: Set<ArraySlice<UInt8>?>
  /// The lines with new values.
  private var rivals: [Rivals: Set<Int>] = [:]
  /// Those whose lines are in `lines`.
  private var recorded: Set<Rivals> = []

  /// New values of one form that could match the same values of the source. A source can have thousands of these.
  private struct Rivals: Hashable {
    let form: ValueForm
    let extent: Extent

    enum Extent: Hashable {
      case all
      /// Those outside new objects.
      case knownObjects
      /// Those in blocks of an object, or of none, without a match in the source.
      case unmatchedBlocks(of: ArraySlice<UInt8>?)
      /// Those in a block, only with a key and only on lines of one normalized text where these are given.
      case block(Int, key: [UInt8]? = nil, line: ByteString? = nil)
    }
  }

  /// `new`: values of the content that match in no source; `takers`: for values of the source those that took their bytes.
  static func lines(_ alignment: Alignment, _ new: [Int], _ takers: [Int: Int]) -> Set<Int> {
    let content = alignment.content
    let source = alignment.source
    let forms = Set(new.map { content.text.values[$0].form })
    let values = source.text.values.indices.filter { index in
      let value = source.text.values[index]
      return forms.contains(value.form)
        && Placeholder.isAll(of: value.normal, insteadOf: source.text.bytes[value.keyValue.value])
    }
    return values.isEmpty ? [] : AmbiguousValues(alignment, new, values, takers).lines
  }

  /// `values`: those of the source.
  private init(_ alignment: Alignment, _ new: [Int], _ values: [Int], _ takers: [Int: Int]) {
    content = alignment.content
    source = alignment.source
    blocks = BlockMatching(alignment)
    objects = Set(content.objects).intersection(source.objects)
    for value in new { add(content.text.values[value]) }
    for index in values {
      let value = source.text.values[index]
      guard let taker = takers[index] else {
        // The value can have been moved, but not from a deleted object to a new one.
        let extent = objects.contains(source.objects[value.line]) ? Rivals.Extent.all : .knownObjects
        record(Rivals(form: value.form, extent: extent))
        continue
      }
      if content.contains(content.text.values[taker].line) { examine(value, takenBy: content.text.values[taker]) }
    }
  }

  private mutating func add(_ value: LensText.LensValue) {
    if !content.contains(value.line) { return }
    let block = content.block(of: value.line)
    let line = ByteString(content.text.normal[value.line])
    let object = content.objects[value.line]
    var extents: [Rivals.Extent] = blocks.origins[block] == nil ? [.all, .unmatchedBlocks(of: object)] : [.all]
    if objects.contains(object) { extents.append(.knownObjects) }
    for key in [nil, value.key] { extents += [.block(block, key: key), .block(block, key: key, line: line)] }
    for extent in extents { rivals[Rivals(form: value.form, extent: extent), default: []].insert(value.line) }
  }

  /// Records the new values that could match a value of the source instead of its taker, and the taker.
  private mutating func examine(_ value: LensText.LensValue, takenBy taker: LensText.LensValue) {
    let block = content.block(of: taker.line)
    let origin = source.block(of: value.line)
    let form = value.form
    if blocks.origins[block] != origin {
      // The taker is in another block, and that block is not known to be the renamed one.
      record(Rivals(form: form, extent: .unmatchedBlocks(of: source.objects[value.line])), insteadOf: taker)
      if let target = blocks.targets[origin] { record(Rivals(form: form, extent: .block(target)), insteadOf: taker) }
    } else if !blocks.isNextToAnchor(LinePair(content: taker.line, source: value.line)) {
      let line = source.text.normal[value.line]
      let extent = Rivals.Extent.block(
        block, key: taker.key == value.key ? value.key : nil,
        line: content.text.normal[taker.line] == line ? ByteString(line) : nil)
      // Values on one line are distinguished by the text around them.
      let rivals = Rivals(form: form, extent: extent)
      if self.rivals[rivals] != [taker.line] { record(rivals, insteadOf: taker) }
    }
  }

  private mutating func record(_ rivals: Rivals, insteadOf taker: LensText.LensValue? = nil) {
    guard let found = self.rivals[rivals] else { return }
    if recorded.insert(rivals).inserted { lines.formUnion(found) }
    if let taker { lines.insert(taker.line) }
  }
}

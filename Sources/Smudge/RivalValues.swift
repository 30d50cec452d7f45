/// Values of the content that could have each other's text: one was given the text of a value of a source, and another, which
/// is new and shows the same, could be what became of that.
///
/// Such as the value of a block that was renamed, where a new block of the same look stands above it.
struct RivalValues {
  /// The lines of the content that they stand on.
  private(set) var lines: Set<Int> = []

  private let text: LensText
  private let source: LensText
  private let view: LensView
  /// For lines of the source, the lines of the content that were settled to be those.
  private let settled: [Int: Int]
  /// For values of the source, the values of the content that took their text.
  private let takers: [Int: Int]
  /// `nil` where no value is new.
  private let blocks: BlockKinship?
  private var groups: [Look: Group] = [:]

  /// What new values share that could have taken the text of the same value.
  private struct Look: Hashable {
    let key: Int
    let normal: [UInt8]
    let object: ArraySlice<UInt8>?
  }

  /// New values of one look, by the line of the content that they stand below; -1 stands for none.
  private struct Group {
    var values: [Int: [Int]] = [:]
    /// Blocks that may be any.
    var unknown: Set<Int> = []
    /// For lines of the source, the blocks that those have become.
    var known: [Int: Int] = [:]
  }

  /// `number`: of the source; `origins` and `paired`: the lines and values of the content that are those of any source.
  init(
    _ text: LensText, _ source: LensText, number: Int, _ view: LensView, _ origins: [LensPairing.Origin?],
    _ partners: [Int: Int], paired: Set<Int>
  ) {
    (self.text, self.source, self.view) = (text, source, view)
    settled = Dictionary(
      origins.enumerated().compactMap { line, origin in origin.flatMap { $0.source == number ? ($0.line, line) : nil } },
      uniquingKeysWith: { one, _ in one })
    takers = Dictionary(partners.map { ($1, $0) }, uniquingKeysWith: { one, _ in one })
    let new = text.values.indices.filter { value in
      let found = text.values[value]
      return origins[found.line] == nil && !paired.contains(value) && Placeholder.isThere(in: found.normal[...])
    }
    blocks = new.isEmpty ? nil : view.blocks(text)
    for value in new { add(value) }
    if groups.isEmpty { return }
    for value in source.values.indices { look(at: value) }
  }

  private mutating func add(_ value: Int) {
    let found = text.values[value]
    guard let place = view.places[found.line] else { return }
    let look = Look(key: found.site.key, normal: found.normal, object: view.objects[place])
    let block = view.contentOutline.parents[place] ?? -1
    groups[look, default: Group()].values[block, default: []].append(value)
    if let origin = blocks?.origins[block] { groups[look]?.known[origin] = block }
    else { groups[look]?.unknown.insert(block) }
  }

  private mutating func look(at value: Int) {
    let found = source.values[value]
    guard Placeholder.isAll(of: found.normal, insteadOf: source.bytes[found.site.value]),
      let group = groups[Look(key: found.site.key, normal: found.normal, object: view.sourceObjects[found.line])]
    else { return }
    guard let taker = taker(of: value) else {
      if isLost(found) { note(group.values.values.flatMap(\.self)) }
      return
    }
    guard let place = view.places[text.values[taker].line] else { return }
    let rivals = rivals(of: taker, at: place, for: value, group)
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
  private func isLost(_ value: LensText.Value) -> Bool {
    // Its line is there, and was settled to be one of another side.
    if view.targets[value.line] != nil { return true }
    return view.sourceOutline.parents[value.line].map { view.targets[$0] == nil } ?? false
  }

  /// New values that could be what became of a value of the source, instead of the one that was taken for it.
  private func rivals(of taker: Int, at place: Int, for value: Int, _ group: Group) -> [Int] {
    let (parent, origin) = (view.contentOutline.parents[place] ?? -1, view.sourceOutline.parents[source.values[value].line] ?? -1)
    if blocks?.origins[parent] != origin {
      // It went to another block than the one that it was in, and that is not known to be the same under another name.
      let others = group.unknown.union(group.known[origin].map { [$0] } ?? [])
      return others.flatMap { group.values[$0] ?? [] }
    }
    return (group.values[parent] ?? []).filter { isRival($0, of: taker, at: place, for: value) }
  }

  /// Whether of two values in the block where the value of the source was either could be that.
  private func isRival(_ rival: Int, of taker: Int, at place: Int, for value: Int) -> Bool {
    let (one, other, mine) = (text.values[taker], text.values[rival], source.values[value])
    // On one line they are told apart by what stands before and after them.
    if one.line == other.line || one.key == mine.key && other.key != mine.key { return false }
    let normal = source.normal[mine.line]
    if text.normal[one.line] == normal && text.normal[other.line] != normal { return false }
    return blocks?.isBesideTelling(LinePair(content: place, source: mine.line)) != true
  }
}

/// Which value of a key in a source each one is that stands in an edited line.
struct ValuePairing {
  /// For values of the content the values of the source.
  private(set) var partners: [Int: Int] = [:]

  private let alignment: Alignment
  private let content: Candidates
  private let source: Candidates
  private var taken: Set<Int> = []

  /// The values of one side that may have a partner.
  private struct Candidates {
    let layout: Layout
    let values: [Int]
    /// For each line the nearest line of the source above that is still there.
    let gaps: [Int]

    init(_ layout: Layout, _ lines: [Int?], isOpen: (Int) -> Bool) {
      self.layout = layout
      values = layout.text.values.indices.filter { isOpen(layout.text.values[$0].line) }
      var last = -1
      gaps = lines.map { line in
        last = line ?? last
        return last
      }
    }

    subscript(value: Int) -> LensText.LensValue { layout.text.values[value] }

    func normal(_ value: Int) -> LensText.Line { layout.text.normal[self[value].line] }

    /// Those that show a local text; only those can be counted in a line.
    func shown(_ values: [Int]) -> [Int] { values.filter { Placeholder.isThere(in: self[$0].normal[...]) } }
  }

  /// `origins`: of the lines of the content in all sources; what has one has no need of a partner.
  init(_ alignment: Alignment, _ origins: [LineOrigin?]) {
    self.alignment = alignment
    let targets = alignment.targets
    content = Candidates(alignment.content, alignment.origins) { origins[$0] == nil && alignment.content.contains($0) }
    source = Candidates(alignment.source, targets.indices.map { targets[$0] == nil ? nil : $0 }) { targets[$0] == nil }
    if content.values.isEmpty || source.values.isEmpty { return }
    pairWithinLines()
    for stage in PairingCriterion.all { pair(by: stage) }
    pairMoved()
  }

  private mutating func pair(_ value: Int, _ partner: Int) {
    partners[value] = partner
    taken.insert(partner)
  }

  // MARK: By what they share

  /// What two values have to share.
  private struct PairingCriterion {
    /// The key with its conditions, below the same lines; else the key alone.
    let isByName: Bool
    /// The line that they stand behind.
    let isHere: Bool
    /// The text that is shown.
    let isAlike: Bool

    /// The most telling first.
    static let all = [
      PairingCriterion(isByName: true, isHere: true, isAlike: true),
      PairingCriterion(isByName: true, isHere: false, isAlike: true),
      PairingCriterion(isByName: true, isHere: true, isAlike: false),
      PairingCriterion(isByName: true, isHere: false, isAlike: false),
      PairingCriterion(isByName: false, isHere: true, isAlike: true),
      PairingCriterion(isByName: false, isHere: true, isAlike: false),
    ]
  }

  private struct CandidatePair: Hashable {
    let key: Int
    let name: [UInt8]
    let path: Int?
    let gap: Int?
    let normal: [UInt8]?
    let object: ArraySlice<UInt8>?

    init(_ value: LensText.LensValue, _ version: Candidates, _ stage: PairingCriterion) {
      let layout = version.layout
      (key, name) = (value.keyValue.key, stage.isByName ? value.key : [])
      path = stage.isByName ? layout.parents[value.line].flatMap { layout.paths[$0] } : nil
      gap = stage.isHere ? version.gaps[value.line] : nil
      normal = stage.isAlike ? value.normal : nil
      object = stage.isByName ? nil : layout.objects[value.line]
    }
  }

  private mutating func pair(by stage: PairingCriterion) {
    let open = source.values.filter { !taken.contains($0) }
    var waiting = Dictionary(grouping: open) { CandidatePair(source[$0], source, stage) }.mapValues { $0[...] }
    for value in content.values where partners[value] == nil {
      if let partner = waiting[CandidatePair(content[value], content, stage)]?.popFirst() { pair(value, partner) }
    }
  }

  // MARK: Moved lines

  /// A line that is gone from one place and new at another has moved if both are next to the same line, and it is the only
  /// one: its neighbour has moved past it, or what it seems to stand below is no block.
  private mutating func pairMoved() {
    let new = Dictionary(grouping: content.values.filter { partners[$0] == nil }, by: content.normal)
    for value in source.values where !taken.contains(value) {
      let found = (new[source.normal(value)] ?? []).filter { isNextToSameLine($0, value) }
      if found.count == 1, partners[found[0]] == nil { pair(found[0], value) }
    }
  }

  private func isNextToSameLine(_ value: Int, _ other: Int) -> Bool {
    let (line, origin) = (content[value].line, source[other].line)
    guard content.layout.objects[line] == source.layout.objects[origin] else { return false }
    return [-1, 1].contains { step in
      let next = content.layout.line(step, from: line).flatMap { alignment.origins[$0] }
      return next.map { abs($0 - origin) == 1 } ?? false
    }
  }

  // MARK: Several values on a line

  /// Those before the place where the line was edited are the first ones, those behind it the last ones.
  private mutating func pairWithinLines() {
    let lines = Dictionary(grouping: content.values) { content[$0].line }
    let others = Dictionary(grouping: source.values) { source[$0].line }
    var waiting = Dictionary(grouping: others.keys.sorted()) { source.gaps[$0] }.mapValues { $0[...] }
    for (line, values) in lines.sorted(by: { $0.key < $1.key }) {
      guard let other = waiting[content.gaps[line]]?.popFirst(), let their = others[other], max(values.count, their.count) > 1
      else { continue }
      pair(content.shown(values), content.layout.text.normal[line], source.shown(their), source.layout.text.normal[other])
    }
  }

  private mutating func pair(_ values: [Int], _ line: LensText.Line, _ others: [Int], _ otherLine: LensText.Line) {
    let head = line.commonPrefix(with: otherLine)
    let tail = line.dropFirst(head).reversed().commonPrefix(with: otherLine.dropFirst(head).reversed())
    let first = min(Placeholder.count(in: line.prefix(head)), values.count, others.count)
    let last = min(Placeholder.count(in: line.suffix(tail)), values.count - first, others.count - first)
    for (value, other) in zip(values.prefix(first), others.prefix(first)) { pair(value, other) }
    for (value, other) in zip(values.suffix(last), others.suffix(last)) { pair(value, other) }
  }
}

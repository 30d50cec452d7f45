/// Which value of a key in a source each one is that stands in an edited line.
struct ValuePairing {
  /// For values of the content the values of the source.
  private(set) var partners: [Int: Int] = [:]

  private let text: LensText
  private let source: LensText
  private let view: LensView
  private var taken: Set<Int> = []
  private let mine: [Int]
  private let theirs: [Int]
  /// For each place, and each line of the source, the nearest line of the source above that is still there.
  private let gaps: [Int]
  private let sourceGaps: [Int]

  /// `origins`: of the lines of the content in all sources; what has one has no need of a partner.
  init(_ text: LensText, _ source: LensText, _ view: LensView, _ origins: [LensPairing.Origin?]) {
    (self.text, self.source, self.view) = (text, source, view)
    mine = text.values.indices.filter { origins[text.values[$0].line] == nil && view.places[text.values[$0].line] != nil }
    theirs = source.values.indices.filter { view.targets[source.values[$0].line] == nil }
    gaps = ValuePairing.gaps(view.origins)
    sourceGaps = ValuePairing.gaps(view.targets.indices.map { view.targets[$0] == nil ? nil : $0 })
    if mine.isEmpty || theirs.isEmpty { return }
    pairWithinLines()
    for stage in Stage.allCases { pair(by: stage) }
    pairMoved()
  }

  /// A line that is gone from one place and new at another has moved if both are next to the same line, and it is the only
  /// one: its neighbour has moved past it, or what it seems to stand below is no block.
  private mutating func pairMoved() {
    let lost = Dictionary(grouping: theirs.filter { !taken.contains($0) }) { source.normal[source.values[$0].line] }
    let new = Dictionary(grouping: mine.filter { partners[$0] == nil }) { text.normal[text.values[$0].line] }
    for (line, values) in lost {
      for value in values {
        let found = (new[line] ?? []).filter { isNextToSameLine($0, value) }
        if found.count == 1, partners[found[0]] == nil { pair(found[0], value) }
      }
    }
  }

  private func isNextToSameLine(_ value: Int, _ other: Int) -> Bool {
    let line = source.values[other].line
    guard let place = view.places[text.values[value].line], view.objects[place] == view.sourceObjects[line] else { return false }
    return [place - 1, place + 1].contains { next in
      view.origins.indices.contains(next) && view.origins[next].map { abs($0 - line) == 1 } ?? false
    }
  }

  private static func gaps(_ lines: [Int?]) -> [Int] {
    var last = -1
    return lines.map { line in
      last = line ?? last
      return last
    }
  }

  /// What two values have to share, the most telling first.
  private enum Stage: CaseIterable {
    case nameHereAlike, nameBelowAlike, nameHere, nameBelow, keyHereAlike, keyHere

    /// The key with its conditions, below the same lines; else the key alone.
    var isByName: Bool {
      switch self {
      case .nameHereAlike, .nameBelowAlike, .nameHere, .nameBelow: true
      case .keyHereAlike, .keyHere: false
      }
    }

    /// Behind the same line.
    var isHere: Bool {
      switch self {
      case .nameHereAlike, .nameHere, .keyHereAlike, .keyHere: true
      case .nameBelowAlike, .nameBelow: false
      }
    }

    /// The text that is shown.
    var isAlike: Bool {
      switch self {
      case .nameHereAlike, .nameBelowAlike, .keyHereAlike: true
      case .nameHere, .nameBelow, .keyHere: false
      }
    }
  }

  private struct Meeting: Hashable {
    let key: Int
    let name: [UInt8]
    let path: Int?
    let gap: Int?
    let normal: [UInt8]?
    let object: ArraySlice<UInt8>?
  }

  private mutating func pair(by stage: Stage) {
    var waiting: [Meeting: ArraySlice<Int>] = [:]
    for value in theirs where !taken.contains(value) {
      let found = source.values[value]
      let meeting = meeting(found, at: found.line, view.sourceOutline, sourceGaps, view.sourceObjects, stage)
      waiting[meeting, default: []].append(value)
    }
    for value in mine where partners[value] == nil {
      let found = text.values[value]
      guard let place = view.places[found.line] else { continue }
      let meeting = meeting(found, at: place, view.contentOutline, gaps, view.objects, stage)
      if let partner = waiting[meeting]?.popFirst() { pair(value, partner) }
    }
  }

  private mutating func pair(_ value: Int, _ partner: Int) {
    partners[value] = partner
    taken.insert(partner)
  }

  private func meeting(
    _ value: LensText.Value, at line: Int, _ outline: Outline, _ gaps: [Int], _ objects: [ArraySlice<UInt8>?], _ stage: Stage
  ) -> Meeting {
    Meeting(
      key: value.site.key, name: stage.isByName ? value.key : [],
      path: stage.isByName ? outline.parents[line].map { outline.paths[$0] } : nil, gap: stage.isHere ? gaps[line] : nil,
      normal: stage.isAlike ? value.normal : nil, object: stage.isByName ? nil : objects[line])
  }

  // MARK: Several values on a line

  /// Those before the place where the line was edited are the first ones, those behind it the last ones.
  private mutating func pairWithinLines() {
    let lines = Dictionary(grouping: mine) { text.values[$0].line }
    let others = Dictionary(grouping: theirs) { source.values[$0].line }
    var waiting = Dictionary(grouping: others.keys.sorted()) { sourceGaps[$0] }.mapValues { $0[...] }
    for (line, values) in lines.sorted(by: { $0.key < $1.key }) {
      guard let place = view.places[line], let other = waiting[gaps[place]]?.popFirst(), let their = others[other],
        max(values.count, their.count) > 1
      else { continue }
      pair(shown(values, text), text.normal[line], shown(their, source), source.normal[other])
    }
  }

  /// Values that show a local text; only those can be counted in a line.
  private func shown(_ values: [Int], _ text: LensText) -> [Int] {
    values.filter { Placeholder.isThere(in: text.values[$0].normal[...]) }
  }

  private mutating func pair(_ values: [Int], _ line: LensText.Line, _ others: [Int], _ otherLine: LensText.Line) {
    let head = zip(line, otherLine).prefix { $0 == $1 }.count
    let tail = zip(line.dropFirst(head).reversed(), otherLine.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    let first = min(Placeholder.count(in: line.prefix(head)), values.count, others.count)
    let last = min(Placeholder.count(in: line.suffix(tail)), values.count - first, others.count - first)
    for (value, other) in zip(values.prefix(first), others.prefix(first)) { pair(value, other) }
    for (value, other) in zip(values.suffix(last), others.suffix(last)) { pair(value, other) }
  }
}

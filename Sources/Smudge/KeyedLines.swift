/// Lines of keys that only the content has: those that a program has inserted by itself go, where the rule says so.
struct KeyedLines {
  /// Lines of the content.
  private(set) var dropped: Set<Int> = []

  private let text: LensText
  private let pairing: LensPairing
  private let transform: Transform
  private var view: LensView { pairing.view }

  init(_ text: LensText, _ pairing: LensPairing, _ transform: Transform) {
    (self.text, self.pairing, self.transform) = (text, pairing, transform)
    if pairing.isAnythingLeft { dropped = linesToDrop() }
  }

  private func linesToDrop() -> Set<Int> {
    let candidates = text.values.indices.filter(isInserted)
    let lines = Set(candidates.flatMap { [text.values[$0].line, text.values[$0].keyLine] })
    if lines.isEmpty { return [] }
    let edited = Set(pairing.paired.map { text.values[$0].line })
    let runs = Runs(pairing.origins.map { $0 != nil }) { lines.contains($0) || edited.contains($0) || text.isBlank($0) }
    let surroundings = Surroundings(view.contentOutline, view.origins, other: view.sourceOutline, view.corresponds)
    return lines.filter { isAmongKnown($0, runs, surroundings) }
  }

  /// Whether a value is on a line of its own that shows the local text, and that no source has.
  private func isInserted(_ index: Int) -> Bool {
    let value = text.values[index]
    guard !pairing.paired.contains(index), pairing.origins[value.line] == nil, pairing.origins[value.keyLine] == nil,
      view.places[value.line] != nil, pairing.isOutside(value.line), text.isAlone(value), !text.isLastMember(value)
    else { return false }
    switch transform.localRule(of: Array(text.bytes[value.site.value]), value.site.key)?.keyed?.onInsert {
    case .drop: return true
    case .keep, nil: return false
    }
  }

  /// Whether the lines around are those of the source: what comes with a new block belongs to it.
  private func isAmongKnown(_ line: Int, _ runs: Runs, _ surroundings: Surroundings) -> Bool {
    guard let place = view.places[line] else { return false }
    return view.contentOutline.parents[place].map(surroundings.areKnown) ?? runs.isUniform(line)
  }
}

/// Neighbouring lines without a partner, and whether all of them are of one sort.
struct Runs {
  private var uniform: Set<Int> = []

  init(_ isPaired: [Bool], _ isOfSort: (Int) -> Bool) {
    var start = 0
    for end in 0...isPaired.count where end == isPaired.count || isPaired[end] {
      if (start..<end).allSatisfy(isOfSort) { uniform.formUnion(start..<end) }
      start = end + 1
    }
  }

  func isUniform(_ line: Int) -> Bool { uniform.contains(line) }
}

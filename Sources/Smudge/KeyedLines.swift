/// Lines of keys that only one side has: those that a program has put in by itself go, and those that it has taken away
/// come back, where the rule wants that.
struct KeyedLines {
  /// Lines of the content.
  private(set) var dropped: Set<Int> = []
  /// Lines of the source, behind lines of the content; -1 stands for the beginning.
  private(set) var restored: [Int: [Int]] = [:]

  private let text: LensText
  private let source: LensText
  private let pairing: LensPairing
  private let transform: Transform

  init(_ text: LensText, _ source: LensText, _ pairing: LensPairing, _ transform: Transform) {
    (self.text, self.source, self.pairing, self.transform) = (text, source, pairing, transform)
    dropped = linesToDrop()
    // While a merge is being resolved, what is missing may be what the other side has taken away.
    if pairing.isWhole { restored = linesToRestore() }
  }

  // MARK: Dropping

  private func linesToDrop() -> Set<Int> {
    let candidates = text.values.indices.filter(isInserted)
    let lines = Set(candidates.flatMap { [text.values[$0].line, text.values[$0].keyLine] })
    if lines.isEmpty || !pairing.isAnythingLeft { return [] }
    let edited = Set(pairing.paired.map { text.values[$0].line })
    let runs = Runs(pairing.origins.map { $0 != nil }) { lines.contains($0) || edited.contains($0) || text.isBlank($0) }
    let alignment = pairing.view.alignment
    let surroundings = Surroundings(
      alignment.contentOutline, alignment.origins, other: alignment.sourceOutline, pairing.view.corresponds)
    return lines.filter { isAmongKnown($0, runs, surroundings) }
  }

  /// Whether a value is on a line of its own that shows the local text, and that no source has.
  private func isInserted(_ index: Int) -> Bool {
    let value = text.values[index]
    guard !pairing.paired.contains(index), pairing.origins[value.line] == nil, pairing.origins[value.keyLine] == nil,
      pairing.view.places[value.line] != nil, pairing.isOutside(value.line), text.isAlone(value)
    else { return false }
    switch transform.localRule(of: Array(text.bytes[value.site.value]), value.site.key)?.keyed?.absent {
    case .drop: return true
    case .keep, nil: return false
    }
  }

  /// Whether the lines around are those of the source: what comes with a new block belongs to it.
  private func isAmongKnown(_ line: Int, _ runs: Runs, _ surroundings: Surroundings) -> Bool {
    guard let place = pairing.view.places[line] else { return false }
    let parent = pairing.view.alignment.contentOutline.parents[place]
    return parent.map(surroundings.areKnown) ?? runs.isUniform(line)
  }

  // MARK: Restoring

  private func linesToRestore() -> [Int: [Int]] {
    let candidates = source.values.indices.filter(isDeleted)
    let lines = Set(candidates.flatMap { [source.values[$0].line, source.values[$0].keyLine] })
    if lines.isEmpty || !pairing.isAnythingLeft { return [:] }
    let edited = Set(pairing.pairedInSource.map { source.values[$0].line })
    let alignment = pairing.view.alignment
    let runs = Runs(alignment.targets.map { $0 != nil }) { lines.contains($0) || edited.contains($0) || source.isBlank($0) }
    let surroundings = Surroundings(
      alignment.sourceOutline, alignment.targets, other: alignment.contentOutline) { [pairing] line in
        alignment.targets[line].map(pairing.view.corresponds) == true
      }
    var restored: [Int: [Int]] = [:]
    for line in lines.sorted() where isMissed(line, runs, surroundings) {
      restored[place(for: line), default: []].append(line)
    }
    return restored
  }

  /// Whether a value of the source is on a line of its own that nobody shows any more.
  private func isDeleted(_ index: Int) -> Bool {
    let value = source.values[index]
    let targets = pairing.view.alignment.targets
    guard !pairing.pairedInSource.contains(index), targets[value.line] == nil, targets[value.keyLine] == nil,
      Placeholder.isThere(in: value.normal[...]), source.isAlone(value)
    else { return false }
    return transform.restores(value.site.key)
  }

  private func isMissed(_ line: Int, _ runs: Runs, _ surroundings: Surroundings) -> Bool {
    let parent = pairing.view.alignment.sourceOutline.parents[line]
    return parent.map(surroundings.areKnown) ?? runs.isUniform(line)
  }

  /// Behind the nearest line above that is still there.
  private func place(for line: Int) -> Int {
    let alignment = pairing.view.alignment
    let above = alignment.targets[..<line].lastIndex { $0 != nil }
    return above.flatMap { alignment.targets[$0] }.map { pairing.view.lines[$0] } ?? -1
  }
}

/// Neighbouring lines without a partner, and whether all of them are of one sort.
private struct Runs {
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

extension LensText {
  fileprivate func isBlank(_ line: Int) -> Bool {
    lines[line].allSatisfy { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
  }
}

// Lines of the source that are missing.
extension KeyedLines {
  func linesToRestore() -> [Int: [Int]] {
    let candidates = source.values.indices.filter(isDeleted)
    let lines = Set(candidates.flatMap { [source.values[$0].line, source.values[$0].keyLine] })
    if lines.isEmpty { return [:] }
    let edited = Set(pairing.pairedInSource.map { source.values[$0].line })
    let runs = Runs(view.targets.map { $0 != nil }) { lines.contains($0) || edited.contains($0) || source.isBlank($0) }
    let surroundings = Surroundings(view.sourceOutline, view.targets, other: view.contentOutline) { [view] line in
      view.targets[line].map(view.corresponds) == true
    }
    let (left, anchors) = (RemainingKeys(self), Anchors(self))
    var restored: [Int: [Int]] = [:]
    for value in candidates.map({ source.values[$0] }) {
      let parent = view.sourceOutline.parents[value.line]
      guard parent.map(surroundings.areKnown) ?? runs.isUniform(value.line), !left.contain(value.site.key, below: parent),
        let place = anchors.place(for: value.keyLine), fits(value, at: place)
      else { continue }
      restored[place, default: []] += value.keyLine == value.line ? [value.line] : [value.keyLine, value.line]
    }
    return restored
  }

  /// Whether a value of the source is on a line of its own that nobody shows any more.
  private func isDeleted(_ index: Int) -> Bool {
    let value = source.values[index]
    guard !pairing.pairedInSource.contains(index), view.targets[value.line] == nil, view.targets[value.keyLine] == nil,
      Placeholder.isThere(in: value.normal[...]), source.isAlone(value), !source.isLastMember(value)
    else { return false }
    return transform.restores(value.site.key)
  }

  /// Whether what follows is no end of a list, which would leave a comma in front of it.
  private func fits(_ value: LensText.Value, at place: Int) -> Bool {
    !source.isMember(value) || !text.isClosing(behind: place)
  }
}

/// Keys in lines that are new: a value that cannot be read is no value that is missing.
private struct RemainingKeys {
  private struct Place: Hashable {
    let key: Int
    /// The line of the source below which it stands; `nil`: none.
    let parent: Int?
  }

  private var places: Set<Place> = []

  init(_ lines: KeyedLines) {
    guard let scanner = lines.transform.lexicon.keyed?.scanner else { return }
    for (place, line) in lines.view.lines.enumerated() where lines.pairing.origins[line] == nil {
      let parent = lines.view.contentOutline.parents[place]
      let origin = parent.flatMap { lines.view.origins[$0] }
      if parent != nil && origin == nil { continue }
      for key in scanner.keysStandingAlone(in: Array(lines.text.lines[line])) {
        places.insert(Place(key: key, parent: origin))
      }
    }
  }

  func contain(_ key: Int, below parent: Int?) -> Bool { places.contains(Place(key: key, parent: parent)) }
}

/// Where lines of the source would stand in the content.
private struct Anchors {
  private let view: LensView
  /// For each line of the source its line in the content, or the one that holds its value now.
  private let targets: [Int?]
  /// For each line of the source the nearest one above that has such a line; -1 where none has.
  private let above: [Int]
  /// The only place of a path; -1 where there are several.
  private let blocks: [Int: Int]
  /// More lines that have moved away are not looked at.
  private static let reach = 64

  init(_ lines: KeyedLines) {
    view = lines.view
    var targets = lines.view.targets
    for (value, partner) in lines.pairing.partners {
      let line = lines.source.values[partner].line
      if targets[line] == nil { targets[line] = lines.view.places[lines.text.values[value].line] }
    }
    var last = -1
    above = targets.indices.map { line in
      defer { if targets[line] != nil { last = line } }
      return last
    }
    self.targets = targets
    blocks = Dictionary(zip(view.contentOutline.paths, view.lines.indices)) { _, _ in -1 }
  }

  /// The line of the content behind which a line of the source belongs; -1: the beginning; `nil`: its block is gone.
  func place(for line: Int) -> Int? {
    let parent = view.sourceOutline.parents[line]
    let block = parent.flatMap { targets[$0] ?? blocks[view.sourceOutline.paths[$0]] }.flatMap { $0 < 0 ? nil : $0 }
    if parent != nil && block == nil { return nil }
    var candidate = above[line]
    for _ in 0..<Anchors.reach where candidate > (parent ?? -1) {
      if let target = targets[candidate], isBelow(target, block) { return view.lines[target] }
      candidate = above[candidate]
    }
    return block.map { view.lines[$0] } ?? -1
  }

  private func isBelow(_ place: Int, _ block: Int?) -> Bool {
    guard let block else { return true }
    return sequence(first: place) { view.contentOutline.parents[$0] }.dropFirst().contains(block)
  }
}

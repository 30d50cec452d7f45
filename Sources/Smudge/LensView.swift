/// How some content stands to one source: the lines that it may have had, beside those that it had.
struct LensView {
  /// The lines of the content, in order; the others belong to another side of a conflict.
  let lines: [Int]
  /// For each line of the content, its place in `lines`.
  let places: [Int?]
  let contentOutline: Outline
  let sourceOutline: Outline
  /// For each place its line in the source.
  private(set) var origins: [Int?]
  /// For each line of the source its place.
  private(set) var targets: [Int?]
  /// For each place, and each line of the source, the object of an Xcode project that it is in.
  private(set) var objects: [ArraySlice<UInt8>?] = []
  private(set) var sourceObjects: [ArraySlice<UInt8>?] = []

  init(_ text: LensText, _ source: (side: Side, text: LensText), _ regions: ConflictRegions) {
    let lines = regions.lines(of: source.side)
    self.lines = lines
    let alignment = LineAlignment(
      content: lines.map { text.normal[$0] }, source: source.text.normal,
      isDistinctive: { !Placeholder.isThere(in: text.normal[lines[$0]]) })
    (contentOutline, sourceOutline) = (alignment.contentOutline, alignment.sourceOutline)
    (origins, targets) = (alignment.origins, alignment.targets)
    var places = [Int?](repeating: nil, count: text.lines.count)
    for (place, line) in lines.enumerated() { places[line] = place }
    self.places = places
    findObjects(text, source.text)
    followBlocks(text, source.text)
    for place in lines.indices where text.isSourced(lines[place]) && isOther(place) { part(place) }
  }

  /// Lines that bytes do not lead back from go with what else is left of their block, where that was renamed.
  private mutating func followBlocks(_ text: LensText, _ source: LensText) {
    let sourced = lines.indices.filter { text.isSourced(lines[$0]) }
    let areSettled = sourced.allSatisfy { place in
      origins[place].map { contentOutline.paths[place] == sourceOutline.paths[$0] } ?? false
    }
    if areSettled { return }
    let blocks = blocks(text)
    var free = Dictionary(grouping: sourced.filter { origins[$0] == nil }) { place in
      LineInBlock(block: contentOutline.parents[place] ?? -1, line: text.normal[lines[place]])
    }.mapValues { $0[...] }
    for line in source.lines.indices where source.isSourced(line) {
      guard let block = blocks.targets[sourceOutline.parents[line] ?? -1], let target = targets[line],
        contentOutline.parents[target] ?? -1 != block,
        let place = free[LineInBlock(block: block, line: source.normal[line])]?.popFirst()
      else { continue }
      part(target)
      (origins[place], targets[line]) = (line, place)
    }
  }

  private struct LineInBlock: Hashable {
    let block: Int
    let line: LensText.Line
  }

  /// Which blocks are the same.
  func blocks(_ text: LensText) -> BlockKinship {
    BlockKinship(BlockKinship.Lines(
      content: lines.map { text.normal[$0] }, contentOutline: contentOutline, sourceOutline: sourceOutline, origins: origins))
  }

  private mutating func part(_ place: Int) {
    if let origin = origins[place] { targets[origin] = nil }
    origins[place] = nil
  }

  /// Whether a line is another one than the one that it looks like: in a project two targets differ in nothing but
  /// their object's name, so a line of a new one is none of one that is gone, nor one of a block that is still there.
  private func isOther(_ place: Int) -> Bool {
    var place = place
    while let origin = origins[place] {
      if contentOutline.paths[place] == sourceOutline.paths[origin] { return false }
      if let one = objects[place], let other = sourceObjects[origin], one != other { return true }
      guard let parent = contentOutline.parents[place], let other = sourceOutline.parents[origin] else { return false }
      if origins[parent] != other { return origins[parent] != nil && targets[other] != nil }
      place = parent
    }
    return false
  }

  /// Whether a line has a partner that stands below the same lines, or their partners.
  func corresponds(_ place: Int) -> Bool {
    var place = place
    while let origin = origins[place] {
      if contentOutline.paths[place] == sourceOutline.paths[origin] { return true }
      switch (contentOutline.parents[place], sourceOutline.parents[origin]) {
      case (nil, nil): return true
      case (let parent?, let other?) where origins[parent] == other: place = parent
      case (_, _): return false
      }
    }
    return false
  }

  // MARK: Objects

  /// Where a tool has made all names anew, they say nothing.
  private mutating func findObjects(_ text: LensText, _ source: LensText) {
    let objects = LensView.objects(lines.map { text.normal[$0] }, contentOutline)
    let others = LensView.objects(source.normal, sourceOutline)
    let known = Set(others.compactMap(\.self))
    let areKept = objects.contains { $0.map(known.contains) == true }
    self.objects = areKept ? objects : objects.map { _ in nil }
    sourceObjects = areKept ? others : others.map { _ in nil }
  }

  private static func objects(_ lines: [LensText.Line], _ outline: Outline) -> [ArraySlice<UInt8>?] {
    var objects: [ArraySlice<UInt8>?] = []
    objects.reserveCapacity(lines.count)
    for (place, line) in lines.enumerated() {
      objects.append(name(line) ?? outline.parents[place].flatMap { objects[$0] })
    }
    return objects
  }

  /// 24 hexadecimal digits, at the beginning of a line.
  private static func name(_ line: LensText.Line) -> ArraySlice<UInt8>? {
    let word = line.drop(while: ByteSet.blanks.contains).prefix(while: Boundary.isIdentifier)
    return word.count == 24 && word.allSatisfy(ByteSet("0123456789ABCDEFabcdef").contains) ? word : nil
  }
}

extension LensText {
  /// Whether a line shows something that bytes do not lead back from.
  func isSourced(_ line: Int) -> Bool { Placeholder.kinds(in: normal[line]).contains(.sourced) }
}

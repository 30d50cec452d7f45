/// Which lines of some content are which lines of one version of it.
struct Alignment {
  /// Of a conflict, the one that the version is.
  let side: Stage
  private(set) var content: Layout
  private(set) var source: Layout
  /// For each line of the content its line in the source; no two have the same.
  private(set) var origins: [Int?]
  /// For each line of the source its line in the content.
  private(set) var targets: [Int?]

  /// `lines`: those of the content that the source may have; the others belong to another side of a conflict.
  init(_ text: LensText, _ lines: [Int], _ source: (side: Stage, text: LensText)) {
    side = source.side
    let found = BlockDiff(
      content: lines.map { text.normal[$0] }, source: source.text.normal,
      isDistinctive: { !Placeholder.isThere(in: text.normal[lines[$0]]) })
    content = Layout(text, lines, found.contentTree)
    self.source = Layout(source.text, Array(source.text.lines.indices), found.sourceTree)
    origins = Layout.spread(found.origins, over: lines, of: text)
    targets = found.targets.map { $0.map { lines[$0] } }
    // Where a tool has made all names anew, they say nothing.
    if Set(content.objects.compactMap(\.self)).isDisjoint(with: self.source.objects.compactMap(\.self)) {
      content.forgetObjects()
      self.source.forgetObjects()
    }
    followBlocks()
    for line in lines where content.isSourced(line) && isOther(line) { part(line) }
  }

  /// Lines that bytes do not lead back from go with what else is left of their block, where that was renamed.
  private mutating func followBlocks() {
    let sourced = content.lines.filter(content.isSourced)
    if sourced.allSatisfy({ line in origins[line].map { content.paths[line] == source.paths[$0] } ?? false }) { return }
    let blocks = BlockMatching(self)
    var free = Dictionary(grouping: sourced.filter { origins[$0] == nil }) { line in
      LineInBlock(block: content.block(of: line), line: content.text.normal[line])
    }.mapValues { $0[...] }
    for line in source.lines where source.isSourced(line) {
      guard let block = blocks.targets[source.block(of: line)], let target = targets[line], content.block(of: target) != block,
        let other = free[LineInBlock(block: block, line: source.text.normal[line])]?.popFirst()
      else { continue }
      part(target)
      (origins[other], targets[line]) = (line, other)
    }
  }

  private struct LineInBlock: Hashable {
    let block: Int
    let line: LensText.Line
  }

  private mutating func part(_ line: Int) {
    if let origin = origins[line] { targets[origin] = nil }
    origins[line] = nil
  }

  /// Whether a line is another one than the one that it looks like: in a project two targets differ in nothing but
  /// their object's name, so a line of a new one is none of one that is gone, nor one of a block that is still there.
  private func isOther(_ line: Int) -> Bool {
    var line = line
    while let origin = origins[line] {
      if content.paths[line] == source.paths[origin] { return false }
      if let one = content.objects[line], let other = source.objects[origin], one != other { return true }
      guard let parent = content.parents[line], let other = source.parents[origin] else { return false }
      if origins[parent] != other { return origins[parent] != nil && targets[other] != nil }
      line = parent
    }
    return false
  }

  /// Whether a line has a partner that stands below the same lines, or their partners.
  func corresponds(_ line: Int) -> Bool {
    var line = line
    while let origin = origins[line] {
      if content.paths[line] == source.paths[origin] { return true }
      switch (content.parents[line], source.parents[origin]) {
      case (nil, nil): return true
      case (let parent?, let other?) where origins[parent] == other: line = parent
      case (_, _): return false
      }
    }
    return false
  }
}

/// Where the lines of one version stand.
struct Layout {
  let text: LensText
  /// The lines of the version, in order; the text may have others.
  let lines: [Int]
  /// For each line what it stands below (`IndentTree`).
  let parents: [Int?]
  /// For each line of the version.
  let paths: [Int?]
  /// For each line the object of an Xcode project that it is in.
  private(set) var objects: [ArraySlice<UInt8>?]

  init(_ text: LensText, _ lines: [Int], _ outline: IndentTree) {
    (self.text, self.lines) = (text, lines)
    let parents = Layout.spread(outline.parents.map { $0.map { lines[$0] } }, over: lines, of: text)
    (self.parents, paths) = (parents, Layout.spread(outline.paths, over: lines, of: text))
    objects = Array(repeating: nil, count: text.lines.count)
    for line in lines { objects[line] = Layout.name(text.normal[line]) ?? parents[line].flatMap { objects[$0] } }
  }

  /// Values of some lines of a text, for all of them.
  static func spread<Element>(_ values: [Element?], over lines: [Int], of text: LensText) -> [Element?] {
    if lines.count == text.lines.count { return values }
    var all = [Element?](repeating: nil, count: text.lines.count)
    for (line, value) in zip(lines, values) { all[line] = value }
    return all
  }

  mutating func forgetObjects() { objects = objects.map { _ in nil } }

  /// 24 hexadecimal digits, at the beginning of a line.
  private static func name(_ line: LensText.Line) -> ArraySlice<UInt8>? {
    let word = line.drop(while: ByteSet.blanks.contains).prefix(while: Boundary.isIdentifier)
    return word.count == 24 && word.allSatisfy(ByteSet("0123456789ABCDEFabcdef").contains) ? word : nil
  }

  func contains(_ line: Int) -> Bool { paths[line] != nil }

  /// The block that a line is in: the line that it stands below, or -1 for the whole file.
  func block(of line: Int) -> Int { parents[line] ?? -1 }

  /// The next line of the version, or with -1 the one before.
  func line(_ step: Int, from line: Int) -> Int? {
    let place = lines.partitioningIndex { $0 >= line } + step
    return lines.indices.contains(place) ? lines[place] : nil
  }

  /// Whether a line shows something that bytes do not lead back from.
  func isSourced(_ line: Int) -> Bool { Placeholder.kinds(in: text.normal[line]).contains(.sourced) }
}

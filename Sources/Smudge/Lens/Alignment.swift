import Platform

/// A matching of the lines of edited content with the lines of one committed version (the source).
struct Alignment {
  /// The stage of the version in a merge conflict.
  let side: Stage
  /// The block structure of the lines of the content that can be in the source.
  private(set) var content: Layout
  /// The block structure of the source.
  private(set) var source: Layout
  /// The line in the source, or `nil`, for each line of the content; no two have the same.
  private(set) var origins: [Int?]
  /// The line in the content, or `nil`, for each line of the source.
  private(set) var targets: [Int?]

  /// Matches the lines of the content with those of a version. `lines`: the lines of the content that can be in the
  /// source; the others belong to another side of a conflict.
  init(_ text: LensText, _ lines: [Int], _ source: (side: Stage, text: LensText)) {
    side = source.side
    let diff = BlockDiff(
      content: lines.map { text.normal[$0] }, source: source.text.normal,
      isDistinctive: { !Placeholder.isContained(in: text.normal[lines[$0]]) })
    content = Layout(text, lines, diff.contentTree)
    self.source = Layout(source.text, Array(source.text.lines.indices), diff.sourceTree)
    origins = Layout.spread(diff.origins, over: lines, of: text)
    targets = diff.targets.map { $0.map { lines[$0] } }
    if !sharesObjects {
      content.forgetObjects()
      self.source.forgetObjects()
    }
    followBlocks()
    for line in lines where content.isSourced(line) && isUnrelated(line) { unpair(line) }
  }

  /// Whether any object is in both versions. If a tool has regenerated all object names, they carry no information.
  private var sharesObjects: Bool {
    let isMatched = zip(content.objects, origins).contains { $0 != nil && $1.flatMap { source.objects[$0] } == $0 }
    return isMatched || !Set(content.objects.compactMap(\.self)).isDisjoint(with: source.objects.compactMap(\.self))
  }

  /// Moves matches of lines that need the source to the block that their old block became, if that was renamed.
  private mutating func followBlocks() {
    let unmatched = content.lines.filter { content.isSourced($0) && origins[$0] == nil }
    var free = Dictionary(grouping: unmatched) {
      LineForm(block: content.block(of: $0), normal: content.text.normal[$0])
    }
    .mapValues { $0[...] }
    let texts = Set(free.keys.map(\.normal))
    if texts.isEmpty { return }
    let lines = source.lines.filter { source.isSourced($0) && texts.contains(source.text.normal[$0]) }
    if lines.isEmpty || areInMatchedBlocks(lines) { return }
    let blocks = BlockMatching(self)
    for line in lines {
      guard let block = blocks.targets[source.block(of: line)], let target = targets[line],
        content.block(of: target) != block,
        let other = free[LineForm(block: block, normal: source.text.normal[line])]?.popFirst()
      else { continue }
      unpair(target)
      origins[other] = line
      targets[line] = other
    }
  }

  /// Whether the blocks of matched lines of the source match, and could match no others (`BlockMatching`).
  private func areInMatchedBlocks(_ lines: [Int]) -> Bool {
    let pairs = lines.compactMap { line in
      targets[line].map { (content: content.parents[$0], source: source.parents[line]) }
    }
    let counts = content.counts(ofPaths: Set(pairs.compactMap(\.content).map { content.paths[$0] }))
    return pairs.allSatisfy { block, other in
      guard let block, let other else { return block == other }
      return origins[block] == other && content.paths[block] == source.paths[other] && counts[content.paths[block]] == 1
    }
  }

  /// Removes the match of a line of the content.
  private mutating func unpair(_ line: Int) {
    if let origin = origins[line] { targets[origin] = nil }
    origins[line] = nil
  }

  /// Whether a matched line is a different one with the same text. In an Xcode project two targets can differ in the
  /// names of their objects alone: a line of a new target does not match a line of a deleted one, nor of one that still
  /// exists.
  private func isUnrelated(_ line: Int) -> Bool {
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

  /// Whether a line matches a line with the same parents, or with parents that match.
  func corresponds(_ line: Int) -> Bool {
    var line = line
    while let origin = origins[line] {
      if content.paths[line] == source.paths[origin] { return true }
      let parent = content.parents[line]
      let other = source.parents[origin]
      guard let parent, let other else { return parent == other }
      if origins[parent] != other { return false }
      line = parent
    }
    return false
  }
}

/// A line's normalized text and its block.
struct LineForm: Hashable {
  /// The first line of the block, or -1 for the whole file.
  let block: Int
  /// The text with placeholders.
  let normal: LensText.Line
}

/// The properties of a value that are compared with those of another one; a property that is not compared is left out.
struct ValueForm: Hashable {
  /// The index of the key in the plan, or -1 for a whole line.
  let key: Int
  /// The text with placeholders.
  var normal: [UInt8]?
  /// The key with its conditions.
  var name: [UInt8]?
  /// The hash of the first lines of the blocks.
  var path: Int?
  /// The nearest matched line above.
  var gap: Int?
  /// The identifier of the object in an Xcode project.
  var object: ArraySlice<UInt8>?
}

/// The block structure of the lines of one version.
struct Layout {
  /// The text that contains the version.
  let text: LensText
  /// The lines of the version, in order; the text can have others, of another side of a conflict.
  let lines: [Int]
  /// The parent of each line (`IndentTree`).
  let parents: [Int?]
  /// The hash of each line's text and its ancestors' texts (`IndentTree.paths`); `nil` for lines of other versions.
  let paths: [Int?]
  /// The identifier of the object of each line in an Xcode project, 24 hexadecimal digits.
  private(set) var objects: [ArraySlice<UInt8>?]

  /// Makes the layout of lines from their tree.
  init(_ text: LensText, _ lines: [Int], _ tree: IndentTree) {
    self.text = text
    self.lines = lines
    let parents = Layout.spread(tree.parents.map { $0.map { lines[$0] } }, over: lines, of: text)
    self.parents = parents
    paths = Layout.spread(tree.paths, over: lines, of: text)
    objects = Array(repeating: nil, count: text.lines.count)
    for line in lines { objects[line] = Layout.name(text.normal[line]) ?? parents[line].flatMap { objects[$0] } }
  }

  /// Spreads the values for `lines` over all lines of a text; `nil` for the others.
  static func spread<Element>(_ values: [Element?], over lines: [Int], of text: LensText) -> [Element?] {
    if lines.count == text.lines.count { return values }
    var all = [Element?](repeating: nil, count: text.lines.count)
    for (line, value) in zip(lines, values) { all[line] = value }
    return all
  }

  /// Removes the identifiers of all lines.
  mutating func forgetObjects() { objects = objects.map { _ in nil } }

  /// The object identifier at the start of a line: 24 hexadecimal digits.
  private static func name(_ line: LensText.Line) -> ArraySlice<UInt8>? {
    guard let start = line.firstIndex(where: { !ByteSet.blanks.contains($0) }) else { return nil }
    let end = start + 24
    let digits = ByteSet.hexadecimal
    guard end <= line.endIndex, line[start..<end].allSatisfy(digits.contains) else { return nil }
    return end == line.endIndex || !Boundary.isIdentifier(line[end]) ? line[start..<end] : nil
  }

  /// Whether a line is of this version.
  func contains(_ line: Int) -> Bool { paths[line] != nil }

  /// The block of a line: its parent, or -1 for the whole file.
  func block(of line: Int) -> Int { parents[line] ?? -1 }

  /// The number of lines with each of these paths.
  func counts(ofPaths wanted: Set<Int?>) -> [Int?: Int] { paths.filter(wanted.contains).counted }

  /// The path of the block of a line; `nil` for the whole file.
  func pathOfBlock(of line: Int) -> Int? { parents[line].flatMap { paths[$0] } }

  /// The line of the version after a line, or with `step` -1 before it.
  func line(_ step: Int, from line: Int) -> Int? {
    let index = lines.partitioningIndex { $0 >= line } + step
    return lines.indices.contains(index) ? lines[index] : nil
  }

  /// Whether a line has a text that clean can only restore from the source.
  func isSourced(_ line: Int) -> Bool { Placeholder.kinds(in: text.normal[line]).contains(.sourced) }
}

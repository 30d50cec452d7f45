import Platform

/// A matching of the blocks of content and source, by their first lines, or if those are new by lines that are unique.
struct BlockMatching {
  /// The block of the source by its match in the content; both by their first lines, -1 for the whole file.
  private var origins: [Int: Int] = [-1: -1]
  /// The block of the content by its match in the source.
  private(set) var targets: [Int: Int] = [-1: -1]

  /// Matches the blocks of aligned lines.
  init(_ alignment: Alignment) {
    let content = alignment.content
    let source = alignment.source
    let pairs = content.lines.compactMap { line in alignment.origins[line].map { LinePair(content: line, source: $0) } }
    let counts = content.lines.map { ByteString(content.text.normal[$0]) }.counted
    // Unique in the content, and long enough to be distinctive.
    let anchors = pairs.filter { pair in
      let line = content.text.normal[pair.content]
      return counts[ByteString(line)] == 1 && line.trimmed.count >= 4 && !Placeholder.isContained(in: line)
    }
    for pair in anchors { match(pair) }

    let pathCounts = content.paths.counted
    for pair in pairs where pathCounts[content.paths[pair.content]] == 1 {
      if content.paths[pair.content] == source.paths[pair.source] { match(pair) }
    }

    // A block whose first line is new matches the block that has most of its anchors.
    let blocks = anchors.map { pair in
      LinePair(content: content.block(of: pair.content), source: source.block(of: pair.source))
    }
    let sorted = blocks.counted.sorted {
      ($1.value, $0.key.content, $0.key.source) < ($0.value, $1.key.content, $1.key.source)
    }
    for (pair, _) in sorted { match(pair) }
  }

  /// Matches two blocks, unless one of them has a match.
  private mutating func match(_ pair: LinePair) {
    if origins[pair.content] != nil || targets[pair.source] != nil { return }
    origins[pair.content] = pair.source
    targets[pair.source] = pair.content
  }
}

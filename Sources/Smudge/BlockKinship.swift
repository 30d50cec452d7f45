/// Which block of a source each block of the content is, as far as that can be told by more than the order of the lines: by its
/// first line, or, where that is new, by lines in it that stand nowhere else.
///
/// A block is named by the line that its lines stand below; -1 stands for the whole file.
struct BlockKinship {
  private(set) var origins: [Int: Int] = [-1: -1]
  private(set) var targets: [Int: Int] = [-1: -1]
  private let lines: Lines

  /// The lines of both sides, and how they are paired.
  struct Lines {
    let content: [ArraySlice<UInt8>]
    let contentOutline: Outline
    let sourceOutline: Outline
    /// For each line of the content its line in the source.
    let origins: [Int?]

    /// Below which line of the content, and of the source, the lines of a pair stand.
    fileprivate func parents(of pair: LinePair) -> LinePair {
      LinePair(content: contentOutline.parents[pair.content] ?? -1, source: sourceOutline.parents[pair.source] ?? -1)
    }

    fileprivate func isSamePath(_ pair: LinePair) -> Bool {
      contentOutline.paths[pair.content] == sourceOutline.paths[pair.source]
    }
  }

  /// Lines of the content that stand in it once, and say something.
  private let telling: Set<Int>

  init(_ lines: Lines) {
    self.lines = lines
    let counts = Dictionary(lines.content.map { ($0, 1) }, uniquingKeysWith: +)
    telling = Set(lines.content.indices.filter { place in
      let line = lines.content[place]
      return lines.origins[place] != nil && counts[line] == 1 && line.trimmed.count >= 4 && !Placeholder.isThere(in: line)
    })
    let pairs = lines.origins.enumerated().compactMap { place, origin in origin.map { LinePair(content: place, source: $0) } }
    relateByFirstLines(pairs)
    relateByInnerLines(pairs)
  }

  private mutating func relate(_ pair: LinePair) {
    if origins[pair.content] != nil || targets[pair.source] != nil { return }
    (origins[pair.content], targets[pair.source]) = (pair.source, pair.content)
  }

  private mutating func relateByFirstLines(_ pairs: [LinePair]) {
    let places = Dictionary(lines.contentOutline.paths.map { ($0, 1) }, uniquingKeysWith: +)
    for pair in pairs where telling.contains(pair.content) { relate(pair) }
    for pair in pairs where lines.isSamePath(pair) && places[lines.contentOutline.paths[pair.content]] == 1 { relate(pair) }
  }

  /// A block without a first line of its own has become the one that most of such lines are in now.
  private mutating func relateByInnerLines(_ pairs: [LinePair]) {
    var votes: [LinePair: Int] = [:]
    for pair in pairs where telling.contains(pair.content) { votes[lines.parents(of: pair), default: 0] += 1 }
    let sorted = votes.sorted { ($1.value, $0.key.content, $0.key.source) < ($0.value, $1.key.content, $1.key.source) }
    for (pair, _) in sorted { relate(pair) }
  }

  /// Whether a line of the content stands next to what its line of the source stands next to, and that is there once.
  func isBesideTelling(_ pair: LinePair) -> Bool {
    [-1, 1].contains { step in
      telling.contains(pair.content + step) && lines.origins[pair.content + step] == pair.source + step
    }
  }
}

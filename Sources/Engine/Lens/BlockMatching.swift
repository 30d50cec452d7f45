/// Which block of a source each block of the content is, as far as that can be told by more than the order of the lines: by its
/// first line, or, where that is new, by lines in it that stand nowhere else.
struct BlockMatching {
  private(set) var origins: [Int: Int] = [-1: -1]
  private(set) var targets: [Int: Int] = [-1: -1]
  private let alignment: Alignment
  /// Lines of the content that stand in it once, and say something.
  private let telling: Set<Int>

  init(_ alignment: Alignment) {
    self.alignment = alignment
    let (content, source) = (alignment.content, alignment.source)
    let pairs = content.lines.compactMap { line in alignment.origins[line].map { LinePair(content: line, source: $0) } }
    let counts = Dictionary(content.lines.map { (content.text.normal[$0], 1) }, uniquingKeysWith: +)
    let telling = pairs.filter { pair in
      let line = content.text.normal[pair.content]
      return counts[line] == 1 && line.trimmed.count >= 4 && !Placeholder.isThere(in: line)
    }
    self.telling = Set(telling.map(\.content))
    for pair in telling { relate(pair) }
    let places = Dictionary(content.lines.map { (content.paths[$0], 1) }, uniquingKeysWith: +)
    for pair in pairs where places[content.paths[pair.content]] == 1 {
      if content.paths[pair.content] == source.paths[pair.source] { relate(pair) }
    }
    // A block without a first line of its own has become the one that most of such lines are in now.
    let blocks = telling.map { LinePair(content: content.block(of: $0.content), source: source.block(of: $0.source)) }
    let votes = Dictionary(blocks.map { ($0, 1) }, uniquingKeysWith: +)
    let sorted = votes.sorted { ($1.value, $0.key.content, $0.key.source) < ($0.value, $1.key.content, $1.key.source) }
    for (pair, _) in sorted { relate(pair) }
  }

  private mutating func relate(_ pair: LinePair) {
    if origins[pair.content] != nil || targets[pair.source] != nil { return }
    (origins[pair.content], targets[pair.source]) = (pair.source, pair.content)
  }

  /// Whether a line of the content stands next to what its line of the source stands next to, and that is there once.
  func isBesideTelling(_ pair: LinePair) -> Bool {
    [-1, 1].contains { step in
      let next = alignment.content.line(step, from: pair.content)
      return next.map { telling.contains($0) && alignment.origins[$0] == pair.source + step } ?? false
    }
  }
}

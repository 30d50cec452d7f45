/// Pairs of lines while they are being found: what is paired once stays so.
struct LinePairing {
  private(set) var origins: [Int?]
  private(set) var targets: [Int?]

  init(contentCount: Int, sourceCount: Int) {
    origins = Array(repeating: nil, count: contentCount)
    targets = Array(repeating: nil, count: sourceCount)
  }

  /// In the content's order.
  var pairs: [LinePair] {
    origins.enumerated().compactMap { line, origin in origin.map { LinePair(content: line, source: $0) } }
  }

  mutating func pair(_ pair: LinePair) {
    origins[pair.content] = pair.source
    targets[pair.source] = pair.content
  }

  /// The unpaired lines that are the only ones of their class on either side.
  func singles(_ classes: LineClasses) -> [LinePair] {
    classes.singles(
      origins.indices.lazy.filter { origins[$0] == nil }, targets.indices.lazy.filter { targets[$0] == nil })
  }

  /// Pairs in order what is unpaired between pairs that are in order; all of them, in order.
  mutating func fillGaps(between fixed: [LinePair], _ classes: LineClasses) -> [LinePair] {
    var (all, start) = ([LinePair](), LinePair(content: 0, source: 0))
    for pair in fixed + [LinePair(content: origins.count, source: targets.count)] {
      let gap = GapAlignment.Gap(
        content: (start.content..<pair.content).filter { origins[$0] == nil }[...],
        source: (start.source..<pair.source).filter { targets[$0] == nil }[...])
      if !gap.isEmpty { all += GapAlignment.pairs(in: gap, classes) }
      all.append(pair)
      start = LinePair(content: pair.content + 1, source: pair.source + 1)
    }
    // The end of both sides is no line.
    all.removeLast()
    for pair in all { self.pair(pair) }
    return all
  }

  /// Pairs equal lines that follow or precede a pair.
  mutating func growPairs(_ classes: LineClasses) {
    for line in origins.indices { grow(line, by: 1, classes) }
    for line in origins.indices.reversed() { grow(line, by: -1, classes) }
  }

  private mutating func grow(_ line: Int, by step: Int, _ classes: LineClasses) {
    guard let origin = origins[line] else { return }
    let next = LinePair(content: line + step, source: origin + step)
    if isOpen(next) && classes.areEqual(next) { pair(next) }
  }

  private func isOpen(_ pair: LinePair) -> Bool {
    origins.indices.contains(pair.content) && targets.indices.contains(pair.source)
      && origins[pair.content] == nil && targets[pair.source] == nil
  }
}

/// The lines that clean drops by `on-insert = drop`: key values that a tool inserted and that the source does not have.
struct InsertedLines {
  /// Their indexes in the content.
  private(set) var lines: Set<Int> = []

  private let text: LensText
  private let pairing: SourceAlignment
  private let transform: Transform

  init(_ text: LensText, _ pairing: SourceAlignment, _ transform: Transform) {
    (self.text, self.pairing, self.transform) = (text, pairing, transform)
    let candidates = pairing.hasMatches ? text.values.indices.filter(isInserted) : []
    let lines = Set(candidates.flatMap { [text.values[$0].line, text.values[$0].keyLine] })
    if lines.isEmpty { return }
    let isNew = linesInNewRuns(lines)
    let context = BlockContext(pairing.alignment)
    // Lines of a new block are part of it and stay.
    self.lines = lines.filter { line in
      guard pairing.alignment.content.contains(line) else { return false }
      return pairing.alignment.content.parents[line].map(context.isKnown) ?? isNew.contains(line)
    }
  }

  /// Whether a value is alone on its line, has the local text, and is in no source.
  private func isInserted(_ index: Int) -> Bool {
    let value = text.values[index]
    guard !pairing.paired.contains(index), pairing.origins[value.line] == nil, pairing.origins[value.keyLine] == nil,
      pairing.alignment.content.contains(value.line), pairing.isOutside(value.line), text.isAlone(value),
      !text.isLastMember(value)
    else { return false }
    switch transform.localRule(of: Array(text.bytes[value.keyValue.value]), value.keyValue.key)?.keyed?.onInsert {
    case .drop: return true
    case .keep, nil: return false
    }
  }

  /// The lines in runs of unmatched lines that are all inserted, edited or blank.
  private func linesInNewRuns(_ inserted: Set<Int>) -> Set<Int> {
    let edited = Set(pairing.paired.map { text.values[$0].line })
    let runs = text.lines.indices.split { pairing.origins[$0] != nil }
    let uniform = runs.filter { $0.allSatisfy { inserted.contains($0) || edited.contains($0) || text.isBlank($0) } }
    return Set(uniform.joined())
  }
}

/// A lookup of which blocks of the content are in the source.
private struct BlockContext {
  private let alignment: Alignment
  private let sourcePaths: Set<Int?>
  /// Paths of several lines in one version, such as those of elements without a name.
  private let sharedPaths: Set<Int?>
  /// The parents of matched lines.
  private let known: Set<Int?>

  init(_ alignment: Alignment) {
    self.alignment = alignment
    let (content, source) = (alignment.content, alignment.source)
    sourcePaths = Set(source.paths)
    sharedPaths = BlockContext.repeated(content.paths).union(BlockContext.repeated(source.paths))
    known = Set(content.lines.filter(alignment.corresponds).map { content.parents[$0] })
  }

  private static func repeated(_ paths: [Int?]) -> Set<Int?> {
    var (seen, repeated): (Set<Int?>, Set<Int?>) = ([], [])
    for path in paths where !seen.insert(path).inserted { repeated.insert(path) }
    return repeated
  }

  /// Whether a block, given by its first line, is in the source; of blocks with equal first lines, one that has matched lines.
  func isKnown(_ block: Int) -> Bool {
    let path = alignment.content.paths[block]
    if sharedPaths.contains(path) { return known.contains(block) }
    return alignment.corresponds(block) || sourcePaths.contains(path)
  }
}

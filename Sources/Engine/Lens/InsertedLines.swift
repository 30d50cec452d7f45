/// Lines of keys that only the content has, and that a program has inserted by itself: they go, where the rule says so.
struct InsertedLines {
  /// Lines of the content.
  private(set) var lines: Set<Int> = []

  private let text: LensText
  private let pairing: SourceAlignment
  private let transform: Transform

  init(_ text: LensText, _ pairing: SourceAlignment, _ transform: Transform) {
    (self.text, self.pairing, self.transform) = (text, pairing, transform)
    let candidates = pairing.isAnythingLeft ? text.values.indices.filter(isInserted) : []
    let lines = Set(candidates.flatMap { [text.values[$0].line, text.values[$0].keyLine] })
    if lines.isEmpty { return }
    let isNew = linesInNewRuns(lines)
    let context = BlockContext(pairing.alignment)
    // What comes with a new block belongs to it.
    self.lines = lines.filter { line in
      guard pairing.alignment.content.contains(line) else { return false }
      return pairing.alignment.content.parents[line].map(context.isKnown) ?? isNew.contains(line)
    }
  }

  /// Whether a value is on a line of its own that shows the local text, and that no source has.
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

  /// Those among neighbouring lines without a partner that are all inserted, edited or blank.
  private func linesInNewRuns(_ inserted: Set<Int>) -> Set<Int> {
    let edited = Set(pairing.paired.map { text.values[$0].line })
    let runs = text.lines.indices.split { pairing.origins[$0] != nil }
    let uniform = runs.filter { $0.allSatisfy { inserted.contains($0) || edited.contains($0) || text.isBlank($0) } }
    return Set(uniform.joined())
  }
}

/// Whether the blocks of some content are in the source, too.
private struct BlockContext {
  private let alignment: Alignment
  private let sourcePaths: Set<Int?>
  /// Paths that several lines of one version have, such as those of elements without a name.
  private let sharedPaths: Set<Int?>
  /// What lines with a partner stand below.
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

  /// `block`: its first line. One of many that look alike is known by what else stands in it.
  func isKnown(_ block: Int) -> Bool {
    let path = alignment.content.paths[block]
    if sharedPaths.contains(path) { return known.contains(block) }
    return alignment.corresponds(block) || sourcePaths.contains(path)
  }
}

import Platform

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
    let rule = transform.localRule(of: Array(text.bytes[value.keyValue.value]), value.keyValue.key)
    return rule?.keyed?.onInsert == .drop
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
    sharedPaths = Set([content.paths, source.paths].flatMap { $0.counted.filter { $1 > 1 }.keys })
    known = Set(content.lines.filter(alignment.corresponds).map { content.parents[$0] })
  }

  /// Whether a block, given by its first line, is in the source; of blocks with equal first lines, one that has matched lines.
  func isKnown(_ block: Int) -> Bool {
    let path = alignment.content.paths[block]
    if sharedPaths.contains(path) { return known.contains(block) }
    return alignment.corresponds(block) || sourcePaths.contains(path)
  }
}

// Checks for lines that can be dropped as a whole.

extension LensText {
  /// Whether its lines have only the value, its key and the punctuation between them.
  func isAlone(_ value: LensValue) -> Bool {
    let keyValue = value.keyValue
    let between = separator(value)
    let before = lines[value.keyLine][..<keyValue.name.lowerBound]
    let after = bytes[keyValue.outer.upperBound..<lines[value.line].endIndex]
    // After an opening bracket the value is a list element.
    if between.contains(where: ByteSet("([").contains) { return false }
    return isPunctuation(before, ByteSet(" \t\"'<>"), value.key) && isPunctuation(between, ByteSet(" \t\r\n\"'<>/=:"), value.key)
      && isPunctuation(after, ByteSet(" \t\r\n\"'<>/;,"), value.key) && !after.starts(with: "//".utf8)
  }

  /// The bytes between the key and the value.
  private func separator(_ value: LensValue) -> Line {
    bytes[value.keyValue.name.upperBound..<max(value.keyValue.name.upperBound, value.keyValue.outer.lowerBound)]
  }

  /// Whether bytes are punctuation, the key, or the XML names `key` and `string`.
  private func isPunctuation(_ bytes: Line, _ punctuation: ByteSet, _ key: [UInt8]) -> Bool {
    let words = bytes.split { punctuation.contains($0) }
    return words.allSatisfy { $0.elementsEqual("key".utf8) || $0.elementsEqual("string".utf8) || $0.elementsEqual(key) }
  }

  /// Whether it is the last member of a JSON object or array: without it, the comma of the member before would be a syntax error.
  func isLastMember(_ value: LensValue) -> Bool {
    let after = bytes[value.keyValue.outer.upperBound..<lines[value.line].endIndex]
    guard separator(value).contains(UInt8(ascii: ":")), !after.contains(UInt8(ascii: ",")),
      let next = lines[(value.line + 1)...].first(where: { !$0.trimmed.isEmpty })
    else { return false }
    return next.trimmed.first.map(ByteSet(")]}").contains) == true
  }

  func isBlank(_ line: Int) -> Bool { lines[line].trimmed.isEmpty }
}

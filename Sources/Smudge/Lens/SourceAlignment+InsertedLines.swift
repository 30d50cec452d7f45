// The lines that clean drops by `on-insert = drop`: key values that a tool inserted and that the source does not have.

import Platform

extension SourceAlignment {
  /// Their indexes in the content.
  func insertedLines(_ transform: Transform) -> Set<Int> {
    let content = alignment.content
    let values = content.text.values
    let inserted = hasMatches ? values.indices.filter { isInserted($0, transform) } : []
    let lines = Set(inserted.flatMap { [values[$0].line, values[$0].keyLine] })
    if lines.isEmpty { return [] }
    let new = linesInNewRuns(lines)
    let known = alignment.knownBlocks(Set(lines.compactMap { content.parents[$0] }))
    // Lines of a new block are part of it and stay.
    return lines.filter { content.contains($0) && content.parents[$0].map(known.contains) ?? new.contains($0) }
  }

  /// Whether a value is alone on its line, has the local text, and is in no source.
  private func isInserted(_ index: Int, _ transform: Transform) -> Bool {
    let text = alignment.content.text
    let value = text.values[index]
    guard !paired.contains(index), origins[value.line] == nil, origins[value.keyLine] == nil,
      alignment.content.contains(value.line), isOutside(value.line), text.isAlone(value), !text.isLastMember(value)
    else { return false }
    return transform.localRule(of: Array(text.bytes[value.keyValue.value]), value.keyValue.key)?.keyed?.onInsert
      == .drop
  }

  /// The lines in runs of unmatched lines that are all inserted, edited or blank.
  private func linesInNewRuns(_ inserted: Set<Int>) -> Set<Int> {
    let text = alignment.content.text
    let known = inserted.union(paired.map { text.values[$0].line })
    let runs = text.lines.indices.split { origins[$0] != nil }
    return Set(runs.filter { $0.allSatisfy { known.contains($0) || text.lines[$0].trimmed.isEmpty } }.joined())
  }
}

extension Alignment {
  /// The blocks, given by their first lines, that are in the source; of blocks with equal first lines, those with
  /// matched lines.
  fileprivate func knownBlocks(_ blocks: Set<Int>) -> Set<Int> {
    let paths = Set(blocks.map { content.paths[$0] })
    let own = content.counts(ofPaths: paths)
    let others = source.counts(ofPaths: paths)
    lazy var parents = Set(content.lines.filter(corresponds).map { content.parents[$0] })
    return blocks.filter { block in
      let path = content.paths[block]
      // Several lines in one version have this path, such as elements without a name.
      let isShared = own[path] ?? 0 > 1 || others[path] ?? 0 > 1
      return isShared ? parents.contains(block) : corresponds(block) || others[path] != nil
    }
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
    return isPunctuation(before, ByteSet(" \t\"'<>"), value.key)
      && isPunctuation(between, ByteSet(" \t\r\n\"'<>/=:"), value.key)
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

  /// Whether it is the last member of a JSON object or array: without it, the comma of the member before would be a
  /// syntax error.
  func isLastMember(_ value: LensValue) -> Bool {
    let after = bytes[value.keyValue.outer.upperBound..<lines[value.line].endIndex]
    guard separator(value).contains(UInt8(ascii: ":")), !after.contains(UInt8(ascii: ",")),
      let next = lines[(value.line + 1)...].first(where: { !$0.trimmed.isEmpty })
    else { return false }
    return next.trimmed.first.map(ByteSet(")]}").contains) == true
  }
}

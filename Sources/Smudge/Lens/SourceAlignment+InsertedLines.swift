// The lines that clean drops by `on-insert = drop`: key values that a tool inserted and that the source does not have.

import Platform

extension SourceAlignment {
  /// The indexes of the inserted lines in the content.
  func insertedLines(_ transform: Transform) -> Set<Int> {
    let content = alignment.content
    let values = content.text.values
    let inserted = hasMatches ? values.indices.filter { isInserted($0, transform) } : []
    let lines = Set(inserted.flatMap(content.text.lines(of:)))
    if lines.isEmpty { return [] }
    let new = linesInNewRuns(lines)
    let blocks = alignment.knownBlocks(Set(lines.compactMap { content.parents[$0] }))
    // Lines of a new block are part of it and stay.
    return lines.filter { line in
      content.contains(line) && content.parents[line].map(blocks.contains) ?? new.contains(line)
    }
  }

  /// Whether a value is alone on its line, has the local text, and is in no source.
  private func isInserted(_ index: Int, _ transform: Transform) -> Bool {
    let text = alignment.content.text
    let value = text.values[index]
    guard !paired.contains(index), origins[value.line] == nil, origins[value.keyLine] == nil,
      alignment.content.contains(value.line), isOutside(value.line), text.isAlone(value), !text.isLastMember(value)
    else { return false }
    let rule = transform.localRule(of: Array(text.text(of: index)), value.keyValue.key)
    return rule?.keyed?.onInsert == .drop
  }

  /// The lines in runs of unmatched lines that are all inserted, edited or blank.
  private func linesInNewRuns(_ inserted: Set<Int>) -> Set<Int> {
    let text = alignment.content.text
    let edited = inserted.union(paired.map { text.values[$0].line })
    let runs = text.lines.indices.split { origins[$0] != nil }
    let new = runs.filter { run in
      run.allSatisfy { edited.contains($0) || text.lines[$0].trimmed.isEmpty }
    }
    return Set(new.joined())
  }
}

extension Alignment {
  /// The blocks, given by their first lines, that are in the source; of blocks with equal first lines, those with
  /// matched lines.
  fileprivate func knownBlocks(_ blocks: Set<Int>) -> Set<Int> {
    let paths = Set(blocks.map { content.paths[$0] })
    let contentCounts = content.counts(ofPaths: paths)
    let sourceCounts = source.counts(ofPaths: paths)
    lazy var parents = Set(content.lines.filter(corresponds).map { content.parents[$0] })
    return blocks.filter { block in
      let path = content.paths[block]
      // Several lines in one version have this path, such as elements without a name.
      let isShared = contentCounts[path] ?? 0 > 1 || sourceCounts[path] ?? 0 > 1
      return isShared ? parents.contains(block) : corresponds(block) || sourceCounts[path] != nil
    }
  }
}

// Checks for lines that can be dropped as a whole.

extension LensText {
  /// Whether the lines of a value have only the value, its key and the punctuation between them.
  func isAlone(_ value: LensValue) -> Bool {
    let keyValue = value.keyValue
    let between = separator(value)
    let before = lines[value.keyLine][..<keyValue.name.lowerBound]
    let after = rest(after: value)
    // After an opening bracket the value is a list element.
    if between.contains(where: ByteSet("([").contains) { return false }
    return isPunctuation(before, ByteSet(" \t\"'<>"), value.key)
      && isPunctuation(between, ByteSet(" \t\r\n\"'<>/=:"), value.key)
      && isPunctuation(after, ByteSet(" \t\r\n\"'<>/;,"), value.key) && !after.starts(with: "//".utf8)
  }

  /// The bytes between the key and the value.
  private func separator(_ value: LensValue) -> Line {
    let start = value.keyValue.name.upperBound
    return bytes[start..<max(start, value.keyValue.outer.lowerBound)]
  }

  /// The bytes after a value on its line.
  private func rest(after value: LensValue) -> Line {
    bytes[value.keyValue.outer.upperBound..<lines[value.line].endIndex]
  }

  /// Whether bytes are punctuation, the key, or the XML names `key` and `string`.
  private func isPunctuation(_ bytes: Line, _ punctuation: ByteSet, _ key: [UInt8]) -> Bool {
    let words = bytes.split(whereSeparator: punctuation.contains)
    return words.allSatisfy { word in
      word.elementsEqual("key".utf8) || word.elementsEqual("string".utf8) || word.elementsEqual(key)
    }
  }

  /// Whether a value is the last member of a JSON object or array: without it, the comma of the member before would be
  /// a syntax error.
  func isLastMember(_ value: LensValue) -> Bool {
    let after = rest(after: value)
    guard separator(value).contains(.colon), !after.contains(.comma),
      let next = lines[(value.line + 1)...].first(where: { !$0.trimmed.isEmpty })
    else { return false }
    return next.trimmed.first.map(ByteSet(")]}").contains) == true
  }
}

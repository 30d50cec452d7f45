import Platform

// Values below a key in YAML: `KEY:` with nothing, or with a list.

extension KeyValueParser {
  /// Adds the values of a key that is alone on its line: the elements of a list below it, or an empty value if nothing
  /// is below it; none for other children. `false` if the key is not alone.
  mutating func readBlock(of name: Range<Int>, from end: Int) -> Bool {
    guard self[end].map(ByteSet.lineEnds.contains) ?? true else { return false }
    var start = name.lowerBound
    while has(.beforeBlock, at: start - 1) { start -= 1 }
    if start > 0, !has(.lineEnds, at: start - 1) { return false }
    if let line = textLine(after: end), isChild(line, of: name.lowerBound - start) {
      readBlockList(from: line)
    } else {
      add(BareValue(range: end..<end, quotes: .none))
    }
    return true
  }

  /// A line that is neither empty nor a comment.
  private typealias BlockLine = (text: Int, indentation: Int)

  /// The first line with text after a position, with the position of its text and its indentation in bytes; `nil` if
  /// there is none.
  private func textLine(after end: Int) -> BlockLine? {
    var next = end
    while next < bytes.count {
      next = skip(.lineEnds, from: next)
      let text = skip(.blanks, from: next)
      if text < bytes.count, !has(.lineEnds, at: text), !has("#", at: text) { return (text, text - next) }
      next = find(.lineEnds, from: text)
    }
    marks.isEndReached = true
    return nil
  }

  /// Whether a line is a child of a key above it; list elements (`- a`) need no indentation.
  private func isChild(_ line: BlockLine, of key: Int) -> Bool {
    line.indentation > key || line.indentation == key && has("-", at: line.text) && !has("--", at: line.text)
  }

  /// Adds the elements of a list from its first line on; none if one of them is not a plain value.
  private mutating func readBlockList(from first: BlockLine) {
    // A list inside one that was already read is skipped: nested lists would be read once per level.
    guard first.text >= listsRead else { return }
    let limit = first.text + KeyValueParser.maxListLength
    let count = keyValues.count
    var line = first
    defer { listsRead = max(listsRead, line.text) }
    while line.indentation == first.indentation && isElement(at: line.text) {
      if line.text >= limit { marks.hasCutList = true }
      guard line.text < limit, let value = blockElement(line) else { return keep(count) }
      add(value)
      guard let next = textLine(after: find(.lineEnds, from: value.range.upperBound)) else { return }
      line = next
    }
    // A deeper line continues the element above it, or the first line is no element.
    if line.indentation > first.indentation { keep(count) }
  }

  private func isElement(at text: Int) -> Bool { has("-", at: text) && has(.blanks, at: text + 1) }

  /// The value of an element `- value`, with or without quotes and a comment; not a mapping (`- key: value`), and not a
  /// list.
  private mutating func blockElement(_ line: BlockLine) -> BareValue? {
    let start = skip(.blanks, from: line.text + 1)
    if has("[", at: start) || isElement(at: start) { return nil }
    guard let value = value(at: start, .mapping) else { return nil }
    let end = skip(.blanks, from: value.range.upperBound + (value.quotes == .none ? 0 : 1))
    let isRest = self[end].map(ByteSet.lineEnds.contains) ?? true || has("#", at: end)
    let isMapping = bytes[value.range].last == .colon || value.range.contains { has(": ", at: $0) }
    return isRest && (value.quotes != .none || !isMapping) ? value : nil
  }
}

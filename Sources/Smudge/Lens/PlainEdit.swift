import Platform

/// An edit of lines without a text of the plan that leaves all other lines as they were: most edits are. Its result
/// needs no alignment.
struct PlainEdit {
  /// The edited content, with the bytes of the source for all other lines.
  let bytes: [UInt8]

  /// Compares the content with the first version; `nil` for another edit.
  init?(_ content: [UInt8], _ sources: [SourceVersion], _ transform: Transform) {
    guard let source = sources.first, source.side == .whole else { return nil }
    let old = source.smudged
    let ends = EqualLines(content, old)
    let new = content[ends.head...].dropLast(ends.tail)
    let former = old[ends.head...].dropLast(ends.tail)
    if transform.hasText(in: new, of: content) || transform.hasText(in: former, of: old) { return nil }
    // A line with less indentation than the next one can begin its block, or end the block that it was in.
    let following = content.suffix(ends.tail).trimmed
    let next = following.isEmpty ? 0 : content[content.startOfLine(following.startIndex)...].indentation
    let edited = FileText.lines(of: Array(new)) + FileText.lines(of: Array(former))
    if edited.contains(where: { !$0.trimmed.isEmpty && $0.indentation < next }) { return nil }
    let head = source.bytes.end(ofLines: old[..<ends.head].count { $0 == .newline })
    let end = source.bytes.end(ofLines: old.dropLast(ends.tail).count { $0 == .newline })
    bytes = Array(source.bytes[..<head] + new + (ends.tail == 0 ? [] : source.bytes[end...]))
    // An edit can end a list of values, for example, or make the file a binary one.
    let smudged = try? transform.smudge(bytes).bytes
    if smudged?[...].hasSameBytes(as: content[...]) != true { return nil }
  }
}

extension Transform {
  /// Whether there is a text of the plan, or a value of a key.
  fileprivate func hasText(in lines: ArraySlice<UInt8>, of content: [UInt8]) -> Bool {
    if compiled.isAnyText(in: Array(lines)) { return true }
    return keyValues(in: content).contains { keyValue in
      keyValue.value.lowerBound < lines.endIndex && keyValue.value.upperBound > lines.startIndex
    }
  }
}

/// The equal lines at the beginning and the end of two texts, which are compared without splitting them into lines.
private struct EqualLines {
  /// The length of the equal beginning, in bytes.
  let head: Int
  /// The length of the equal end, in bytes.
  let tail: Int

  /// Compares two texts.
  init(_ one: [UInt8], _ other: [UInt8]) {
    let shorter = min(one.count, other.count)
    let first = (0..<shorter).partitioningIndex { !one[...$0].hasSameBytes(as: other[...$0]) }
    let head = one.startOfLine(first)
    let last = (0..<shorter - head).partitioningIndex { !one.suffix($0 + 1).hasSameBytes(as: other.suffix($0 + 1)) }
    let areLines = [one, other].allSatisfy { text in
      let rest = text[head...].dropLast(last)
      return rest.isEmpty || rest.last == .newline
    }
    self.head = head
    tail = areLines ? last : one.suffix(last).firstIndex(of: .newline).map { one.count - $0 - 1 } ?? 0
  }
}

extension [UInt8] {
  /// The index after so many lines.
  fileprivate func end(ofLines count: Int) -> Int {
    (0..<count).reduce(0) { start, _ in
      self[start...].index(of: .newline).map { $0 + 1 } ?? self.count
    }
  }
}

// Lists: `(a, "b", /* c */ d)` of project files, `["a", 1]` of JSON and TOML.

extension KeyValueParser {
  /// The maximum length of a list, in bytes.
  static let maxListLength = 65536

  /// Adds the elements of a list; none if one of them is not a plain value.
  mutating func readList(at start: Int) {
    // A list inside one that was already read is skipped: nested lists would be read once per level.
    guard start >= listsRead else { return }
    let isArray = has("[", at: start)
    let limit = min(bytes.count, start + KeyValueParser.maxListLength)
    let count = keyValues.count
    var position = start + 1
    defer { listsRead = max(listsRead, position) }
    while true {
      position = skipSpace(from: position, to: limit, isArray)
      if position >= limit {
        if limit == bytes.count { marks.isEndReached = true } else { marks.hasCutList = true }
        return keep(count)
      }
      if has(isArray ? "]" : ")", at: position) { return }
      guard let element = element(at: position, isArray) else { return keep(count) }
      add(element)
      position = skipSpace(from: element.range.upperBound + (element.quotes == .none ? 0 : 1), to: limit, isArray)
      if has(",", at: position) { position += 1 } else if !has(isArray ? "]" : ")", at: position) { return keep(count) }
    }
  }

  func element(at start: Int, _ isArray: Bool) -> BareValue? {
    if has(.quotes, at: start) { return quoted(at: start) }
    let end = find(isArray ? .endsInArray : .endsInList, from: start)
    // A call, or another element with brackets or quotes inside.
    if end == start || has(.nestedInList, at: end) { return nil }
    return BareValue(range: start..<end, quotes: .none)
  }

  /// Skips white space and comments; line comments only in arrays, because paths in project files can contain `//`.
  private func skipSpace(from start: Int, to limit: Int, _ isArray: Bool) -> Int {
    var position = start
    while position < limit {
      if has(.whiteSpace, at: position) {
        position += 1
      } else if has("/*", at: position) {
        position = end(of: "*/", from: position + 2, to: limit)
      } else if isArray && (has("#", at: position) || has("//", at: position)) {
        position = find(.lineEnds, from: position)
      } else {
        return position
      }
    }
    return position
  }

  /// The position after the next `text`; `limit` if there is none.
  func end(of text: StaticString, from start: Int, to limit: Int) -> Int {
    var position = start
    while position < limit {
      if has(text, at: position) { return position + text.utf8CodeUnitCount }
      position += 1
    }
    return limit
  }
}

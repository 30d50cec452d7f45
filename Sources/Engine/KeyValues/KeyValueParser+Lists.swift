// Lists: `(a, "b", /* c */ d)` of project files, `["a", 1]` of JSON and TOML.

extension KeyValueParser {
  /// A list that is longer is none.
  static let longestList = 65536

  /// The elements; none where one of them is anything but a value.
  mutating func list(at start: Int) -> [BareValue] {
    // A list in what was read as another one would be read again for each of them.
    guard start >= listsRead else { return [] }
    let isArray = shows("[", at: start)
    let limit = min(bytes.count, start + KeyValueParser.longestList)
    var (values, place) = ([BareValue](), start + 1)
    defer { listsRead = max(listsRead, place) }
    while true {
      place = skipSpace(from: place, to: limit, isArray)
      if place >= limit { return [] }
      if shows(isArray ? "]" : ")", at: place) { return values }
      guard let element = element(at: place, isArray) else { return [] }
      values.append(element)
      place = skipSpace(from: element.range.upperBound + (element.quotes == .none ? 0 : 1), to: limit, isArray)
      if shows(",", at: place) { place += 1 } else if !shows(isArray ? "]" : ")", at: place) { return [] }
    }
  }

  private func element(at start: Int, _ isArray: Bool) -> BareValue? {
    if shows(.quotes, at: start) { return quoted(at: start) }
    let end = find(isArray ? ByteSet(",] \t\n\r\"'([{<>;") : ByteSet(",) \t\n\r\"'([{<>;"), from: start)
    // A call, or anything else that has parts of its own.
    if end == start || shows(ByteSet("\"'([{<>;"), at: end) { return nil }
    return BareValue(range: start..<end, quotes: .none)
  }

  /// White space and comments; those that end with their line only in an array, as a path may hold `//`.
  private func skipSpace(from start: Int, to limit: Int, _ isArray: Bool) -> Int {
    var place = start
    while place < limit {
      if shows(.whiteSpace, at: place) {
        place += 1
      } else if shows("/*", at: place) {
        place = end(of: "*/", from: place + 2, to: limit)
      } else if isArray && (shows("#", at: place) || shows("//", at: place)) {
        place = find(.lineEnds, from: place)
      } else {
        return place
      }
    }
    return place
  }

  /// Behind the next `text`; `limit` where there is none.
  func end(of text: String, from start: Int, to limit: Int) -> Int {
    var place = start
    while place < limit {
      if shows(text, at: place) { return place + text.utf8.count }
      place += 1
    }
    return limit
  }
}

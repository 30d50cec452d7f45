// Values that end on their line: with quotes, without them, and as the argument of a call.

extension KeyValueParser {
  mutating func values(at start: Int, _ form: Form) -> [BareValue] {
    if shows(.quotes, at: start) { return quoted(at: start).map { [$0] } ?? [] }
    if shows("[", at: start) || form == .assignment && shows("(", at: start) { return list(at: start) }
    return bare(at: start, form).map { [$0] } ?? []
  }

  /// Of `key "value"` and `key("value")`.
  func argument(from end: Int) -> [BareValue] {
    let start = skip(.blanks, from: shows("(", at: end) ? end + 1 : end)
    guard start > end, shows(.quotes, at: start) else { return [] }
    return quoted(at: start).map { [$0] } ?? []
  }

  func quoted(at start: Int) -> BareValue? {
    guard let quote = self[start], self[start + 1] != quote || self[start + 2] != quote else { return nil }
    var place = start + 1
    while let byte = self[place], !ByteSet.lineEnds.contains(byte) {
      if byte == quote {
        return BareValue(range: start + 1..<place, quotes: quote == UInt8(ascii: "'") ? .single : .double)
      }
      place += byte == UInt8(ascii: "\\") && !shows(.lineEnds, at: place + 1) ? 2 : 1
    }
    return nil
  }

  private mutating func bare(at start: Int, _ form: Form) -> BareValue? {
    if isComment(at: start) { return form == .assignment ? empty(before: start) : nil }
    // Children, and what YAML calls anchors, aliases and block scalars.
    if shows(form == .assignment ? ByteSet("{") : ByteSet("{(&*|>"), at: start) { return nil }
    let end = endOfBare(from: start, form)
    if shows(ByteSet("\"'<>"), at: end) { return nil }
    var last = end
    while last > start && shows(.blanks, at: last - 1) { last -= 1 }
    return last > start || form == .assignment ? BareValue(range: start..<last, quotes: .none) : nil
  }

  /// Where a value would be put so that a blank is left between it and the comment that follows.
  private func empty(before comment: Int) -> BareValue? {
    shows(.blanks, at: comment - 1) ? BareValue(range: comment - 1..<comment - 1, quotes: .none) : nil
  }

  private mutating func endOfBare(from start: Int, _ form: Form) -> Int {
    switch form {
    case .assignment, .mapping: lineStretch.end(from: start) { [self] in endOfBare(from: $0, ByteSet("\n\r;\"'<>")) }
    case .flow: flowStretch.end(from: start) { [self] in endOfBare(from: $0, ByteSet("\n\r;\"'<>,}]")) }
    }
  }

  private func endOfBare(from start: Int, _ stops: ByteSet) -> Int {
    var place = start
    while let byte = self[place], !stops.contains(byte), !isComment(at: place) || !shows(.blanks, at: place - 1) {
      place += 1
    }
    return place
  }

  private func isComment(at place: Int) -> Bool {
    shows("#", at: place) || shows("/", at: place) && shows(ByteSet("/*"), at: place + 1)
  }
}

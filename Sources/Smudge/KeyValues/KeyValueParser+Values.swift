// Values on one line: quoted, bare, and as the argument of a call.

extension KeyValueParser {
  mutating func values(at start: Int, _ form: Form) -> [BareValue] {
    // `@"value"` of Objective-C.
    let start = has("@\"", at: start) ? start + 1 : start
    if has(.quotes, at: start) { return quoted(at: start).map { [$0] } ?? [] }
    if has("[", at: start) || form == .assignment && has("(", at: start) { return list(at: start) }
    return bare(at: start, form).map { [$0] } ?? []
  }

  /// The values of `key "value"`, `key("value")` and `key(["a", "b"])`.
  mutating func argument(from end: Int) -> [BareValue] {
    let isCall = has("(", at: end)
    var start = skip(.blanks, from: isCall ? end + 1 : end)
    if isCall && has("[", at: start) {
      // Without quotes an argument is the name of a variable.
      let values = list(at: start)
      return values.allSatisfy { $0.quotes != .none } ? values : []
    }
    if start > end && has("@\"", at: start) { start += 1 }
    guard start > end, has(.quotes, at: start) else { return [] }
    return quoted(at: start).map { [$0] } ?? []
  }

  /// The string after the name of a type: `let key: String = "value"`, `const key: &str = "value"`.
  func typedValue(at start: Int) -> BareValue? {
    let types = ["String", "string", "&str"]
    guard let type = types.first(where: { has($0, at: start) }) else { return nil }
    let end = start + type.utf8.count
    let sign = skip(.blanks, from: has(ByteSet("?!"), at: end) ? end + 1 : end)
    let value = skip(.blanks, from: sign + 1)
    return isAssignment(at: sign) && has(.quotes, at: value) ? quoted(at: value) : nil
  }

  func quoted(at start: Int) -> BareValue? {
    guard let quote = self[start], self[start + 1] != quote || self[start + 2] != quote else { return nil }
    var position = start + 1
    while let byte = self[position], !ByteSet.lineEnds.contains(byte) {
      if byte == quote { return BareValue(range: start + 1..<position, quotes: quote == UInt8(ascii: "'") ? .single : .double) }
      position += byte == UInt8(ascii: "\\") && !has(.lineEnds, at: position + 1) ? 2 : 1
    }
    return nil
  }

  private mutating func bare(at start: Int, _ form: Form) -> BareValue? {
    if isComment(at: start) {
      // An empty value, one blank before the comment: `KEY =  # comment`.
      guard form == .assignment, has(.blanks, at: start - 1) else { return nil }
      return BareValue(range: start - 1..<start - 1, quotes: .none)
    }
    // Nested mappings, and anchors, aliases and block scalars of YAML.
    if has(form == .assignment ? .brace : .nested, at: start) { return nil }
    let end = endOfBare(from: start, form)
    if has(.quotesAndTags, at: end) { return nil }
    var last = end
    while last > start && has(.blanks, at: last - 1) { last -= 1 }
    return last > start || form == .assignment ? BareValue(range: start..<last, quotes: .none) : nil
  }

  private mutating func endOfBare(from start: Int, _ form: Form) -> Int {
    switch form {
    case .assignment, .mapping: lineStretch.end(from: start) { [self] in endOfBare(from: $0, .endsOfBare) }
    case .flow: flowStretch.end(from: start) { [self] in endOfBare(from: $0, .endsOfBareInFlow) }
    }
  }

  private func endOfBare(from start: Int, _ stops: ByteSet) -> Int {
    var position = start
    while let byte = self[position], !stops.contains(byte), !isComment(at: position) || !has(.blanks, at: position - 1) {
      position += 1
    }
    return position
  }

  private func isComment(at position: Int) -> Bool {
    // For each byte of a value: to compare with a string takes several times as long.
    switch self[position] {
    case UInt8(ascii: "#"): true
    case UInt8(ascii: "/"): has(.commentMarks, at: position + 1)
    case nil, .some: false
    }
  }
}

extension ByteSet {
  fileprivate static let brace = ByteSet("{")
  fileprivate static let nested = ByteSet("{(&*|>")
  fileprivate static let quotesAndTags = ByteSet("\"'<>")
  fileprivate static let endsOfBare = ByteSet("\n\r;\"'<>")
  fileprivate static let endsOfBareInFlow = ByteSet("\n\r;\"'<>,}]")
  fileprivate static let commentMarks = ByteSet("/*")
}

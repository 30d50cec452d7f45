import Platform

// Values on one line: quoted, bare, and as the argument of a call.

extension KeyValueParser {
  /// Adds a value, or the elements of a list.
  mutating func readValues(at start: Int, _ form: Form) {
    let isList = has("[", at: start) || form == .assignment && has("(", at: start)
    if isList { readList(at: start) } else { add(value(at: start, form)) }
  }

  mutating func value(at start: Int, _ form: Form) -> BareValue? {
    // `@"value"` of Objective-C.
    let start = has("@\"", at: start) ? start + 1 : start
    return has(.quotes, at: start) ? quoted(at: start) : bare(at: start, form)
  }

  /// Adds the values of `key "value"`, `key("value")`, `key(["a", "b"])`, and `set(key value)` of CMake.
  mutating func readArgument(from end: Int) {
    let isSet = has("set(", at: key.name.lowerBound - 4) || has("SET(", at: key.name.lowerBound - 4)
    if isSet, has(.blanks, at: end), let value = element(at: skip(.blanks, from: end), false) { return add(value) }
    let isCall = has("(", at: end)
    var start = skip(.blanks, from: isCall ? end + 1 : end)
    if isCall && has("[", at: start) {
      let count = keyValues.count
      readList(at: start)
      // Without quotes an argument is the name of a variable.
      if keyValues[count...].contains(where: { $0.quotes == .none }) { keep(count) }
      return
    }
    if start > end && has("@\"", at: start) { start += 1 }
    if start > end, has(.quotes, at: start) { add(quoted(at: start)) }
  }

  /// Adds the string after the name of a type, `let key: String = "value"` or `const key: &str = "value"`; `false`
  /// without one.
  mutating func readTypedValue(at start: Int) -> Bool {
    let isString = has("String", at: start) || has("string", at: start)
    guard isString || has("&str", at: start) else { return false }
    let end = start + (isString ? 6 : 4)
    let sign = skip(.blanks, from: has(.afterType, at: end) ? end + 1 : end)
    let place = skip(.blanks, from: sign + 1)
    guard isAssignment(at: sign), has(.quotes, at: place), let value = quoted(at: place) else { return false }
    add(value)
    return true
  }

  func quoted(at start: Int) -> BareValue? {
    guard let quote = self[start], self[start + 1] != quote || self[start + 2] != quote else { return nil }
    var position = start + 1
    while let byte = self[position], !ByteSet.lineEnds.contains(byte) {
      if byte == quote {
        return BareValue(range: start + 1..<position, quotes: quote == UInt8(ascii: "'") ? .single : .double)
      }
      position += byte == .backslash && !has(.lineEnds, at: position + 1) ? 2 : 1
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
    if form == .assignment ? self[start] == UInt8(ascii: "{") : has(.nested, at: start) { return nil }
    var last = endOfBare(from: start, form)
    if isArgument(start) { last = min(last, find(.endsOfArgument, from: start)) }
    if has(.quotesAndTags, at: last) { return nil }
    while last > start && has(.blanks, at: last - 1) { last -= 1 }
    return last > start || form == .assignment ? BareValue(range: start..<last, quotes: .none) : nil
  }

  /// Whether a value is of an argument `KEY=value` of a command: after other words of its line, or before ` \` at the
  /// end of it.
  private func isArgument(_ start: Int) -> Bool {
    guard has("=", at: start - 1), start - 1 == key.name.upperBound else { return false }
    var before = key.name.lowerBound - 1
    guard has(.blanks, at: before) else { return false }
    while has(.blanks, at: before) { before -= 1 }
    // `- KEY=several words` is an element of a list in YAML.
    if before >= 0, !has(.lineEnds, at: before) {
      return !has("-", at: before) || before > 0 && !has(.whiteSpace, at: before - 1)
    }
    return has(" \\\n", at: find(.blanks, from: start))
  }

  /// A search that starts inside the last one has the same end.
  private mutating func endOfBare(from start: Int, _ form: Form) -> Int {
    switch form {
    case .assignment, .mapping:
      if !lineStretch.contains(start) { lineStretch = start..<endOfBare(from: start, .endsOfBare) }
      return lineStretch.upperBound
    case .flow:
      if !flowStretch.contains(start) { flowStretch = start..<endOfBare(from: start, .endsOfBareInFlow) }
      return flowStretch.upperBound
    }
  }

  private func endOfBare(from start: Int, _ stops: ByteSet) -> Int {
    var position = start
    while let byte = self[position], !stops.contains(byte), !isComment(at: position) || !has(.blanks, at: position - 1)
    {
      position += 1
    }
    return position
  }

  private func isComment(at position: Int) -> Bool {
    // For each byte of a value: to compare with a string takes several times as long.
    switch self[position] {
    case .numberSign: true
    case .slash: has(.commentMarks, at: position + 1)
    case nil, .some: false
    }
  }
}

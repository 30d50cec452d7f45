// Values in XML: property lists, and elements named like the key.

extension KeyValueParser {
  /// The value of a property list after `</key>`: a `<string>`, or an `<array>` of strings.
  mutating func propertyList(from start: Int) -> [BareValue] {
    // This key is in a comment that was already skipped.
    guard start >= listsRead else { return [] }
    var (values, position) = ([BareValue](), skipMarkupSpace(from: start))
    defer { listsRead = max(listsRead, position) }
    guard has("<array>", at: position) else {
      let text = string(at: &position)
      return text.flatMap(lineValue).map { [$0] } ?? []
    }
    position += 7
    while true {
      position = skipMarkupSpace(from: position)
      if has("<string/>", at: position) { position += 9 }
      else if let text = string(at: &position) { if let value = lineValue(text) { values.append(value) } }
      else { return values }
    }
  }

  /// The text of a `<string>`, and moves `position` after it. Entities and comments are not resolved.
  private func string(at position: inout Int) -> Range<Int>? {
    guard has("<string>", at: position) else { return nil }
    let start = position + 8
    let end = find(ByteSet("<"), from: start)
    guard has("</string>", at: end) else { return nil }
    position = end + 9
    return start..<end
  }

  private func lineValue(_ text: Range<Int>) -> BareValue? {
    bytes[text].contains(where: ByteSet.lineEnds.contains) ? nil : BareValue(range: text, quotes: .none)
  }

  private func skipMarkupSpace(from start: Int) -> Int {
    var position = skip(.whiteSpace, from: start)
    while has("<!--", at: position) { position = skip(.whiteSpace, from: end(of: "-->", from: position + 4, to: bytes.count)) }
    return position
  }

  /// The value of an element `<Key>value</Key>`, with or without attributes.
  func element(_ name: Range<Int>) -> BareValue? {
    guard let start = endOfTag(from: name.upperBound) else { return nil }
    let end = find(ByteSet("<\n\r"), from: start)
    guard has("</", at: end), name.allSatisfy({ self[end + 2 + $0 - name.lowerBound] == bytes[$0] }),
      has(">", at: end + 2 + name.count)
    else { return nil }
    return BareValue(range: start..<end, quotes: .none)
  }

  /// The position after the `>` of a start tag; `nil` for `<Key/>`.
  private func endOfTag(from start: Int) -> Int? {
    guard has(ByteSet("> \t\n\r"), at: start) else { return nil }
    var (position, quote) = (start, UInt8?.none)
    // A tag contains no `<`, not even in quotes.
    while let byte = self[position], byte != UInt8(ascii: "<") {
      if byte == quote { quote = nil }
      else if quote == nil && ByteSet.quotes.contains(byte) { quote = byte }
      else if quote == nil && byte == UInt8(ascii: ">") { return has("/", at: position - 1) ? nil : position + 1 }
      position += 1
    }
    return nil
  }
}

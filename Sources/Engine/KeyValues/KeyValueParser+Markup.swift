// Values between tags: of property lists, and of elements that are named like the key.

extension KeyValueParser {
  /// `<string>` or an `<array>` of them, behind `</key>`.
  mutating func propertyList(from start: Int) -> [BareValue] {
    // In a comment behind another key.
    guard start >= listsRead else { return [] }
    var (values, place) = ([BareValue](), skipMarkupSpace(from: start))
    defer { listsRead = max(listsRead, place) }
    guard shows("<array>", at: place) else {
      let text = string(at: &place)
      return text.flatMap(lineValue).map { [$0] } ?? []
    }
    place += 7
    while true {
      place = skipMarkupSpace(from: place)
      if shows("<string/>", at: place) {
        place += 9
      } else if let text = string(at: &place) {
        if let value = lineValue(text) { values.append(value) }
      } else {
        return values
      }
    }
  }

  /// The text of a `<string>`, which `place` is moved behind; no entity and no comment is resolved.
  private func string(at place: inout Int) -> Range<Int>? {
    guard shows("<string>", at: place) else { return nil }
    let start = place + 8
    let end = find(ByteSet("<"), from: start)
    guard shows("</string>", at: end) else { return nil }
    place = end + 9
    return start..<end
  }

  private func lineValue(_ text: Range<Int>) -> BareValue? {
    bytes[text].contains(where: ByteSet.lineEnds.contains) ? nil : BareValue(range: text, quotes: .none)
  }

  private func skipMarkupSpace(from start: Int) -> Int {
    var place = skip(.whiteSpace, from: start)
    while shows("<!--", at: place) {
      place = skip(.whiteSpace, from: end(of: "-->", from: place + 4, to: bytes.count))
    }
    return place
  }

  /// Of `<Key>value</Key>`, which may have attributes.
  func element(_ name: Range<Int>) -> BareValue? {
    guard let start = endOfTag(from: name.upperBound) else { return nil }
    let end = find(ByteSet("<\n\r"), from: start)
    guard shows("</", at: end), bytes[(end + 2)...].starts(with: bytes[name]), shows(">", at: end + 2 + name.count)
    else { return nil }
    return BareValue(range: start..<end, quotes: .none)
  }

  /// Behind the `>` of a tag that has a content.
  private func endOfTag(from start: Int) -> Int? {
    guard shows(ByteSet("> \t\n\r"), at: start) else { return nil }
    var (place, quote) = (start, UInt8?.none)
    // No `<` stands in a tag, not even in quotes.
    while let byte = self[place], byte != UInt8(ascii: "<") {
      if byte == quote {
        quote = nil
      } else if quote == nil && ByteSet.quotes.contains(byte) {
        quote = byte
      } else if quote == nil && byte == UInt8(ascii: ">") {
        return shows("/", at: place - 1) ? nil : place + 1
      }
      place += 1
    }
    return nil
  }
}

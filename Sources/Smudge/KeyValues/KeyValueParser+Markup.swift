import Platform

// Values in XML: property lists, and elements named like the key.

extension KeyValueParser {
  /// Adds the value of a property list after `</key>`: a `<string>`, or an `<array>` of strings.
  mutating func readPropertyList(from start: Int) {
    // This key is in a comment that was already skipped.
    guard start >= listsRead else { return }
    var position = skipMarkupSpace(from: start)
    defer { listsRead = max(listsRead, position) }
    guard has("<array>", at: position) else { return _ = readString(at: &position) }
    position += 7
    while true {
      position = skipMarkupSpace(from: position)
      if has("<string/>", at: position) { position += 9 } else if !readString(at: &position) { return }
    }
  }

  /// Adds the text of a `<string>` if it is on one line, and moves `position` after it; `false` if there is none.
  /// Entities and comments are not resolved.
  private mutating func readString(at position: inout Int) -> Bool {
    guard has("<string>", at: position) else { return false }
    let text = position + 8..<find(.startOfTag, from: position + 8)
    guard has("</string>", at: text.upperBound) else { return false }
    position = text.upperBound + 9
    if !bytes[text].contains(where: ByteSet.lineEnds.contains) { add(BareValue(range: text, quotes: .none)) }
    return true
  }

  private func skipMarkupSpace(from start: Int) -> Int {
    var position = skip(.whiteSpace, from: start)
    while has("<!--", at: position) {
      position = skip(.whiteSpace, from: end(of: "-->", from: position + 4, to: bytes.count))
    }
    return position
  }

  /// The value of an element `<Key>value</Key>`, with or without attributes.
  func element(_ name: Range<Int>) -> BareValue? {
    guard let start = endOfTag(from: name.upperBound) else { return nil }
    let end = find(.endsOfElement, from: start)
    guard has("</", at: end), name.allSatisfy({ self[end + 2 + $0 - name.lowerBound] == bytes[$0] }),
      has(">", at: end + 2 + name.count)
    else { return nil }
    return BareValue(range: start..<end, quotes: .none)
  }

  /// The value of a resource of Android, `<string name="key">value</string>`.
  func resource(_ name: Range<Int>) -> BareValue? {
    guard has("<string name=", at: name.lowerBound - 14), let start = endOfTag(from: name.upperBound + 1) else {
      return nil
    }
    let end = find(.endsOfElement, from: start)
    return has("</string>", at: end) ? BareValue(range: start..<end, quotes: .none) : nil
  }

  /// The position after the `>` of a start tag; `nil` for `<Key/>`.
  private func endOfTag(from start: Int) -> Int? {
    guard has(.afterTagName, at: start) else { return nil }
    var position = start
    var quote = UInt8?.none
    // A tag contains no `<`, not even in quotes.
    while let byte = self[position], byte != .lessThan {
      if byte == quote {
        quote = nil
      } else if quote == nil && ByteSet.quotes.contains(byte) {
        quote = byte
      } else if quote == nil && byte == UInt8(ascii: ">") {
        return has("/", at: position - 1) ? nil : position + 1
      }
      position += 1
    }
    return nil
  }
}

// Checks for lines that can be dropped as a whole.

extension LensText {
  /// Whether its lines have only the value, its key and the punctuation between them.
  func isAlone(_ value: LensValue) -> Bool {
    let keyValue = value.keyValue
    let between = separator(value)
    let before = lines[value.keyLine][..<keyValue.name.lowerBound]
    let after = bytes[keyValue.outer.upperBound..<lines[value.line].endIndex]
    // After an opening bracket the value is a list element.
    if between.contains(where: ByteSet("([").contains) { return false }
    return isPunctuation(before, ByteSet(" \t\"'<>"), value.key) && isPunctuation(between, ByteSet(" \t\r\n\"'<>/=:"), value.key)
      && isPunctuation(after, ByteSet(" \t\r\n\"'<>/;,"), value.key) && !after.starts(with: "//".utf8)
  }

  /// The bytes between the key and the value.
  private func separator(_ value: LensValue) -> Line {
    bytes[value.keyValue.name.upperBound..<max(value.keyValue.name.upperBound, value.keyValue.outer.lowerBound)]
  }

  /// Whether bytes are punctuation, the key, or the XML names `key` and `string`.
  private func isPunctuation(_ bytes: Line, _ punctuation: ByteSet, _ key: [UInt8]) -> Bool {
    let words = bytes.split { punctuation.contains($0) }
    return words.allSatisfy { $0.elementsEqual("key".utf8) || $0.elementsEqual("string".utf8) || $0.elementsEqual(key) }
  }

  /// Whether it is the last member of a JSON object or array: without it, the comma of the member before would be a syntax error.
  func isLastMember(_ value: LensValue) -> Bool {
    let after = bytes[value.keyValue.outer.upperBound..<lines[value.line].endIndex]
    guard separator(value).contains(UInt8(ascii: ":")), !after.contains(UInt8(ascii: ",")),
      let next = lines[(value.line + 1)...].first(where: { !$0.trimmed.isEmpty })
    else { return false }
    return next.trimmed.first.map(ByteSet(")]}").contains) == true
  }

  func isBlank(_ line: Int) -> Bool { lines[line].trimmed.isEmpty }
}

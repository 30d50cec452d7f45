// Which lines can come and go.
extension LensText {
  /// Whether its lines hold nothing but the value, its key and what joins them.
  func isAlone(_ value: LensValue) -> Bool {
    let keyValue = value.keyValue
    let between = joint(value)
    let before = lines[value.keyLine][..<keyValue.name.lowerBound]
    let behind = bytes[keyValue.outer.upperBound..<lines[value.line].endIndex]
    // An opening bracket makes the value one of a list.
    if between.contains(where: ByteSet("([").contains) { return false }
    return isJoint(before, ByteSet(" \t\"'<>"), value.key) && isJoint(between, ByteSet(" \t\r\n\"'<>/=:"), value.key)
      && isJoint(behind, ByteSet(" \t\r\n\"'<>/;,"), value.key) && !behind.starts(with: "//".utf8)
  }

  /// Between the key and the value.
  private func joint(_ value: LensValue) -> Line {
    bytes[value.keyValue.name.upperBound..<max(value.keyValue.name.upperBound, value.keyValue.outer.lowerBound)]
  }

  /// Punctuation, and the words of markup.
  private func isJoint(_ bytes: Line, _ punctuation: ByteSet, _ key: [UInt8]) -> Bool {
    let words = bytes.split { punctuation.contains($0) }
    return words.allSatisfy { $0.elementsEqual("key".utf8) || $0.elementsEqual("string".utf8) || $0.elementsEqual(key) }
  }

  /// Whether it is the last member of a list that commas make, as in JSON: the comma in front of it belongs to the member
  /// before, and would be left over. In YAML a value only looks like a member.
  func isLastMember(_ value: LensValue) -> Bool {
    let behind = bytes[value.keyValue.outer.upperBound..<lines[value.line].endIndex]
    guard joint(value).contains(UInt8(ascii: ":")), !behind.contains(UInt8(ascii: ",")),
      let next = lines[(value.line + 1)...].first(where: { !$0.trimmed.isEmpty })
    else { return false }
    return next.trimmed.first.map(ByteSet(")]}").contains) == true
  }

  func isBlank(_ line: Int) -> Bool { lines[line].trimmed.isEmpty }
}

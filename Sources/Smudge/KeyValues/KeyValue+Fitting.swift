// Writing of values of keys.
extension KeyValue {
  /// The value with its quotes.
  var outer: Range<Int> { quotes.range(around: value) }

  /// Whether another text in its place would be parsed as one value: outside quotes a blank or a comma can end a value.
  func canHold(_ text: [UInt8], in bytes: [UInt8]) -> Bool {
    if quotes != .none || bytes[value.upperBound...].first == UInt8(ascii: "<") { return true }
    let isPlain = !text.contains(where: KeyValue.separators.contains)
    return isPlain || isRestOfLine(bytes) && (isAssigned(in: bytes) || !text.contains(UInt8(ascii: ",")))
  }

  private static let separators = ByteSet(" ,)")

  /// Whether the value ends with its line or before a comment, not at a separator.
  private func isRestOfLine(_ bytes: [UInt8]) -> Bool {
    assignment(in: bytes).allSatisfy(ByteSet(" \t=:\"'").contains)
      && bytes[value.upperBound...].first.map(ByteSet(";\r\n \t").contains) ?? true
  }

  private func isAssigned(in bytes: [UInt8]) -> Bool { assignment(in: bytes).contains(UInt8(ascii: "=")) }

  /// The bytes between the key and the value.
  private func assignment(in bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes[name.upperBound..<max(name.upperBound, value.lowerBound)]
  }
}

extension KeyValue.Quotes {
  private var mark: [UInt8] {
    switch self {
    case .none: []
    case .single: [UInt8(ascii: "'")]
    case .double: [UInt8(ascii: "\"")]
    }
  }

  func range(around value: Range<Int>) -> Range<Int> {
    value.lowerBound - mark.count..<value.upperBound + mark.count
  }

  func around(_ text: [UInt8]) -> [UInt8] { mark + text + mark }
}

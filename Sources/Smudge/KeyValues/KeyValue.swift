/// A key and its value in some content, such as `DEVELOPMENT_TEAM = ABCDE12345;`.
struct KeyValue: Sendable, Equatable {
  enum Quotes: Sendable, Equatable { case none, single, double }

  /// The index of its key in the scanner's keys.
  let key: Int
  /// The range of the key with its conditions, `KEY[sdk=iphoneos*]`, without quotes around it.
  let name: Range<Int>
  /// The range of the value without its quotes; can be empty.
  let value: Range<Int>
  let quotes: Quotes
}

// Writing of values of keys.
extension KeyValue {
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

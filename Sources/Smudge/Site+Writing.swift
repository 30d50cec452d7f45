// Values of keys with their quotes.
extension Site {
  /// The value with its quotes.
  var outer: Range<Int> { quotes.range(around: value) }

  /// Whether it could hold another text and still end where it ends: outside quotes a blank or a comma can end a value.
  func canHold(_ text: [UInt8], in bytes: [UInt8]) -> Bool {
    quotes != .none || text.allSatisfy { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ")") }
      || isRestOfLine(bytes)
  }

  /// Whether nothing ends the value but its line, or a comment.
  private func isRestOfLine(_ bytes: [UInt8]) -> Bool {
    let joint = bytes[name.upperBound..<max(name.upperBound, value.lowerBound)]
    let isAssigned = joint.contains(UInt8(ascii: "=")) && joint.allSatisfy { " \t=\"'".utf8.contains($0) }
    return isAssigned && bytes[value.upperBound...].first.map { ";\r\n \t".utf8.contains($0) } ?? true
  }
}

extension Site.Quotes {
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

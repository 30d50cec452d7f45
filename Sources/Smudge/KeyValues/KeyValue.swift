import Platform

/// A key and its value in some content, such as `DEVELOPMENT_TEAM = ABCDE12345;`.
struct KeyValue: Sendable, Equatable {
  /// The quotes around a value.
  enum Quotes: Sendable, Equatable {
    case none, single, double
  }

  /// The index of its key in the texts of the scanner's matcher.
  let key: Int
  /// The range of the key with its conditions, `KEY[sdk=iphoneos*]`, without quotes around it.
  let name: Range<Int>
  /// The range of the value without its quotes; can be empty.
  let value: Range<Int>
  let quotes: Quotes
}

extension KeyValue {
  /// The value with its quotes.
  var outer: Range<Int> { quotes.range(around: value) }

  /// Whether another text in its place would be parsed as one value: outside quotes a blank or a comma can end a value.
  func canHold(_ text: [UInt8], in bytes: [UInt8]) -> Bool {
    let next = bytes[value.upperBound...].first
    if quotes != .none || next == .lessThan || !text.contains(where: KeyValue.separators.contains) {
      return true
    }
    // A value up to the end of its line or a comment, not to a separator, can have blanks; after `=` commas too.
    let assignment = bytes[name.upperBound..<max(name.upperBound, value.lowerBound)]
    // After the argument of a command, others can follow.
    let rest = bytes[value.upperBound...].drop(while: ByteSet.blanks.contains).first
    let isRestOfLine = assignment.allSatisfy(KeyValue.signs.contains) && rest.map(KeyValue.ends.contains) ?? true
    return isRestOfLine && (assignment.contains(.equals) || !text.contains(.comma))
  }

  private static let separators = ByteSet(" ,)")
  private static let signs = ByteSet(" \t=:\"'")
  private static let ends = ByteSet(";\r\n#/")
}

extension KeyValue.Quotes {
  private var mark: UInt8? {
    switch self {
    case .none: nil
    case .single: UInt8(ascii: "'")
    case .double: .quotationMark
    }
  }

  func range(around value: Range<Int>) -> Range<Int> {
    self == .none ? value : value.lowerBound - 1..<value.upperBound + 1
  }

  func around(_ text: [UInt8]) -> [UInt8] { mark.map { [$0] + text + [$0] } ?? text }
}

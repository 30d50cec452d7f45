import Platform

/// A placeholder for a local text in lines that are compared: NUL, kind, canonical text, NUL. No text contains a NUL.
enum Placeholder {
  private static let mark: UInt8 = 0

  /// The way in which clean can replace the text: exactly, with ambiguity, or only from the source.
  enum Kind: UInt8 {
    case exact = 1, ambiguous, sourced
  }

  /// The placeholder of a text with the canonical text `original`.
  static func bytes(for original: [UInt8], _ roles: TextRoles) -> [UInt8] {
    let kind: Kind =
      if roles.contains(.sourced) {
        .sourced
      } else if roles.contains(.ambiguous) {
        .ambiguous
      } else {
        .exact
      }
    return [mark, kind.rawValue] + original + [mark]
  }

  /// The kinds of the placeholders in a line.
  static func kinds(in line: ArraySlice<UInt8>) -> [Kind] {
    if !isContained(in: line) { return [] }
    return line.split(separator: mark, omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset.isMultiple(of: 2) ? nil : $0.element.first.flatMap(Kind.init) }
  }

  /// A text with the canonical texts instead of the placeholders.
  static func originals(in text: [UInt8]) -> [UInt8] {
    text.split(separator: mark, omittingEmptySubsequences: false).enumerated()
      .flatMap { $0.offset.isMultiple(of: 2) ? $0.element : $0.element.dropFirst() }
  }

  /// The number of whole placeholders in a line.
  static func count(in line: ArraySlice<UInt8>) -> Int { line.count { $0 == mark } / 2 }

  static func isContained(in line: ArraySlice<UInt8>) -> Bool { line.index(of: mark) != nil }

  /// Whether a value is a single placeholder, of a text that is not empty.
  static func isAll(of value: [UInt8]) -> Bool {
    value.first == mark && value.last == mark && value.count > 3 && value.count { $0 == mark } == 2
  }
}

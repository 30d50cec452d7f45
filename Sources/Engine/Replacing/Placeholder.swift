/// What stands for a local text where lines are compared; no text holds a NUL, so it cannot be mistaken for one.
enum Placeholder {
  private static let mark: UInt8 = 0

  /// What clean may do with the text.
  enum Kind: UInt8 {
    case exact = 1, ambiguous, sourced
  }

  /// For a text that stands for `original`.
  static func bytes(for original: [UInt8], _ roles: Roles) -> [UInt8] {
    let kind: Kind = roles.contains(.sourced) ? .sourced : roles.contains(.ambiguous) ? .ambiguous : .exact
    return [mark, kind.rawValue] + original + [mark]
  }

  /// The kinds of those in a line.
  static func kinds(in line: ArraySlice<UInt8>) -> [Kind] {
    if !isThere(in: line) { return [] }
    return line.split(separator: mark, omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset.isMultiple(of: 2) ? nil : $0.element.first.flatMap(Kind.init) }
  }

  /// How many stand in a line as a whole.
  static func count(in line: ArraySlice<UInt8>) -> Int { line.count { $0 == mark } / 2 }

  static func isThere(in line: ArraySlice<UInt8>) -> Bool { line.contains(mark) }

  /// Whether a value is one as a whole, and stands for another text where nothing else is known.
  static func isAll(of value: [UInt8], insteadOf original: ArraySlice<UInt8>) -> Bool {
    let isWhole = value.first == mark && value.last == mark && value.count { $0 == mark } == 2
    return isWhole && !value.dropFirst(2).dropLast().elementsEqual(original)
  }
}

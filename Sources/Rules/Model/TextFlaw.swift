import Platform
import Smudge

/// A reason why bytes cannot be a text of a rule.
package enum TextFlaw: Sendable, Equatable, CaseIterable, CustomStringConvertible {
  case empty, tooShort, tooLong, badByte, openEnds, badValueByte, blankEnds, badBeginning, repeatedWord

  static let lengths = 4...255
  private static let others = Set("._/:@+$()-".utf8)
  private static let blank = UInt8.space
  private static let valueOthers = others.union(" ,*".utf8)

  /// The flaw of a text; `nil` if it has none. Texts are 4 to 255 bytes of `[A-Za-z0-9._/:@+$()-]` and `_`, with an
  /// identifier character at both ends.
  package static func flaw(of text: [UInt8]) -> TextFlaw? {
    if text.isEmpty { return .empty }
    if let flaw = flaw(ofBytes: text) { return flaw }
    if text.count < lengths.lowerBound { return .tooShort }
    if text.count > lengths.upperBound { return .tooLong }
    let ends = [text[0], text[text.count - 1]]
    return ends.allSatisfy(Boundary.isIdentifier) ? nil : .openEnds
  }

  /// Checks the bytes of a part of a text, without its length and ends.
  static func flaw(ofBytes text: [UInt8]) -> TextFlaw? {
    text.allSatisfy { Boundary.isIdentifier($0) || others.contains($0) } ? nil : .badByte
  }

  /// Checks the whole value of a key: 0 to 255 bytes, also blanks, commas and `*`, but no blank at either end.
  static func flaw(ofValue text: [UInt8]) -> TextFlaw? {
    if !text.allSatisfy({ Boundary.isIdentifier($0) || valueOthers.contains($0) }) { return .badValueByte }
    if text.count > lengths.upperBound { return .tooLong }
    if text.first == blank || text.last == blank { return .blankEnds }
    // Other bytes begin a comment, a list or an alias in some formats, where the value is not quoted.
    let isPath = text.first == .slash && text.dropFirst().first.map(Boundary.isIdentifier) == true
    let isBeginning = isPath || text.first.map { Boundary.isIdentifier($0) || "$.+".utf8.contains($0) } ?? true
    return isBeginning && text.firstRange(of: " /".utf8) == nil ? nil : .badBeginning
  }

  package var description: String {
    switch self {
    case .empty: "expected a text"
    case .tooShort: "expected at least \(TextFlaw.lengths.lowerBound) bytes"
    case .tooLong: "expected at most \(TextFlaw.lengths.upperBound) bytes"
    case .badByte: "expected only letters, digits and ._/:@+$()-"
    case .openEnds: "expected a letter, digit, '_' or '-' at both ends"
    case .badValueByte: "expected only letters, digits, blanks and ._/:@+$()-,*"
    case .blankEnds: "expected no blank at either end"
    case .repeatedWord: "expected another word than the one after it"
    case .badBeginning: "expected a letter, digit or one of _-$.+/ first, and no '/' after a blank"
    }
  }
}

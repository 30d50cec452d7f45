import Platform
import Rules
import Smudge

/// Recognizes values of keys that are no identifiers: placeholders, references and values in comments.
package struct NonIdentifierCheck {
  private let bytes: [UInt8]
  private let role: FileRole
  /// The offsets of `<!--`.
  private lazy var markupComments = {
    var places: [Int] = []
    TextSearch(["<!--".bytes]).forEachMatch(in: bytes) { places.append($1) }
    return places
  }()

  package init(_ bytes: [UInt8], _ role: FileRole) {
    self.bytes = bytes
    self.role = role
  }

  mutating func isPlaceholder(_ text: [UInt8], _ value: KeySearch.KeyMatch) -> Bool {
    let isName = !value.isQuoted && [.code, .prose].contains(role)
    return Self.isNoValue(text) || isName || isInComment(value.range.lowerBound)
  }

  /// Whether a text is empty, a reference or a placeholder.
  package static func isNoValue(_ text: [UInt8]) -> Bool {
    text.isEmpty || ValueReference.isReference(text) || isPlaceholder(text)
  }

  /// Whether the text stands for no value: `none`, `XXX`, `your-team`, `TEAM_ID`.
  private static func isPlaceholder(_ text: [UInt8]) -> Bool {
    if text.count > 2 && Set(text).count == 1 || !text.contains(where: Boundary.isIdentifier) { return true }
    let words = text.lowercasedWords
    return words.count == 1 && nonValues.contains(words[0]) || isConstant(text.string)
      || words.contains { requestWords.contains(where: $0.hasPrefix) }
  }

  private static let nonValues: Set = ["false", "nil", "none", "null", "todo", "true", "undefined"]
  private static let requestWords = ["your", "changeme", "placeholder", "replaceme"]

  /// Whether a text is the name of a constant: `TEAM_ID`.
  private static func isConstant(_ text: String) -> Bool {
    let words = text.split(separator: "_", omittingEmptySubsequences: false)
    return words.count > 1 && text.first?.isUppercase == true
      && words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isUppercase || $0.isNumber } }
  }

  /// The maximum distance of a comment's beginning before a value, in bytes; longer lines are generated.
  private static let longestComment = 4096

  package mutating func isInComment(_ place: Int) -> Bool {
    Self.isInLineComment(bytes[max(0, place - Self.longestComment)..<place]) || isInMarkupComment(place)
  }

  private static func isInLineComment(_ before: ArraySlice<UInt8>) -> Bool {
    let start = before.startOfLastLine
    if start == before.startIndex && start > 0 { return false }
    let line = before[start...]
    let text = line.drop { isBlank($0) }
    func begins(with marks: [String]) -> Bool { marks.contains { text.starts(with: $0.utf8) } }
    if begins(with: ["//", "#", ";", "-- ", "*", "/*", "rem "]), !begins(with: ["#define", "#expect", "#require"]) {
      return line.firstRange(of: "*/".bytes) == nil
    }
    return holdsMark(text)
  }

  /// Whether the line contains `#` or `//` after a blank, outside quotes.
  private static func holdsMark(_ line: ArraySlice<UInt8>) -> Bool {
    var isQuoted = false
    var last = UInt8(ascii: "x")
    for place in line.indices {
      let byte = line[place]
      if byte == .quotationMark && last != .backslash { isQuoted.toggle() }
      let isMark = byte == .numberSign || line[place...].starts(with: "//".utf8)
      if isMark && !isQuoted && isBlank(last) { return true }
      last = byte
    }
    return false
  }

  private mutating func isInMarkupComment(_ place: Int) -> Bool {
    let index = markupComments.partitioningIndex { $0 > place } - 1
    guard index >= 0, place - markupComments[index] <= Self.longestComment else { return false }
    return bytes[markupComments[index]..<place].firstRange(of: "-->".bytes) == nil
  }
}

import Platform

/// The quoting of values in Xcode project files: bare, or in double quotes if they have other bytes than letters,
/// digits and `_./$`.
///
/// Xcode rewrites all quotes when it saves. If only one of a canonical and a local text needs quotes, the quotes on
/// disk do not determine those in the blob.
package enum XcodeQuoting {
  /// The first bytes of every project file.
  static let mark = "// !$*UTF8*$!".bytes

  private static let word = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./$"
  private static let bare = ByteSet(word)
  /// The bytes that a parser of property lists accepts without quotes.
  private static let readable = ByteSet(word + ":-")
  private static let inWords = ByteSet(word + ":-@+")
  private static let beforeSign = ByteSet("\" \t")
  private static let afterElement = ByteSet(",)\r\n")

  static func needsQuotes(_ value: [UInt8]) -> Bool { value.isEmpty || !value.allSatisfy(bare.contains) }

  private static func canBeRead(_ value: [UInt8]) -> Bool { !value.isEmpty && value.allSatisfy(readable.contains) }

  /// The quotes of a replaced value, and whether the other direction restores the original ones.
  typealias Result = (quotes: KeyValue.Quotes, isInvertible: Bool)

  /// The quotes after smudge: unchanged if the file stays readable; for an empty value as Xcode would write them.
  static func smudged(_ quotes: KeyValue.Quotes, from canonical: [UInt8], to local: [UInt8]) -> Result {
    let smudged: KeyValue.Quotes =
      if canonical.isEmpty {
        needsQuotes(local) ? .double : .none
      } else {
        quotes == .none && !canBeRead(local) ? .double : quotes
      }
    return (smudged, cleaned(smudged, from: local, to: canonical).quotes == quotes)
  }

  /// The quotes after clean: as Xcode would write the canonical text if the local one is quoted so; else unchanged.
  static func cleaned(_ quotes: KeyValue.Quotes, from local: [UInt8], to canonical: [UInt8]) -> Result {
    let isXcodeStyle = (quotes == .double) == needsQuotes(local)
    if isXcodeStyle && needsQuotes(local) != needsQuotes(canonical) {
      return (needsQuotes(canonical) ? .double : .none, false)
    }
    return (quotes == .none && !canBeRead(canonical) ? .double : quotes, true)
  }

  /// A line without the quotes around its value, if it is `KEY = "value";` or the element `"value",` of a list.
  static func unquoted(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = line.trimmed
    let end = text.endIndex - 2
    guard let last = text.last, afterValue.contains(last), end > text.startIndex, text[end] == .quotationMark,
      let start = text[..<end].lastIndex(of: .quotationMark), !text[start..<end].contains(.backslash),
      start == text.startIndex || text[..<start].suffix(2).elementsEqual("= ".utf8)
    else { return line }
    return line[..<start] + line[(start + 1)..<end] + line[(end + 1)...]
  }

  private static let afterValue = ByteSet(";,")

  /// Whether two project files differ only in the quotes that Xcode rewrites.
  package static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.starts(with: mark), other.starts(with: mark) else { return false }
    let lines = [one, other].map { $0.split(separator: .newline, omittingEmptySubsequences: false) }
    return lines[0].count == lines[1].count
      && zip(lines[0], lines[1]).allSatisfy {
        $0.hasSameBytes(as: $1) || unquoted($0).hasSameBytes(as: unquoted($1))
      }
  }

  /// The maximum length of a value and of the line before it, in bytes: a bound on the search around a text.
  private static let reach = 1024

  /// The value that contains a text: a bare word or a quoted one; `nil` if it is only a part of a value, or in a
  /// comment.
  static func keyValue(around text: Range<Int>, in bytes: [UInt8]) -> (value: Range<Int>, quotes: KeyValue.Quotes)? {
    let floor = max(0, text.lowerBound - reach)
    let ceiling = min(bytes.count, text.upperBound + reach)
    guard let before = bytes[floor..<text.lowerBound].lastIndex(where: { !inWords.contains($0) }),
      let end = bytes[text.upperBound..<ceiling].firstIndex(where: { !inWords.contains($0) }),
      !isWithin(bytes, floor, before)
    else { return nil }
    return switch (bytes[before], bytes[end]) {
    case (.quotationMark, .quotationMark): (before + 1..<end, .double)
    case (.space, UInt8(ascii: ";")), (.space, .comma), (.tab, .comma):
      (before + 1..<end, .none)
    default: nil
    }
  }

  /// Whether a value of a key has Xcode's syntax, `KEY = value;` or in `KEY = (one, two);`, outside of comments and
  /// strings.
  static func isValue(_ keyValue: KeyValue, in bytes: [UInt8]) -> Bool {
    let name = keyValue.name
    let isQuoted = name.lowerBound > 0 && bytes[name.lowerBound - 1] == .quotationMark
    let start = name.lowerBound - (isQuoted ? 1 : 0)
    let sign = bytes[name.upperBound..<max(name.upperBound, keyValue.outer.lowerBound)].drop(while: beforeSign.contains)
    let opening = sign.dropFirst().first { !ByteSet.blanks.contains($0) }
    guard sign.first == .equals, opening == nil || opening == UInt8(ascii: "("),
      let end = bytes[keyValue.outer.upperBound...].first(where: { !ByteSet.blanks.contains($0) })
    else { return false }
    return (opening == nil ? end == UInt8(ascii: ";") : afterElement.contains(end)) && keyValue.quotes != .single
      && !bytes[keyValue.value].contains(.backslash) && !isWithin(bytes, max(0, start - reach), start)
  }

  /// Whether a position is inside a comment or a quoted string, by its line alone.
  private static func isWithin(_ bytes: [UInt8], _ floor: Int, _ position: Int) -> Bool {
    let newline = bytes[floor..<position].lastIndex(of: .newline)
    guard let line = newline.map({ $0 + 1 }) ?? (floor == 0 ? 0 : nil) else { return true }
    var context = QuoteContext.nothing
    var last: UInt8 = 0
    for byte in bytes[line..<position] {
      switch context {
      case .nothing:
        if byte == .quotationMark {
          context = .quotes
        } else if last == .slash, byte == .asterisk {
          context = .comment
        }
      case .quotes: if byte == .quotationMark, last != .backslash { context = .nothing }
      case .comment: if byte == .slash, last == .asterisk { context = .nothing }
      }
      last = byte
    }
    return context != .nothing
  }

  private enum QuoteContext {
    case nothing, quotes, comment
  }
}

extension ArraySlice<UInt8> {
  /// The name in a line `NAME = value;`, without quotes.
  var assignedName: ByteString? {
    // The standard library's search for a collection would link the parser of regular expressions.
    let sign = indices.first { self[$0...].starts(with: " = ".utf8) }
    guard trimmed.last == UInt8(ascii: ";"), let sign else { return nil }
    let name = self[..<sign].trimmed
    let isQuoted = name.count > 1 && name.first == .quotationMark && name.last == .quotationMark
    return ByteString(isQuoted ? name.dropFirst().dropLast() : name)
  }
}

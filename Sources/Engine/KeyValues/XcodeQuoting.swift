/// How a value is written in an Xcode project file: bare, or in double quotes where it holds more than
/// letters, digits and `_./$`.
///
/// Xcode writes quotes anew whenever it saves. So where a canonical and a local text differ in whether they need
/// them, the quotes on disk say nothing about those in the repository.
package enum XcodeQuoting {
  /// What every project file begins with.
  static let mark = Array("// !$*UTF8*$!".utf8)

  private static let word = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./$"
  private static let bare = ByteSet(word)
  /// What a reader of property lists takes without quotes.
  private static let readable = ByteSet(word + ":-")
  private static let inWords = ByteSet(word + ":-@+")

  /// Whether Xcode puts a value into quotes.
  static func needsQuotes(_ value: [UInt8]) -> Bool { value.isEmpty || !value.allSatisfy(bare.contains) }

  private static func canBeRead(_ value: [UInt8]) -> Bool { !value.isEmpty && value.allSatisfy(readable.contains) }

  /// How a value is to be written, and whether the other direction leads back from there.
  struct Result: Equatable {
    let quotes: KeyValue.Quotes
    let isInvertible: Bool
  }

  /// Only the text changes, as far as the file can be read then; an empty value becomes what Xcode would write.
  static func smudged(_ quotes: KeyValue.Quotes, from canonical: [UInt8], to local: [UInt8]) -> Result {
    let smudged = smudgedQuotes(quotes, canonical, local)
    return Result(quotes: smudged, isInvertible: cleaned(smudged, from: local, to: canonical).quotes == quotes)
  }

  private static func smudgedQuotes(_ quotes: KeyValue.Quotes, _ canonical: [UInt8], _ local: [UInt8]) -> KeyValue.Quotes {
    if canonical.isEmpty { return needsQuotes(local) ? .double : .none }
    return quotes == .none && !canBeRead(local) ? .double : quotes
  }

  /// As Xcode would write the canonical text, if the local one is written so; else as it stands there.
  static func cleaned(_ quotes: KeyValue.Quotes, from local: [UInt8], to canonical: [UInt8]) -> Result {
    let isXcodes = (quotes == .double) == needsQuotes(local)
    if isXcodes && needsQuotes(local) != needsQuotes(canonical) {
      return Result(quotes: needsQuotes(canonical) ? .double : .none, isInvertible: false)
    }
    return Result(quotes: quotes == .none && !canBeRead(canonical) ? .double : quotes, isInvertible: true)
  }

  /// No value of interest is longer, nor begins further right; keeps what is looked at around a text small.
  private static let reach = 1024

  /// The value that some text is in: all of a bare or quoted word; `nil` where it is a part of more, or in a comment.
  static func keyValue(around text: Range<Int>, in bytes: [UInt8]) -> (value: Range<Int>, quotes: KeyValue.Quotes)? {
    let (floor, ceiling) = (max(0, text.lowerBound - reach), min(bytes.count, text.upperBound + reach))
    guard let before = bytes[floor..<text.lowerBound].lastIndex(where: { !isInWord($0) }),
      let end = bytes[text.upperBound..<ceiling].firstIndex(where: { !isInWord($0) }), !isWithin(bytes, floor, before)
    else { return nil }
    return switch (bytes[before], bytes[end]) {
    case (quote, quote): (before + 1..<end, .double)
    case (UInt8(ascii: " "), UInt8(ascii: ";")), (UInt8(ascii: " "), UInt8(ascii: ",")),
      (UInt8(ascii: "\t"), UInt8(ascii: ",")):
      (before + 1..<end, .none)
    case (_, _): nil
    }
  }

  /// Whether a value of a key is one that Xcode writes: not in a comment or in a text, nor part of something else.
  static func isValue(_ keyValue: KeyValue, in bytes: [UInt8]) -> Bool {
    let name = keyValue.name.lowerBound
    let start = name > 0 && bytes[name - 1] == quote ? name - 1 : name
    let end = bytes[keyValue.outer.upperBound...].first { !ByteSet.blanks.contains($0) }
    let isEnded = end.map(ByteSet(";,)\r\n").contains) ?? true
    return isEnded && keyValue.quotes != .single && !bytes[keyValue.value].contains(UInt8(ascii: "\\"))
      && !isWithin(bytes, max(0, start - reach), start)
  }

  private static let quote = UInt8(ascii: "\"")

  private static func isInWord(_ byte: UInt8) -> Bool { inWords.contains(byte) }

  /// Whether `place` is inside a comment or a quoted text, as far as its line says.
  private static func isWithin(_ bytes: [UInt8], _ floor: Int, _ place: Int) -> Bool {
    let newline = bytes[floor..<place].lastIndex(of: UInt8(ascii: "\n"))
    guard let line = newline.map({ $0 + 1 }) ?? (floor == 0 ? 0 : nil) else { return true }
    var (surroundings, last): (QuoteContext, UInt8) = (.nothing, 0)
    for byte in bytes[line..<place] {
      surroundings.pass(byte, behind: last)
      last = byte
    }
    return surroundings != .nothing
  }

  private enum QuoteContext {
    case nothing, quotes, comment

    mutating func pass(_ byte: UInt8, behind last: UInt8) {
      switch (self, last, byte) {
      case (.quotes, UInt8(ascii: "\\"), quote): break
      case (.quotes, _, quote): self = .nothing
      case (.nothing, _, quote): self = .quotes
      case (.nothing, UInt8(ascii: "/"), UInt8(ascii: "*")): self = .comment
      case (.comment, UInt8(ascii: "*"), UInt8(ascii: "/")): self = .nothing
      case (_, _, _): break
      }
    }
  }
}

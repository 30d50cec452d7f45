
/// A strict parser of git-config syntax (`git-config(1)`) that keeps line and column of every part.
///
/// `git config --list` prints no line numbers, and libgit2 always follows includes. The parser accepts less than git, and
/// reads what it accepts in the same way: it has no continuation lines and no keys without a value.
struct ConfigSyntax {
  /// One `key = value`, under its section.
  struct KeyLine: Equatable {
    let section: String
    let subsection: [UInt8]?
    let key: String
    let value: [UInt8]
    let place: RulesPosition
    let valuePlace: RulesPosition
  }

  /// A section header; a section can have no entries.
  struct Header: Equatable {
    let section: String
    let subsection: [UInt8]?
    let place: RulesPosition
  }

  private(set) var headers: [Header] = []
  private(set) var entries: [KeyLine] = []

  private var rest: ArraySlice<UInt8>
  private var line = 1
  private var lineStart: Int

  init(_ bytes: [UInt8]) throws(RulesError) {
    rest = bytes[...]
    lineStart = 0
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
      rest = rest.dropFirst(3)
      lineStart = 3
    }
    while !rest.isEmpty { try readLine() }
  }

  private var place: RulesPosition { RulesPosition(line: line, column: rest.startIndex - lineStart + 1) }

  private mutating func readLine() throws(RulesError) {
    skipBlanks()
    if rest.first == UInt8(ascii: "[") { try readHeader() }
    skipBlanks()
    switch rest.first {
    case nil: return
    case newline: endLine()
    case UInt8(ascii: "#"), UInt8(ascii: ";"): try skipComment()
    default: try readEntry()
    }
  }

  private mutating func endLine() {
    rest = rest.dropFirst()
    (line, lineStart) = (line + 1, rest.startIndex)
  }

  private mutating func skipBlanks() {
    while let byte = rest.first, isBlank(byte) || isReturnAtEnd { rest = rest.dropFirst() }
  }

  /// A carriage return before the newline belongs to the newline.
  private var isReturnAtEnd: Bool {
    rest.first == 0x0D && (rest.count == 1 || rest.dropFirst().first == newline)
  }

  private mutating func skipComment() throws(RulesError) {
    while let byte = rest.first, byte != newline {
      if byte == 0 { throw RulesError(place, .controlByte(byte)) }
      rest = rest.dropFirst()
    }
  }

  // MARK: Headers

  private mutating func readHeader() throws(RulesError) {
    let start = place
    rest = rest.dropFirst()
    let name = take { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    guard !name.isEmpty else { throw RulesError(place, .badHeader(found: found)) }
    let isNamed = rest.first.map(isBlank) ?? false
    skipBlanks()
    if isNamed && rest.first != quote { throw RulesError(place, .badHeader(found: found)) }
    let subsection = isNamed ? try readSubsection() : nil
    guard rest.first == UInt8(ascii: "]") else { throw RulesError(place, .badHeader(found: found)) }
    rest = rest.dropFirst()
    let section = String(decoding: name, as: UTF8.self).lowercased()
    headers.append(Header(section: section, subsection: subsection, place: start))
  }

  private mutating func readSubsection() throws(RulesError) -> [UInt8] {
    let start = place
    rest = rest.dropFirst()
    var name: [UInt8] = []
    while let byte = rest.first, byte != newline {
      if byte < 0x20 || byte == 0x7F { throw RulesError(place, .controlByte(byte)) }
      rest = rest.dropFirst()
      if byte == quote { return name }
      if byte != backslash { name.append(byte) }
      if byte == backslash, let escaped = rest.first, escaped >= 0x20 {
        name.append(escaped)
        rest = rest.dropFirst()
      }
    }
    throw RulesError(start, .openQuote)
  }

  // MARK: Entries

  /// Conflict markers of git-merge(1).
  private static let markers = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"]

  private mutating func readEntry() throws(RulesError) {
    let start = place
    if ConfigSyntax.markers.contains(where: { rest.starts(with: $0.utf8) }) {
      throw RulesError(start, .conflictMarker(found: found))
    }
    let key = take { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    guard let first = key.first, isLetter(first) else {
      throw RulesError(start, .badKey(found: key.isEmpty ? found : Array(key)))
    }
    guard let header = headers.last else {
      throw RulesError(start, .outsideSection(key: String(decoding: key, as: UTF8.self)))
    }
    skipBlanks()
    guard rest.first == UInt8(ascii: "=") else {
      throw RulesError(place, .noEquals(key: String(decoding: key, as: UTF8.self), found: found))
    }
    rest = rest.dropFirst()
    skipBlanks()
    let valuePlace = place
    let value = try readValue()
    entries.append(
      KeyLine(
        section: header.section, subsection: header.subsection,
        key: String(decoding: key, as: UTF8.self).lowercased(), value: value, place: start,
        valuePlace: valuePlace))
  }

  /// Reads a value. Blanks at its end or before a comment are not part of it, unless quoted.
  private mutating func readValue() throws(RulesError) -> [UInt8] {
    var (value, kept, tab): ([UInt8], Int, RulesPosition?) = ([], 0, nil)
    while let byte = rest.first, byte != newline, byte != UInt8(ascii: "#"), byte != UInt8(ascii: ";"),
      !isReturnAtEnd
    {
      if byte == quote {
        value += try readQuoted()
        kept = value.count
      } else if isBlank(byte) && value.isEmpty {
        // A blank after an empty pair of quotes; those before were skipped.
        rest = rest.dropFirst()
      } else {
        if byte == 0x09 { tab = place }
        value.append(try readByte())
        if !isBlank(byte) { kept = value.count }
      }
      // Versions of git read a tab inside a value differently.
      if let tab, kept == value.count { throw RulesError(tab, .controlByte(0x09)) }
    }
    if rest.first == UInt8(ascii: "#") || rest.first == UInt8(ascii: ";") { try skipComment() }
    return Array(value.prefix(kept))
  }

  private mutating func readQuoted() throws(RulesError) -> [UInt8] {
    let start = place
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.first, byte != newline {
      if byte == quote {
        rest = rest.dropFirst()
        return value
      }
      value.append(try readByte())
    }
    throw RulesError(start, .openQuote)
  }

  private mutating func readByte() throws(RulesError) -> UInt8 {
    let start = place
    let byte = rest.popFirst() ?? 0
    if byte == backslash { return try readEscape(start) }
    if byte < 0x20 && byte != 0x09 || byte == 0x7F { throw RulesError(start, .controlByte(byte)) }
    return byte
  }

  private mutating func readEscape(_ start: RulesPosition) throws(RulesError) -> UInt8 {
    switch rest.first {
    case quote, backslash: return rest.popFirst() ?? 0
    case newline, nil, 0x0D: throw RulesError(start, .continuation)
    case let byte?: throw RulesError(start, .badEscape(found: byte))
    }
  }

  // MARK: Bytes

  private mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: isWanted)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// The next word, for a message.
  private var found: [UInt8] {
    let word = rest.prefix { !isBlank($0) && $0 != newline && $0 != 0x0D }.prefix(20)
    return Array(word.isEmpty ? rest.prefix { $0 != newline }.prefix(1) : word)
  }
}

private let newline = UInt8(ascii: "\n")
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
private func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }

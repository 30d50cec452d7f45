import Platform

/// A strict parser of git-config syntax (`git-config(1)`) that keeps line and column of every part.
///
/// `git config --list` prints no line numbers. The parser accepts less than git, and reads what it accepts in the same
/// way: it has no continuation lines and no keys without a value.
struct ConfigSyntax {
  /// A line `key = value`.
  struct KeyLine: Equatable {
    /// The key in lower case.
    let key: String
    /// The value without quotes and backslashes.
    let value: [UInt8]
    /// The position of the key.
    let place: RulesPosition
    /// The position of the value.
    let valuePlace: RulesPosition

    /// The value as a text.
    var word: String { value.string }
    /// Whether the value is valid UTF-8.
    var isUTF8: Bool { word.utf8.elementsEqual(value) }

    /// The error for the value.
    func error(_ problem: String) -> RulesError { RulesError(valuePlace, problem) }

    /// Throws the flaw of the value as a text of a rule.
    func check(_ flaw: TextFlaw?) throws(RulesError) {
      if let flaw { throw error("\(key): \(flaw), found \(quoted(value))") }
    }
  }

  /// The number of lines of a key that a section can have; `distinct` and `atLeastOne` must not repeat a value.
  enum Count {
    case any, distinct, atLeastOne, atMostOne, one
  }

  /// The lines below all headers of one name; there can be none.
  struct Section {
    /// The first word of the header in lower case.
    let word: String
    /// The name between quotes; `nil` without quotes.
    let subsection: [UInt8]?
    /// The position of the first header.
    let place: RulesPosition
    /// The lines of all keys, in the order of the file.
    fileprivate(set) var lines: [KeyLine] = []

    /// The known section with this word; `nil` for another one.
    var kind: RulesFile.Section? { RulesFile.Section(rawValue: word) }
    /// The name between quotes; empty without one.
    var name: [UInt8] { subsection ?? [] }
    /// The header without brackets, as written.
    var title: String { name.isEmpty ? word : "\(word) \"\(escaped(name))\"" }

    /// The lines of a key. Throws if there are too few or too many of them, or if a value is repeated.
    func lines(_ key: String, _ count: Count = .any) throws(RulesError) -> [KeyLine] {
      let matches = lines.filter { $0.key == key }
      switch count {
      case .any: break
      case .distinct, .atLeastOne: try checkDistinct(matches)
      case .atMostOne, .one:
        if matches.count < 2 { break }
        throw RulesError(
          matches[1].place,
          "expected one '\(key)' in [\(title)], found a second; the first is on line \(matches[0].place.line)")
      }
      if matches.isEmpty, count == .one || count == .atLeastOne {
        throw RulesError(place, "expected a '\(key)' in [\(title)], found none")
      }
      return matches
    }

    /// Throws if two lines of a key have the same value.
    private func checkDistinct(_ lines: [KeyLine]) throws(RulesError) {
      for (index, line) in lines.enumerated() {
        guard let first = lines[..<index].first(where: { $0.value == line.value }) else { continue }
        throw line.error(
          "expected another '\(line.key)' in [\(title)], found \(quoted(line.value)) again; "
            + "the first is on line \(first.place.line)")
      }
    }
  }

  /// The sections in the order of their first headers; those of one name are one.
  private(set) var sections: [Section] = []
  /// The index of the section that the next line belongs to.
  private var current: Int?
  /// The rest of the line that is read.
  private var rest: ArraySlice<UInt8>
  /// The number of the line, from 1.
  private var line = 1
  /// The index of the first byte of the line.
  private var lineStart: Int

  /// Reads a file. Throws the first mistake.
  init(_ bytes: [UInt8]) throws(RulesError) {
    rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    lineStart = rest.startIndex
    for text in rest.split(separator: .newline, omittingEmptySubsequences: false) {
      rest = text
      lineStart = text.startIndex
      try readLine()
      line += 1
    }
  }

  /// The position of the next byte.
  private var place: RulesPosition {
    RulesPosition(line: line, column: rest.startIndex - lineStart + 1)
  }

  /// Reads one line: a header, a key with its value, both, or neither.
  private mutating func readLine() throws(RulesError) {
    skipBlanks()
    if rest.first == UInt8(ascii: "[") { try readHeader() }
    skipBlanks()
    if isAtComment {
      try skipComment()
    } else if !rest.isEmpty {
      try readKeyLine()
    }
  }

  /// Skips blanks, and the carriage return of the newline.
  private mutating func skipBlanks() {
    rest = rest.drop(while: isBlank)
    if isReturnAtEnd { rest.removeFirst() }
  }

  /// Whether only a carriage return is left, which belongs to the newline.
  private var isReturnAtEnd: Bool { rest.elementsEqual([0x0D]) }
  /// Whether a comment begins here.
  private var isAtComment: Bool { rest.first.map("#;".utf8.contains) == true }

  /// Skips the rest of the line, which must have no zero byte.
  private mutating func skipComment() throws(RulesError) {
    rest = rest.drop { $0 != 0 }
    if !rest.isEmpty { throw controlByte(0, at: place) }
  }

  /// Reads a header such as `[rule "app"]`; the lines after it belong to its section.
  private mutating func readHeader() throws(RulesError) {
    let start = place
    rest.removeFirst()
    let name = take { isLetter($0) || isDigit($0) || "-.".utf8.contains($0) }
    guard !name.isEmpty else { throw badHeader }

    let isNamed = rest.first.map(isBlank) == true
    skipBlanks()
    if isNamed && rest.first != quote { throw badHeader }
    let subsection = isNamed ? try readQuoted(isName: true) : nil
    guard rest.first == .closingBracket else { throw badHeader }
    rest.removeFirst()

    let word = name.string.lowercased()
    current = sections.firstIndex { $0.word == word && $0.subsection == subsection } ?? sections.count
    if current == sections.count {
      sections.append(Section(word: word, subsection: subsection, place: start))
    }
  }

  /// Reads a key and its value into the current section.
  private mutating func readKeyLine() throws(RulesError) {
    let start = place
    let key = try readKey()
    guard let current else {
      throw RulesError(start, "expected a section first, such as [rule \"name\"], found the key '\(escaped(key))'")
    }

    skipBlanks()
    guard rest.first == .equals else {
      throw RulesError(place, "expected '=' after the key '\(escaped(key))', found \(quoted(next))")
    }
    rest.removeFirst()
    skipBlanks()
    let valuePlace = place
    let line = KeyLine(
      key: key.string.lowercased(), value: try readValue(), place: start, valuePlace: valuePlace)
    sections[current].lines.append(line)
  }

  /// Reads the name of a key.
  private mutating func readKey() throws(RulesError) -> ArraySlice<UInt8> {
    let start = place
    // The lines that git-merge(1) writes.
    if ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].contains(where: { rest.starts(with: $0.utf8) }) {
      throw RulesError(start, "expected rules, found the conflict marker \(quoted(next)): resolve the merge first")
    }
    let key = take { isLetter($0) || isDigit($0) || $0 == .hyphen }
    if key.first.map(isLetter) == true { return key }
    throw RulesError(
      start,
      "expected a key, a section or a comment, found \(quoted(key.isEmpty ? next : Array(key))); "
        + "keys are letters, digits and '-', and begin with a letter")
  }

  /// Reads a value. Blanks at its end or before a comment are not part of it, unless quoted.
  private mutating func readValue() throws(RulesError) -> [UInt8] {
    var value: [UInt8] = []
    // The length of the value without blanks at the end.
    var kept = 0
    var tab: RulesPosition?

    while let byte = rest.first, !isAtComment, !isReturnAtEnd {
      if byte == quote {
        value += try readQuoted()
        kept = value.count
      } else if isBlank(byte) && value.isEmpty {
        // A blank after an empty pair of quotes; those before were skipped.
        rest.removeFirst()
      } else {
        if byte == 0x09 { tab = place }
        value.append(try readByte())
        if !isBlank(byte) { kept = value.count }
      }
      // Versions of git read a tab inside a value differently.
      if let tab, kept == value.count { throw controlByte(0x09, at: tab) }
    }

    if isAtComment { try skipComment() }
    return Array(value.prefix(kept))
  }

  /// Reads what is between two quotes. `isName`: in the name of a section a backslash escapes any byte.
  private mutating func readQuoted(isName: Bool = false) throws(RulesError) -> [UInt8] {
    let start = place
    rest.removeFirst()
    var text: [UInt8] = []
    while let byte = rest.first, byte != quote {
      if isName && byte == 0x09 { throw controlByte(byte, at: place) }
      if isName && byte == backslash {
        rest.removeFirst()
        if let escaped = rest.first, escaped >= 0x20 { text.append(rest.removeFirst()) }
      } else {
        text.append(try readByte())
      }
    }
    guard rest.popFirst() == quote else { throw RulesError(start, ConfigSyntax.openQuote) }
    return text
  }

  /// Reads one byte of a value, or two of which the first is a backslash.
  private mutating func readByte() throws(RulesError) -> UInt8 {
    let start = place
    let byte = rest.popFirst() ?? 0
    if byte != backslash {
      if byte < 0x20 && byte != 0x09 || byte == 0x7F { throw controlByte(byte, at: start) }
      return byte
    }
    switch rest.popFirst() {
    case quote?: return quote
    case backslash?: return backslash
    case nil, 0x0D: throw RulesError(start, "expected the whole value on one line, found a backslash at its end")
    case let byte?:
      throw RulesError(
        start, "expected \\\\ or \\\" after a backslash, found \(quoted([byte])); leave out the backslash")
    }
  }

  /// The message for a quote that is not closed.
  static let openQuote = "expected a closing quote on this line, found none"

  /// The error for a line that begins like a header.
  private var badHeader: RulesError {
    let word = next.isEmpty ? "the end of the line" : quoted(next)
    return RulesError(place, "expected a section such as [rule \"name\"], found \(word)")
  }

  /// The error for a byte that is no text.
  private func controlByte(_ byte: UInt8, at place: RulesPosition) -> RulesError {
    if byte == 0x09 { return RulesError(place, "expected a space, found a tab") }
    return RulesError(place, "expected text, found the control byte \(quoted([byte]))")
  }

  /// Reads bytes of one kind.
  private mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: isWanted)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// The next word, for a message.
  private var next: [UInt8] {
    let word = rest.prefix { !isBlank($0) && $0 != 0x0D }.prefix(20)
    return Array(word.isEmpty ? rest.prefix(1) : word)
  }
}

/// The byte around a value or a name.
private let quote = UInt8.quotationMark
/// The byte before a quote or a backslash in a value.
private let backslash = UInt8.backslash

/// Whether a byte is a space or a tab.
package func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

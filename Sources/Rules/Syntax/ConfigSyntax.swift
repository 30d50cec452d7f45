import Platform

/// A strict parser of git-config syntax (`git-config(1)`) that keeps line and column of every part.
///
/// `git config --list` prints no line numbers, and libgit2 always follows includes. The parser accepts less than git,
/// and reads what it accepts in the same way: it has no continuation lines and no keys without a value.
struct ConfigSyntax {
  /// One `key = value`.
  struct KeyLine: Equatable {
    let key: String
    let value: [UInt8]
    let place: RulesPosition
    let valuePlace: RulesPosition

    var word: String { String(decoding: value, as: UTF8.self) }
    var isUTF8: Bool { word.utf8.elementsEqual(value) }

    /// Throws the flaw of the value as a text of a rule.
    func check(_ flaw: TextFlaw?) throws(RulesError) {
      if let flaw { throw RulesError(valuePlace, "\(key): \(flaw), found \(quoted(value))\(TextFlaw.plain(value))") }
    }
  }

  /// How many lines of a key a section can have; `distinct` and `atLeastOne` must not repeat a value.
  enum Count { case any, distinct, atLeastOne, atMostOne, one }

  /// The lines below all headers of one name; there can be none.
  struct Section {
    let word: String
    let subsection: [UInt8]?
    /// Of the first header.
    let place: RulesPosition
    fileprivate(set) var lines: [KeyLine] = []

    /// `nil` for an unknown section.
    var kind: RulesFile.Section? { RulesFile.Section(rawValue: word) }
    var name: [UInt8] { subsection ?? [] }
    /// The header without brackets, as written.
    var title: String { name.isEmpty ? word : "\(word) \"\(escaped(name))\"" }

    func lines(_ key: String, _ count: Count = .any) throws(RulesError) -> [KeyLine] {
      let found = lines.filter { $0.key == key }
      for (index, line) in found.enumerated() {
        switch count {
        case .any: break
        case .distinct, .atLeastOne:
          guard let first = found[..<index].first(where: { $0.value == line.value }) else { continue }
          throw RulesError(
            line.valuePlace,
            "expected another '\(key)' in [\(title)], found \(quoted(line.value)) again; the first is on line \(first.place.line)"
          )
        case .atMostOne, .one:
          if index == 0 { continue }
          throw RulesError(
            line.place,
            "expected one '\(key)' in [\(title)], found a second; the first is on line \(found[0].place.line)")
        }
      }
      if found.isEmpty, count == .one || count == .atLeastOne {
        throw RulesError(place, "expected a '\(key)' in [\(title)], found none")
      }
      return found
    }
  }

  /// Those of one name are one, in the order of the first headers.
  private(set) var sections: [Section] = []
  /// The index of the section that the next line belongs to.
  private var current: Int?
  /// What is left of a line.
  private var rest: ArraySlice<UInt8>
  private var line = 1
  private var lineStart: Int

  init(_ bytes: [UInt8]) throws(RulesError) {
    rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    lineStart = rest.startIndex
    if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(rest.prefix(2))) {
      throw RulesError(place, "expected UTF-8, found UTF-16; save the file as UTF-8")
    }
    for text in rest.split(separator: .newline, omittingEmptySubsequences: false) {
      rest = text
      lineStart = text.startIndex
      try readLine()
      line += 1
    }
  }

  private var place: RulesPosition { RulesPosition(line: line, column: rest.startIndex - lineStart + 1) }

  private mutating func readLine() throws(RulesError) {
    skipBlanks()
    if rest.first == UInt8(ascii: "[") { try readHeader() }
    skipBlanks()
    if isAtComment { try skipComment() } else if !rest.isEmpty { try readKeyLine() }
  }

  private mutating func skipBlanks() {
    rest = rest.drop(while: isBlank)
    if isReturnAtEnd { rest = rest.dropFirst() }
  }

  /// A carriage return before the newline belongs to the newline.
  private var isReturnAtEnd: Bool { rest.elementsEqual([0x0D]) }
  private var isAtComment: Bool { rest.first.map("#;".utf8.contains) ?? false }

  private mutating func skipComment() throws(RulesError) {
    rest = rest.drop { $0 != 0 }
    if !rest.isEmpty { throw controlByte(0, at: place) }
  }

  private mutating func readHeader() throws(RulesError) {
    let start = place
    rest = rest.dropFirst()
    let name = take { isLetter($0) || isDigit($0) || "-.".utf8.contains($0) }
    guard !name.isEmpty else { throw badHeader }
    let isNamed = rest.first.map(isBlank) ?? false
    skipBlanks()
    if isNamed && rest.first != quote { throw badHeader }
    let subsection = isNamed ? try readQuoted(isName: true) : nil
    guard rest.first == UInt8(ascii: "]") else { throw badHeader }
    rest = rest.dropFirst()
    let section = String(decoding: name, as: UTF8.self).lowercased()
    current = sections.firstIndex { $0.word == section && $0.subsection == subsection } ?? sections.count
    if current == sections.count { sections.append(Section(word: section, subsection: subsection, place: start)) }
  }

  private mutating func readKeyLine() throws(RulesError) {
    let start = place
    // Of git-merge(1).
    if ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].contains(where: { rest.starts(with: $0.utf8) }) {
      throw RulesError(start, "expected rules, found the conflict marker \(quoted(found)): resolve the merge first")
    }
    let key = take { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    guard let first = key.first, isLetter(first) else {
      let found = quoted(key.isEmpty ? found : Array(key))
      throw RulesError(
        start,
        "expected a key, a section or a comment, found \(found); keys are letters, digits and '-', and begin with a letter"
      )
    }
    guard let current else {
      throw RulesError(start, "expected a section first, such as [rule \"name\"], found the key '\(escaped(key))'")
    }
    skipBlanks()
    guard rest.first == UInt8(ascii: "=") else {
      throw RulesError(place, "expected '=' after the key '\(escaped(key))', found \(quoted(found))")
    }
    rest = rest.dropFirst()
    skipBlanks()
    let valuePlace = place
    let value = try readValue()
    sections[current].lines.append(
      KeyLine(
        key: String(decoding: key, as: UTF8.self).lowercased(), value: value, place: start, valuePlace: valuePlace))
  }

  /// Reads a value. Blanks at its end or before a comment are not part of it, unless quoted.
  private mutating func readValue() throws(RulesError) -> [UInt8] {
    var (value, kept, tab): ([UInt8], Int, RulesPosition?) = ([], 0, nil)
    while let byte = rest.first, !isAtComment, !isReturnAtEnd {
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
      if let tab, kept == value.count { throw controlByte(0x09, at: tab) }
    }
    if isAtComment { try skipComment() }
    return Array(value.prefix(kept))
  }

  /// `isName`: in the name of a section a backslash escapes any byte.
  private mutating func readQuoted(isName: Bool = false) throws(RulesError) -> [UInt8] {
    let start = place
    rest = rest.dropFirst()
    var text: [UInt8] = []
    while let byte = rest.first, byte != quote {
      if isName && byte == 0x09 { throw controlByte(byte, at: place) }
      if isName && byte == backslash {
        rest = rest.dropFirst()
        if let escaped = rest.first, escaped >= 0x20 { text.append(rest.removeFirst()) }
      } else {
        text.append(try readByte())
      }
    }
    guard rest.popFirst() == quote else { throw RulesError(start, ConfigSyntax.openQuote) }
    return text
  }

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

  static let openQuote = "expected a closing quote on this line, found none"

  private var badHeader: RulesError {
    RulesError(
      place,
      "expected a section such as [rule \"name\"], found \(found.isEmpty ? "the end of the line" : quoted(found))")
  }

  private func controlByte(_ byte: UInt8, at place: RulesPosition) -> RulesError {
    if byte == 0x09 { return RulesError(place, "expected a space, found a tab") }
    return RulesError(place, "expected text, found the control byte \(quoted([byte]))")
  }

  private mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: isWanted)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// The next word, for a message.
  private var found: [UInt8] {
    let word = rest.prefix { !isBlank($0) && $0 != 0x0D }.prefix(20)
    return Array(word.isEmpty ? rest.prefix(1) : word)
  }
}

private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")

package func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

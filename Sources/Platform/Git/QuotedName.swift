// Names in double quotes with C escapes, as git writes and reads them (`git-config(1)`, `core.quotePath`).

extension Path {
  /// Parses a path of git's output without `-z`: in double quotes if git quoted it.
  package init(quotedByGit word: some Sequence<UInt8>) {
    let word = Array(word)
    let isQuoted = word.count > 1 && word.first == .quotationMark && word.last == .quotationMark
    self.init(isQuoted ? QuotedName.unquoted(word[1...].dropLast()) : word)
  }
}

/// A codec for names in double quotes.
enum QuotedName {
  /// The index after the closing quote of a word that starts with a quote; `nil` if there is none.
  static func end(of word: ArraySlice<UInt8>) -> Int? {
    var rest = word.dropFirst()
    while let byte = rest.popFirst() {
      if byte == .quotationMark { return rest.startIndex }
      if byte == .backslash { rest = rest.dropFirst() }
    }
    return nil
  }

  /// Resolves the escapes of a word whose quotes are removed.
  static func unquoted(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = [UInt8]()
    var rest = word
    while let byte = rest.popFirst() {
      let octal = rest.prefix(3)
      if byte != .backslash {
        bytes.append(byte)
      } else if octal.count == 3, let value = UInt8(octal.string, radix: 8) {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        let letter = rest.popFirst() ?? byte
        bytes.append(escapes[letter] ?? letter)
      }
    }
    return bytes
  }

  /// A name in quotes; bytes that are not printable ASCII, and `#`, as three octal digits.
  static func quoted(_ name: [UInt8]) -> [UInt8] { [.quotationMark] + name.flatMap(quoted) + [.quotationMark] }

  private static func quoted(_ byte: UInt8) -> [UInt8] {
    if byte == .quotationMark || byte == .backslash { return [.backslash, byte] }
    if (0x20..<0x7F).contains(byte), byte != .numberSign { return [byte] }
    let octal = String(byte, radix: 8)
    return Array("\\\(String(repeating: "0", count: 3 - octal.count))\(octal)".utf8)
  }

  private static let escapes = Dictionary(
    uniqueKeysWithValues: zip("abtnvfr".utf8, [7, 8, 9, 10, 11, 12, 13] as [UInt8]))
}

package import Platform

// Names in double quotes with the escapes of C, as git writes and reads them (`git-config(1)`, `core.quotePath`).

extension Path {
  /// A name as git writes it where it ends with its line: in double quotes if it needs them.
  package init(quotedByGit word: some Sequence<UInt8>) {
    let word = Array(word)
    let isQuoted = word.count > 1 && word.first == doubleQuote && word.last == doubleQuote
    self.init(isQuoted ? QuotedName.unquoted(word[1..<(word.count - 1)]) : word)
  }
}

/// The bytes of a name, and the same in double quotes.
enum QuotedName {
  /// Where a word in double quotes ends, which begins with one; `nil` where it never does.
  static func end(of word: ArraySlice<UInt8>) -> Int? {
    var rest = word.dropFirst()
    while let byte = rest.popFirst() {
      if byte == doubleQuote { return rest.startIndex }
      if byte == backslash { rest = rest.dropFirst() }
    }
    return nil
  }

  /// `word`: without its quotes.
  static func unquoted(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), word)
    while let byte = rest.popFirst() {
      guard byte == backslash, let letter = rest.first else {
        bytes.append(byte)
        continue
      }
      let octal = rest.prefix(3)
      if octal.count == 3, let value = UInt8(String(decoding: octal, as: UTF8.self), radix: 8) {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(escapes[letter] ?? letter)
        rest = rest.dropFirst()
      }
    }
    return bytes
  }

  /// With its quotes; what is not printable ASCII, and `#`, as three octal digits.
  static func quoted(_ name: [UInt8]) -> [UInt8] { [doubleQuote] + name.flatMap(quoted) + [doubleQuote] }

  private static func quoted(_ byte: UInt8) -> [UInt8] {
    if byte == doubleQuote || byte == backslash { return [backslash, byte] }
    if (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "#") { return [byte] }
    let octal = String(byte, radix: 8)
    return Array("\\\(String(repeating: "0", count: 3 - octal.count))\(octal)".utf8)
  }

  private static let escapes: [UInt8: UInt8] = Dictionary(
    zip("abtnvfr".utf8, [7, 8, 9, 10, 11, 12, 13]), uniquingKeysWith: { one, _ in one })
}

private let doubleQuote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")

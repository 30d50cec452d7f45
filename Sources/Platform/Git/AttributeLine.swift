/// A parsed line of a `.gitattributes` file: a pattern or a macro name, and its attributes (`gitattributes(5)`).
package struct AttributeLine: Sendable, Equatable {
  /// The subject that a line assigns attributes to.
  package enum Subject: Sendable, Equatable {
    /// The pattern with its quotes removed.
    case pattern([UInt8])
    /// A macro, `[attr]NAME`.
    case macro([UInt8])
  }

  /// The state that a line assigns to an attribute.
  package enum State: Sendable, Equatable {
    /// The state after `name`.
    case set
    /// The state after `-name`.
    case unset
    /// The state after `!name`.
    case unspecified
    /// The state after `name=value`.
    case value([UInt8])
  }

  /// An attribute with the state that the line assigns.
  package struct Attribute: Sendable, Equatable {
    package let name: [UInt8]
    package let state: State
  }

  package let subject: Subject
  /// The attributes in the order of the line; of one attribute, the last wins.
  package let attributes: [Attribute]

  /// The length in bytes from which git ignores a line (`ATTR_MAX_LINE_LENGTH` in its attr.h).
  private static let maxLength = 2048

  /// Parses a line without its newline. `nil` for a comment, a blank line, a pattern with `!`, and a line that is too
  /// long, which git ignores.
  package init?(_ line: some Sequence<UInt8>) {
    let whole = Array(line)
    let line = whole.drop(while: Self.isBlank)
    guard let first = line.first, first != .numberSign else { return nil }
    if whole.count - (whole.last == UInt8(ascii: "\r") ? 1 : 0) >= Self.maxLength { return nil }
    let quoted = first == .quotationMark ? QuotedName.end(of: line) : nil
    let end = quoted ?? line.firstIndex(where: Self.isBlank) ?? line.endIndex
    let word = line[..<end]
    let name = quoted == nil ? Array(word) : QuotedName.unquoted(word.dropFirst().dropLast())
    let isMacro = name.starts(with: Self.macroMark)
    if first == .exclamationMark, !isMacro { return nil }
    let rest = (isMacro ? name[Self.macroMark.count...] : []) + line[end...]
    var words = rest.split(whereSeparator: Self.isBlank)[...]
    subject = isMacro ? .macro(words.popFirst().map { Array($0) } ?? []) : .pattern(name)
    attributes = words.map { Attribute($0) }
  }

  /// The UTF-8 byte order mark, which git skips at the start of a file.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The lines of a file, without a UTF-8 byte order mark at its start, which git skips.
  package static func all(in content: [UInt8]) -> [AttributeLine] {
    let text = content.dropFirst(content.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    return text.split(separator: .newline).compactMap { AttributeLine($0) }
  }

  /// A pattern that matches this path alone: its wildcards are escaped.
  package static func literal(_ path: Path) -> [UInt8] {
    path.bytes.flatMap { "*?[\\".utf8.contains($0) ? [.backslash, $0] : [$0] }
  }

  /// A pattern for the start of a line: quoted if it has blanks or quotes, or starts with `#`, `!` or `[attr]`.
  package static func written(_ pattern: [UInt8]) -> [UInt8] {
    let isPrintable = escaped(pattern).utf8.elementsEqual(pattern) && !pattern.contains { " \"\\".utf8.contains($0) }
    let isSpecial = pattern.starts(with: macroMark) || pattern.first.map { "#!".utf8.contains($0) } ?? true
    return isPrintable && !isSpecial ? pattern : QuotedName.quoted(pattern)
  }

  private static let macroMark = "[attr]".bytes

  private static func isBlank(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}

extension AttributeLine.Attribute {
  fileprivate init(_ word: ArraySlice<UInt8>) {
    switch word.first {
    case .hyphen: self.init(name: Array(word.dropFirst()), state: .unset)
    case .exclamationMark: self.init(name: Array(word.dropFirst()), state: .unspecified)
    default:
      let name = word.prefix { $0 != .equals }
      let value = word.dropFirst(name.count + 1)
      self.init(name: Array(name), state: name.count == word.count ? .set : .value(Array(value)))
    }
  }
}

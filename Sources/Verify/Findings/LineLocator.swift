import Smudge

/// Computes lines and columns of places in content, in ascending order.
package struct LineLocator {
  /// The bytes of the blob.
  private let content: [UInt8]
  /// The readable content: for UTF-16, one byte for each unit.
  private let bytes: [UInt8]
  private let lines: TextLines
  private let mark: ByteOrderMark

  /// A byte order mark, which is not a character of the first line.
  private enum ByteOrderMark { case none, utf8, utf16 }

  /// A position.
  package struct Cursor {
    /// From 1; 0 before the first move.
    package fileprivate(set) var line = 0
    /// From 1, in Unicode code points; in bytes if the line is not UTF-8.
    package fileprivate(set) var column = 1
    /// From 1, as git counts: by newline bytes, also those inside a UTF-16 unit.
    fileprivate(set) var gitLine = 1
    fileprivate var place = 0
    fileprivate var isText = true

    package init() {}
  }

  package init(_ content: [UInt8], _ bytes: [UInt8]) {
    (self.content, self.bytes, lines) = (content, bytes, TextLines(bytes))
    let isWide = content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF])
    mark = content.starts(with: [0xEF, 0xBB, 0xBF]) ? .utf8 : isWide ? .utf16 : .none
  }

  private var isWide: Bool { content.count != bytes.count }

  /// Returns whether the line changed.
  package func move(_ cursor: inout Cursor, to place: Int) -> Bool {
    let line = lines.number(at: place)
    let isOther = line != cursor.line
    cursor.gitLine = isWide ? cursor.gitLine + newlines(cursor.place, place) : line
    if isOther {
      (cursor.line, cursor.column, cursor.place) = (line, 1, lines.start(of: line))
      if line == 1, mark == .utf8 { cursor.place = 3 }
      cursor.isText = isWide || String(validating: lines.text(of: line), as: UTF8.self) != nil
    }
    cursor.column += columns(cursor.place, max(place, cursor.place), cursor.isText)
    cursor.place = max(place, cursor.place)
    return isOther
  }

  /// The line without leading and trailing blanks.
  func text(at cursor: Cursor) -> ArraySlice<UInt8> { lines.trimmed(cursor.line) }

  /// The marks of the lines before and after it.
  func neighbours(of cursor: Cursor) -> [[UInt8]] {
    [cursor.line - 1, cursor.line + 1].map { lines.numbers.contains($0) ? Self.mark(lines.trimmed($0)) : [] }
  }

  /// A line, or the digest of a long one.
  static func mark(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.count <= 256 ? Array(text) : Array(Digest(Array(text)).hex.utf8)
  }

  private func columns(_ start: Int, _ end: Int, _ isText: Bool) -> Int {
    if isWide { return (start..<end).count { !isSecondHalf($0) } }
    return isText ? bytes[start..<end].count { $0 & 0xC0 != 0x80 } : end - start
  }

  // MARK: UTF-16

  private func offset(_ place: Int) -> Int { (mark == .utf16 ? 2 : 0) + 2 * place }

  private func newlines(_ start: Int, _ end: Int) -> Int {
    content[offset(start)..<offset(end)].count { $0 == UInt8(ascii: "\n") }
  }

  /// Whether a unit is a low surrogate.
  private func isSecondHalf(_ place: Int) -> Bool {
    // An ASCII character is one byte here, in both byte orders.
    guard bytes[place] >= 0x80, offset(place) + 1 < content.count else { return false }
    let isBig = content.starts(with: [0xFE, 0xFF]) || mark == .none && isBigEndian
    return (0xDC...0xDF).contains(content[offset(place) + (isBig ? 0 : 1)])
  }

  /// The byte order of content without a mark, by the first ASCII unit.
  private var isBigEndian: Bool { bytes.firstIndex { $0 < 0x80 }.map { content[offset($0)] == 0 } ?? false }
}

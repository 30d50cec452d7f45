import Platform
import Smudge

/// A place in content as a line and a column; it moves in ascending order, because a line can be long.
package struct LineLocator {
  /// The line, from 1; 0 before the first move.
  package private(set) var line = 0
  /// The column, from 1, in Unicode code points; in bytes if the line is not UTF-8.
  package private(set) var column = 1
  /// The line, from 1, as git counts: by newline bytes, also those inside a UTF-16 unit.
  private(set) var gitLine = 1
  /// The offset in the readable content.
  private var place = 0
  /// Whether the line is text, so that its columns are code points.
  private var isText = true
  /// The bytes of the blob.
  private let content: [UInt8]
  /// The readable content: for UTF-16, one byte for each unit.
  private let bytes: [UInt8]
  /// The lines of the readable content.
  private let lines: TextLines
  /// The length of a byte order mark, which is not a character of the first line.
  private let start: Int

  /// Creates a locator at the beginning of content; `bytes`: the readable content.
  package init(_ content: [UInt8], _ bytes: [UInt8]) {
    self.content = content
    self.bytes = bytes
    lines = TextLines(bytes)

    let marks: [[UInt8]] = content.count != bytes.count ? [[0xFF, 0xFE], [0xFE, 0xFF]] : [[0xEF, 0xBB, 0xBF]]
    start = marks.first { content.starts(with: $0) }?.count ?? 0
  }

  /// Whether the content is UTF-16.
  private var isWide: Bool { content.count != bytes.count }

  /// Moves to an offset in the readable content, and returns whether the line changed.
  package mutating func move(to target: Int) -> Bool {
    let number = lines.number(at: target)
    let isOther = number != line
    gitLine = isWide ? gitLine + content[offset(place)..<offset(target)].count { $0 == .newline } : number

    if isOther {
      line = number
      column = 1
      place = number == 1 && !isWide ? start : lines.start(of: number)
      isText = isWide || String(validating: lines.text(of: number), as: UTF8.self) != nil
    }

    let end = max(target, place)
    let units = isText ? bytes[place..<end].count { $0 & 0xC0 != 0x80 } : end - place
    column += isWide ? (place..<end).count { !isSecondHalf($0) } : units
    place = end
    return isOther
  }

  /// The line without leading and trailing blanks.
  var text: ArraySlice<UInt8> { lines.trimmed(line) }

  /// The marks of the line, and of those before and after it.
  var marks: [[UInt8]] { [line, line - 1, line + 1].map { lines.numbers.contains($0) ? lines.mark($0) : [] } }

  /// The offset of a UTF-16 unit in the content.
  private func offset(_ place: Int) -> Int { start + 2 * place }

  /// Whether a unit is a low surrogate.
  private func isSecondHalf(_ place: Int) -> Bool {
    // An ASCII character is one byte here, in both byte orders.
    guard bytes[place] >= 0x80, offset(place) + 1 < content.count else { return false }
    let isBig = start > 0 ? content[0] == 0xFE : isBigEndian
    return (0xDC...0xDF).contains(content[offset(place) + (isBig ? 0 : 1)])
  }

  /// The byte order of content without a mark, by the first ASCII unit.
  private var isBigEndian: Bool { bytes.firstIndex { $0 < 0x80 }.map { content[offset($0)] == 0 } ?? false }
}

extension TextLines {
  /// A line without leading and trailing blanks, or the digest of a long one.
  func mark(_ number: Int) -> [UInt8] {
    let text = trimmed(number)
    return text.count <= 256 ? Array(text) : Array(Digest(Array(text)).hex.utf8)
  }
}

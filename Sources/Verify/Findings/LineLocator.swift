import Platform
import Smudge

/// A place in content as a line and a column; it moves in ascending order, because a line can be long.
package struct LineLocator {
  /// The line, from 1; 0 before the first move.
  package private(set) var line = 0
  /// The column, from 1, in Unicode code points; in bytes if the line is not UTF-8.
  package private(set) var column = 1
  /// The offset in the content.
  private var place = 0
  /// Whether the line is text, so that its columns are code points.
  private var isText = true
  private let bytes: [UInt8]
  private let lines: TextLines
  /// The length of a byte order mark, which is not a character of the first line.
  private let start: Int

  /// Creates a locator at the beginning of content.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = TextLines(bytes)
    start = bytes.starts(with: AttributeLine.byteOrderMark) ? AttributeLine.byteOrderMark.count : 0
  }

  /// Moves to an offset in the content, and returns whether the line changed.
  package mutating func move(to target: Int) -> Bool {
    let number = lines.number(at: target)
    let isOther = number != line
    if isOther {
      line = number
      column = 1
      place = number == 1 ? start : lines.start(of: number)
      isText = String(validating: lines.text(of: number), as: UTF8.self) != nil
    }

    let end = max(target, place)
    column += isText ? bytes[place..<end].count { $0 & 0xC0 != 0x80 } : end - place
    place = end
    return isOther
  }

  /// The line without leading and trailing blanks.
  var text: ArraySlice<UInt8> { lines.trimmed(line) }

  /// The marks of the line, and of those before and after it.
  var marks: [[UInt8]] { [line, line - 1, line + 1].map { lines.numbers.contains($0) ? lines.mark($0) : [] } }
}

extension TextLines {
  /// A line without leading and trailing blanks, or the digest of a long one.
  func mark(_ number: Int) -> [UInt8] {
    let text = trimmed(number)
    return text.count <= 256 ? Array(text) : Array(Digest(Array(text)).hex.utf8)
  }
}

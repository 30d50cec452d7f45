// A text file as lines, with any line endings.

import TestSupport

/// The lines of a file with their endings.
struct TextLines: Equatable {
  var lines: [[UInt8]]

  init(_ content: [UInt8]) {
    lines = []
    var rest = content[...]
    while let end = rest.firstIndex(of: TextLines.newline) {
      lines.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { lines.append(Array(rest)) }
  }

  var content: [UInt8] { Array(lines.joined()) }

  /// A line with the line ending of this file.
  func line(_ text: String) -> [UInt8] { Array(text.utf8) + ending }

  private var ending: [UInt8] {
    let isWindows = lines.first?.suffix(2) == [TextLines.carriageReturn, TextLines.newline]
    return isWindows ? [TextLines.carriageReturn, TextLines.newline] : [TextLines.newline]
  }

  var text: String { TextLines.text(content) }

  static func endingCount(_ line: [UInt8]) -> Int {
    line.reversed().prefix { $0 == newline || $0 == carriageReturn }.count
  }

  static func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

  /// Where lines can be inserted: not after a last line without a line ending.
  func seam(_ wanted: Int) -> Int? {
    let last = lines.count - (lines.last.map { TextLines.endingCount($0) == 0 } ?? false ? 1 : 0)
    return wanted % (last + 1)
  }

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}

// A text file as lines, in any encoding and with any line endings.

import TestSupport

/// The lines of a file with their endings, as bytes or as UTF-16 units with a byte order mark.
struct TextLines: Equatable {
  private enum Encoding { case bytes, utf16 }

  private let encoding: Encoding
  var lines: [[UInt16]]

  init(_ content: [UInt8]) {
    encoding = content.starts(with: [0xFF, 0xFE]) ? .utf16 : .bytes
    let units: [UInt16] =
      switch encoding {
      case .bytes: content.map { UInt16($0) }
      case .utf16:
        stride(from: 0, to: content.count - 1, by: 2).map { UInt16(content[$0]) | UInt16(content[$0 + 1]) << 8 }
      }
    lines = []
    var rest = units[...]
    while let end = rest.firstIndex(of: TextLines.newline) {
      lines.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { lines.append(Array(rest)) }
  }

  var content: [UInt8] {
    switch encoding {
    case .bytes: lines.joined().map { UInt8(truncatingIfNeeded: $0) }
    case .utf16: lines.joined().flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
  }

  /// A line in the encoding and with the line ending of this file.
  func line(_ text: String) -> [UInt16] { Array(text.utf16) + ending }

  private var ending: [UInt16] {
    let isWindows = lines.first?.suffix(2) == [TextLines.carriageReturn, TextLines.newline]
    return isWindows ? [TextLines.carriageReturn, TextLines.newline] : [TextLines.newline]
  }

  var text: String { TextLines.text(Array(lines.joined())) }

  static func endingCount(_ line: [UInt16]) -> Int {
    line.reversed().prefix { $0 == newline || $0 == carriageReturn }.count
  }

  static func text(_ line: [UInt16]) -> String { String(decoding: line, as: UTF16.self) }

  /// Where lines can be inserted: not before a byte order mark, and not after a last line without a line ending.
  func seam(_ wanted: Int) -> Int? {
    let first = lines.first?.first == TextLines.mark ? 1 : 0
    let last = lines.count - (lines.last.map { TextLines.endingCount($0) == 0 } ?? false ? 1 : 0)
    return first > last ? nil : first + wanted % (last - first + 1)
  }

  static let mark: UInt16 = 0xFEFF
  private static let newline = UInt16(UInt8(ascii: "\n"))
  private static let carriageReturn = UInt16(UInt8(ascii: "\r"))
}

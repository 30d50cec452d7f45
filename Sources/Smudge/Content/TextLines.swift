import Platform

/// An index of the lines of some content, for positions in reports.
package struct TextLines {
  private let bytes: [UInt8]
  /// The position of the first byte of each line.
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == .newline }.map { $0 + 1 }
  }

  /// The number of the line that contains a position, from 1.
  package func number(at place: Int) -> Int { starts.partitioningIndex { $0 > place } }

  /// The numbers of all lines, from 1.
  package var numbers: ClosedRange<Int> { 1...starts.count }

  package func start(of line: Int) -> Int { starts[line - 1] }

  /// The text of a line without its newline.
  package func text(of line: Int) -> ArraySlice<UInt8> {
    let end = line < starts.count ? starts[line] - 1 : bytes.count
    return bytes[starts[line - 1]..<end]
  }

  /// The text of a line without leading and trailing blanks.
  package func trimmed(_ line: Int) -> ArraySlice<UInt8> { text(of: line).trimmed }
}

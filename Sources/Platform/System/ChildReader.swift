/// A buffered reader of a child process's standard output; its memory is bounded by the longest record, not by the output.
package struct ChildReader: ~Copyable {
  private var child: Child
  private var buffer: [UInt8] = []
  /// The index of the first byte of the buffer that has not been returned yet.
  private var position = 0

  /// The capacity of a pipe on Linux, in bytes (`pipe(7)`).
  private static let chunk = 1 << 16

  package init(_ child: consuming Child) { self.child = child }
  package mutating func write(_ bytes: [UInt8]) throws(SystemError) { try child.write(bytes) }

  /// Closes the child's standard input.
  package mutating func closeInput() { child.closeInput() }

  /// The next line without its newline; `nil` at the end.
  package mutating func line() throws(SystemError) -> [UInt8]? {
    try record(endingWith: UInt8(ascii: "\n"))
  }

  /// The bytes up to the next `separator`, without it; `nil` at the end. Bytes after the last one are not returned.
  package mutating func record(endingWith separator: UInt8) throws(SystemError) -> [UInt8]? {
    var start = position
    while true {
      if let end = buffer[start...].firstIndex(of: separator) {
        defer { position = end + 1 }
        return Array(buffer[position..<end])
      }
      let read = buffer.count - position
      if try !fill() { return nil }
      start = position + read
    }
  }

  /// Passes the next `count` bytes to `body`, in pieces; `false` if the output ends before that.
  package mutating func forEachPiece(
    of count: Int, _ body: (ArraySlice<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) -> Bool {
    var rest = count
    while rest > 0 {
      if position == buffer.count, try !fill() { return false }
      let piece = buffer[position...].prefix(rest)
      try body(piece)
      rest -= piece.count
      position += piece.count
    }
    return true
  }

  /// Reads once into the buffer; `false` at the end of the output.
  private mutating func fill() throws(SystemError) -> Bool {
    buffer.removeFirst(position)
    position = 0
    let count = buffer.count
    buffer += [UInt8](repeating: 0, count: ChildReader.chunk)
    let got = try child.read(into: &buffer, range: count..<count + ChildReader.chunk)
    buffer.removeLast(ChildReader.chunk - got)
    return got > 0
  }

  /// Closes the pipes, waits for the child and returns its exit status; a child that still writes gets SIGPIPE.
  package consuming func end() throws(SystemError) -> Int32 { try child.end() }
}

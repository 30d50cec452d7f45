/// Reads what a child process writes, line by line or by the byte, without ever holding all of it.
package struct ChildReader: ~Copyable {
  private var child: Child
  private var buffer: [UInt8] = []
  /// How much of the buffer has been handed out.
  private var place = 0

  /// As much as a pipe holds.
  private static let chunk = 1 << 16

  package init(_ child: consuming Child) { self.child = child }

  package mutating func write(_ bytes: [UInt8]) throws(SystemError) { try child.write(bytes) }

  /// The next line without its newline; `nil` where there is no more.
  package mutating func line() throws(SystemError) -> [UInt8]? {
    try record(endingWith: UInt8(ascii: "\n"))
  }

  /// The bytes up to the next `end`, without that; what stands behind the last one is lost.
  package mutating func record(endingWith end: UInt8) throws(SystemError) -> [UInt8]? {
    var start = place
    while true {
      if let found = buffer[start...].firstIndex(of: end) {
        defer { place = found + 1 }
        return Array(buffer[place..<found])
      }
      let read = buffer.count - place
      if try !more() { return nil }
      start = place + read
    }
  }

  /// Hands out the next `count` bytes, in pieces; answers whether there were as many.
  package mutating func forEachPiece(
    of count: Int, _ body: (ArraySlice<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) -> Bool {
    var rest = count
    while rest > 0 {
      if place == buffer.count, try !more() { return false }
      let piece = buffer[place...].prefix(rest)
      try body(piece)
      rest -= piece.count
      place += piece.count
    }
    return true
  }

  /// Answers whether something came.
  private mutating func more() throws(SystemError) -> Bool {
    buffer.removeFirst(place)
    place = 0
    let count = buffer.count
    buffer += [UInt8](repeating: 0, count: ChildReader.chunk)
    let got = try child.read(into: &buffer, range: count..<count + ChildReader.chunk)
    buffer.removeLast(ChildReader.chunk - got)
    return got > 0
  }

  /// Waits for the child and answers its exit status; one that still writes is stopped by that.
  package consuming func end() throws(SystemError) -> Int32 { try child.end() }
}

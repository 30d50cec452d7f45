// A child process and the pipes to it.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A child process with pipes as its standard input and output; closed and waited for when the value is destroyed.
///
/// Reading is buffered; its memory is bounded by the longest record, not by the output.
package struct Child: ~Copyable {
  private let identifier: Int32
  /// -1 when it is closed.
  private var input: Int32
  private let output: Int32
  /// -1 if the child inherits standard error.
  private let errors: Int32
  private var hasEnded = false
  private var buffer: [UInt8] = []
  /// The index of the first byte of the buffer that has not been returned yet.
  private var position = 0

  /// Starts a program, found through PATH. Without `collectingErrors` it inherits standard error.
  static func start(
    _ arguments: [[UInt8]], environment: [[UInt8]], collectingErrors: Bool = false
  ) throws(SystemError) -> Child {
    let (toChild, fromChild) = (try pipeEnds(), try pipeEnds())
    let ofErrors = collectingErrors ? try pipeEnds() : (read: -1, write: -1)
    defer { for end in [toChild.read, fromChild.write, ofErrors.write] where end >= 0 { _ = close(end) } }
    do throws(SystemError) {
      let child = try spawn(
        arguments, environment: environment, input: toChild.read, output: fromChild.write, error: ofErrors.write)
      return Child(identifier: child, input: toChild.write, output: fromChild.read, errors: ofErrors.read)
    } catch {
      for end in [toChild.write, fromChild.read, ofErrors.read] where end >= 0 { _ = close(end) }
      throw error
    }
  }

  deinit {
    if hasEnded { return }
    closePipes()
    _ = try? exitStatus(of: identifier)
  }

  /// Closes the pipes, waits for the child and returns its exit status; a child that still writes gets SIGPIPE.
  package consuming func end() throws(SystemError) -> Int32 {
    closePipes()
    hasEnded = true
    return try exitStatus(of: identifier)
  }

  private borrowing func closePipes() {
    for end in [input, output, errors] where end >= 0 { _ = close(end) }
  }

  /// Closes the child's standard input.
  package mutating func closeInput() {
    if input >= 0 { _ = close(input) }
    input = -1
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) { try writeAll(input, bytes[...]) }

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
    return try readChunk(output, into: &buffer)
  }

  /// Writes the whole input and reads both outputs at the same time, by `poll(2)`, so that no full pipe blocks both sides.
  mutating func exchange(_ text: [UInt8]) throws(SystemError) -> (output: [UInt8], errors: [UInt8]) {
    let input = input
    try systemCall("fcntl") { fcntl(input, F_SETFL, O_NONBLOCK) }
    var (rest, collected) = (text[...], [[UInt8](), []])
    var polled = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    // poll(2) leaves out descriptors below 0.
    while polled.contains(where: { $0.fd >= 0 }) {
      if rest.isEmpty, self.input >= 0 {
        closeInput()
        polled[2].fd = -1
        continue
      }
      try systemCall("poll") { poll(&polled, nfds_t(polled.count), -1) }
      if polled[2].revents != 0 { rest = feed(rest) }
      for index in collected.indices where polled[index].revents != 0 {
        if try !readChunk(polled[index].fd, into: &collected[index]) { polled[index].fd = -1 }
      }
    }
    return (collected[0], collected[1])
  }

  /// Writes once and returns the rest; empty if the child has closed its input.
  private func feed(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    do throws(SystemError) {
      return rest.dropFirst(try writeOnce(input, rest))
    } catch {
      return error.wouldBlock ? rest : []
    }
  }
}

/// Reads once and appends the bytes; `false` at the end.
private func readChunk(_ descriptor: Int32, into bytes: inout [UInt8]) throws(SystemError) -> Bool {
  // The capacity of a pipe on Linux, in bytes (`pipe(7)`).
  let (count, chunk) = (bytes.count, 1 << 16)
  bytes += [UInt8](repeating: 0, count: chunk)
  let got = try readOnce(descriptor, into: &bytes, range: count..<count + chunk)
  bytes.removeLast(chunk - got)
  return got > 0
}

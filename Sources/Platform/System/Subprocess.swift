import Synchronization

import Libc
import SystemPackage

/// The result of a child process: its exit status and both its outputs.
package struct ProcessOutput: Sendable, Equatable {
  /// The exit status, or 128 plus the number of the signal that ended it.
  package let status: Int32
  package let output: [UInt8]
  package let errors: [UInt8]

  package var isSuccess: Bool { status == 0 }
}

/// Runs programs to their end, by an argument vector and never by a shell.
package enum Subprocess {
  /// Runs a program with `input` as its standard input, and collects both its outputs.
  package static func run(
    _ arguments: [[UInt8]], environment: [[UInt8]], input: [UInt8] = []
  ) throws(SystemError) -> ProcessOutput {
    var child = try Child.start(arguments, environment: environment, collectingErrors: true)
    let (output, errors) = try child.exchange(input)
    return ProcessOutput(status: try child.end(), output: output, errors: errors)
  }

  /// Runs a program with this process's own standard output, error and, without `input`, standard input; returns its
  /// exit status.
  package static func runInForeground(
    _ arguments: [[UInt8]], environment: [[UInt8]], input: [UInt8]? = nil
  ) throws(SystemError) -> Int32 {
    let ends = try input.map { _ throws(SystemError) in try pipeEnds() }
    let child = try spawn(arguments, environment: environment, [ends?.read])
    close(ends?.read)
    // Ctrl-C ends the child in the foreground, not this process.
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      _ = signal(SIGINT, interrupt)
      _ = signal(SIGQUIT, quit)
    }
    // A program can end before it has read all.
    try? ends?.write.writeAll((input ?? [])[...])
    close(ends?.write)
    return try exitStatus(of: child)
  }
}

/// A child process with pipes, closed and waited for at the end of the value. Its memory is bounded by the longest
/// record.
package struct Child: ~Copyable {
  private let identifier: Int32
  /// The standard input; `nil` when it is closed.
  private var input: FileDescriptor?
  private let output: FileDescriptor
  /// The standard error; `nil` if the child inherits that of this process.
  private let errors: FileDescriptor?
  private var hasEnded = false
  private var buffer: [UInt8] = []
  /// The index of the first byte of the buffer that has not been returned yet.
  private var position = 0

  /// Starts a program, found through PATH. Without `collectingErrors` it inherits standard error.
  static func start(
    _ arguments: [[UInt8]], environment: [[UInt8]], collectingErrors: Bool = false
  ) throws(SystemError) -> Child {
    let toChild = try pipeEnds()
    let fromChild = try pipeEnds()
    let ofErrors = collectingErrors ? try pipeEnds() : nil
    defer { close(toChild.read, fromChild.write, ofErrors?.write) }
    do throws(SystemError) {
      let child = try spawn(arguments, environment: environment, [toChild.read, fromChild.write, ofErrors?.write])
      return Child(identifier: child, input: toChild.write, output: fromChild.read, errors: ofErrors?.read)
    } catch {
      close(toChild.write, fromChild.read, ofErrors?.read)
      throw error
    }
  }

  deinit {
    if hasEnded { return }
    close(input, output, errors)
    _ = try? exitStatus(of: identifier)
  }

  /// Closes the pipes, waits for the child and returns its exit status; a child that still writes gets SIGPIPE.
  package consuming func end() throws(SystemError) -> Int32 {
    close(input, output, errors)
    hasEnded = true
    return try exitStatus(of: identifier)
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) { try input?.writeAll(bytes[...]) }

  /// Writes the whole input of a child that reads all of it before it writes.
  package mutating func writeInput(_ bytes: [UInt8]) throws(SystemError) {
    try write(bytes)
    close(input)
    input = nil
  }

  /// The next line without its newline; `nil` at the end.
  package mutating func line() throws(SystemError) -> [UInt8]? { try record(endingWith: .newline) }

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
    return try output.readChunk(into: &buffer)
  }

  /// Writes the whole input and reads both outputs at the same time, by `poll(2)`, so that no full pipe blocks both
  /// sides.
  mutating func exchange(_ text: [UInt8]) throws(SystemError) -> (output: [UInt8], errors: [UInt8]) {
    let ends = [output, errors, input].map { $0?.rawValue ?? -1 }
    try systemCall("fcntl") { fcntl(ends[2], F_SETFL, O_NONBLOCK) }
    var rest = text[...]
    var collected = [[UInt8](), []]
    var polled = zip(ends, [POLLIN, POLLIN, POLLOUT]).map { pollfd(fd: $0, events: Int16($1), revents: 0) }
    // poll(2) leaves out descriptors below 0.
    while polled.contains(where: { $0.fd >= 0 }) {
      if rest.isEmpty, input != nil {
        close(input)
        input = nil
        polled[2].fd = -1
        continue
      }
      try systemCall("poll") { poll(&polled, nfds_t(polled.count), -1) }
      if polled[2].revents != 0 { rest = feed(rest) }
      for index in collected.indices where polled[index].revents != 0 {
        if try !FileDescriptor(rawValue: polled[index].fd).readChunk(into: &collected[index]) { polled[index].fd = -1 }
      }
    }
    return (collected[0], collected[1])
  }

  /// Writes once and returns the rest; empty if the child has closed its input.
  private func feed(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    do throws(SystemError) {
      return rest.dropFirst(try input?.writeOnce(rest) ?? 0)
    } catch {
      return error.wouldBlock ? rest : []
    }
  }
}

/// A lock, held while a pipe is made and while a child is started, which would inherit a pipe between `pipe` and
/// `fcntl`.
private let pipes = Mutex(())

/// The ends of a new pipe, which children do not inherit (`pipe(2)`).
private func pipeEnds() throws(SystemError) -> (read: FileDescriptor, write: FileDescriptor) {
  try pipes.withLock { _ throws(SystemError) in
    let (read, write) = try systemCall("pipe") { try FileDescriptor.pipe() }
    // A child that inherits another child's pipe would keep it open, and its reader would never see the end.
    for end in [read, write] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    return (read, write)
  }
}

private func close(_ ends: FileDescriptor?...) { for end in ends { try? end?.close() } }

/// Starts `arguments[0]`, found through PATH (`posix_spawnp(3)`). `streams`: the child's standard input, output and
/// error, where it does not inherit this process's.
private func spawn(
  _ arguments: [[UInt8]], environment: [[UInt8]], _ streams: [FileDescriptor?] = []
) throws(SystemError) -> Int32 {
  var actions = Libc.noFileActions
  var attributes = Libc.noAttributes
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }

  // Threads of a pool run with signals blocked; a shell that inherits that mask waits for its children forever.
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  // This process ignores SIGPIPE, and a child must not: `git log | head` ends by it.
  sigaddset(&signals, SIGPIPE)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

  for case (let target, let stream?) in streams.enumerated() {
    posix_spawn_file_actions_adddup2(&actions, stream.rawValue, Int32(target))
  }

  var child: pid_t = 0
  let program = Path(arguments[0])
  let code = withCStrings(arguments) { argv in
    withCStrings(environment) { envp in
      pipes.withLock { _ in posix_spawnp(&child, program.cString, &actions, &attributes, argv, envp) }
    }
  }
  if code != 0 { throw SystemError(code: Errno(rawValue: code), call: "spawn", path: program) }
  return child
}

/// Waits for a child; its exit status, or 128 plus the number of the signal that ended it.
private func exitStatus(of child: Int32) throws(SystemError) -> Int32 {
  var status: Int32 = 0
  try systemCall("waitpid") { waitpid(child, &status, 0) }
  return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
}

/// Calls `body` with C strings, and a null pointer after the last one.
private func withCStrings<Result>(_ texts: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { strdup(Path($0).cString) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}

/// A finished child process: how it ended and what it wrote.
package struct ProcessOutput: Sendable, Equatable {
  /// Its exit status, or 128 and the number of the signal that ended it.
  package let status: Int32
  package let output: [UInt8]
  package let errors: [UInt8]

  package var isSuccess: Bool { status == 0 }
}

/// Somebody's process.
package struct RunningProcess: Sendable, Equatable {
  package let identifier: Int32
  /// Of the process that has started it.
  package let parent: Int32
  /// Its command line.
  package let words: [[UInt8]]
  /// Its current folder; `nil` where that is nobody's business but its owner's.
  package let place: Path?
}

/// Starting programs: an argument vector, never a shell.
package enum Subprocess {
  /// Runs a program to its end with `input` as its standard input and both its outputs collected.
  package static func run(
    _ arguments: [[UInt8]], environment: [[UInt8]], input: [UInt8] = []
  ) throws(SystemError) -> ProcessOutput {
    let (child, exchange) = try start(arguments, environment, input)
    let (output, errors) = try exchange.run()
    return ProcessOutput(status: try Libc.wait(child), output: output, errors: errors)
  }

  private static func start(
    _ arguments: [[UInt8]], _ environment: [[UInt8]], _ input: [UInt8]
  ) throws(SystemError) -> (child: Int32, exchange: Exchange) {
    let (toChild, fromChild, errors) = (try Libc.pipe(), try Libc.pipe(), try Libc.pipe())
    let exchange = Exchange(
      input: input[...], writing: toChild.write, reading: fromChild.read, readingErrors: errors.read)
    defer { for end in [toChild.read, fromChild.write, errors.write] { Libc.close(end) } }
    do throws(SystemError) {
      let child = try Libc.spawn(
        arguments, environment: environment, input: toChild.read, output: fromChild.write,
        error: errors.write)
      return (child, exchange)
    } catch {
      for end in [toChild.write, fromChild.read, errors.read] { Libc.close(end) }
      throw error
    }
  }

  /// Runs a program with this process's own standard input, output and error.
  package static func runInForeground(
    _ arguments: [[UInt8]], environment: [[UInt8]]
  ) throws(SystemError) -> Int32 {
    let child = try Libc.spawn(arguments, environment: environment, input: -1, output: -1, error: -1)
    return try Libc.leavingInterruptsToChild { () throws(SystemError) in try Libc.wait(child) }
  }

  /// Becomes another program: the same process, with another environment. Returns only by throwing.
  package static func become(
    _ arguments: [[UInt8]], changing changes: [Environment.Change]
  ) throws(SystemError) -> Never {
    try Libc.execute(arguments, changing: changes)
  }
}

/// Feeds a child and drains it at once: whichever pipe is ready is served, so that neither side waits for ever.
private struct Exchange {
  let input: ArraySlice<UInt8>
  let writing: Int32
  let reading: Int32
  let readingErrors: Int32

  func run() throws(SystemError) -> (output: [UInt8], errors: [UInt8]) {
    try Libc.setNonBlocking(writing)
    var (rest, collected) = (input, [reading: [UInt8](), readingErrors: []])
    var open: Set = [reading, readingErrors]
    var isWriting = true
    while isWriting || !open.isEmpty {
      if isWriting && rest.isEmpty {
        Libc.close(writing)
        isWriting = false
        continue
      }
      let ready = try Libc.poll(reading: Array(open), writing: isWriting ? [writing] : [])
      if ready.contains(writing) { rest = feed(rest) }
      for source in ready.intersection(open) where try !drain(source, &collected[source, default: []]) {
        Libc.close(source)
        open.remove(source)
      }
    }
    return (collected[reading] ?? [], collected[readingErrors] ?? [])
  }

  /// What is left to write; nothing once the child has stopped reading.
  private func feed(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    do throws(SystemError) {
      return rest.dropFirst(try Libc.write(writing, rest))
    } catch {
      return error.code == Libc.wouldBlock ? rest : []
    }
  }

  /// Answers whether there may be more.
  private func drain(_ source: Int32, _ bytes: inout [UInt8]) throws(SystemError) -> Bool {
    let (count, chunk) = (bytes.count, 65536)
    bytes += [UInt8](repeating: 0, count: chunk)
    let got = try Libc.read(source, into: &bytes, range: count..<count + chunk)
    bytes.removeLast(chunk - got)
    return got > 0
  }
}

/// A child process that answers requests over two pipes; ended and waited for when the value goes.
package struct Child: ~Copyable {
  private let identifier: Int32
  private let input: Int32
  private let output: Int32

  private init(identifier: Int32, input: Int32, output: Int32) {
    (self.identifier, self.input, self.output) = (identifier, input, output)
  }

  /// The child's errors go where this process's go.
  package static func start(
    _ arguments: [[UInt8]], environment: [[UInt8]]
  ) throws(SystemError) -> Child {
    let (toChild, fromChild) = (try Libc.pipe(), try Libc.pipe())
    defer { for end in [toChild.read, fromChild.write] { Libc.close(end) } }
    let identifier = try Libc.spawn(
      arguments, environment: environment, input: toChild.read, output: fromChild.write, error: -1)
    return Child(identifier: identifier, input: toChild.write, output: fromChild.read)
  }

  deinit {
    Libc.close(input)
    Libc.close(output)
    _ = try? Libc.wait(identifier)
  }

  /// Waits for it, and answers its exit status; no more can be written, and what it still writes is lost.
  package consuming func end() throws(SystemError) -> Int32 {
    let (identifier, input, output) = (identifier, input, output)
    discard self
    Libc.close(input)
    Libc.close(output)
    return try Libc.wait(identifier)
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try Libc.write(input, rest)) }
  }

  /// Reads into `buffer[range]`; answers the number of bytes, 0 at the end.
  package func read(into buffer: inout [UInt8], range: Range<Int>) throws(SystemError) -> Int {
    try Libc.read(output, into: &buffer, range: range)
  }
}

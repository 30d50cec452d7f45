/// The result of a child process: its exit status and both its outputs.
package struct ProcessOutput: Sendable, Equatable {
  /// The exit status, or 128 plus the number of the signal that ended it.
  package let status: Int32
  package let output: [UInt8]
  package let errors: [UInt8]

  package var isSuccess: Bool { status == 0 }
}

/// Starts programs with an argument vector, never by a shell.
package enum Subprocess {
  /// Runs a program to its end with `input` as its standard input, and collects both its outputs.
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
    return try Libc.ignoringInterrupts { () throws(SystemError) in try Libc.wait(child) }
  }

  /// Replaces this process's program, with a changed environment (`execvp(3)`); returns only by throwing.
  package static func exec(
    _ arguments: [[UInt8]], changing changes: [Environment.Change]
  ) throws(SystemError) -> Never {
    try Libc.execute(arguments, changing: changes)
  }
}

/// Writes a child's input and reads its outputs at the same time, by `poll(2)`, so that no full pipe blocks both sides.
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

  /// Writes once and returns the rest; empty if the child has closed its input.
  private func feed(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    do throws(SystemError) {
      return rest.dropFirst(try Libc.write(writing, rest))
    } catch {
      return error.code == Libc.wouldBlock ? rest : []
    }
  }

  /// Reads once; `false` at the end.
  private func drain(_ source: Int32, _ bytes: inout [UInt8]) throws(SystemError) -> Bool {
    let (count, chunk) = (bytes.count, 65536)
    bytes += [UInt8](repeating: 0, count: chunk)
    let got = try Libc.read(source, into: &bytes, range: count..<count + chunk)
    bytes.removeLast(chunk - got)
    return got > 0
  }
}

/// A child process with pipes as its standard input and output; closed and waited for when the value is destroyed.
package struct Child: ~Copyable {
  private let identifier: Int32
  /// -1 when it is closed.
  private var input: Int32
  private let output: Int32

  private init(identifier: Int32, input: Int32, output: Int32) {
    (self.identifier, self.input, self.output) = (identifier, input, output)
  }

  /// The child inherits standard error.
  package static func start(_ arguments: [[UInt8]], environment: [[UInt8]]) throws(SystemError) -> Child {
    let (toChild, fromChild) = (try Libc.pipe(), try Libc.pipe())
    defer { for end in [toChild.read, fromChild.write] { Libc.close(end) } }
    let identifier = try Libc.spawn(
      arguments, environment: environment, input: toChild.read, output: fromChild.write, error: -1)
    return Child(identifier: identifier, input: toChild.write, output: fromChild.read)
  }

  deinit {
    if input >= 0 { Libc.close(input) }
    Libc.close(output)
    _ = try? Libc.wait(identifier)
  }

  /// Closes both pipes, waits for the child and returns its exit status.
  package consuming func end() throws(SystemError) -> Int32 {
    let (identifier, input, output) = (identifier, input, output)
    discard self
    if input >= 0 { Libc.close(input) }
    Libc.close(output)
    return try Libc.wait(identifier)
  }

  /// Closes the child's standard input.
  package mutating func closeInput() {
    if input >= 0 { Libc.close(input) }
    input = -1
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try Libc.write(input, rest)) }
  }

  /// Reads into `buffer[range]`; returns the number of bytes, 0 at the end.
  package func read(into buffer: inout [UInt8], range: Range<Int>) throws(SystemError) -> Int {
    try Libc.read(output, into: &buffer, range: range)
  }
}

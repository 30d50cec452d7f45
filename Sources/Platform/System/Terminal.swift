/// The standard streams and the controlling terminal.
package enum Terminal {
  /// Writes one line to standard error; a failure is ignored.
  package static func warn(_ line: String) { _ = write(line + "\n", to: 2) }

  /// Writes text to standard error as it is; a failure is ignored.
  static func show(_ text: String) { _ = write(text, to: 2) }

  /// Standard input up to its end; empty if it is a terminal.
  package static func input() throws(SystemError) -> [UInt8] {
    if isInput { return [] }
    var (input, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while true {
      let got = try Libc.read(0, into: &chunk, range: 0..<chunk.count)
      if got == 0 { return input }
      input += chunk[..<got]
    }
  }

  /// Writes text to standard output; `false` if that fails, for example because the pipe is closed.
  @discardableResult
  package static func print(_ text: String) -> Bool { write(text, to: 1) }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    (try? Libc.writeAll(descriptor, Array(text.utf8)[...])) != nil
  }

  package static var isInput: Bool { Libc.isTerminal(0) }
  static var isOutput: Bool { Libc.isTerminal(1) }
  package static var isError: Bool { Libc.isTerminal(2) }

  /// Whether `NO_COLOR` disables colours (no-color.org).
  package static var isColourUnwanted: Bool { Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false }

  /// Whether standard output is a terminal with colours (`TERM` is not `dumb`).
  package static var canColour: Bool {
    isOutput && Environment.value("TERM").map { $0 != Array("dumb".utf8) } ?? false
  }

  /// When the last question was answered (`Libc.milliseconds`); questions are asked on one thread.
  nonisolated(unsafe) private(set) static var lastAnswer = 0

  /// Asks a question on the controlling terminal and reads one line; `nil` if there is no terminal or its input ends.
  package static func ask(_ question: String) -> [UInt8]? {
    defer { lastAnswer = Libc.milliseconds() }
    guard let terminal = try? File(Path("/dev/tty"), .terminal) else { return nil }
    guard (try? terminal.write(Array(question.utf8))) != nil else { return nil }
    return line(from: terminal)
  }

  private static func line(from terminal: borrowing File) -> [UInt8]? {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while let got = try? terminal.read(into: &byte, range: 0..<1) {
      if got == 0 { return line.isEmpty ? nil : line }
      if byte[0] == UInt8(ascii: "\n") { return line }
      line.append(byte[0])
    }
    return nil
  }
}

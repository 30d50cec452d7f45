import Libc
import SystemPackage

/// The standard streams and the controlling terminal.
package enum Terminal {
  /// Writes one line to standard error; a failure is ignored.
  package static func warn(_ line: String) { show(line + "\n") }

  /// Writes text to standard error as it is; a failure is ignored.
  static func show(_ text: String) { try? FileDescriptor.standardError.writeAll(text) }

  /// Reads standard input up to its end; empty if it is a terminal.
  package static func input() throws(SystemError) -> [UInt8] {
    var input: [UInt8] = []
    if !isInput { while try FileDescriptor.standardInput.readChunk(into: &input) {} }
    return input
  }

  /// Writes text to standard output. A closed pipe ends the process by SIGPIPE, as it ends git.
  package static func print(_ text: String) throws(SystemError) {
    _ = signal(SIGPIPE, SIG_DFL)
    defer { Environment.ignoreBrokenPipes() }
    do {
      try FileDescriptor.standardOutput.writeAll(text)
    } catch {
      throw error.on(Path("standard output"))
    }
  }

  package static var isInput: Bool { isatty(0) == 1 }
  package static var isOutput: Bool { isatty(1) == 1 }
  package static var isError: Bool { isatty(2) == 1 }

  /// Whether this process is in the foreground of the terminal of standard error, or that is not the terminal of its
  /// session.
  static var isForeground: Bool { [-1, getpgrp()].contains(tcgetpgrp(2)) }

  /// Whether `NO_COLOR` disables colours (no-color.org).
  package static var isColourUnwanted: Bool { Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false }

  /// Whether standard output is a terminal with colours (`TERM` is not `dumb`).
  package static var canColour: Bool { isOutput && Environment.value("TERM").map { $0 != "dumb".bytes } ?? false }

  /// The time of the last answer to a question (`Environment.milliseconds`); questions are asked on one thread.
  nonisolated(unsafe) private(set) static var lastAnswer = 0

  /// Asks a question on the controlling terminal and reads one line; `nil` if there is no terminal or its input ends.
  package static func ask(_ question: String) -> [UInt8]? {
    defer { lastAnswer = Environment.milliseconds() }
    guard let terminal = try? File(Path("/dev/tty"), .terminal), (try? terminal.write(question.bytes)) != nil
    else { return nil }
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while let got = try? terminal.read(into: &byte, range: 0..<1) {
      if got == 0 { return line.isEmpty ? nil : line }
      if byte == [.newline] { return line }
      line += byte
    }
    return nil
  }
}

/// A message that Ctrl-C prints before it ends the process, for work whose state the user has to know.
///
/// The process ends by SIGINT, as it would without this. A process that ignores SIGINT, such as one of nohup(1), still
/// does.
package struct Interruption {
  private let before: String
  private let after: String

  /// Sets the message. `before` and `after`: the words around the count, without a newline.
  package init(before: String, after: String) {
    // On a terminal the cursor is after `^C`, or on the line of a counter.
    self.before = (Terminal.isError ? "\n" : "") + before
    self.after = after + "\n"
    set(self.before + self.after)
    handleInterrupt { number in
      _ = write(2, message, strlen(message))
      _ = signal(number, SIG_DFL)
      // Delivered when this handler returns: until then the signal is blocked.
      _ = raise(number)
    }
  }

  package func set(count: Int) { set("\(before)\(count)\(after)") }

  private func set(_ text: String) {
    let next = message == messages ? messages + capacity : messages
    for (index, byte) in text.utf8.prefix(capacity - 1).enumerated() { next[index] = CChar(bitPattern: byte) }
    next[min(text.utf8.count, capacity - 1)] = 0
    message = next
  }

  /// Restores Ctrl-C, which then ends the process without a message.
  package func end() { handleInterrupt(SIG_DFL) }
}

/// Handles SIGINT, unless this process ignores it.
private func handleInterrupt(_ handler: (@convention(c) (Int32) -> Void)?) {
  let former = signal(SIGINT, handler)
  // C function pointers cannot be compared in Swift.
  if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { _ = signal(SIGINT, SIG_IGN) }
}

/// The memory of two texts of `capacity` bytes, which never moves: a signal handler must not allocate
/// (`signal-safety(7)`).
nonisolated(unsafe) private let messages = UnsafeMutablePointer<CChar>.allocate(capacity: 2 * capacity)
private let capacity = 1024
/// The text that the handler prints; the other one is written next.
nonisolated(unsafe) private var message = messages

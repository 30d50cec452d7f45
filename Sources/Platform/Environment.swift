/// This process's environment: variables, command line, clock and other processes.
package enum Environment {
  /// The value of an environment variable, as bytes; `nil` if it is not set.
  package static func value(_ name: String) -> [UInt8]? { Libc.environmentValue(name) }

  /// A command line argument, as bytes; 0 is the name of the program.
  package static func argument(_ index: Int) -> [UInt8]? { Libc.argument(index) }

  /// A variable that is set or unset for a child process.
  package struct Change: Sendable {
    let name: String
    let value: [UInt8]?

    package static func set(_ name: String, _ value: String) -> Change {
      Change(name: name, value: Array(value.utf8))
    }

    package static func set(_ name: String, _ value: Path) -> Change {
      Change(name: name, value: value.bytes)
    }

    package static func unset(_ name: String) -> Change { Change(name: name, value: nil) }
  }

  /// The environment for a child: this process's with `changes` applied; of one name, the last change wins.
  package static func entries(changing changes: [Change]) -> [[UInt8]] {
    let kept = Libc.environment().filter { entry in
      !changes.contains { entry.starts(with: "\($0.name)=".utf8) }
    }
    return kept + entries(only: changes)
  }

  /// An environment that has only the variables set by `changes`.
  package static func entries(only changes: [Change]) -> [[UInt8]] {
    let last = changes.reduce(into: [String: [UInt8]?]()) { $0[$1.name] = $1.value }
    return last.compactMap { name, value in value.map { Array("\(name)=".utf8) + $0 } }
  }

  /// Whether a variable is true: set, and not empty, `0`, `false`, `no` or `off` (git-config(1), "boolean").
  package static func isOn(_ name: String) -> Bool {
    guard let value = value(name) else { return false }
    let word = String(decoding: value, as: UTF8.self).lowercased()
    return !["", "0", "false", "no", "off"].contains(word)
  }

  /// Sets or unsets a variable of this process.
  package static func change(_ change: Change) { Libc.change(change) }

  package static func secondsSince1970() -> Int64 { Libc.secondsSince1970() }

  package static func processIdentifier() -> Int32 { Libc.processIdentifier() }

  /// The processes whose current directory is `directory`, below it, or unknown; `nil` where the system has no `/proc`.
  package static func processes(in directory: Path) -> [RunningProcess]? {
    guard let all = Libc.processes(), let directory = try? FileSystem.realPath(directory) else { return nil }
    return all.filter { $0.directory.map { $0 == directory || $0.isInside(directory) } ?? true }
  }

  /// This process, its parent, its parent's parent, and so on.
  package static func ancestors() -> Set<Int32> {
    let processes = Libc.processes() ?? []
    var found: Set = [processIdentifier()]
    while let next = processes.first(where: { found.contains($0.identifier) && !found.contains($0.parent) }) {
      found.insert(next.parent)
    }
    return found
  }

  /// Whether a process exists, of any user.
  package static func isRunning(_ process: Int32) -> Bool { Libc.isRunning(process) }

  package static func pause(milliseconds: Int) { Libc.pause(milliseconds: milliseconds) }

  /// The executable file of this process, with symbolic links resolved; `nil` if the system does not know it.
  package static func executable() -> Path? { Libc.executable() }

  package static func exit(_ status: Int32) -> Never { Libc.exit(status) }

  /// Ignores SIGPIPE: a write to a closed pipe then fails with EPIPE, and the process can report it.
  package static func ignoreBrokenPipes() { Libc.ignoreBrokenPipes() }
}

/// The standard streams and the controlling terminal.
package enum Terminal {
  /// Writes one line to standard error; a failure is ignored.
  package static func warn(_ line: String) { _ = write(line + "\n", to: 2) }

  /// Replaces the last line on standard error, for progress.
  package static func warn(over line: String) { _ = write("\r\(line)\u{1B}[K", to: 2) }

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
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard let count = try? Libc.write(descriptor, rest) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  package static var isInput: Bool { Libc.isTerminal(0) }
  package static var isOutput: Bool { Libc.isTerminal(1) }
  package static var isError: Bool { Libc.isTerminal(2) }

  /// Whether `NO_COLOR` disables colours (no-color.org).
  package static var isColourUnwanted: Bool { Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false }

  /// Whether standard output is a terminal with colours (`TERM` is not `dumb`).
  package static var canColour: Bool {
    isOutput && Environment.value("TERM").map { $0 != Array("dumb".utf8) } ?? false
  }

  /// Asks a question on the controlling terminal and reads one line; `nil` if there is no terminal or its input ends.
  package static func ask(_ question: String) -> [UInt8]? {
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

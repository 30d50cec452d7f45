/// What surrounds this process.
package enum Environment {
  /// The value of an environment variable, as bytes; `nil` where it is not set.
  package static func value(_ name: String) -> [UInt8]? { Libc.environmentValue(name) }

  /// A word of the command line, as bytes; 0 is the name of the program.
  package static func argument(_ index: Int) -> [UInt8]? { Libc.argument(index) }

  /// A variable that a child gets, or does not get.
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

  /// The environment for a child: this one's, with `changes` made; the last change of a name counts.
  package static func entries(changing changes: [Change]) -> [[UInt8]] {
    let kept = Libc.environment().filter { entry in
      !changes.contains { entry.starts(with: "\($0.name)=".utf8) }
    }
    return kept + entries(only: changes)
  }

  /// An environment of nothing but what `changes` set.
  package static func entries(only changes: [Change]) -> [[UInt8]] {
    let last = changes.reduce(into: [String: [UInt8]?]()) { $0[$1.name] = $1.value }
    return last.compactMap { name, value in value.map { Array("\(name)=".utf8) + $0 } }
  }

  /// A variable that is set to anything but nothing, `0`, `false`, `no` or `off`, as git reads a bool.
  package static func isOn(_ name: String) -> Bool {
    guard let value = value(name) else { return false }
    let word = String(decoding: value, as: UTF8.self).lowercased()
    return !["", "0", "false", "no", "off"].contains(word)
  }

  /// Changes this process's own environment.
  package static func change(_ change: Change) { Libc.change(change) }

  package static func secondsSince1970() -> Int64 { Libc.secondsSince1970() }

  package static func processIdentifier() -> Int32 { Libc.processIdentifier() }

  /// The processes that run in a folder or below it, and those that hide where; `nil` where the system does not tell.
  package static func processes(in directory: Path) -> [RunningProcess]? {
    guard let all = Libc.processes(), let directory = try? FileSystem.realPath(directory) else { return nil }
    return all.filter { $0.place.map { $0 == directory || $0.isInside(directory) } ?? true }
  }

  /// This process, the one that has started it, and so on.
  package static func ancestors() -> Set<Int32> {
    let processes = Libc.processes() ?? []
    var found: Set = [processIdentifier()]
    while let next = processes.first(where: { found.contains($0.identifier) && !found.contains($0.parent) }) {
      found.insert(next.parent)
    }
    return found
  }

  package static func isRunning(_ process: Int32) -> Bool { Libc.isRunning(process) }

  package static func pause(milliseconds: Int) { Libc.pause(milliseconds: milliseconds) }

  /// The file that this process was started from, without symbolic links; `nil` where the system does not tell.
  package static func executable() -> Path? { Libc.executable() }

  package static func leave(_ status: Int32) -> Never { Libc.leave(status) }

  /// A closed pipe then shows as an error of the write, and not as a silent death.
  package static func ignoreBrokenPipes() { Libc.ignoreBrokenPipes() }
}

/// The standard streams and the controlling terminal.
package enum Terminal {
  /// Writes one line to standard error; that nobody reads it is not an error.
  package static func warn(_ line: String) { _ = write(line + "\n", to: 2) }

  /// Writes over the last line of standard error, for a line that says how far something has come.
  package static func warn(over line: String) { _ = write("\r\(line)\u{1B}[K", to: 2) }

  /// All that standard input holds; nothing where somebody would have to type it.
  package static func input() throws(SystemError) -> [UInt8] {
    if isInput { return [] }
    var (input, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while true {
      let got = try Libc.read(0, into: &chunk, range: 0..<chunk.count)
      if got == 0 { return input }
      input += chunk[..<got]
    }
  }

  /// Writes text to standard output; answers whether somebody took it.
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

  /// Whether the user wants no colours anywhere (no-color.org).
  package static var isColourUnwanted: Bool { Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false }

  /// Whether what is printed can be coloured: it goes to a terminal that knows how.
  package static var canColour: Bool {
    isOutput && Environment.value("TERM").map { $0 != Array("dumb".utf8) } ?? false
  }

  /// Asks one question on the controlling terminal; `nil` where there is none or its input has ended.
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

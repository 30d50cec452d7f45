/// What surrounds this process.
public enum Environment {
  /// The value of an environment variable, as bytes; `nil` where it is not set.
  public static func value(_ name: String) -> [UInt8]? { Libc.environmentValue(name) }

  /// A word of the command line, as bytes; 0 is the name of the program.
  public static func argument(_ index: Int) -> [UInt8]? { Libc.argument(index) }

  /// A variable that a child gets, or does not get.
  public struct Change: Sendable {
    let name: String
    let value: [UInt8]?

    public static func set(_ name: String, _ value: String) -> Change {
      Change(name: name, value: Array(value.utf8))
    }

    public static func set(_ name: String, _ value: Path) -> Change {
      Change(name: name, value: value.bytes)
    }

    public static func unset(_ name: String) -> Change { Change(name: name, value: nil) }
  }

  /// The environment for a child: this one's, with `changes` made; the last change of a name counts.
  public static func entries(changing changes: [Change]) -> [[UInt8]] {
    let kept = Libc.environment().filter { entry in
      !changes.contains { entry.starts(with: "\($0.name)=".utf8) }
    }
    return kept + entries(only: changes)
  }

  /// An environment of nothing but what `changes` set.
  public static func entries(only changes: [Change]) -> [[UInt8]] {
    let last = changes.reduce(into: [String: [UInt8]?]()) { $0[$1.name] = $1.value }
    return last.compactMap { name, value in value.map { Array("\(name)=".utf8) + $0 } }
  }

  /// A variable that is set to anything but nothing, `0`, `false`, `no` or `off`, as git reads a bool.
  public static func isOn(_ name: String) -> Bool {
    guard let value = value(name) else { return false }
    let word = String(decoding: value, as: UTF8.self).lowercased()
    return !["", "0", "false", "no", "off"].contains(word)
  }

  /// Changes this process's own environment.
  public static func change(_ change: Change) { Libc.change(change) }

  public static func secondsSince1970() -> Int64 { Libc.secondsSince1970() }

  public static func processIdentifier() -> Int32 { Libc.processIdentifier() }

  /// The processes that run in a folder or below it, and those that hide where; `nil` where the system does not tell.
  public static func processes(in directory: Path) -> [RunningProcess]? {
    guard let all = Libc.processes(), let directory = try? FileSystem.realPath(directory) else { return nil }
    return all.filter { $0.place.map { $0 == directory || $0.isInside(directory) } ?? true }
  }

  /// This process, the one that has started it, and so on.
  public static func ancestors() -> Set<Int32> {
    let processes = Libc.processes() ?? []
    var found: Set = [processIdentifier()]
    while let next = processes.first(where: { found.contains($0.identifier) && !found.contains($0.parent) }) {
      found.insert(next.parent)
    }
    return found
  }

  public static func isRunning(_ process: Int32) -> Bool { Libc.isRunning(process) }

  public static func pause(milliseconds: Int) { Libc.pause(milliseconds: milliseconds) }

  /// The file that this process was started from, without symbolic links; `nil` where the system does not tell.
  public static func executable() -> Path? { Libc.executable() }

  public static func leave(_ status: Int32) -> Never { Libc.leave(status) }

  /// A closed pipe then shows as an error of the write, and not as a silent death.
  public static func ignoreBrokenPipes() { Libc.ignoreBrokenPipes() }
}

/// The standard streams and the controlling terminal.
public enum Terminal {
  /// Writes one line to standard error; that nobody reads it is not an error.
  public static func warn(_ line: String) { _ = write(line + "\n", to: 2) }

  /// Writes over the last line of standard error, for a line that says how far something has come.
  public static func warn(over line: String) { _ = write("\r\(line)\u{1B}[K", to: 2) }

  /// All that standard input holds; nothing where somebody would have to type it.
  public static func input() throws(SystemError) -> [UInt8] {
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
  public static func print(_ text: String) -> Bool { write(text, to: 1) }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard let count = try? Libc.write(descriptor, rest) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  public static var isInput: Bool { Libc.isTerminal(0) }
  public static var isOutput: Bool { Libc.isTerminal(1) }
  public static var isError: Bool { Libc.isTerminal(2) }

  /// Whether the user wants no colours anywhere (no-color.org).
  public static var isColourUnwanted: Bool { Environment.value("NO_COLOR").map { !$0.isEmpty } ?? false }

  /// Whether what is printed can be coloured: it goes to a terminal that knows how.
  public static var canColour: Bool {
    isOutput && Environment.value("TERM").map { $0 != Array("dumb".utf8) } ?? false
  }

  /// Asks one question on the controlling terminal; `nil` where there is none or its input has ended.
  public static func ask(_ question: String) -> [UInt8]? {
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

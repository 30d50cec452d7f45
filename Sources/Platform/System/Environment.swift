import Libc

/// The environment of this process: variables, command line, clock and other processes.
package enum Environment {
  /// The value of an environment variable, as bytes; `nil` if it is not set.
  package static func value(_ name: String) -> [UInt8]? { getenv(name).map { [UInt8](cString: $0) } }

  /// A command line argument; 0 is the name of the program. `CommandLine.arguments` would replace bytes that are not
  /// UTF-8.
  package static func argument(_ index: Int) -> [UInt8]? {
    index < Int(CommandLine.argc) ? CommandLine.unsafeArgv[index].map { [UInt8](cString: $0) } : nil
  }

  /// A variable that is set or unset for a child process.
  package struct Change: Sendable {
    let name: String
    let value: [UInt8]?

    package static func set(_ name: String, _ value: String) -> Change { Change(name: name, value: value.bytes) }

    package static func set(_ name: String, _ value: Path) -> Change { Change(name: name, value: value.bytes) }

    package static func unset(_ name: String) -> Change { Change(name: name, value: nil) }
  }

  /// The environment for a child: this process's with `changes` applied; of one name, the last change wins.
  package static func entries(changing changes: [Change]) -> [[UInt8]] {
    let all = sequence(state: 0) { index in
      defer { index += 1 }
      return Libc.environment?[index].map { [UInt8](cString: $0) }
    }
    return all.filter { entry in !changes.contains { entry.starts(with: "\($0.name)=".utf8) } } + entries(only: changes)
  }

  /// The value of a variable in the environment of such a child; `nil` if it is not set.
  package static func value(_ name: String, changing changes: [Change]) -> [UInt8]? {
    changes.last { $0.name == name }.map(\.value) ?? value(name)
  }

  /// An environment that has only the variables set by `changes`.
  package static func entries(only changes: [Change]) -> [[UInt8]] {
    let last = changes.reduce(into: [String: [UInt8]?]()) { $0[$1.name] = $1.value }
    return last.compactMap { name, value in value.map { "\(name)=".bytes + $0 } }
  }

  /// Whether a variable is true: set, and not empty, `0`, `false`, `no` or `off` (git-config(1), "boolean").
  package static func isOn(_ name: String) -> Bool {
    guard let value = value(name) else { return false }
    let word = value.string.lowercased()
    return !["", "0", "false", "no", "off"].contains(word)
  }

  /// The time of a clock that is never set back (`CLOCK_MONOTONIC`), in milliseconds.
  static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// The executable file of this process, with symbolic links resolved; `nil` if the system does not know it.
  package static func executable() -> Path? {
    Libc.executablePath.flatMap { try? FileSystem.realPath(Path([UInt8](cString: $0))) }
  }

  package static func end(_ status: Int32) -> Never { exit(status) }

  /// Ignores SIGPIPE: a write to a closed pipe then fails with EPIPE, and the process can report it.
  package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }
}

/// Waits for another program, such as for its lock: checks every tenth of a second, and returns false after this
/// number.
package func waitUntil<Failure: Error>(tenths: Int, _ isOver: () throws(Failure) -> Bool) throws(Failure) -> Bool {
  for _ in 0..<tenths {
    if try isOver() { return true }
    _ = usleep(100_000)
  }
  return try isOver()
}

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

  /// The value of a variable in the environment of such a child; `nil` if it is not set.
  package static func value(_ name: String, changing changes: [Change]) -> [UInt8]? {
    changes.last { $0.name == name }.map(\.value) ?? value(name)
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

  package static func secondsSince1970() -> Int64 { Libc.secondsSince1970() }
  package static func processIdentifier() -> Int32 { Libc.processIdentifier() }

  /// Whether a process exists, of any user.
  package static func isRunning(_ process: Int32) -> Bool { Libc.isRunning(process) }
  static func pause(milliseconds: Int) { Libc.pause(milliseconds: milliseconds) }

  /// The executable file of this process, with symbolic links resolved; `nil` if the system does not know it.
  package static func executable() -> Path? { Libc.executable() }
  package static func exit(_ status: Int32) -> Never { Libc.exit(status) }

  /// Ignores SIGPIPE: a write to a closed pipe then fails with EPIPE, and the process can report it.
  package static func ignoreBrokenPipes() { Libc.ignoreBrokenPipes() }
}

/// A running process, of any user.
package struct RunningProcess: Sendable, Equatable {
  package let identifier: Int32
  /// The identifier of its parent.
  package let parent: Int32
  /// The command line.
  package let words: [[UInt8]]
  /// The current directory; `nil` if this user is not permitted to read it.
  package let directory: Path?
}

extension Environment {
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
}

/// Waits for short operations of other programs, such as locks: checks every tenth of a second, and returns false after this
/// number of checks.
package func waitUntil<Failure: Error>(
  tenths: Int, _ isOver: () throws(Failure) -> Bool
) throws(Failure) -> Bool {
  for _ in 0..<tenths {
    if try isOver() { return true }
    Environment.pause(milliseconds: 100)
  }
  return try isOver()
}

package import Platform

/// The process that holds the lock on an index.
package enum IndexHolder: Sendable, Equatable {
  /// git commands that run in this working tree, with their process IDs.
  case running([String])
  /// None runs here: the lock is left from a killed command.
  case noProcess
  /// The system does not report what runs where.
  case unknown

  package static func find(in worktree: Path) -> IndexHolder {
    guard let processes = Environment.processes(in: worktree) else { return .unknown }
    let ancestors = Environment.ancestors()
    let others = processes.filter { !ancestors.contains($0.identifier) && $0.isGit }
    let commands = others.filter { $0.directory != nil }.map { "`git \($0.command)` (process \($0.identifier))" }
    if commands.isEmpty && !others.isEmpty { return .unknown }
    return commands.isEmpty ? .noProcess : .running(commands)
  }
}

extension RunningProcess {
  fileprivate var isGit: Bool { words.first.map { Path($0).name == Path("git") } ?? false }

  /// The name of the command, after git's own options (`git(1)`).
  fileprivate var command: String {
    var rest = words.dropFirst()
    while let word = rest.first, word.first == UInt8(ascii: "-") {
      let hasValue = ["-C", "-c", "--git-dir", "--work-tree", "--namespace"].contains { word.elementsEqual($0.utf8) }
      rest = rest.dropFirst(hasValue ? 2 : 1)
    }
    return rest.first.map { escaped($0) } ?? ""
  }
}

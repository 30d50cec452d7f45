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

import Platform
import Smudge
import Verify

/// Reads regular files of a working tree, never through a symbolic link.
struct WorktreeReader {
  private let worktree: Path
  /// Directories that are not symbolic links.
  private var trusted: Set<Path> = []

  init(_ worktree: Path) { self.worktree = worktree }

  /// Reads a file into `content` and returns its permissions; `nil` unless it is a regular file inside the working tree.
  mutating func read(_ path: Path, into content: inout Spool) throws -> UInt32? {
    content.removeAll()
    guard let status = try status(path) else { return nil }
    let file = try File(worktree / path, .readRegular)
    var buffer = [UInt8](repeating: 0, count: min(status.size + 1, 1 << 20))
    while true {
      let got = try file.read(into: &buffer, range: 0..<buffer.count)
      if got == 0 { return status.mode }
      try content.append(buffer[..<got])
    }
  }

  /// The status of a regular file inside the working tree; `nil` for anything else.
  mutating func status(_ path: Path) throws -> FileStatus? {
    guard try isInside(path) else { return nil }
    let status = try FileSystem.status(worktree / path)
    return status?.kind == .regular ? status : nil
  }

  /// Whether no directory of the path is a symbolic link, or missing.
  mutating func isInside(_ path: Path) throws -> Bool {
    for directory in path.ancestors where !trusted.contains(directory) {
      guard try FileSystem.status(worktree / directory)?.kind == .directory else { return false }
      trusted.insert(directory)
    }
    return true
  }
}

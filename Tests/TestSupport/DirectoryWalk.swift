/// The entries below a directory, in the same order on every system.
package enum DirectoryWalk {
  package struct Entry {
    /// Relative to the directory.
    package let path: Path
    package let status: FileStatus
  }

  /// All entries except directories; `skipping`: directories that are not entered.
  package static func entries(below top: Path, skipping isSkipped: (Path) -> Bool = { _ in false }) throws -> [Entry] {
    var entries: [Entry] = []
    try add(Path(""), below: top, isSkipped, to: &entries)
    return entries
  }

  private static func add(_ path: Path, below top: Path, _ isSkipped: (Path) -> Bool, to entries: inout [Entry]) throws
  {
    for name in try FileSystem.entries(top / path) {
      let entry = path.bytes.isEmpty ? name : path / name
      if isSkipped(entry) { continue }
      guard let status = try FileSystem.status(top / entry) else { continue }
      if status.kind == .directory {
        try add(entry, below: top, isSkipped, to: &entries)
      } else {
        entries.append(Entry(path: entry, status: status))
      }
    }
  }
}

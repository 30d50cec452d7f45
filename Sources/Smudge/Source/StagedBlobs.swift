import Platform

/// A blob of a path in the index, by its name in hexadecimal.
typealias StagedBlob = (side: Stage, name: [UInt8])

/// A cache of the index, read by `git ls-files -s`: for the first paths one by one, then for all munged ones at once,
/// and for all others if a path is none of these.
///
/// It is discarded when the index file changes: a rebase is one filter process with many changes of the index.
struct StagedBlobs {
  private let file: Path?
  private let git: GitCommand
  /// The status of the index file at the last query.
  private var state: FileStatus?
  private var queries = 0
  private var known: [Path: [StagedBlob]] = [:]

  init(_ file: Path?, _ git: GitCommand) {
    self.file = file
    self.git = git
  }

  /// The blobs of a path in the order of stages 0, 2, 3, 1: ours, then theirs, then the base.
  mutating func blobs(for path: Path) -> [StagedBlob] {
    let now = file.flatMap { try? FileSystem.status($0) }
    if now == nil || now != state {
      state = now
      queries = 0
      known = [:]
    }
    while known[path] == nil, queries < 4 {
      queries += 1
      if state == nil || queries < 3 { return list(Path(":(top,literal)".bytes + path.bytes))[path] ?? [] }
      known = list(Path(queries == 3 ? FilterAttribute.pathspec : ":/"))
    }
    return known[path] ?? []
  }

  /// The blobs of all paths that match a pathspec.
  private func list(_ pathspec: Path) -> [Path: [StagedBlob]] {
    let output = try? git.output(["ls-files", "-s", "-z", "--full-name", "--"], paths: [pathspec])
    return Dictionary(grouping: ListedEntry.all(in: output ?? []), by: \.path).mapValues { entries in
      Stage.inOrder.flatMap { side in
        entries.filter { $0.stage == side.rawValue }.map { (side, $0.object) }
      }
    }
  }
}

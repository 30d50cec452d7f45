import Platform

/// A blob of a path in the index, by its name in hexadecimal.
typealias StagedBlob = (side: Stage, name: [UInt8])

/// A cache of the index, read by `git ls-files -s`: for the first paths one by one, then for all at once.
///
/// It is discarded when the index file changes: a rebase is one filter process with many changes of the index.
struct StagedBlobs {
  private let file: Path?
  private let git: GitCommand
  /// The status of the index file at the last query.
  private var state: FileStatus?
  private var queries = 0
  private var all: [Path: [StagedBlob]]?
  /// The paths that are not on disk; `nil` if they were not listed.
  private var gone: [Path]?

  /// The number of queries for single paths: so many processes cost as much as one listing of thousands of files.
  private static let queryThreshold = 4

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
      all = nil
      gone = nil
    }
    if let all { return all[path] ?? [] }
    queries += 1
    if state == nil || queries <= StagedBlobs.queryThreshold {
      return list(Path(":(top,literal)".bytes + path.bytes))[path] ?? []
    }
    all = list(Path(":/"))
    return all?[path] ?? []
  }

  /// The blob of the file that was moved to a path that is new: of those with its name that are gone from the disk, the
  /// one with most of its last directories; `nil` if there are several, or none. For example a directory was renamed.
  mutating func former(of path: Path) -> [UInt8]? {
    let arguments = ["ls-files", "--deleted", "-z", "--full-name", "--", ":/"]
    let deleted = gone ?? (try? git.records(arguments).map { Path($0) }) ?? []
    gone = deleted
    func names(_ path: Path) -> [ArraySlice<UInt8>] { path.bytes.split(separator: .slash).reversed() }
    let candidates = Dictionary(grouping: deleted.filter { $0.name == path.name }) { other in
      zip(names(path), names(other)).prefix(while: ==).count
    }
    let nearest = candidates.max { $0.key < $1.key }?.value ?? []
    return nearest.count == 1 ? blobs(for: nearest[0]).first?.name : nil
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

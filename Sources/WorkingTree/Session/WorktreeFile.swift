import Platform
import Smudge
import Verify

/// A file of the working tree with its state in git.
struct WorktreeFile: Sendable, Hashable {
  /// The state of a file in the index.
  enum Record: Sendable, Hashable {
    case tracked(blob: [UInt8])
    case assumedUnchanged(blob: [UInt8])
    /// Tracked, and marked skip-worktree.
    case skipped
    case unmerged
    case untracked
  }

  let path: Path
  let record: Record
  let attribute: FilterAttribute

  /// A file that is never munged is not, whatever its attribute.
  init(_ path: Path, _ record: Record, _ attribute: FilterAttribute) {
    self.path = path
    self.record = record
    self.attribute = attribute == .munged && Exclusion.isExcluded(path) ? .unspecified : attribute
  }

  /// The blob in the index; `nil` if untracked or unmerged.
  var blob: [UInt8]? {
    switch record {
    case .tracked(let blob), .assumedUnchanged(let blob): blob
    case .skipped, .unmerged, .untracked: nil
    }
  }

  /// Whether git does not compare the file with the index.
  var isHidden: Bool { if case .assumedUnchanged = record { true } else { record == .skipped } }

  var isOnDisk: Bool { record != .skipped }
}

extension WorktreeFile.Record {
  /// The state that an entry of `git ls-files -s -v` shows.
  init(_ entry: ListedEntry) {
    self =
      switch (entry.stage, entry.tag) {
      case (0, "S"?), (0, "s"?): .skipped
      case (0, "h"?): .assumedUnchanged(blob: entry.object)
      case (0, _): .tracked(blob: entry.object)
      default: .unmerged
      }
  }
}

extension WorkingTree {
  /// The bytes of a regular file of the working tree; `nil` for anything else, also behind a link, and if it is
  /// missing.
  func content(of path: Path) throws -> [UInt8]? {
    var reader = WorktreeReader(top)
    return try reader.content(of: path)
  }

  /// The output of `git check-attr`: `path NUL attribute NUL value NUL` for each attribute of each path.
  func attributeValues(_ names: [String], of paths: [Path]) throws -> [(path: Path, value: String)] {
    if paths.isEmpty { return [] }
    let fields = try git.records(["check-attr", "-z", "--stdin"] + names, input: paths.flatMap { $0.bytes + [0] })
    if fields.count != 3 * names.count * paths.count {
      throw RepositoryError.unanswered("the attributes of \(count(paths.count, "file"))")
    }
    return stride(from: 0, to: fields.count, by: 3).map { (Path(fields[$0]), fields[$0 + 2].string) }
  }
}

/// Reads regular files of a working tree, never through a symbolic link.
struct WorktreeReader {
  private let worktree: Path
  /// Directories that are not symbolic links.
  private var trusted: Set<Path> = []

  init(_ worktree: Path) { self.worktree = worktree }

  /// Reads a file into `content` and returns its permissions; `nil` unless it is a regular file inside the working
  /// tree.
  mutating func read(_ path: Path, into content: inout Spool) throws -> UInt32? {
    content.removeAll()
    guard let status = try status(path) else { return nil }
    let file: File
    // An editor can have put it aside since.
    do throws(SystemError) { file = try File(worktree / path, .readRegular) } catch {
      if error.isMissing { return nil }
      throw error
    }
    try file.forEachChunk(of: min(status.size + 1, 1 << 20)) { chunk throws(SystemError) in try content.append(chunk) }
    return status.mode
  }

  /// The bytes of a regular file inside the working tree; `nil` for anything else.
  mutating func content(of path: Path) throws -> [UInt8]? {
    try status(path) == nil ? nil : FileSystem.contents(worktree / path)
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

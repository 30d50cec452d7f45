import Platform
import Smudge
import Verify

/// Resets the stat data of rewritten files in the index, without staging anything.
///
/// git reports a file as modified without reading it if its size differs from that in the index. So the stat data of
/// such entries is removed in a copy of the index, under git's own lock, and `git update-index --refresh` reads these
/// files and sets the stat data of unmodified ones.
struct IndexStatReset {
  private let tree: WorkingTree
  private let index, lock, copy: Path

  init(_ tree: WorkingTree) {
    self.tree = tree
    index = tree.gitDirectory.own / "index"
    lock = tree.gitDirectory.own / "index.lock"
    copy = tree.mungeDirectory.own / "index"
  }

  /// Removes the stat data of files, and lets git set that of unmodified ones: in a copy, which replaces the index.
  func run(_ files: [WorktreeFile]) throws {
    let stale = files.filter { $0.blob != nil }
    if stale.isEmpty { return }
    // Waits, because editors run `git status` often, which locks the index for a moment.
    try wait { try createLock() }
    do {
      let time = try duplicate()
      try repair(stale)
      // With a later time git would not detect such changes.
      if let time { try setTime(time) }
      // If it fails, as without a filter that works, or for a file that was edited meanwhile, git does so later.
      _ = try? git.output(["update-index", "-q", "--refresh"], accepting: [0, 1])
      // The index is replaced under the lock, as git does.
      try FileSystem.move(copy, to: index)
      try FileSystem.remove(lock)
    } catch {
      try? FileSystem.remove(copy)
      try? FileSystem.remove(lock)
      throw error
    }
  }

  /// Waits for the lock of the index. Throws `TransitionError.indexLocked`, before anything is changed.
  func awaitTurn() throws { try wait { !FileSystem.exists(lock) } }

  private func wait(_ isOver: () throws -> Bool) throws {
    if try !waitUntil(tenths: 20, isOver) { throw TransitionError.indexLocked(lock) }
  }

  /// Removes the stat data of these files in the copy.
  private func repair(_ files: [WorktreeFile]) throws {
    let paths = Set(files.map(\.path))
    // `--index-info` reads what `-s` writes.
    let munged = files.allSatisfy { $0.attribute == .munged } ? ["--", FilterAttribute.pathspec] : []
    let records = try git.records(["ls-files", "-s", "-z"] + munged).filter { record in
      ListedEntry(record).map { paths.contains($0.path) && !Self.emptyBlobs.contains($0.object) } ?? false
    }
    let hidden: [UInt8] = files.filter(\.isHidden).flatMap { $0.path.bytes + [0] }

    try update(["-z", "--index-info"], records.flatMap { $0 + [0] })
    if !hidden.isEmpty { try update(["-z", "--assume-unchanged", "--stdin"], hidden) }
  }

  private func update(_ arguments: [String], _ input: [UInt8]) throws {
    // git reads files that are not older than the index, to detect changes right after `git add` ("racy git"), and runs
    // their filters for that.
    try setTime(.last)
    _ = try git.output(["update-index"] + arguments, input: input)
  }

  /// git without the post-index-change hook, because this index is a copy.
  private var git: GitCommand {
    tree.git.adding([.set("GIT_INDEX_FILE", copy)]).overriding("core.hooksPath", with: "/dev/null".bytes)
  }

  /// The names of the empty blob. An intent-to-add entry has it and must not be staged; for an empty file git reads the
  /// content anyway.
  private static let emptyBlobs = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  ].map(\.bytes)

  /// The content of a lock file of git-munge; one of git holds an index.
  private static let mark = "git-munge\n".bytes

  /// Removes a lock file that a killed git-munge has left.
  func releaseLock() throws {
    if try FileSystem.contents(lock, limit: 64) == Self.mark { try FileSystem.remove(lock) }
  }

  /// Creates the lock file; false if it exists.
  private func createLock() throws -> Bool {
    do throws(SystemError) {
      try FileSystem.createExclusively(lock, with: Self.mark, via: tree.mungeDirectory.own / "lock")
      return true
    } catch  where error.isExisting { return false }
  }

  private func setTime(_ time: FileTime) throws { try File(copy, .append(mode: 0o600)).setModified(time) }

  /// Copies the index, and returns its time.
  private func duplicate() throws -> FileTime? {
    // A killed process can have left both.
    try FileSystem.remove(copy)
    try FileSystem.remove(Path(copy.bytes + ".lock".bytes))
    let status = try FileSystem.status(index)
    let file = try File(copy, .createNew(mode: 0o600))
    try file.write(FileSystem.contents(index) ?? [])
    try file.setMode(status?.mode ?? 0o644)
    return status?.modified
  }
}

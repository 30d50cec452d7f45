import Platform
import Smudge
import Verify

/// Resets the stat data of rewritten files in the index, without staging anything.
///
/// git reports a file as modified without reading it if its size differs from that in the index. So the stat data of such
/// entries is removed in a copy of the index, under git's own lock, and `git update-index --refresh` sets it again for
/// unmodified files.
struct IndexStatReset {
  private let tree: WorkingTree
  private let copy: Path

  init(_ tree: WorkingTree) {
    self.tree = tree
    copy = tree.mungeDirectory.own / "index"
  }

  /// `attributed`: all files of the transition. One that was edited by hand to its new local form has become unmodified.
  /// `dirty`: those whose stat data differed before the transition; `nil` to ask git.
  func run(rewritten: [WorktreeFile], attributed: [WorktreeFile], dirty: Set<Path>? = nil) throws {
    // Without a filter program git cannot say which differ: then all are compared again later.
    let dirty = dirty ?? (attributed.isEmpty ? [] : try? tree.dirtyFiles()) ?? Set(attributed.map(\.path))
    let stale = attributed.filter { dirty.contains($0.path) } + rewritten
    let repairable = Dictionary(
      stale.compactMap { file in file.blob.map { _ in (file.path, file) } },
      uniquingKeysWith: { one, _ in one })
    if repairable.isEmpty { return }
    try locked { try repair(repairable) }
  }

  /// Waits for the lock of the index. Throws `MungeError.indexLocked`, before anything is changed.
  func awaitTurn() throws {
    let lock = tree.gitDirectory.own / "index.lock"
    let isFree = waitUntil(tenths: IndexStatReset.patience) { !FileSystem.exists(lock) }
    if !isFree { throw locked(lock) }
  }

  private static let patience = 20

  private func locked(_ lock: Path) -> MungeError { .indexLocked(lock, IndexHolder.find(in: tree.top)) }

  private func repair(_ files: [Path: WorktreeFile]) throws {
    let entries = try ListedEntry.all(in: run(["ls-files", "-s", "-z"], [])).filter { entry in
      files[entry.path] != nil && !IndexStatReset.isEmpty(entry.object)
    }
    let hidden: [UInt8] = files.filter { $1.isHidden }.flatMap { $0.key.bytes + [0] }
    if !hidden.isEmpty { try update(["-z", "--no-assume-unchanged", "--stdin"], hidden) }
    try update(["-z", "--index-info"], entries.flatMap { $0.record + [0] })
    try refresh()
    if !hidden.isEmpty { try update(["-z", "--assume-unchanged", "--stdin"], hidden) }
  }

  /// Sets the stat data of unmodified files. Without a filter that works, git does so when it has one.
  private func refresh() throws {
    do {
      _ = try tree.cleaning(Self.command(["-q", "--refresh"]), accepting: [0, 1], environment: environment)
    } catch {
      guard case GitError.command(_, status: 128, _) = error else { throw error }
    }
  }

  /// Whether the blob is empty. An intent-to-add entry has an empty blob and must not be staged; for an empty file git reads
  /// the content anyway.
  private static func isEmpty(_ blob: [UInt8]) -> Bool { emptyBlobs.contains { blob.elementsEqual($0.utf8) } }

  private static let emptyBlobs = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  ]

  // MARK: The copy

  /// Runs `body` on a copy of the index under the lock, then replaces the index with the copy.
  private func locked(_ body: () throws -> Void) throws {
    let index = tree.gitDirectory.own / "index"
    let lock = tree.gitDirectory.own / "index.lock"
    try take(lock)
    do {
      try duplicate(index)
      try body()
      // The index is replaced under the lock, as git does.
      try FileSystem.move(copy, to: index)
      try FileSystem.remove(lock)
    } catch {
      try? FileSystem.remove(copy)
      try? FileSystem.remove(lock)
      throw error
    }
  }

  /// The content of a lock file of git-munge; one of git holds an index.
  private static let mark = Array("git-munge\n".utf8)

  /// Removes a lock file that a killed git-munge has left.
  func releaseLock() throws {
    let lock = tree.gitDirectory.own / "index.lock"
    if try FileSystem.contents(lock, limit: 64) == IndexStatReset.mark { try FileSystem.remove(lock) }
  }

  /// Creates the lock file. Waits, because editors run `git status` often, which locks the index for a moment.
  private func take(_ lock: Path) throws {
    let isOurs = try waitUntil(tenths: IndexStatReset.patience) { try create(lock) }
    if !isOurs { throw locked(lock) }
  }

  /// Returns false if the lock file exists.
  private func create(_ lock: Path) throws -> Bool {
    do {
      try FileSystem.createExclusively(lock, with: IndexStatReset.mark, via: tree.mungeDirectory.own / "lock")
      return true
    } catch {
      if error.isExisting { return false }
      throw error
    }
  }

  private func duplicate(_ index: Path) throws {
    // A killed process can have left both.
    try FileSystem.remove(copy)
    try FileSystem.remove(Path(copy.bytes + Array(".lock".utf8)))
    let status = try FileSystem.status(index)
    let file = try File(copy, .createNew(mode: 0o600))
    try file.write(try FileSystem.contents(index) ?? [])
    try file.setMode(status?.mode ?? 0o644)
    // git compares this time with those of files to detect changes right after `git add` ("racy git"): with a later time it
    // would not detect them.
    if let time = status?.modified { try file.setModified(time) }
  }

  // MARK: git

  private func update(_ arguments: [String], _ input: [UInt8]) throws {
    _ = try run(Self.command(arguments), input)
  }

  /// Without the post-index-change hook, because this index is a copy.
  private static func command(_ arguments: [String]) -> [String] { ["-c", "core.hooksPath=/dev/null", "update-index"] + arguments }

  /// Runs git on the copy.
  private func run(_ arguments: [String], _ input: [UInt8]) throws -> [UInt8] {
    try tree.git.adding(environment).output(arguments, input: input)
  }

  private var environment: [Environment.Change] { [.set("GIT_INDEX_FILE", copy)] }
}

import Git
import Platform
import Smudge

/// Makes git look at rewritten files again, without staging anything.
///
/// git takes a file whose length differs from the one in the index for modified without looking inside.
/// So the recorded stat data of such entries is taken away, in a copy of the index and under git's own
/// lock, and git fills it in anew for those whose content is unmodified.
struct IndexStatReset {
  private let tree: WorkingTree
  private let copy: Path

  init(_ tree: WorkingTree) {
    self.tree = tree
    copy = tree.mungeDirectory.own / "index"
  }

  /// `attributed`: files that the transition looked at, whether it rewrote them or not: one that was
  /// modified by hand to what is now its local form has become unmodified.
  func run(rewritten: [WorktreeFile], attributed: [WorktreeFile]) throws(MungeError) {
    let dirty = try Set(records(["diff-files", "--name-only", "-z", "--ignore-submodules"]))
    let stale = attributed.filter { dirty.contains($0.path.bytes) } + rewritten
    let repairable = Dictionary(
      stale.compactMap { file in file.blob.map { _ in (file.path.bytes, file) } },
      uniquingKeysWith: { one, _ in one })
    if repairable.isEmpty { return }
    try locked { () throws(MungeError) in try repair(repairable) }
  }

  /// Waits for whoever writes the index now. Throws `MungeError.indexLocked`, before anything is changed.
  func awaitTurn() throws(MungeError) {
    let lock = tree.gitDirectory.own / "index.lock"
    let isFree = Patience.wait(tenths: IndexStatReset.patience) { !FileSystem.exists(lock) }
    if !isFree { throw locked(lock) }
  }

  private static let patience = 20

  private func locked(_ lock: Path) -> MungeError { .indexLocked(lock, IndexHolder.find(in: tree.top)) }

  private func repair(_ files: [[UInt8]: WorktreeFile]) throws(MungeError) {
    let entries = try records(["ls-files", "-s", "-z"], copy).filter { entry in
      files[WorkingTree.path(ofEntry: entry).bytes] != nil && !IndexStatReset.isEmpty(entry)
    }
    let hidden: [UInt8] = files.filter { $1.isHidden }.flatMap { $0.key + [0] }
    if !hidden.isEmpty { try update(["-z", "--no-assume-unchanged", "--stdin"], hidden) }
    try update(["-z", "--index-info"], entries.flatMap { $0 + [0] })
    try update(["-q", "--refresh"], [], accepting: [0, 1])
    if !hidden.isEmpty { try update(["-z", "--assume-unchanged", "--stdin"], hidden) }
  }

  /// An entry that is only intended to be added has an empty blob, and would be staged by this. A truly
  /// empty one needs no repair: where the recorded length is 0 git always looks inside.
  private static func isEmpty(_ entry: [UInt8]) -> Bool {
    let fields = entry.split(separator: UInt8(ascii: " "), maxSplits: 2)
    return fields.count == 3 && emptyBlobs.contains { fields[1].elementsEqual($0.utf8) }
  }

  private static let emptyBlobs = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  ]

  // MARK: The copy

  /// Runs `body` on a copy of the index while nobody else can write the index, then puts the copy in its place.
  private func locked(_ body: () throws(MungeError) -> Void) throws(MungeError) {
    let index = tree.gitDirectory.own / "index"
    let lock = tree.gitDirectory.own / "index.lock"
    try take(lock)
    do throws(MungeError) {
      try wrapping(duplicate(index))
      try body()
      // As git does, under its lock; the lock is ours by its mark until it is gone.
      try wrapping { () throws(SystemError) in
        try FileSystem.move(copy, to: index)
        try FileSystem.remove(lock)
      }
    } catch {
      try? FileSystem.remove(copy)
      try? FileSystem.remove(lock)
      throw error
    }
  }

  /// What our lock holds: git's own holds an index.
  private static let mark = Array("git-munge\n".utf8)

  /// Takes our own lock away, where a killed process has left it.
  func releaseLock() throws(MungeError) {
    let lock = tree.gitDirectory.own / "index.lock"
    try wrapping { () throws(SystemError) in
      if try FileSystem.contents(lock, limit: 64) == IndexStatReset.mark { try FileSystem.remove(lock) }
    }
  }

  /// Editors ask git for the status all the time: their locks are gone in a moment.
  private func take(_ lock: Path) throws(MungeError) {
    let isOurs = try wrapping(Patience.wait(tenths: IndexStatReset.patience) { () throws(SystemError) in try create(lock) })
    if !isOurs { throw locked(lock) }
  }

  /// Answers whether nobody else holds it.
  private func create(_ lock: Path) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try FileSystem.createExclusively(lock, with: IndexStatReset.mark, via: tree.mungeDirectory.own / "lock")
      return true
    } catch {
      if error.isExisting { return false }
      throw error
    }
  }

  private func duplicate(_ index: Path) throws(SystemError) {
    // Both may be left from a process that was killed.
    try FileSystem.remove(copy)
    try FileSystem.remove(Path(copy.bytes + Array(".lock".utf8)))
    let status = try FileSystem.status(index)
    let file = try File(copy, .createNew(mode: 0o600))
    try file.write(try FileSystem.contents(index) ?? [])
    try file.setMode(status?.mode ?? 0o644)
    // By this time git tells files that were changed right after they were added: a younger copy would
    // make it take them for unmodified for ever.
    if let time = status?.modified { try file.setModified(time) }
  }

  // MARK: git

  private func records(_ arguments: [String], _ index: Path? = nil) throws(MungeError) -> [[UInt8]] {
    let output = try run(arguments, [], index, accepting: [0])
    return output.split(separator: 0).map(Array.init)
  }

  private func update(
    _ arguments: [String], _ input: [UInt8], accepting: Set<Int32> = [0]
  ) throws(MungeError) {
    // The user's hook for a changed index has no business with a copy.
    let command = ["-c", "core.hooksPath=/dev/null", "update-index"] + arguments
    _ = try run(command, input, copy, accepting: accepting)
  }

  private func run(
    _ arguments: [String], _ input: [UInt8], _ index: Path?, accepting: Set<Int32>
  ) throws(MungeError) -> [UInt8] {
    let environment = index.map { [Environment.Change.set("GIT_INDEX_FILE", $0)] } ?? []
    return try tree.git.output(arguments, input: input, accepting: accepting, environment: environment)
  }
}

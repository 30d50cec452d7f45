package import Platform

/// Where git keeps a clone, found as git tells a filter: by `GIT_DIR`, or by `.git` in the current folder.
package struct GitDirectory: Sendable, Equatable {
  /// Of this working tree; in a linked one, its folder below `worktrees`.
  package let own: Path
  /// Shared by all working trees of the clone.
  package let common: Path

  package init(own: Path, common: Path) {
    (self.own, self.common) = (own, common)
  }

  /// `nil` outside of a repository.
  package static func find() -> GitDirectory? {
    if let told = Environment.value("GIT_DIR"), !told.isEmpty { return GitDirectory(own: Path(told)) }
    guard let start = try? FileSystem.currentDirectory() else { return nil }
    var directory: Path? = start
    while let here = directory {
      if let found = own(at: here / ".git") { return GitDirectory(own: found) }
      directory = here.parent
    }
    return nil
  }

  /// Follows `commondir`, which names the shared folder in a linked working tree (`gitrepository-layout(5)`).
  package init(own: Path) {
    self.own = own
    let shared = try? FileSystem.contents(own / "commondir", limit: 4096)
    common = shared.map { own / Path(GitDirectory.line($0)) } ?? own
  }

  /// Of a working tree with its top at this folder; `nil` where there is none.
  package static func find(at top: Path) -> GitDirectory? { own(at: top / ".git").map { GitDirectory(own: $0) } }

  /// `.git` is the folder itself, or a file that says where it is.
  private static func own(at path: Path) -> Path? {
    guard let status = try? FileSystem.status(path) else { return nil }
    if status.kind == .directory { return path }
    guard let bytes = try? FileSystem.contents(path, limit: 4096) else { return nil }
    let mark = Array("gitdir: ".utf8)
    guard bytes.starts(with: mark), let directory = path.parent else { return nil }
    return directory / Path(line(Array(bytes.dropFirst(mark.count))))
  }

  private static func line(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.prefix { $0 != UInt8(ascii: "\n") }
  }
}

/// What git-munge keeps below the git directory.
package struct MungeDirectory: Sendable, Equatable {
  private let git: GitDirectory

  package init(_ git: GitDirectory) { self.git = git }

  /// Of this working tree.
  package var own: Path { git.own / "munge" }
  /// For the whole clone; it exists if and only if git-munge is installed.
  package var common: Path { git.common / "munge" }

  /// git's own file; the environment may name another for one command (`git(1)`, GIT_INDEX_FILE).
  var index: Path {
    Environment.value("GIT_INDEX_FILE").flatMap { $0.isEmpty ? nil : Path($0) } ?? git.own / "index"
  }

  package var plan: Path { own / "plan" }
  /// The plan of the main working tree, for those that have none.
  package var mainPlan: Path { common / "plan" }
  /// Of a transition that is under way, or was killed.
  package var journal: Path { own / "journal" }
  /// Which blobs some smudged contents came from.
  package var notes: Path { common / "seen" }
  package var warnings: Path { common / "warnings" }
  /// Attributes that hold where a commit says nothing of a path: the clone's `core.attributesFile`.
  package var attributes: Path { common / "attributes" }
  /// Rules files that the developer has agreed to, each by its fingerprint.
  package var trusted: Path { common / "trusted" }

  /// The plan that rules this working tree; `nil` where git-munge was never installed.
  package func load() throws(PlanError) -> Plan? {
    for path in [plan, mainPlan] {
      if let bytes = try read(path) { return try PlanFormat.decode(bytes) }
    }
    do throws(SystemError) {
      if try FileSystem.status(common) == nil { return nil }
    } catch {
      throw .unreadable(error)
    }
    throw .missing
  }

  /// `nil` where no transition is under way.
  package func loadJournal() throws(PlanError) -> Journal? {
    try read(journal).map { bytes throws(PlanError) in try JournalFormat.decode(bytes) }
  }

  private func read(_ path: Path) throws(PlanError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.contents(path)
    } catch {
      throw .unreadable(error)
    }
  }
}

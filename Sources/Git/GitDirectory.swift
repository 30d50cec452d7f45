package import Platform

/// The git directory of a working tree and its common directory (`gitrepository-layout(5)`).
package struct GitDirectory: Sendable, Equatable {
  /// `GIT_DIR`; in a linked working tree, its directory below `worktrees`.
  package let own: Path
  /// `GIT_COMMON_DIR`: shared by all working trees of the repository.
  package let common: Path

  package init(own: Path, common: Path) {
    (self.own, self.common) = (own, common)
  }

  /// The git directory of this process: `GIT_DIR`, or `.git` in the current directory or a parent; `nil` outside a repository.
  package static func find() -> GitDirectory? {
    if let named = Environment.value("GIT_DIR"), !named.isEmpty { return GitDirectory(own: Path(named)) }
    guard let start = try? FileSystem.currentDirectory() else { return nil }
    var directory: Path? = start
    while let here = directory {
      if let found = own(at: here / ".git") { return GitDirectory(own: found) }
      directory = here.parent
    }
    return nil
  }

  /// Reads the common directory from the file `commondir`, which linked working trees have.
  package init(own: Path) {
    self.own = own
    let shared = try? FileSystem.contents(own / "commondir", limit: 4096)
    common = shared.map { own / Path(GitDirectory.line($0)) } ?? own
  }

  /// The git directory of the working tree at `top`; `nil` if there is none.
  package static func find(at top: Path) -> GitDirectory? { own(at: top / ".git").map { GitDirectory(own: $0) } }

  /// `.git` is the directory itself, or a file `gitdir: PATH`.
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

/// The files of git-munge below the git directory.
package struct MungeDirectory: Sendable, Equatable {
  private let git: GitDirectory

  package init(_ git: GitDirectory) { self.git = git }

  /// The directory of this working tree.
  package var own: Path { git.own / "munge" }
  /// The directory of the whole clone; it exists if and only if git-munge is installed.
  package var common: Path { git.common / "munge" }

  /// git's index: `GIT_INDEX_FILE` (`git(1)`), or the file `index`.
  var index: Path {
    Environment.value("GIT_INDEX_FILE").flatMap { $0.isEmpty ? nil : Path($0) } ?? git.own / "index"
  }

  package var plan: Path { own / "plan" }
  /// The plan of the main working tree, which working trees without a plan use.
  package var mainPlan: Path { common / "plan" }
  /// The journal of a transition that runs or was interrupted.
  package var journal: Path { own / "journal" }
  /// The records that map smudged content to its blob.
  package var records: Path { common / "seen" }
  package var warnings: Path { common / "warnings" }
  /// The clone's `core.attributesFile`: attributes of paths for which no commit has any.
  package var attributes: Path { common / "attributes" }
  /// The fingerprints of approved rules files.
  package var trusted: Path { common / "trusted" }

  /// Reads the plan of this working tree; `nil` if git-munge is not installed.
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

  /// Reads the journal; `nil` if no transition runs or was interrupted.
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

/// The git directory of a working tree and its common directory (`gitrepository-layout(5)`).
package struct GitDirectory: Sendable, Equatable {
  /// The directory of the working tree, `GIT_DIR`; of a linked working tree, its directory below `worktrees`.
  package let own: Path
  /// The directory that all working trees of the repository share, `GIT_COMMON_DIR`.
  package let common: Path

  package init(own: Path, common: Path) {
    self.own = own
    self.common = common
  }

  /// The git directory of this process: `GIT_DIR`, or `.git` in the current directory or a parent; `nil` outside a
  /// repository.
  package static func find() -> GitDirectory? {
    if let named = Environment.value("GIT_DIR"), !named.isEmpty { return GitDirectory(own: Path(named)) }
    guard let start = try? FileSystem.realPath(Path(".")) else { return nil }
    return sequence(first: start, next: \.parent).lazy.compactMap { find(at: $0) }.first { _ in true }
  }

  /// Reads the common directory from the file `commondir`, which linked working trees have.
  package init(own: Path) {
    self.own = own
    let shared = try? FileSystem.contents(own / "commondir", limit: 4096)
    common = shared.map { own / Path(GitDirectory.line($0)) } ?? own
  }

  /// The git directory of the working tree at `top`; `nil` if there is none.
  package static func find(at top: Path) -> GitDirectory? { link(at: top).map { GitDirectory(own: top / $0) } }

  /// The git directory as `top` names it: `.git`, or PATH in a file `.git` with `gitdir: PATH`; `nil` if there is none.
  private static func link(at top: Path) -> Path? {
    let link = Path(".git")
    // A directory, or a link to one.
    if (try? FileSystem.status(top / link / "HEAD")) ?? nil != nil { return link }
    guard let bytes = try? FileSystem.contents(top / link, limit: 4096) else { return nil }
    let mark = "gitdir: ".bytes
    return bytes.starts(with: mark) ? Path(line(Array(bytes.dropFirst(mark.count)))) : nil
  }

  private static func line(_ bytes: [UInt8]) -> ArraySlice<UInt8> { bytes.prefix { $0 != .newline } }
}

/// The directories that git reads objects from, without those that their `info/alternates` name (`git(1)`).
package struct ObjectDirectories: Sendable, Equatable {
  /// The directory `objects` of the repository, or `GIT_OBJECT_DIRECTORY`, as for a push that `git receive-pack` has
  /// not accepted yet.
  package let own: Path
  /// The directories in `GIT_ALTERNATE_OBJECT_DIRECTORIES`, if git would not have to resolve or unquote one.
  package let alternates: [Path]

  package init(_ git: GitCommand) throws(GitError) {
    own = Path(try git.line(["rev-parse", "--path-format=absolute", "--git-path", "objects"]))
    let named = Environment.value("GIT_ALTERNATE_OBJECT_DIRECTORIES", changing: git.baseEnvironment) ?? []
    let paths = named.split(separator: .colon)
    alternates = paths.allSatisfy { $0.first == .slash } ? paths.map { Path($0) } : []
  }
}

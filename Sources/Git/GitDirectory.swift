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

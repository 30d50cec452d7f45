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
    if let named { return named }
    guard let start = try? FileSystem.realPath(Path(".")) else { return nil }
    return sequence(first: start, next: \.parent).lazy.compactMap { find(at: $0) }.first { _ in true }
  }

  private static var named: GitDirectory? {
    Environment.value("GIT_DIR").flatMap { $0.isEmpty ? nil : GitDirectory(own: Path($0)) }
  }

  /// Reads the common directory from the file `commondir`, which linked working trees have.
  package init(own: Path) {
    self.own = own
    let shared = try? FileSystem.contents(own / "commondir", limit: 4096)
    common = shared.map { own / Path(GitDirectory.line($0)) } ?? own
  }

  /// The git directory of the working tree at `top`; `nil` if there is none.
  package static func find(at top: Path) -> GitDirectory? { link(at: top).map { GitDirectory(own: top / $0) } }

  /// The git directory that git finds in the directory of a command.
  package init(_ git: GitCommand) throws(GitError) {
    own = Path(try git.line(["rev-parse", "--absolute-git-dir"]))
    common = Path(try git.line(["rev-parse", "--path-format=absolute", "--git-common-dir"]))
  }

  /// The git directory of a hook, which git starts at the top of the working tree: the one that git names, or `.git`;
  /// `nil` if git has to be asked, as in a bare repository.
  package static func ofHook(at top: Path) -> GitDirectory? {
    let isPlain = ["GIT_COMMON_DIR", "GIT_WORK_TREE"].allSatisfy { Environment.value($0) == nil }
    guard isPlain, let found = named ?? find(at: top), let own = try? FileSystem.realPath(found.own), own != top,
      let common = try? FileSystem.realPath(found.common)
    else { return nil }
    return GitDirectory(own: own, common: common)
  }

  /// The commit of `HEAD`; `nil` if git has to be asked, as for a packed branch.
  package var head: String? {
    func line(_ file: Path) -> [UInt8] { Array(Self.line((try? FileSystem.contents(file, limit: 4096)) ?? [])) }
    let head = line(own / "HEAD")
    let link = "ref: ".bytes
    let name = head.starts(with: link) ? line(common / Path(head.dropFirst(link.count))) : head
    // Not another link.
    return name.count >= 40 && !name.contains(.space) ? name.string : nil
  }

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

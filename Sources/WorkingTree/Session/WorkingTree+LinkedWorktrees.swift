import Platform
import Rules
import Smudge

// The other working trees of a clone: the main one and linked ones (git-worktree(1)).
extension WorkingTree {
  /// The place of the main working tree.
  enum Main: Equatable {
    case at(Path)
    case bare
    /// Unknown: the git directory is separate (`git init --separate-git-dir`).
    case unknown
  }

  /// The main working tree of the clone.
  func main() throws -> Main {
    if isMain { return .at(top) }
    let git = GitCommand(in: gitDirectory.common, environment: [.unset("GIT_DIR"), .unset("GIT_WORK_TREE")])
    if try git.line(["rev-parse", "--is-bare-repository"]) == "true".bytes { return .bare }
    // git sets this for a submodule.
    if let worktree = try? git.line(["config", "core.worktree"]) { return .at(gitDirectory.common / Path(worktree)) }
    return gitDirectory.common.name == Path(".git") ? gitDirectory.common.parent.map { .at($0) } ?? .unknown : .unknown
  }

  var isMain: Bool { gitDirectory.own == gitDirectory.common }

  /// Another working tree of the clone, which can be missing.
  struct Other {
    let gitDirectory: GitDirectory
    var mungeDirectory: MungeDirectory { MungeDirectory(gitDirectory) }
    /// The path of the tree, also if it is missing; `nil` if unknown.
    let top: Path?

    /// The git directory of the working tree that is at its path now, and whether that is its own.
    private var existing: (directory: GitDirectory, isOwn: Bool)? {
      guard let top, let directory = GitDirectory.find(at: top), let own = try? FileSystem.realPath(directory.own)
      else { return nil }
      return (directory, own == (try? FileSystem.realPath(gitDirectory.own)))
    }

    /// Whether it is a linked working tree of another clone, of which this one is a copy.
    fileprivate var isOfAnother: Bool {
      existing.map { !$0.isOwn && $0.directory.own != $0.directory.common } ?? false
    }

    /// The tree, if it exists and belongs to this clone; its directory can be missing, or be that of another clone.
    var tree: WorkingTree? {
      guard let top, existing?.isOwn ?? false else { return nil }
      let places = [
        Environment.Change.set("GIT_DIR", gitDirectory.own), .set("GIT_WORK_TREE", top), .unset("GIT_PREFIX"),
      ]
      let git = GitCommand(in: top, environment: places)
      return WorkingTree(top: top, gitDirectory: gitDirectory, git: git, here: git, isCurrent: false)
    }
  }

  /// The other working trees of this clone, the main one last.
  func others() throws -> [Other] {
    let own = try? FileSystem.realPath(gitDirectory.own)
    let others = try linked().filter { (try? FileSystem.realPath($0.gitDirectory.own)) != own }
    if isMain { return others }
    let main = GitDirectory(own: gitDirectory.common, common: gitDirectory.common)
    return switch try self.main() {
    case .bare: others
    case .at(let top): others + [Other(gitDirectory: main, top: top)]
    case .unknown: others + [Other(gitDirectory: main, top: nil)]
    }
  }

  /// Every linked working tree, from its `worktrees/NAME` (gitrepository-layout(5)); not those of another clone by now.
  func linked() throws -> [Other] {
    let parent = gitDirectory.common / "worktrees"
    if !FileSystem.exists(parent) { return [] }
    return try FileSystem.entries(parent).map { parent / $0 }
      .filter { FileSystem.exists($0 / "gitdir") }
      .map { Other(gitDirectory: GitDirectory(own: $0, common: gitDirectory.common), top: worktree(of: $0)) }
      .filter { !$0.isOfAnother }
  }

  /// The top of a linked working tree, from `gitdir` of its git directory. The path can contain newlines; one ends the
  /// file.
  private func worktree(of linked: Path) -> Path? {
    guard var line = try? FileSystem.contents(linked / "gitdir", limit: 4096) else { return nil }
    if line.last == .newline { line.removeLast() }
    return line.isEmpty ? nil : (linked / Path(line)).parent
  }

  /// The other working trees that show, or can show, local texts: munged, interrupted, or with a damaged plan.
  func mungedOthers() throws -> [Other] {
    try others().filter { other in
      let directory = other.mungeDirectory
      let isIdle = (try? directory.load())?.isIdle == true && !FileSystem.exists(directory.journal)
      return directory.isInstalled && !isIdle
    }
  }

  /// The tops of the other existing working trees that are munged.
  func mungedWorktrees() throws -> [Path] { try mungedOthers().compactMap { $0.tree?.top } }
}

// Submodules that need their own installation.
extension WorkingTree {
  /// Submodules on disk with rules and without an installation: a submodule is a separate clone with its own
  /// configuration (gitsubmodules(7)).
  func submodulesToInstall() throws -> [Path] {
    if !FileSystem.exists(top / ".gitmodules") { return [] }
    return try ListedEntry.all(in: git.output(["ls-files", "-z", "-s"])).filter(\.isSubmodule).map(\.path).filter {
      path in
      let top = top / path
      guard try FileSystem.status(top)?.kind == .directory, FileSystem.exists(top / RulesFile.name),
        let directory = GitDirectory.find(at: top)
      else { return false }
      return !MungeDirectory(directory).isInstalled
    }
  }
}

import Git
import Platform
import Smudge

// Which submodules need an installation of their own.
extension Clone {
  /// Submodules on disk that have rules of their own, and in which nothing is installed: a submodule is a clone of
  /// its own, which knows nothing of this one's configuration (`gitsubmodules(7)`).
  func submodulesToInstall() throws(MungeError) -> [Path] {
    if !FileSystem.exists(worktree / ".gitmodules") { return [] }
    return try submodules().filter { path in
      let top = worktree / path
      guard let status = (try? FileSystem.status(top)) ?? nil, status.kind == .directory,
        FileSystem.exists(top / RulesFile.name), let directory = GitDirectory.find(at: top)
      else { return false }
      return !FileSystem.exists(MungeFolder(directory).common)
    }
  }

  /// `mode SP blob SP stage TAB path`, of mode 160000.
  private func submodules() throws(MungeError) -> [Path] {
    let records = try wrapping { () throws(GitError) in try git.records(["ls-files", "-z", "-s"]) }
    return records.filter { $0.starts(with: "160000 ".utf8) }.map(Clone.path(ofEntry:))
  }
}

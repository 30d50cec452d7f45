import Git
import Platform
import Smudge

// Which submodules need an installation of their own.
extension WorkingTree {
  /// Submodules on disk that have rules of their own, and in which nothing is installed: a submodule is a clone of
  /// its own, which knows nothing of this one's configuration (`gitsubmodules(7)`).
  func submodulesToInstall() throws(MungeError) -> [Path] {
    try submodules(git).filter { path in
      let top = self.top / path
      guard FileSystem.exists(top / RulesFile.name), let directory = GitDirectory.find(at: top) else { return false }
      return !FileSystem.exists(MungeDirectory(directory).common)
    }
  }

  /// The submodules on disk of a working tree, each followed by its own.
  private func submodules(_ git: Plumbing) throws(MungeError) -> [Path] {
    if !FileSystem.exists(git.directory / ".gitmodules") { return [] }
    // `mode SP blob SP stage TAB path`, of mode 160000.
    let records = try git.records(["ls-files", "-z", "-s"])
    let links = records.filter { $0.starts(with: "160000 ".utf8) }.map(WorkingTree.path(ofEntry:))
    return links.filter { path in
      let status = try? FileSystem.status(git.directory / path)
      return status?.kind == .directory && GitDirectory.find(at: git.directory / path) != nil
    }.flatMap { path in
      let inside = Plumbing(in: git.directory / path, environment: [.unset("GIT_DIR"), .unset("GIT_WORK_TREE")])
      // One that git refuses to read is no reason to stop here.
      return [path] + ((try? submodules(inside)) ?? []).map { path / $0 }
    }
  }
}

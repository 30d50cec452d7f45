import Platform
import Rules
import Smudge
import Verify

// Submodules that need their own installation.
extension WorkingTree {
  /// Submodules on disk with rules and without an installation: a submodule is a separate clone with its own configuration
  /// (gitsubmodules(7)).
  func submodulesToInstall() throws -> [Path] {
    try submodules(git).filter { path in
      let top = self.top / path
      guard FileSystem.exists(top / RulesFile.name), let directory = GitDirectory.find(at: top) else { return false }
      return !MungeDirectory(directory).isInstalled
    }
  }

  /// The submodules on disk of a working tree, recursively.
  private func submodules(_ git: GitCommand) throws -> [Path] {
    if !FileSystem.exists(git.directory / ".gitmodules") { return [] }
    let entries = ListedEntry.all(index: try git.output(["ls-files", "-z", "-s"]))
    return entries.filter(\.isSubmodule).map(\.path).filter { path in
      let status = try? FileSystem.status(git.directory / path)
      return status?.kind == .directory && GitDirectory.find(at: git.directory / path) != nil
    }.flatMap { path in
      let inside = GitCommand(in: git.directory / path, environment: [.unset("GIT_DIR"), .unset("GIT_WORK_TREE")])
      // Submodules that git refuses to read are skipped.
      return [path] + ((try? submodules(inside)) ?? []).map { path / $0 }
    }
  }
}

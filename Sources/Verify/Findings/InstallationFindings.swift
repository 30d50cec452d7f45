// Findings about the installation in a clone.

package import Platform
package import Smudge

extension Finding.Kind {
  static let notInstalled = Finding.Kind(
    "not-installed", .error, "git-munge is not installed in a working tree.",
    meaning: "Its files show the identifiers of the repository, and git does not filter them.",
    remedy: "Run `git munge install`.")

  static let damagedPlan = Finding.Kind(
    "damaged-plan", .error, blocksGit: true, "The plan of a working tree cannot be used.",
    meaning: "The filter cannot clean files without it, so commits of munged files fail.",
    remedy: "Run `git munge install`, which writes a new plan.")

  static let outdated = Finding.Kind(
    "outdated", .error, "The rules or values have changed since the working tree was munged.",
    meaning: "Its files show the result of the previous rules and values.", remedy: "Run `git munge refresh`.")

  static let readablePlan = Finding.Kind(
    "readable-plan", .error, "Others can read the plan.", meaning: "It holds your values.",
    remedy: "Run `git munge doctor --fix`.")

  package static let stale = Finding.Kind(
    "stale", .error, "A file on disk does not match the plan.",
    meaning: "It was written without the filter, or by a program that saved it late, and does not show your identifiers.",
    remedy: "Run `git munge refresh`.")

  static let hidden = Finding.Kind(
    "hidden", .note, "A file is marked skip-worktree or assume-unchanged.",
    meaning: "git does not compare such a file with the index, so `git status` and `git commit` do not report its changes.",
    remedy: "`git update-index --no-skip-worktree --no-assume-unchanged FILE`, if that is not needed.")

  static let ignoredHook = Finding.Kind(
    "ignored-hook", .error, "git does not run a hook that calls git-munge.",
    meaning: "The hook is not executable, or git looks for hooks in another directory, so it has no effect.",
    remedy: "Make the hook executable, or add its line to the hook that git runs; `git munge install --hooks` prints it.")

  static let brokenHook = Finding.Kind(
    "broken-hook", .error, "The program that a hook of git-munge runs is missing.",
    meaning: "A guard then blocks git; other hooks do nothing.", remedy: "Run `git munge doctor --fix`.")

  static let leftover = Finding.Kind(
    "leftover", .error, "A killed command has left a temporary file.", meaning: "The file is no longer needed.",
    remedy: "Run `git munge doctor --fix`.")

  static let displacedEdit = Finding.Kind(
    "displaced-edit", .error, "A killed command has left a file that may hold an edit.",
    meaning: "An editor may have saved the file at the moment when it was replaced.",
    remedy: "Compare the file with those of the working tree, then remove it.")

  static let indexLock = Finding.Kind(
    "index-lock", .error, "A lock file prevents git from writing the index.",
    meaning: "Another git command is running here, or was killed. Until the file is removed, git does not change the index.",
    remedy: "Remove the lock file when no git command is running here.")
}

extension Finding.Detail {
  package static let notInstalled = Self(
    .notInstalled, "git-munge is not installed in this working tree", .words("git munge install"))

  package static func damagedPlan(_ error: PlanError) -> Self {
    Self(.damagedPlan, "\("\(error)"): commits will fail", .words("git munge install"))
  }

  package static let outdated = Self(
    .outdated, "the rules or the values have changed since this working tree was munged", .words("git munge refresh"))

  package static func readablePlan(_ path: Path) -> Self {
    Self(.readablePlan, fix: .restrict(path), "\(path) holds your values and is readable by others")
  }

  /// A file on disk does not match the plan.
  package static let stale = Self(.stale, "the file does not match the rules", .words("`git munge refresh` rewrites it"))

  /// The file is marked skip-worktree or assume-unchanged, and is on disk.
  package static let hidden = Self(.hidden, "the file is marked skip-worktree or assume-unchanged, so git does not report its changes")

  package static func unexecutableHook(_ path: Path) -> Self {
    Self(
      .ignoredHook, "\(path) calls git-munge, but git ignores it because it is not executable",
      .words("chmod +x \(path.shellQuoted)"))
  }

  /// A hook of git-munge outside the hooks directory of git.
  package static func bypassedHook(_ path: Path, hooksPath: Path) -> Self {
    Self(
      .ignoredHook, "git never runs \(path), because core.hooksPath is \(hooksPath)",
      .words("git munge install --hooks (prints the line to add)"))
  }

  package static func brokenHook(_ path: Path, isGuard: Bool, program: Path) -> Self {
    let effect = isGuard ? "it blocks git" : "it does nothing"
    return Self(.brokenHook, fix: .renewHooks, "\(path) runs \(program), which does not exist: \(effect)")
  }

  package static func leftover(_ path: Path) -> Self {
    Self(.leftover, fix: .remove(path), "\(path) was left by a killed command")
  }

  package static func displacedEdit(_ path: Path) -> Self {
    Self(
      .displacedEdit, "\(path) was left by a killed command, and may hold an edit that was saved at that moment",
      .words("compare it with your files, then remove it"))
  }

  package static func indexLock(_ path: Path) -> Self {
    Self(
      .indexLock, "\(path) exists: a git command is running, or was killed",
      .words("remove the file when no git command is running here"))
  }
}

// The findings `leftover`, `displaced-edit` and `index-lock`.

package import Platform

extension Finding.Kind {
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

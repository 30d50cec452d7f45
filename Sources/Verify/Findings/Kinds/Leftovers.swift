// The findings `leftover`, `displaced-edit` and `index-lock`.

import Platform

extension Finding.Kind {
  static let leftover = Finding.Kind(
    "leftover", .error, "A command that was killed has left a temporary file.", meaning: "The file is of no use any more.",
    remedy: "Run `git munge doctor --fix`.")

  static let displacedEdit = Finding.Kind(
    "displaced-edit", .error, "A command that was killed has left a file that may hold an edit.",
    meaning: "An editor may have saved a file in the moment in which it was replaced.",
    remedy: "Compare the file with those of the working tree, then remove it.")

  static let indexLock = Finding.Kind(
    "index-lock", .error, "A lock keeps git from writing the index.",
    meaning: "Another git command runs here, or was killed. Until the lock is gone, git changes no index.",
    remedy: "Remove the lock when no git command is running here.")
}

extension Finding.Detail {
  static func leftover(_ path: Path) -> Self {
    Self(.leftover, fix: .remove(path), "\(path) was left by a command that was killed")
  }

  static func displacedEdit(_ path: Path) -> Self {
    Self(
      .displacedEdit, "\(path) was left by a command that was killed, and may hold an edit that was saved in that moment",
      .words("compare it with your files, then remove it"))
  }

  static func indexLock(_ path: Path) -> Self {
    Self(
      .indexLock, "\(path) is there: git is at work in this moment, or was killed",
      .words("when no git command is running here, remove that file"))
  }
}

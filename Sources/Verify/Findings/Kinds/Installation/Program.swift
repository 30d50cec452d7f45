// The findings `missing-program`, `moving-program`, `other-version` and `unsafe-program`.

package import Platform
import Smudge

extension Finding.Kind {
  static let missingProgram = Finding.Kind(
    "missing-program", .error, blocksGit: true, "The filter program is missing.",
    meaning: "git cannot start the filter, so commits of munged files fail.",
    remedy: "Install git-munge-filter in the directory of git-munge, then run `git munge doctor --fix`.")

  static let movingProgram = Finding.Kind(
    "moving-program", .error, "git runs the filter by a path that an upgrade removes.",
    meaning: "The path is the target of a stable link; an upgrade may remove it.",
    remedy: "Run `git munge doctor --fix`.")

  static let otherVersion = Finding.Kind(
    "other-version", .error, blocksGit: true, "The filter program and git-munge have different versions.",
    meaning: "If the filter cannot read the plan that git-munge writes, commits of munged files fail.",
    remedy: "Install both programs of one version in one directory, then run `git munge install`.")

  static let unsafeProgram = Finding.Kind(
    "unsafe-program", .error, "Others can replace the filter program.",
    meaning: "git runs the program as this user, so a replaced program has all rights of this user.",
    remedy: "Install git-munge outside the working tree, in a directory that only its owner can write.")
}

extension Finding.Detail {
  /// There is no filter program next to `git-munge`.
  package static func noProgram(lookedIn directories: [Path]) -> Self {
    Self(
      .missingProgram, "git-munge-filter is not next to git-munge (\(paths: directories))",
      .words("install both programs into one directory"))
  }

  /// The configured program does not exist; `lookedIn`: the directories without another one, empty if there is one.
  package static func programMissing(_ path: Path, lookedIn directories: [Path]) -> Self {
    let message: Finding.Message = "filter program \(path) not found; commits will fail"
    if directories.isEmpty { return Self(.missingProgram, fix: .setKeys, message) }
    return Self(
      .missingProgram, message + "; none is next to git-munge either (\(paths: directories))",
      .words("install both programs into one directory, then: git munge doctor --fix"))
  }

  /// git runs the target of a stable link.
  package static func movingProgram(_ path: Path, stable: Path) -> Self {
    Self(.movingProgram, fix: .setKeys, "git runs \(path), which an upgrade may remove; \(stable) is a stable link to it")
  }

  /// `found`: the output of its `--version`.
  package static func otherVersion(_ path: Path, found: String) -> Self {
    Self(
      .otherVersion, "\(path) is \(found.isEmpty ? "not git-munge-filter" : found), but this is git-munge \(Version.current)",
      .words("install both programs of one version into one directory, then: git munge install"))
  }

  package static func programInsideWorktree(_ path: Path) -> Self {
    Self(
      .unsafeProgram, "\(path) is inside this working tree, where a commit could replace it",
      .words("install git-munge elsewhere, then: git munge install"))
  }

  package static func programWritable(_ path: Path) -> Self {
    Self(.unsafeProgram, "\(path) is writable by every user of this machine", .words("chmod o-w \(path.shellQuoted)"))
  }
}

// The findings `missing-program`, `moving-program`, `other-version` and `unsafe-program`.

import Platform
import Smudge

extension Finding.Kind {
  static let missingProgram = Finding.Kind(
    "missing-program", .error, blocksGit: true, "The filter program is missing.",
    meaning: "git cannot start the filter, so commits of munged files fail.",
    remedy: "Install git-munge-filter in the directory of git-munge, then run `git munge doctor --fix`.")

  static let movingProgram = Finding.Kind(
    "moving-program", .error, "git starts the filter by a path that an upgrade removes.",
    meaning: "The path is where a stable link leads today; the next upgrade may move the program.",
    remedy: "Run `git munge doctor --fix`.")

  static let otherVersion = Finding.Kind(
    "other-version", .error, blocksGit: true, "The filter program is of another version than git-munge.",
    meaning: "The filter may not read a plan that git-munge writes, and then commits of munged files fail.",
    remedy: "Install both programs of one version in one directory, then run `git munge install`.")

  static let unsafeProgram = Finding.Kind(
    "unsafe-program", .error, "Others can replace the filter program.",
    meaning: "git runs the program for this user, so what replaces it has all rights of this user.",
    remedy: "Install git-munge outside the working tree, in a directory that only its owner can write.")
}

extension Finding.Detail {
  /// There is no filter program in the directories of `git-munge`.
  static func noProgram(lookedIn directories: [Path]) -> Self {
    Self(
      .missingProgram, "git-munge-filter is not beside git-munge (\(paths: directories))",
      .words("install both programs into one folder"))
  }

  /// git is to start a program that is not there; `lookedIn`: where there is none to start instead, empty where there is one.
  static func programMissing(_ path: Path, lookedIn directories: [Path]) -> Self {
    let message: Finding.Message = "git is to start \(path), and there is no such program: commits stop"
    if directories.isEmpty { return Self(.missingProgram, fix: .setKeys, message) }
    return Self(
      .missingProgram, message + "; nor is there one next to git-munge (\(paths: directories))",
      .words("install both programs into one directory, then: git munge doctor --fix"))
  }

  /// git starts what a stable link points to.
  static func movingProgram(_ path: Path, stable: Path) -> Self {
    Self(.movingProgram, fix: .setKeys, "git starts \(path), which the next upgrade may remove; \(stable) leads there and stays")
  }

  /// `found`: what the program says of itself.
  static func otherVersion(_ path: Path, found: String) -> Self {
    Self(
      .otherVersion, "\(path) is \(found.isEmpty ? "no git-munge-filter" : found), and this is git-munge \(Version.current)",
      .words("install both programs of one version into one folder, then: git munge install"))
  }

  static func programInsideWorktree(_ path: Path) -> Self {
    Self(
      .unsafeProgram, "\(path) lies inside this working tree, where a commit could replace it",
      .words("install git-munge elsewhere, then: git munge install"))
  }

  static func programWritable(_ path: Path) -> Self {
    Self(.unsafeProgram, "\(path) can be written by everybody on this machine", .words("chmod o-w \(path.shellQuoted)"))
  }
}

// Findings about git, the programs and the filter keys.

package import Platform
import Smudge

extension Finding.Kind {
  package static let oldGit = Finding.Kind(
    "old-git", .error, "git is older than 2.31.", meaning: "git-munge uses git commands that were added in version 2.31.",
    remedy: "Install a newer version of git.")

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

  static let wrongKey = Finding.Kind(
    "wrong-key", .error, blocksGit: true, "A configuration key of the filter is missing or wrong.",
    meaning: "git does not run the filter as intended, so files can be committed as they are on disk.",
    remedy: "Run `git munge doctor --fix`; a value that it does not change has to be removed where it is set.")

  static let extraKey = Finding.Kind(
    "extra-key", .note, "A configuration key of the filter is set at another level as well.",
    meaning: "This clone's own configuration overrides it. Without an installation it would apply.",
    remedy: "Remove the key there.")

  static let brokenFilter = Finding.Kind(
    "broken-filter", .error, blocksGit: true, "The filter fails, or its result does not match the plan.",
    meaning: "git was run to clean and smudge a file, and failed or gave another result. Commits and checkouts do the same.",
    remedy: "Fix the other findings; if there are none, run `git munge install`.")

  static let filterActive = Finding.Kind(
    "filter-active", .error, "git would run a filter here.",
    meaning: "A build from these files can contain a developer's identifiers.",
    remedy: "Run `git munge uninstall` before the build.")

  static let changedFile = Finding.Kind(
    "changed-file", .error, "A file on disk differs from the commit.",
    meaning: "A build from these files is not a build of the commit.",
    remedy: "Restore the file (`git restore FILE`), or build in a fresh clone.")
}

extension Finding.Detail {
  package static func oldGit(_ version: String) -> Self {
    Self(.oldGit, "git \(version) is older than 2.31")
  }

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

  /// A key that is not set.
  package static func unsetKey(_ key: String) -> Self { Self(.wrongKey, fix: .setKeys, "\(key) is not set") }

  /// A key that is not as git-munge sets it.
  package static func wrongKey(_ found: ConfigEntry) -> Self {
    let message: Finding.Message = "wrong filter configuration: \(found.words)"
    if found.isReplaceable { return Self(.wrongKey, fix: .setKeys, message) }
    let isHere = found.scope == "local"
    return Self(.wrongKey, message, .words(isHere ? "git munge install --force, if you do not need that filter" : found.removal))
  }

  package static func extraKey(_ found: ConfigEntry) -> Self {
    Self(.extraKey, "set at another level as well: \(found.words)", .words(found.removal))
  }

  /// git could not filter a file; in its own words.
  package static func filterNotStarted(_ path: Path, words: String) -> Self {
    Self(
      .brokenFilter, "git could not filter \(path): \(words)", .words("fix the other problems; if there are none: git munge install"))
  }

  /// git filtered a file with another result.
  package static func wrongAnswer(_ path: Path) -> Self {
    Self(
      .brokenFilter, "the filter result for \(path) does not match the plan", .words("git munge install"))
  }

  /// git would run a filter here, so files can show local texts.
  package static func filterActive(_ words: String) -> Self {
    Self(.filterActive, Finding.Message(words))
  }

  /// A file on disk differs from the commit.
  package static let changedFile = Self(.changedFile, "the file on disk differs from the commit")
}

extension ConfigEntry {
  /// Whether this clone's configuration can override it, and it is not the key of another filter.
  fileprivate var isReplaceable: Bool {
    let isOurs = text.isEmpty || text.contains(FilterKey.program) || ["true", "false"].contains(text)
    return isOurs && !["worktree", "command"].contains(scope)
  }

  /// The command that removes it.
  var removal: Finding.Message {
    guard let file else { return "leave it out of the command" }
    return "git config --file \(Path(file).shellQuoted) --unset-all \(key)"
  }
}

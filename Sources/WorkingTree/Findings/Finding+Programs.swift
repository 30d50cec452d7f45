import Platform
import Smudge
import Verify

// Findings about git, the programs and the filter keys.
extension Finding.Detail {
  static func oldGit(_ version: String) -> Self { Self(.oldGit, "git \(version) is older than 2.31") }

  static func noProgram(lookedIn directories: [Path]) -> Self {
    Self(
      .missingProgram, "git-munge-filter is not next to git-munge (\(paths: directories))",
      [.words("install both programs into one directory")])
  }

  /// The configured program does not exist; `lookedIn`: the directories without another one, empty if there is one.
  static func programMissing(_ path: Path, lookedIn directories: [Path]) -> Self {
    let message: Finding.Message = "filter program \(path) not found; commits will fail"
    if directories.isEmpty { return Self(.missingProgram, message, [.install]) }
    return Self(
      .missingProgram, message + "; none is next to git-munge either (\(paths: directories))",
      [.words("install both programs into one directory, then: git munge install")])
  }

  static func movingProgram(_ path: Path, stable: Path) -> Self {
    Self(.movingProgram, "git runs \(path), which an upgrade may remove; \(stable) is a stable link to it", [.install])
  }

  /// A filter program of another version. `found`: the output of its `--version`.
  static func otherVersion(_ path: Path, found: String) -> Self {
    Self(
      .otherVersion,
      "\(path) is \(found.isEmpty ? "not git-munge-filter" : found), but this is git-munge \(Version.current)",
      [.words("install both programs of one version into one directory, then: git munge install")])
  }

  static func programInsideWorktree(_ path: Path) -> Self {
    Self(
      .unsafeProgram, "\(path) is inside this working tree, where a commit could replace it",
      [.words("install git-munge elsewhere, then: git munge install")])
  }

  static func programWritable(_ path: Path) -> Self {
    Self(.unsafeProgram, "\(path) is writable by every user of this machine", [.run("chmod o-w \(path.shellWord)")])
  }

  static func unsetKey(_ key: String) -> Self { Self(.wrongKey, "\(key) is not set", [.install]) }

  static func wrongKey(_ entry: ConfigEntry) -> Self {
    let message: Finding.Message = "the filter configuration is wrong: \(entry.words)"
    if entry.isReplaceable, entry.scope <= .local { return Self(.wrongKey, message, [.install]) }
    return Self(
      .wrongKey, message,
      [entry.scope == .local ? .run("git munge install --force", if: "without that filter") : entry.removal])
  }

  static func extraKey(_ entry: ConfigEntry) -> Self {
    Self(.extraKey, "set at another level as well: \(entry.words)", [entry.removal])
  }

  /// A file that git could not filter. `words`: the errors of git.
  static func filterNotStarted(_ path: Path, words: String) -> Self {
    Self(
      .brokenFilter, "git could not filter \(path): \(words)",
      [.words("fix the other problems; if there are none: git munge install")])
  }

  static func wrongAnswer(_ path: Path) -> Self {
    Self(.brokenFilter, "the filter result for \(path) does not match the plan", [.install])
  }

  static func filterActive(_ entry: ConfigEntry) -> Self {
    Self(
      .filterActive, "\(entry.key) is set (\(entry.file ?? "\(entry.scope)")), so files can show local texts",
      entry.scope == .local ? nil : [entry.removal])
  }

  /// A file on disk that differs from its commit. `isFiltered`: whether a filter is active, which would write the same
  /// file again.
  static func changedFile(isFiltered: Bool) -> Self {
    Self(
      .changedFile, "the file on disk differs from the commit",
      isFiltered
        ? [.words("\(Finding.Kind.filterActive.shortRemedy)")] : [.run("git checkout HEAD -- \(.paths)")])
  }
}

extension ConfigEntry {
  /// Whether it is not the key of another tool.
  package var isReplaceable: Bool {
    text.isEmpty || text.contains(FilterKey.program) || ["true", "false"].contains(text)
  }

  var removal: Finding.Step {
    guard let file else { return .words("leave it out of the command") }
    return .run("git config --file \(Path(file).shellWord) --unset-all \(key)")
  }
}

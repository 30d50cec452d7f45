import Platform
import Smudge
import Verify

// Findings about the programs and the filter keys.
extension Finding.Detail {
  static func programMissing(_ path: Path) -> Self {
    Self(.missingProgram, "filter program \(path) not found; commits will fail", [.install])
  }

  /// A filter program of another version. `found`: the output of its `--version`.
  static func otherVersion(_ path: Path, found: String) -> Self {
    Self(
      .otherVersion,
      "\(path) is \(found.isEmpty ? "not git-munge-filter" : found), but this is git-munge \(Version.current)",
      [.words("install both programs of one version into one directory, then: git munge install")])
  }

  static func unsetKey(_ key: String) -> Self { Self(.wrongKey, "\(key) is not set", [.install]) }

  static func wrongKey(_ entry: ConfigEntry) -> Self {
    Self(
      .wrongKey, "the filter configuration is wrong: \(entry.words)",
      [entry.scope == .local ? .install : entry.removal])
  }

  /// A file that git could not filter. `words`: the errors of git.
  static func brokenFilter(_ path: Path, words: String) -> Self {
    Self(
      .brokenFilter, "git could not filter \(path): \(words)",
      [.words("fix the other problems; if there are none: git munge install")])
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
  var removal: Finding.Step {
    guard let file else { return .words("leave it out of the command") }
    return .run("git config --file \(Path(file).shellWord) --unset-all \(key)")
  }
}

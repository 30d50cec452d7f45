// The findings `filter-active` and `changed-file`.

extension Finding.Kind {
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
  /// git would run a filter here, so files can show local texts.
  package static func filterActive(_ words: String) -> Self {
    Self(.filterActive, Finding.Message(words))
  }

  /// A file on disk differs from the commit.
  package static let changedFile = Self(.changedFile, "the file on disk differs from the commit")
}

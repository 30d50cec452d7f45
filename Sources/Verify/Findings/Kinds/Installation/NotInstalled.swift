// The finding `not-installed`.

extension Finding.Kind {
  static let notInstalled = Finding.Kind(
    "not-installed", .error, "git-munge is not installed in a working tree.",
    meaning: "Its files show the identifiers of the repository, and git does not filter them.",
    remedy: "Run `git munge install`.")
}

extension Finding.Detail {
  package static let notInstalled = Self(
    .notInstalled, "git-munge is not installed in this working tree", .words("git munge install"))
}

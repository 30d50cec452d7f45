// The finding `other-filter`.

extension Finding.Kind {
  static let otherFilter = Finding.Kind(
    "other-filter", .warning, "A file that holds a canonical text belongs to another filter.",
    meaning: "There, every developer sees the canonical text, whatever the rules say.",
    remedy: "Keep the identifier out of files of that filter, or give the file to git-munge.")
}

extension Finding.Detail {
  /// A rule is for the path of a file that belongs to another filter.
  static func otherFilter(filter: String) -> Self {
    Self(
      .otherFilter, "\(.rule) is for this path, and the file belongs to the filter '\(filter)'",
      .words("exclude the path from the rule (`path = !...`), or give the file to git-munge"))
  }
}

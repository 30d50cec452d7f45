// The finding `other-filter`.

extension Finding.Kind {
  package static let otherFilter = Finding.Kind(
    "other-filter", .warning, "A file with a canonical text has another filter.",
    meaning: "In this file every developer sees the canonical text, whatever the rules say.",
    remedy: "Exclude the path from the rule (`path = !...`), or set filter=munge for the file.")
}

extension Finding.Detail {
  /// A rule applies to the path of a file with another filter.
  static func otherFilter(filter: String) -> Self {
    Self(
      .otherFilter, "\(.rule) applies to this path, but the file has the filter '\(filter)'",
      .words("exclude the path from the rule (`path = !...`), or set filter=munge for the file"))
  }
}

// The finding `needless-attribute`.

extension Finding.Kind {
  static let needlessAttribute = Finding.Kind(
    "needless-attribute", .warning, "A file has filter=munge, but no rule applies to its path.",
    meaning: "The filter runs without effect, and the attribute suggests that the file is munged.",
    remedy: "Remove it from .gitattributes, or extend the `path` of a rule.")
}

extension Finding.Detail {
  /// A line of `.gitattributes` sets `filter=munge` for paths to which no rule applies.
  static let needlessAttribute = Self(
    .needlessAttribute, "no rule applies to the paths that this line selects",
    .words("remove the line, or extend the `path` of a rule"))
}

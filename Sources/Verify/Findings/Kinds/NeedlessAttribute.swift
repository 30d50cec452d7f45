// The finding `needless-attribute`.

extension Finding.Kind {
  static let needlessAttribute = Finding.Kind(
    "needless-attribute", .warning, "A file is given to git-munge, and no rule is for it.",
    meaning: "The filter runs for nothing, and readers of the attributes are led to believe that the file is munged.",
    remedy: "Take it out of .gitattributes, or let a rule's `path` cover it.")
}

extension Finding.Detail {
  /// A line of `.gitattributes` gives files to git-munge, and no rule is for their paths.
  static let needlessAttribute = Self(
    .needlessAttribute, "this line gives files to git-munge, and no rule is for their paths",
    .words("take the line out, or let the `path` of a rule cover its files"))
}

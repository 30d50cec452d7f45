// The finding `no-longer-munged`.

extension Finding.Kind {
  static let noLongerMunged = Finding.Kind(
    "no-longer-munged", .warning, "A change removes filter=munge from files.",
    meaning: "In these files every developer sees the canonical text, and a local one would be committed.",
    remedy: """
      Add filter=munge to .gitattributes again, or merge the branch that does; if this is intended, there is nothing to do.
      """)
}

extension Finding.Detail {
  /// This number of files had the attribute in another commit and has it no longer.
  static func noLongerMunged(files: Int, base: String) -> Self {
    Self(
      .noLongerMunged,
      files == 1
        ? "the file is munged in \(base.prefix(12)), but not here"
        : "the file is munged in \(base.prefix(12)), but not here (and \(files - 1, "other"))",
      .words("add filter=munge to .gitattributes again, or merge the branch that does"))
  }
}

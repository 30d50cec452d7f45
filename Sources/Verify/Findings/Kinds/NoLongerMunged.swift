// The finding `no-longer-munged`.

extension Finding.Kind {
  static let noLongerMunged = Finding.Kind(
    "no-longer-munged", .warning, "A change takes files away from git-munge.",
    meaning: "There, each developer sees the canonical text, and a local one would be committed.",
    remedy: """
      Give the files to git-munge again in .gitattributes, or merge the branch that does; if it is meant, there is nothing to do.
      """)
}

extension Finding.Detail {
  /// So many files had the attribute in another commit, and have not any more.
  static func noLongerMunged(files: Int, base: String) -> Self {
    Self(
      .noLongerMunged,
      files == 1
        ? "the file is munged in \(base.prefix(12)), and not here"
        : "the file is munged in \(base.prefix(12)), and not here, as \(files - 1, "other")",
      .words("give the files to git-munge again in .gitattributes, or merge the branch that does"))
  }
}

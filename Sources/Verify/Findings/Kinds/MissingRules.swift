// The finding `missing-rules`.

extension Finding.Kind {
  static let missingRules = Finding.Kind(
    "missing-rules", .error, in: ".gitattributes", "Files have filter=munge, but there are no rules.",
    meaning: "The attribute has no effect without a .gitmunge at the top of the repository.",
    remedy: "Commit a .gitmunge, or remove filter=munge from .gitattributes.")
}

extension Finding.Detail {
  /// This number of files has the attribute, and there is no rules file.
  static func missingRules(files: Int) -> Self {
    Self(
      .missingRules, "\(files, "file") \(files == 1 ? "has" : "have") filter=munge, but there is no .gitmunge")
  }

  /// There is no rules file in a working tree.
  package static let noRules = Self(
    .missingRules, "there is no .gitmunge at the top of this working tree",
    .words("write one (man git-munge), or restore it: git checkout HEAD -- .gitmunge"))
}

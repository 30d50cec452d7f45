// The finding `missing-attribute`.

extension Finding.Kind {
  static let missingAttribute = Finding.Kind(
    "missing-attribute", .warning, "A file holds a canonical text, and is not given to git-munge.",
    meaning: "There, every developer sees the canonical text, and a local one would be committed.",
    remedy: "Give the file to git-munge in .gitattributes (filter=munge), or say that it is meant (-filter).")
}

extension Finding.Detail {
  /// A file holds a canonical text, and no attribute gives it to git-munge.
  static func missingAttribute(_ text: [UInt8]) -> Self {
    Self(
      .missingAttribute, "the file holds \(texts: [text]) of \(.rule), and no attribute gives it to git-munge",
      .attributeLines("give the file to git-munge in .gitattributes (filter=munge), or say that it is meant (-filter)"))
  }
}

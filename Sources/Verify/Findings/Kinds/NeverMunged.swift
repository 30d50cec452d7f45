// The finding `never-munged`.

extension Finding.Kind {
  static let neverMunged = Finding.Kind(
    "never-munged", .warning, "A file that holds a canonical text is of a kind that is never munged.",
    meaning: "There, every developer sees the canonical text, whatever the rules say.",
    remedy: "Keep the identifier in a text file, or say that it is meant (-filter in .gitattributes).")
}

extension Finding.Detail {
  /// A file has the attribute and holds a canonical text, and is of a kind that is never munged.
  static func neverMunged(_ text: [UInt8]) -> Self {
    Self(
      .neverMunged, "the file holds \(texts: [text]) of \(.rule), and is of a kind that is never munged",
      .words("keep the identifier in a text file, or say that it is meant (-filter in .gitattributes)"))
  }
}

// The finding `never-munged`.

extension Finding.Kind {
  package static let neverMunged = Finding.Kind(
    "never-munged", .warning, "A file with a canonical text is of a type that is never munged.",
    meaning: "In this file every developer sees the canonical text, whatever the rules say.",
    remedy: "Keep the identifier in a text file, or add -filter to .gitattributes if this is intended.")
}

extension Finding.Detail {
  /// A file has the attribute and holds a canonical text, but is of a type that is never munged.
  static func neverMunged(_ text: [UInt8]) -> Self {
    Self(
      .neverMunged, "the file holds \(texts: [text]) of \(.rule), but is of a type that is never munged",
      .words("keep the identifier in a text file, or add -filter to .gitattributes if this is intended"))
  }
}

// The finding `replaced-canonical`.

extension Finding.Kind {
  static let replacedCanonical = Finding.Kind(
    "replaced-canonical", .error, "A canonical text was replaced.",
    meaning: """
      The rest of the line is unchanged, so this may be the identifier of one developer, and everyone who builds from the \
      repository gets it.
      """,
    remedy: """
      Restore the canonical text. If the new text is intended, add an `except` line to the rule, or change its canonical \
      text in the same change.
      """)
}

extension Finding.Detail {
  /// A change has replaced a canonical text.
  static func replacedCanonical(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .replacedCanonical, leaked: text, canonicals: [canonical],
      "\(masked: text) replaces \(texts: [canonical]) of \(.rule)",
      .words("""
        restore \(texts: [canonical]); if the new text is intended, add an `except` line to \(.rule), or change its \
        canonical text in the same range
        """))
  }
}

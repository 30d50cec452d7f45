// The finding `replaced-canonical`.

extension Finding.Kind {
  static let replacedCanonical = Finding.Kind(
    "replaced-canonical", .error, "A canonical text was replaced.",
    meaning: """
      The line is otherwise as it was, so this may be the identifier of one developer, and everyone who builds from the \
      repository gets it.
      """,
    remedy: """
      Put the canonical text back. If the new text is meant, add an `except` line to the rule, or change its canonical text \
      in the same change.
      """)
}

extension Finding.Detail {
  /// A change has put a text in the place of a canonical one.
  static func replacedCanonical(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .replacedCanonical, leaked: text, canonicals: [canonical],
      "\(masked: text) replaces \(texts: [canonical]) of \(.rule)",
      .words("""
        put \(texts: [canonical]) back; if the new text is meant, add it to \(.rule) as an `except` line, or change the \
        canonical text of the rule in the same range
        """))
  }
}

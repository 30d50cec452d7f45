// The finding `looks-local`.

extension Finding.Kind {
  package static let looksLocal = Finding.Kind(
    "looks-local", .error, inTree: .warning, "A text looks like a developer's own identifier.",
    meaning: """
      The text has the form of a rule's local text with some developer's values; the repository should hold the \
      canonical one.
      """,
    remedy: "Restore the canonical text with `git munge repair FILE`. If the text is intended, add an `except` line to the rule.")
}

extension Finding.Detail {
  /// A text that the local text of a rule can be with some values.
  static func looksLocal(_ text: [UInt8], template: String, canonical: [UInt8]) -> Self {
    Self(
      .looksLocal, leaked: text, canonicals: [canonical],
      "\(masked: text) looks like \(template), the local text of \(.rule) for \(texts: [canonical])",
      .repair("; if it is intended, add an `except` line to \(.rule)"))
  }
}

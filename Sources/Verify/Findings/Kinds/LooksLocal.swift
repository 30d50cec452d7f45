// The finding `looks-local`.

extension Finding.Kind {
  static let looksLocal = Finding.Kind(
    "looks-local", .error, inTree: .warning, "A text looks like a developer's own identifier.",
    meaning: """
      The text is made as the local text of a rule is, with some developer's values, and the repository should hold the \
      canonical one.
      """,
    remedy: "Put the canonical text back: `git munge repair FILE` does so. If the text is meant, add an `except` line to the rule.")
}

extension Finding.Detail {
  /// A text that the local text of a rule could be, with some developer's values.
  static func looksLocal(_ text: [UInt8], template: String, canonical: [UInt8]) -> Self {
    Self(
      .looksLocal, leaked: text, canonicals: [canonical],
      "\(masked: text) looks like a developer's \(template), which stands for \(texts: [canonical]) in \(.rule)",
      .repair("; if it is meant, add an `except` line to \(.rule)"))
  }
}

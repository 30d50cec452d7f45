// The finding `foreign-value`.

extension Finding.Kind {
  static let foreignValue = Finding.Kind(
    "foreign-value", .error, "A key of a rule has a value that is not the project's.",
    meaning: """
      A developer has committed an identifier of their own, or of another project. Everyone who builds from the repository \
      gets it.
      """,
    remedy: "Put the canonical text back: `git munge repair FILE` does so. If the text is meant, add an `except` line to the rule.")
}

extension Finding.Detail {
  /// A key has a value that is none of the canonical texts of its rules.
  static func foreignValue(_ text: [UInt8], key: [UInt8], canonicals: [[UInt8]]) -> Self {
    Self(
      .foreignValue, leaked: text, canonicals: canonicals, key: key,
      "\(text: key) is \(masked: text), which is none of the canonical texts of \(.rule): \(texts: canonicals)",
      .repair("; if it is meant, add an `except` line to \(.rule)"))
  }
}

// The finding `foreign-value`.

extension Finding.Kind {
  package static let foreignValue = Finding.Kind(
    "foreign-value", .error, "The value of a rule's key is not canonical.",
    meaning: """
      A developer has committed an identifier of their own, or of another project. Everyone who builds from the repository \
      gets it.
      """,
    remedy: "Restore the canonical text with `git munge repair FILE`. If the text is intended, add an `except` line to the rule.")
}

extension Finding.Detail {
  /// A key has a value that is not canonical in its rules.
  static func foreignValue(_ text: [UInt8], key: [UInt8], canonicals: [[UInt8]]) -> Self {
    Self(
      .foreignValue, leaked: text, canonicals: canonicals, key: key,
      "\(text: key) is \(masked: text), which is not canonical in \(.rule): \(texts: canonicals)",
      .repair("; if it is intended, add an `except` line to \(.rule)"))
  }
}

// The finding `local-text`.

extension Finding.Kind {
  static let localText = Finding.Kind(
    "local-text", .error, "The repository holds the local text of a rule.",
    meaning: "The local text of a rule without variables belongs in working trees only; the repository should hold the canonical one.",
    remedy: "Restore the canonical text with `git munge repair FILE`.")
}

extension Finding.Detail {
  /// The local text of a rule without variables.
  static func localText(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .localText, leaked: text, canonicals: [canonical],
      "\(masked: text) is the local text of \(.rule) for \(texts: [canonical])", .repair())
  }
}

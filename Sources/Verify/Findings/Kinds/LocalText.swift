// The finding `local-text`.

extension Finding.Kind {
  static let localText = Finding.Kind(
    "local-text", .error, "The repository holds the local text of a rule.",
    meaning: "The local text of a rule without variables is for working trees only; the repository should hold the canonical one.",
    remedy: "Put the canonical text back: `git munge repair FILE` does so.")
}

extension Finding.Detail {
  /// The local text of a rule without variables.
  static func localText(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .localText, leaked: text, canonicals: [canonical],
      "\(masked: text) is the local text of \(.rule), which stands for \(texts: [canonical])", .repair())
  }
}

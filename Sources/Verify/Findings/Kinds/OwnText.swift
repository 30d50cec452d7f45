// The findings `own-text` and `former-text`.

extension Finding.Kind {
  package static let ownText = Finding.Kind(
    "own-text", .error, "The repository holds a local text of this working tree.", meaning: ownMeaning, remedy: ownRemedy)

  package static let formerText = Finding.Kind(
    "former-text", .error, "The repository holds a former local text of this working tree.", meaning: ownMeaning,
    remedy: ownRemedy)

  private static let ownMeaning = "It was committed without the filter, and everyone who builds from the repository gets it."
  private static let ownRemedy = "Restore the canonical text with `git munge repair FILE`."
}

extension Finding.Detail {
  /// A local text of this working tree.
  static func ownText(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .ownText, leaked: text, canonicals: [canonical],
      "\(masked: text) is your local text for \(texts: [canonical]) of \(.rule)", ownRemedy)
  }

  /// A former local text of this working tree.
  static func formerText(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .formerText, leaked: text, canonicals: [canonical],
      "\(masked: text) is your former local text for \(texts: [canonical]) of \(.rule)", ownRemedy)
  }

  private static let ownRemedy = Finding.Remedy.repair(" (a file without filter=munge needs that attribute first)")
}

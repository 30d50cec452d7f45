// The findings `own-text` and `former-text`.

extension Finding.Kind {
  static let ownText = Finding.Kind(
    "own-text", .error, "The repository holds an identifier that this working tree shows.", meaning: ownMeaning, remedy: ownRemedy)

  static let formerText = Finding.Kind(
    "former-text", .error, "The repository holds an identifier that this working tree once showed.", meaning: ownMeaning,
    remedy: ownRemedy)

  private static let ownMeaning = "It was committed past the filter, and everyone who builds from the repository gets it."
  private static let ownRemedy = "Put the canonical text back: `git munge repair FILE` does so."
}

extension Finding.Detail {
  /// What this working tree shows for a canonical text.
  static func ownText(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .ownText, leaked: text, canonicals: [canonical],
      "\(masked: text) is what your working tree shows for \(texts: [canonical]) by \(.rule)", ownRemedy)
  }

  /// What it showed once.
  static func formerText(_ text: [UInt8], canonical: [UInt8]) -> Self {
    Self(
      .formerText, leaked: text, canonicals: [canonical],
      "\(masked: text) is what your working tree once showed for \(texts: [canonical]) by \(.rule)", ownRemedy)
  }

  private static let ownRemedy = Finding.Remedy.repair(" (a file without filter=munge needs that in .gitattributes first)")
}

// The finding `ambiguous-texts`.

extension Finding.Kind {
  static let ambiguousTexts = Finding.Kind(
    "ambiguous-texts", .warning, "Two texts cannot be told apart by themselves.",
    meaning: "The filter needs the committed version of a file to clean it, and goes by guesses where there is none.",
    remedy: "Choose a local text that holds no other text of the rules.")
}

extension Finding.Matter {
  /// Two texts that cannot be told apart; `relation`: words that fit between them.
  static func ambiguousTexts(_ text: [UInt8], relation: String, other: [UInt8]) -> Self {
    Self(
      .ambiguousTexts,
      "\(texts: [text]) \(relation) \(texts: [other]): clean cannot tell them apart without the committed file")
  }
}

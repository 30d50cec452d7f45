// The finding `ambiguous-texts`.

extension Finding.Kind {
  package static let ambiguousTexts = Finding.Kind(
    "ambiguous-texts", .warning, "Two texts of the rules are ambiguous.",
    meaning: "Clean needs the committed version of a file to decide between them, and guesses if there is none.",
    remedy: "Choose a local text that contains no other text of the rules.")
}

extension Finding.Detail {
  /// Two ambiguous texts; `relation`: a verb for the sentence.
  static func ambiguousTexts(_ text: [UInt8], relation: String, other: [UInt8]) -> Self {
    Self(
      .ambiguousTexts,
      "\(texts: [text]) \(relation) \(texts: [other]): clean cannot tell them apart without the committed file")
  }
}

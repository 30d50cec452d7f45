// The finding `near-leak`.

extension Finding.Kind {
  static let nearLeak = Finding.Kind(
    "near-leak", .error, inTree: .warning, "A local text stands where no rule reaches it.",
    meaning: """
      It is part of a longer word, or outside the keys of its rule, so the filter does not take it back and it is committed \
      as it is.
      """,
    remedy: "Write the canonical text there, or, if it is another word, rename it.")
}

extension Finding.Detail {
  /// A text of this working tree in a longer word, or outside the keys of its rule (then `word` is the text).
  /// `suffix`: what a `suffix` line has to say to cover the word; `nil` where none can.
  static func nearLeak(_ text: [UInt8], word: [UInt8], suffix: [UInt8]? = nil) -> Self {
    Self(
      .nearLeak, leaked: text,
      text == word
        ? "\(masked: text) is your local text of \(.rule), outside its keys"
        : "your local text of \(.rule) stands in a longer word, \(masked: word)",
      suffix.map { .words("add `suffix = \(text: $0)` to \(.rule) to munge it, or write another word") })
  }
}

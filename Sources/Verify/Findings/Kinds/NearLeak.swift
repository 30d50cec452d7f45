// The finding `near-leak`.

extension Finding.Kind {
  package static let nearLeak = Finding.Kind(
    "near-leak", .error, inTree: .warning, "A local text is where clean does not replace it.",
    meaning: "It is part of a longer word, or outside the keys of its rule, so it is committed as is.",
    remedy: "Write the canonical text there, or rename it if it is another word.")
}

extension Finding.Detail {
  /// A local text of this working tree in a longer word, or outside the keys of its rule (then `word` is the text).
  /// `line`: the `prefix` or `suffix` line that covers the word; `nil` if none can.
  static func nearLeak(_ text: [UInt8], word: [UInt8], line: [UInt8]? = nil) -> Self {
    Self(
      .nearLeak, leaked: text,
      text == word
        ? "\(masked: text) is your local text of \(.rule), outside its keys"
        : "\(masked: word) contains your local text of \(.rule)",
      line.map { .words("add `\(text: $0)` to \(.rule) to munge it, or write another word") })
  }
}

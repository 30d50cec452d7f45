// The finding `near-miss`.

import Engine

extension Finding.Kind {
  package static let nearMiss = Finding.Kind(
    "near-miss", .note, "A longer word contains a canonical text.",
    meaning: "No rule matches the word, so every developer sees it unchanged.",
    remedy: "Add a `prefix` or `suffix` line to the rule to munge the word, or an `except` line to keep it without this note.")
}

extension Finding.Detail {
  /// `line`: the `prefix` or `suffix` line that covers the word; `nil` if none can.
  static func nearMiss(_ text: [UInt8], word: [UInt8], line: [UInt8]?) -> Self {
    let message: Finding.Message = "'\(text: word)' contains \(texts: [text]) of \(.rule), but is not munged"
    if word.count > PlanMatch.longest {
      return Self(
        .nearMiss, "a word of \("\(word.count)") bytes contains \(texts: [text]) of \(.rule), but is not munged",
        .words("none: no rule can match such a long word"))
    }
    guard let line else {
      return Self(.nearMiss, message, .words("add `except = \(text: word)` to \(.rule) if this is intended"))
    }
    return Self(
      .nearMiss, message,
      .words("add `\(text: line)` to \(.rule) to munge it, or `except = \(text: word)` to keep it"))
  }
}

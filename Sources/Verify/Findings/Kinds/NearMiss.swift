// The finding `near-miss`.

import Smudge

extension Finding.Kind {
  static let nearMiss = Finding.Kind(
    "near-miss", .note, "A canonical text stands in a longer word.",
    meaning: "No rule covers the word, so every developer sees it as it is.",
    remedy: "Add a `suffix` line to the rule to munge the word, or an `except` line to keep it without this note.")
}

extension Finding.Detail {
  /// `suffix`: what a `suffix` line has to say to cover the word; `nil` where none can.
  static func nearMiss(_ text: [UInt8], word: [UInt8], suffix: [UInt8]?) -> Self {
    let message: Finding.Message = "'\(text: word)' holds \(texts: [text]) of \(.rule), and stays as it is"
    if word.count > PlanMatch.longest {
      return Self(
        .nearMiss, "a word of \("\(word.count)") bytes holds \(texts: [text]) of \(.rule), and stays as it is",
        .words("nothing: no rule can cover so long a word"))
    }
    guard let suffix else {
      return Self(.nearMiss, message, .words("add `except = \(text: word)` to \(.rule) if that is meant"))
    }
    return Self(
      .nearMiss, message,
      .words("add `suffix = \(text: suffix)` to \(.rule) to munge it, or `except = \(text: word)` to keep it"))
  }
}

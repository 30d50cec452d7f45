// The finding `bad-rules`.

extension Finding.Kind {
  static let badRules = Finding.Kind(
    "bad-rules", .error, "The rules file cannot be used.",
    meaning: "Invalid rules cannot be installed, and nothing can be checked against them.",
    remedy: "Correct .gitmunge; `git munge install --dry-run` checks it.")
}

extension Finding.Detail {
  /// The message of an installation about the rules.
  static func badRules(_ words: String) -> Self {
    Self(.badRules, Finding.Message(words))
  }
}

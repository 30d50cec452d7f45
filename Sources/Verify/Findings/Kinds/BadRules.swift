// The finding `bad-rules`.

import Rules

extension Finding.Kind {
  static let badRules = Finding.Kind(
    "bad-rules", .error, "The rules file cannot be used.",
    meaning: "Invalid rules cannot be installed, and nothing can be checked against them.",
    remedy: "Correct .gitmunge; `git munge install --dry-run` checks it.")
}

extension Finding.Detail {
  /// The message of an installation about the rules.
  static func badRules(_ words: String, in file: String = RulesFile.name) -> Self {
    if file == RulesFile.name { return Self(.badRules, Finding.Message(words)) }
    return Self(.badRules, Finding.Message(words), .words("correct \(file), then: git munge refresh"))
  }
}

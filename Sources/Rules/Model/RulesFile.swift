import Engine

/// The names in `.gitmunge`.
package enum RulesFile {
  package static let name = RulesFingerprint.file
  package static let maxBytes = RulesFingerprint.maxBytes
  /// The limit for all rules with their prefixes and suffixes, so that a committed file cannot make every checkout slow.
  package static let maxTexts = 1000

  enum Section: String, CaseIterable {
    case rule, variable, munge
  }

  package enum RuleKey: String, Sendable, CaseIterable {
    case canonical, local, key
    case exceptKey = "except-key"
    case check
    case onInsert = "on-insert"
    case prefix, suffix, except, path
  }

  /// Keys of former versions, with the advice for each.
  static let formerRuleKeys = [
    "absent": "write 'on-insert' instead", "missing": "deleted lines are committed as deleted; remove this line",
  ]

  enum VariableKey: String, CaseIterable {
    case kind, description
  }

  enum MungeKey: String, CaseIterable {
    case version
  }
}

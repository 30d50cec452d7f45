package import Smudge

/// Canonical texts, the local text for them, and where the rule applies.
package struct Rule: Sendable, Equatable {
  package internal(set) var name: [UInt8]
  package let place: RulesPosition
  package internal(set) var local: Template
  /// The values of each key, in the order of the lines; of `check`, `nil` without a line.
  package internal(set) var values: [RulesFile.RuleKey: [[UInt8]]] = [:]
  package internal(set) var onInsert: KeyScope.OnInsert = .keep
  /// The `key`, `except-key`, `check`, `prefix`, `suffix`, `except` and `path` lines.
  package internal(set) var lines: [RuleLine] = []
  /// The name of its file in messages.
  package internal(set) var file = RulesFile.name

  /// A line of a key that can be repeated, as written.
  package struct RuleLine: Sendable, Hashable {
    package let key: RulesFile.RuleKey
    package let value: [UInt8]
    package let place: RulesPosition
  }

  package subscript(key: RulesFile.RuleKey) -> [[UInt8]] { values[key] ?? [] }

  /// The canonical texts: at least one, and only one where there are no keys.
  package var canonicals: [[UInt8]] { self[.canonical] }

  /// The canonical text for a new line: the first.
  package var canonical: [UInt8] { canonicals.first ?? [] }

  /// The keys in whose values its texts match; empty: everywhere, as whole words.
  package var keys: [[UInt8]] { self[.key] }

  /// The keys in whose values canonical texts stay, in a rule without keys.
  package var exceptKeys: [[UInt8]] { self[.exceptKey] }

  package var excepts: [[UInt8]] { self[.except] }

  /// The keys in whose values `git munge verify` reports other texts of the same form.
  package var checkedKeys: [[UInt8]] { values[.check] ?? keys }

  /// What the rule adds to its texts: nothing, each suffix, and each prefix with the same.
  package var affixes: [Affix] {
    ([[]] + self[.prefix]).flatMap { prefix in
      ([[]] + self[.suffix]).map { Affix(prefix: prefix, suffix: $0) }
    }
  }

  /// All canonical texts with all prefixes and suffixes, in the order of the plan.
  package var covered: [[UInt8]] {
    affixes.flatMap { canonicals.map($0.around) }
  }

  /// Each of the covered texts with a local text. `local`: the one for a canonical text without prefix and suffix.
  package func pairs(_ local: ([UInt8]) -> [UInt8]?) -> [TextPair] {
    affixes.flatMap { affix in
      canonicals.map { TextPair(canonical: affix.around($0), local: local($0).map(affix.around)) }
    }
  }

  /// What the texts match in the values of keys; `nil` without keys. A rule with one canonical text that is a word,
  /// apart from an empty one, can match a part of a value.
  package var extent: KeyScope.Extent? {
    if keys.isEmpty { return nil }
    let texts = canonicals.filter { !$0.isEmpty }
    let isToken = texts.count == 1 && texts.allSatisfy { TextFlaw.flaw(of: $0) == nil }
    return isToken && local.isOfTokenBytes ? .part : .whole
  }

  /// The keys as a plan has them; `nil` without keys.
  var keyed: KeyScope? {
    extent.map { KeyScope(keys: keys, extent: $0, onInsert: onInsert) }
  }

  /// Why bytes cannot be a text of this rule; `nil` if they can.
  func flaw(of text: [UInt8]) -> TextFlaw? {
    extent == .whole ? .flaw(ofValue: text) : .flaw(of: text)
  }
}

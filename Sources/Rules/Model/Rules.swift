package import Smudge

/// The parsed rules file: rules and variables.
package struct Rules: Sendable, Equatable {
  package var rules: [Rule] = []
  package var variables: [Variable] = []
  /// The bytes of the file; of two, those of the committed one.
  package var source: [UInt8] = []
  /// The lines of gitattributes(5) of private rules, each of which sets only the filter; empty in committed rules.
  package var attributes: [String] = []
  package var origin = Origin.committed
  /// The names of private rules that are not used, because the committed rules have their texts.
  package var replaced: [[UInt8]] = []

  /// Where rules come from.
  package enum Origin: String, Sendable {
    /// `both`: the committed rules, and private ones for other texts.
    case committed, `private`, both
  }

  package init() {}

  package var fingerprint: Digest { Digest(source) }

  package func variable(_ name: String) -> Variable? { variables.first { $0.name == name } }

  /// The values of its own variables, in the order of their declarations; the configuration can have others.
  package func declared(_ values: [VariableValue]) -> [VariableValue] {
    variables.compactMap { variable in values.first { $0.name == variable.name } }
  }

  /// Variables without a value, whose rules are idle, split by whether the developer chose to keep the canonical text.
  package func unset(_ values: [VariableValue], declined: Set<String>) -> (open: [Variable], declined: [Variable]) {
    let all = variables.filter { variable in !values.contains { $0.name == variable.name } }
    return (all.filter { !declined.contains($0.name) }, all.filter { declined.contains($0.name) })
  }
}

/// Canonical texts, the local text for them, and where the rule applies.
package struct Rule: Sendable, Equatable {
  package internal(set) var name: [UInt8]
  package let place: RulesPosition
  package internal(set) var local: Template
  /// The values of each key, in the order of its lines; of `check`, `nil` without a line.
  package internal(set) var values: [RulesFile.RuleKey: [[UInt8]]] = [:]
  package internal(set) var onInsert: KeyScope.OnInsert = .keep
  /// Its `key`, `except-key`, `check`, `prefix`, `suffix`, `except` and `path` lines.
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

  /// At least one, and only one where there are no keys.
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
    ([[]] + self[.prefix]).flatMap { prefix in ([[]] + self[.suffix]).map { Affix(prefix: prefix, suffix: $0) } }
  }

  /// All canonical texts with all prefixes and suffixes, in the order of the plan.
  package var covered: [[UInt8]] { affixes.flatMap { affix in canonicals.map { affix.around($0) } } }

  /// Each of them with a local text. `local`: the one for a canonical text without prefix and suffix.
  package func pairs(_ local: ([UInt8]) -> [UInt8]?) -> [TextPair] {
    affixes.flatMap { affix in
      canonicals.map { TextPair(canonical: affix.around($0), local: local($0).map(affix.around)) }
    }
  }

  /// `nil` without keys. A rule with one canonical text that is a word, apart from an empty one, can match a part of a
  /// value.
  package var extent: KeyScope.Extent? {
    if keys.isEmpty { return nil }
    let texts = canonicals.filter { !$0.isEmpty }
    let isToken = texts.count == 1 && texts.allSatisfy { TextFlaw.flaw(of: $0) == nil }
    return isToken && local.isOfTokenBytes ? .part : .whole
  }

  var keyed: KeyScope? { extent.map { KeyScope(keys: keys, extent: $0, onInsert: onInsert) } }

  /// Why bytes cannot be a text of this rule; `nil` if they can.
  func flaw(of text: [UInt8]) -> TextFlaw? { extent == .whole ? TextFlaw.flaw(ofValue: text) : TextFlaw.flaw(of: text) }
}

/// What a rule adds before and after a text; both can be empty.
package struct Affix: Sendable, Hashable {
  package let prefix: [UInt8]
  package let suffix: [UInt8]

  package static let none = Affix(prefix: [], suffix: [])

  package func around(_ text: [UInt8]) -> [UInt8] { prefix + text + suffix }

  /// The rest of a text without both; `nil` if they are not its ends.
  package func stem(of text: [UInt8]) -> [UInt8]? {
    guard text.count > prefix.count + suffix.count, text.starts(with: prefix), text.suffix(suffix.count) == suffix[...]
    else { return nil }
    return Array(text.dropFirst(prefix.count).dropLast(suffix.count))
  }
}

/// A value that each developer supplies.
package struct Variable: Sendable, Equatable {
  package let name: String
  package let place: RulesPosition
  package var kind: VariableKind
  package var description: String?
}

/// A local text with variables: `com.blah.user-${handle}`.
package struct Template: Sendable, Equatable, CustomStringConvertible {
  package enum Part: Sendable, Equatable {
    case text([UInt8])
    case variable(String)
  }

  package let parts: [Part]
  let place: RulesPosition

  /// The names of its variables, in order.
  package var variables: [String] {
    parts.compactMap { part in if case .variable(let name) = part { name } else { nil } }
  }

  /// The text with the values of all variables; `nil` if one is missing.
  package func filled(_ value: (String) -> [UInt8]?) -> [UInt8]? {
    var text: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let bytes): text += bytes
      case .variable(let name):
        guard let value = value(name) else { return nil }
        text += value
      }
    }
    return text
  }

  /// The value of a variable with which the text is this one. `values`: those of the others.
  package func value(of variable: String, giving text: [UInt8], _ values: (String) -> [UInt8]?) -> [UInt8]? {
    let ends = filled { $0 == variable ? [0] : values($0) }?.split(separator: 0, omittingEmptySubsequences: false) ?? []
    return ends.count == 2 ? Affix(prefix: Array(ends[0]), suffix: Array(ends[1])).stem(of: text) : nil
  }

  /// As written in the rules file.
  package var description: String { String(decoding: filled { Array("${\($0)}".utf8) } ?? [], as: UTF8.self) }
}

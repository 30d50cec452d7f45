import Platform
import Synchronization

/// The patterns of the keys that rules apply to or exclude, by key.
package struct PatternsByKey: Sendable {
  /// The patterns for the values of one key.
  package struct Key: Sendable {
    package let name: [UInt8]
    /// The patterns of whole values.
    let values: [[UInt8]: Pattern]
    fileprivate let partsOnUse: PatternsOnUse

    /// The patterns of parts of a value, those of rules for all content included.
    var parts: PatternSet { partsOnUse.patterns }

    /// The pattern of a text in a value of this key.
    package subscript(text: [UInt8]) -> Pattern? { values[text] ?? parts[text] }
  }

  let scanner: KeyValueScanner
  /// The keys, in the order of the scanner's keys.
  package let keys: [Key]

  /// `nil` if no rule has or excludes keys.
  init?(_ rules: PatternSet.Rules) {
    let all = rules.flatMap { ($0.rule.keyed?.keys ?? []) + $0.rule.exceptKeys }
    let names = Set(all).sorted { $0.lexicographicallyPrecedes($1) }
    if names.isEmpty { return nil }
    scanner = KeyValueScanner(keys: names)
    // Rules for a key win over rules for all content.
    let general = rules.filter { $0.rule.keyed == nil }
    var rulesByKey: [[UInt8]: PatternSet.Rules] = [:]
    for rule in rules { for name in Set(rule.rule.keyed?.keys ?? []) { rulesByKey[name, default: []].append(rule) } }
    // Keys of the same rules share their compiled patterns.
    var compiled: [[Int]: (values: [[UInt8]: Pattern], parts: PatternsOnUse)] = [:]
    keys = names.map { name in
      let own = rulesByKey[name] ?? []
      let group = own.map(\.index) + [-1] + general.filter { $0.rule.exceptKeys.contains(name) }.map(\.index)
      let known = compiled[group] ?? (
        PatternSet.patterns(of: own.filter { $0.rule.keyed?.extent == .whole }),
        PatternsOnUse(own.filter { $0.rule.keyed?.extent != .whole }, general, inValuesOf: name)
      )
      compiled[group] = known
      return Key(name: name, values: known.values, partsOnUse: known.parts)
    }
  }
}

/// Patterns that are compiled when a value of their key is found: each key has those of all rules without keys as well, and
/// most contents have few of the keys.
private final class PatternsOnUse: Sendable {
  private let own: PatternSet.Rules
  private let general: PatternSet.Rules
  private let key: [UInt8]
  private let compiled = Mutex<PatternSet?>(nil)

  /// `own`: the rules for the key; `general`: those for all content.
  init(_ own: PatternSet.Rules, _ general: PatternSet.Rules, inValuesOf key: [UInt8]) {
    (self.own, self.general, self.key) = (own, general, key)
  }

  var patterns: PatternSet {
    compiled.withLock { known in
      let patterns = known ?? PatternSet(own + general, inValuesOf: key)
      known = patterns
      return patterns
    }
  }
}

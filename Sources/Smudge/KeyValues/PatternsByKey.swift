import Platform
import Synchronization

/// The patterns of the keys that rules apply to or exclude, by key.
package struct PatternsByKey: Sendable {
  /// The patterns of one key.
  package struct Key: Sendable {
    package let name: [UInt8]
    /// The patterns of whole values.
    let values: WholeValues
    fileprivate let partsOnUse: PatternsOnUse

    /// The patterns of parts of a value, those of rules for all content included.
    var parts: PatternSet { partsOnUse.patterns }

    package subscript(text: [UInt8]) -> Pattern? { values[text]?.pattern ?? parts[text] }
  }

  let scanner: KeyValueScanner
  /// The keys, in the order of the scanner's keys.
  package let keys: [Key]

  /// Compiles the rules with keys; `nil` if no rule has or excludes keys.
  init?(_ rules: PatternSet.Rules) {
    let names = rules.flatMap { ($0.rule.keyed?.keys ?? []) + $0.rule.exceptKeys }
    if names.isEmpty { return nil }
    scanner = KeyValueScanner(keys: names)

    let general = rules.filter { $0.rule.keyed == nil }
    var rulesByKey: [[UInt8]: PatternSet.Rules] = [:]
    for rule in rules {
      for name in Set(rule.rule.keyed?.keys ?? []) { rulesByKey[name, default: []].append(rule) }
    }

    // Keys of the same rules share their compiled patterns.
    var compiled: [[Int]: (values: WholeValues, parts: PatternsOnUse)] = [:]
    keys = scanner.matcher.texts.map { name in
      let special = rulesByKey[name] ?? []
      let excluding = general.filter { $0.rule.exceptKeys.contains(name) }
      let group = special.map(\.index) + [-1] + excluding.map(\.index)
      let patterns =
        compiled[group] ?? (
          WholeValues(special.compactMap { index, rule in rule.ofWholeValues.map { (index, $0) } }),
          PatternsOnUse {
            // Rules for a key win over rules for all content.
            PatternSet(
              special.compactMap { index, rule in rule.ofParts.map { (index, $0) } } + general, inValuesOf: name)
          }
        )
      compiled[group] = patterns
      return Key(name: name, values: patterns.values, partsOnUse: patterns.parts)
    }
  }
}

/// The patterns of whole values, which can be empty.
struct WholeValues: Sendable {
  /// The patterns, sorted by their texts.
  private let patterns: [(text: [UInt8], pattern: Pattern)]

  init(_ rules: PatternSet.Rules) {
    patterns = PatternSet.patterns(of: rules).sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      ($0.key, $0.value)
    }
  }

  subscript(text: some Collection<UInt8>) -> (text: [UInt8], pattern: Pattern)? {
    let index = patterns.partitioningIndex { !$0.text.lexicographicallyPrecedes(text) }
    return index < patterns.count && patterns[index].text.elementsEqual(text) ? patterns[index] : nil
  }
}

extension PlanRule {
  /// The rule for the whole values of its keys; `nil` if it has no text that has to be one.
  fileprivate var ofWholeValues: PlanRule? {
    guard let keyed, keyed.extent == .whole || pairs.contains(where: \.canonical.isEmpty) else { return nil }
    var rule = self
    rule.keyed = keyed.ofWholeValues
    return rule
  }

  /// The rule for parts of the values of its keys; `nil` if it has no text that can be one.
  fileprivate var ofParts: PlanRule? {
    if keyed?.extent == .whole { return nil }
    // The filter starts for almost every command: most rules are used as they are.
    if !pairs.contains(where: \.canonical.isEmpty) { return self }
    var rule = self
    rule.pairs.removeAll(where: \.canonical.isEmpty)
    return rule
  }
}

/// Patterns that are compiled when a value of their key is found: each key has those of all rules without keys as well,
/// and most contents have few of the keys.
private final class PatternsOnUse: Sendable {
  private let compile: @Sendable () -> PatternSet
  private let compiled = AtomicLazyReference<PatternSet>()

  init(_ compile: @escaping @Sendable () -> PatternSet) { self.compile = compile }

  var patterns: PatternSet { compiled.load() ?? compiled.storeIfNil(compile()) }
}

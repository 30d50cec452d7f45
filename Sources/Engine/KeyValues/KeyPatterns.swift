/// What the values of keys mean, for the rules that are restricted to keys.
struct KeyPatterns: Sendable {
  /// What the value of one key can be.
  struct Key: Sendable {
    let name: [UInt8]
    /// What a value is as a whole.
    let values: [[UInt8]: Pattern]
    /// What may be a part of it, by the rules for all content too.
    let parts: PatternSet

    /// What a text is in a value of this key.
    subscript(text: [UInt8]) -> Pattern? { values[text] ?? parts[text] }
  }

  let scanner: KeyValueScanner
  /// In the order of the keys that the scanner seeks.
  let keys: [Key]

  /// `nil` where no rule has keys.
  init?(_ rules: PatternSet.Rules) {
    let names = Set(rules.flatMap { $0.rule.keyed?.keys ?? [] }).sorted { $0.lexicographicallyPrecedes($1) }
    if names.isEmpty { return nil }
    scanner = KeyValueScanner(keys: names)
    // Keys of the same rules share what is compiled of them.
    var compiled: [[Int]: (values: [[UInt8]: Pattern], parts: PatternSet)] = [:]
    keys = names.map { name in
      // What is said of a key wins over what is said of all content.
      let rules = rules.filter { $0.rule.keyed?.keys.contains(name) == true } + rules.filter { $0.rule.keyed == nil }
      let known = compiled[rules.map(\.index)] ?? (
        PatternSet.patterns(of: rules.filter { $0.rule.keyed?.extent == .whole }),
        PatternSet(rules.filter { $0.rule.keyed?.extent != .whole })
      )
      compiled[rules.map(\.index)] = known
      return Key(name: name, values: known.values, parts: known.parts)
    }
  }
}

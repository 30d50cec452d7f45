/// What the values of keys mean, for the rules that are restricted to keys.
struct KeyedLexicon: Sendable {
  /// What the value of one key can be.
  struct Key: Sendable {
    /// What a value is as a whole.
    let values: [[UInt8]: Lexicon.Entry]
    /// What may be a part of it, by the rules for all content too.
    let parts: Vocabulary
  }

  let scanner: SiteScanner
  /// In the order of the keys that the scanner seeks.
  let keys: [Key]
  /// In that order, too.
  let names: [[UInt8]]

  /// `nil` where no rule has keys.
  init?(_ rules: [PlanRule]) {
    let names = Set(rules.flatMap { $0.keyed?.keys ?? [] }).sorted { $0.lexicographicallyPrecedes($1) }
    if names.isEmpty { return nil }
    // Keys of the same rules share what is compiled of them.
    var compiled: [[Int]: Key] = [:]
    self.names = names
    scanner = SiteScanner(keys: names)
    keys = names.map { name in
      // What is said of a key wins over what is said of all content.
      let keyed = rules.enumerated().filter { $1.keyed?.keys.contains(name) == true }
      let rules = keyed + rules.enumerated().filter { $1.keyed == nil }
      let key = compiled[rules.map(\.offset)] ?? Key(rules.map { (index: $0.offset, rule: $0.element) })
      compiled[rules.map(\.offset)] = key
      return key
    }
  }
}

extension KeyedLexicon.Key {
  fileprivate init(_ rules: [(index: Int, rule: PlanRule)]) {
    values = Vocabulary.entries(of: rules.filter { $0.rule.keyed?.extent == .whole })
    parts = Vocabulary(rules.filter { $0.rule.keyed?.extent != .whole })
  }
}

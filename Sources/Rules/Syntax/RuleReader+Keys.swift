import Smudge

/// The `key`, `except-key` and `check` lines of a rule, and words that only a rule with keys can have.
extension RuleReader {
  func keys() throws(RulesError) -> [[UInt8]] {
    try draft.distinct("key").map { entry throws(RulesError) in try keyName(entry) }
  }

  func exceptKeys(of rule: Rule) throws(RulesError) -> [[UInt8]] {
    let entries = try draft.distinct("except-key")
    if let entry = entries.first, !rule.keys.isEmpty {
      throw RulesError(entry.place, .exceptKeyAndKey(found: entry.value))
    }
    return try entries.map { entry throws(RulesError) in try keyName(entry) }
  }

  /// The keys of `check` lines; `nil` without one.
  func checks(of rule: Rule) throws(RulesError) -> [[UInt8]]? {
    let entries = try draft.distinct("check")
    if entries.isEmpty { return nil }
    if let empty = entries.first(where: \.value.isEmpty) {
      guard !rule.keys.isEmpty, entries.count == 1 else {
        throw RulesError(empty.valuePlace, .emptyCheck(isKeyed: !rule.keys.isEmpty))
      }
      return []
    }
    return try entries.map { entry throws(RulesError) in try keyName(entry) }
  }

  private func keyName(_ entry: ConfigSyntax.KeyLine) throws(RulesError) -> [UInt8] {
    if RuleReader.isKey(entry.value) { return entry.value }
    let name = Array(entry.value.prefix { $0 != UInt8(ascii: "[") })
    throw RulesError(
      entry.valuePlace,
      RuleReader.isKey(name)
        ? .conditionInKey(key: entry.key, found: entry.value) : .badKeyName(key: entry.key, found: entry.value))
  }

  /// Whether it is `[A-Za-z_][A-Za-z0-9_.:-]*` without a dot or colon at the end.
  private static func isKey(_ key: [UInt8]) -> Bool {
    guard let first = key.first, let last = key.last, key.count <= TextFlaw.lengths.upperBound else { return false }
    let isName = key.allSatisfy { Boundary.isIdentifier($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
    let begins = !(0x30...0x39).contains(first) && first != UInt8(ascii: "-") && Boundary.isIdentifier(first)
    return isName && begins && Boundary.isIdentifier(last)
  }

  /// The value of a key that allows only a few words.
  func word<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ usual: Choice, of rule: Rule
  ) throws(RulesError) -> Choice {
    guard let entry = try draft.single(key) else { return usual }
    if rule.keys.isEmpty { throw RulesError(entry.place, .needsKey(.word(key), section: draft.title)) }
    let word = String(decoding: entry.value, as: UTF8.self)
    if let found = Choice(rawValue: word) { return found }
    let known = Choice.allCases.map(\.rawValue)
    throw RulesError(
      entry.valuePlace,
      .unknownWord(key: key, known: known, found: entry.value, nearest: nearestWord(to: word, among: known)))
  }
}

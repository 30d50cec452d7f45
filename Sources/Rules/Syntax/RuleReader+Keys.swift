import Engine

/// The `key` lines of a rule, and words that only a rule with keys can have.
extension RuleReader {
  func keys() throws(RulesError) -> [[UInt8]] {
    let entries = try draft.distinct("key")
    for entry in entries {
      if RuleReader.isKey(entry.value) { continue }
      let key = entry.value.prefix { $0 != UInt8(ascii: "[") }
      let problem: RulesError.Problem =
        RuleReader.isKey(Array(key)) ? .conditionInKey(found: entry.value) : .badKeyName(found: entry.value)
      throw RulesError(entry.valuePlace, problem)
    }
    return entries.map(\.value)
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

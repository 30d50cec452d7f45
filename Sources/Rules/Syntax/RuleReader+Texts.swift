import Smudge

/// The `prefix`, `suffix` and `except` lines of a rule.
extension RuleReader {
  func suffixes(of rule: Rule) throws(RulesError) -> [[UInt8]] {
    try affixes(.suffix, of: rule, besides: rule.canonicals) { value in [Affix(prefix: [], suffix: value)] }
  }

  /// `rule`: with its suffixes, each of which goes with each prefix.
  func prefixes(of rule: Rule) throws(RulesError) -> [[UInt8]] {
    try affixes(.prefix, of: rule, besides: rule.covered) { value in
      ([[]] + rule.suffixes).map { Affix(prefix: value, suffix: $0) }
    }
  }

  /// `known`: the texts so far; `combinations`: what a line adds to each canonical text.
  private func affixes(
    _ kind: RulesError.AffixKind, of rule: Rule, besides known: [[UInt8]], _ combinations: ([UInt8]) -> [Affix]
  ) throws(RulesError) -> [[UInt8]] {
    var texts = Set(known)
    return try draft.values(kind.rawValue).map { entry throws(RulesError) in
      let added = combinations(entry.value)
      try check(entry, kind, added, of: rule)
      let covered = added.flatMap { affix in rule.canonicals.map { affix.around($0) } }
      // With `canonical = a` and `ab`, `suffix = b` would give `ab` two local texts.
      for text in covered where !texts.insert(text).inserted && !rule.keys.isEmpty {
        throw RulesError(entry.valuePlace, .affixMakesAgain(kind, found: entry.value, text: text))
      }
      return entry.value
    }
  }

  private func check(
    _ entry: ConfigSyntax.KeyLine, _ kind: RulesError.AffixKind, _ added: [Affix], of rule: Rule
  ) throws(RulesError) {
    let end = switch kind {
    case .prefix: entry.value.last
    case .suffix: entry.value.first
    }
    guard let end else { throw RulesError(entry.valuePlace, .badAffix(kind, found: [], flaw: .empty)) }
    if rule.canonicals.contains([]) { throw RulesError(entry.place, .affixOfNothing(kind, found: entry.value)) }
    let isOpen = rule.extent != .whole && !Boundary.isIdentifier(end)
    if isOpen && end == UInt8(ascii: ".") {
      throw RulesError(entry.valuePlace, .dottedAffix(kind, found: entry.value))
    }
    let flaws = added.flatMap { affix in rule.canonicals.compactMap { rule.flaw(of: affix.around($0)) } }
    if let flaw = isOpen ? .openEnds : flaws.first {
      throw RulesError(entry.valuePlace, .badAffix(kind, found: entry.value, flaw: flaw))
    }
  }

  func except(_ entry: ConfigSyntax.KeyLine, of rule: Rule) throws(RulesError) -> [UInt8] {
    if let flaw = entry.value.isEmpty ? .empty : rule.flaw(of: entry.value) {
      throw RulesError(entry.valuePlace, .badText(key: "except", found: entry.value, flaw: flaw))
    }
    let canonicals =
      switch rule.extent {
      case .whole: rule.covered
      case .part, nil: rule.canonicals
      }
    // Other texts are allowed: an `except` line can also accept the text of a finding.
    if canonicals.contains(entry.value) { throw RulesError(entry.valuePlace, .exceptedCanonical(found: entry.value)) }
    return entry.value
  }
}

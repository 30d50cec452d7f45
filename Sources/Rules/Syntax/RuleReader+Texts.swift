import Engine

/// The `suffix` and `except` lines of a rule.
extension RuleReader {
  func suffixes(of rule: Rule) throws(RulesError) -> [[UInt8]] {
    var texts = Set(rule.canonicals)
    return try draft.values("suffix").map { entry throws(RulesError) in
      let suffix = try suffix(entry, of: rule)
      // With `canonical = a` and `ab`, `suffix = b` would give `ab` two local texts.
      for canonical in rule.canonicals where !texts.insert(canonical + suffix).inserted && !rule.keys.isEmpty {
        throw RulesError(entry.valuePlace, .suffixMakesAgain(found: suffix, text: canonical + suffix))
      }
      return suffix
    }
  }

  private func suffix(_ entry: ConfigSyntax.KeyLine, of rule: Rule) throws(RulesError) -> [UInt8] {
    guard let first = entry.value.first else {
      throw RulesError(entry.valuePlace, .badSuffix(found: [], flaw: .empty))
    }
    if rule.canonicals.contains([]) {
      throw RulesError(entry.place, .suffixOfNothing(found: entry.value))
    }
    let isOpen = rule.extent != .whole && !Boundary.isIdentifier(first)
    if isOpen && first == UInt8(ascii: ".") {
      throw RulesError(entry.valuePlace, .dottedSuffix(found: entry.value))
    }
    let flaws = rule.canonicals.compactMap { rule.flaw(of: $0 + entry.value) }
    if let flaw = isOpen ? .openEnds : flaws.first {
      throw RulesError(entry.valuePlace, .badSuffix(found: entry.value, flaw: flaw))
    }
    return entry.value
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

import Smudge

/// Parses one rule from its section.
struct RuleReader {
  let draft: SectionDraft
  /// Used for its declared variables.
  let rules: Rules

  func rule() throws(RulesError) -> Rule {
    let keys = try keys()
    let canonicals = try canonicals(isKeyed: !keys.isEmpty)
    let local = try draft.required("local")
    var rule = Rule(
      name: draft.name, place: draft.place, canonicals: canonicals.map(\.value),
      local: try Template(local.value, at: local.valuePlace), keys: keys)
    try check(canonicals, of: rule)
    try check(rule.local, of: rule)
    rule.exceptKeys = try exceptKeys(of: rule)
    rule.checks = try checks(of: rule)
    rule.onInsert = try word("on-insert", .keep, of: rule)
    rule.suffixes = try suffixes(of: rule)
    rule.prefixes = try prefixes(of: rule)
    rule.excepts = try draft.values("except").map { entry throws(RulesError) in try except(entry, of: rule) }
    rule.paths = try paths()
    rule.lines = lines()
    return rule
  }

  private func lines() -> [Rule.RuleLine] {
    let keys: [RulesFile.RuleKey] = [.key, .exceptKey, .check, .prefix, .suffix, .except, .path]
    return keys.flatMap { key in
      draft.values(key.rawValue).filter { !$0.value.isEmpty }.map { Rule.RuleLine(key: key, value: $0.value, place: $0.place) }
    }
  }

  private func canonicals(isKeyed: Bool) throws(RulesError) -> [ConfigSyntax.KeyLine] {
    let found = try draft.distinct("canonical")
    if found.isEmpty { throw draft.missing("canonical") }
    if isKeyed { return found }
    if found.count > 1 { throw RulesError(found[1].place, .needsKey(.several, section: draft.title)) }
    if found[0].value.isEmpty { throw RulesError(found[0].valuePlace, .needsKey(.empty, section: draft.title)) }
    return found
  }

  private func check(_ canonicals: [ConfigSyntax.KeyLine], of rule: Rule) throws(RulesError) {
    for entry in canonicals {
      guard let flaw = rule.flaw(of: entry.value) else { continue }
      throw RulesError(entry.valuePlace, .badText(key: "canonical", found: entry.value, flaw: flaw))
    }
  }

  private func check(_ local: Template, of rule: Rule) throws(RulesError) {
    if local.parts.isEmpty {
      throw RulesError(local.place, .badText(key: "local", found: [], flaw: .empty))
    }
    for name in local.variables where rules.variable(name) == nil {
      throw RulesError(
        local.place,
        .undeclaredVariable(name, nearest: nearestWord(to: name, among: rules.variables.map(\.name))))
    }
    switch rule.extent {
    case .whole: try local.checkAsValue()
    case .part, nil: try local.check()
    }
  }

  private func paths() throws(RulesError) -> [[UInt8]] {
    let entries = draft.values("path")
    for entry in entries {
      let pattern = entry.value.first == UInt8(ascii: "!") ? entry.value.dropFirst() : entry.value[...]
      if pattern.isEmpty || pattern.elementsEqual("/".utf8) {
        throw RulesError(entry.valuePlace, .badPath(found: entry.value))
      }
    }
    if let first = entries.first, entries.allSatisfy({ PathPattern($0.value).effect == .excluded }) {
      throw RulesError(first.place, .onlyExclusions(rule: draft.name))
    }
    return entries.map(\.value)
  }
}

import Smudge

/// Reads one rule from its section, key by key; the first mistake in this order is reported.
struct RuleReader {
  let section: ConfigSyntax.Section
  /// Used for its declared variables.
  let rules: Rules

  func rule() throws(RulesError) -> Rule {
    let keys = try section.distinct("key").map(keyName)
    let canonicals = try section.distinct("canonical")
    if canonicals.isEmpty { throw section.missing("canonical") }
    if keys.isEmpty, canonicals.count > 1 { throw needsKey(canonicals[1].place, "several canonical texts need") }
    if keys.isEmpty, canonicals[0].value.isEmpty { throw needsKey(canonicals[0].valuePlace, "an empty canonical text needs") }
    let local = try section.required("local")
    var rule = Rule(
      name: section.name, place: section.place, canonicals: canonicals.map(\.value),
      local: try Template(local.value, at: local.valuePlace), keys: keys)
    for line in canonicals where !line.value.isEmpty { try line.check(rule.flaw(of: line.value)) }
    try rule.local.check(of: rule, rules)
    rule.exceptKeys = try exceptKeys(of: rule)
    rule.checks = try checks(of: rule)
    if let line = try section.single("on-insert") { rule.onInsert = try onInsert(line, of: rule) }
    rule.suffixes = try affixes(.suffix, of: rule)
    rule.prefixes = try affixes(.prefix, of: rule)
    rule.excepts = try section.lines("except").map { line throws(RulesError) in try except(line, of: rule) }
    rule.paths = try paths()
    let others: [RulesFile.RuleKey] = [.key, .exceptKey, .check, .prefix, .suffix, .except, .path]
    rule.lines = others.flatMap { key in
      section.lines(key.rawValue).filter { !$0.value.isEmpty }.map { Rule.RuleLine(key: key, value: $0.value, place: $0.place) }
    }
    return rule
  }

  private func needsKey(_ place: RulesPosition, _ part: String) -> RulesError {
    RulesError(place, "expected a 'key' in [\(section.title)], found none; \(part) a `key`")
  }

  // MARK: Keys

  private func keyName(_ line: ConfigSyntax.KeyLine) throws(RulesError) -> [UInt8] {
    if RuleReader.isKey(line.value) { return line.value }
    let found = quoted(line.value)
    if RuleReader.isKey(Array(line.value.prefix { $0 != UInt8(ascii: "[") })) {
      throw RulesError(
        line.valuePlace, "\(line.key): expected no condition, found \(found); write the key alone, it includes all conditions")
    }
    throw RulesError(
      line.valuePlace,
      "\(line.key): expected letters, digits and _.:-, a letter or '_' first, no '.' or ':' last, at most 255 bytes, found \(found)")
  }

  /// Whether it is `[A-Za-z_][A-Za-z0-9_.:-]*` without a dot or colon at the end.
  private static func isKey(_ key: [UInt8]) -> Bool {
    guard let first = key.first, let last = key.last, key.count <= TextFlaw.lengths.upperBound else { return false }
    let isName = key.allSatisfy { Boundary.isIdentifier($0) || ".:".utf8.contains($0) }
    let begins = !(0x30...0x39).contains(first) && first != UInt8(ascii: "-") && Boundary.isIdentifier(first)
    return isName && begins && Boundary.isIdentifier(last)
  }

  private func exceptKeys(of rule: Rule) throws(RulesError) -> [[UInt8]] {
    let lines = try section.distinct("except-key")
    if let line = lines.first, !rule.keys.isEmpty {
      throw RulesError(
        line.place,
        "except-key: expected a rule without `key`, found \(quoted(line.value)); a rule with `key` applies to no other keys: remove this line")
    }
    return try lines.map(keyName)
  }

  private func checks(of rule: Rule) throws(RulesError) -> [[UInt8]]? {
    let lines = try section.distinct("check")
    if lines.isEmpty { return nil }
    guard let empty = lines.first(where: \.value.isEmpty) else { return try lines.map(keyName) }
    if !rule.keys.isEmpty, lines.count == 1 { return [] }
    let reason = rule.keys.isEmpty
      ? "without a `key`, no values are checked by default: remove this line"
      : "an empty line is allowed only alone, for a rule without checks: remove it or the others"
    throw RulesError(empty.valuePlace, "check: expected a key, found nothing; \(reason)")
  }

  private func onInsert(_ line: ConfigSyntax.KeyLine, of rule: Rule) throws(RulesError) -> KeyScope.OnInsert {
    if rule.keys.isEmpty { throw needsKey(line.place, "'\(line.key)' needs") }
    if let found = KeyScope.OnInsert(rawValue: line.word) { return found }
    let known = KeyScope.OnInsert.allCases.map(\.rawValue)
    let nearest = hint(nearestWord(to: line.word, among: known))
    throw RulesError(line.valuePlace, "\(line.key): expected one of \(list(known)), found \(quoted(line.value))\(nearest)")
  }

  // MARK: Texts

  private enum AffixKind: String { case prefix, suffix }

  /// The `suffix` lines, or the `prefix` lines of a rule with its suffixes, each of which goes with each prefix.
  private func affixes(_ kind: AffixKind, of rule: Rule) throws(RulesError) -> [[UInt8]] {
    var texts = Set(rule.covered)
    return try section.lines(kind.rawValue).map { line throws(RulesError) in
      let (end, added) = switch kind {
      case .prefix: (line.value.last, ([[]] + rule.suffixes).map { Affix(prefix: line.value, suffix: $0) })
      case .suffix: (line.value.first, [Affix(prefix: [], suffix: line.value)])
      }
      let found = quoted(line.value)
      guard let end else { throw RulesError(line.valuePlace, "\(kind): \(TextFlaw.empty), found \(found)") }
      if rule.canonicals.contains([]) {
        throw RulesError(
          line.place, "expected no \(kind) where a canonical text is empty, found \(found); give the empty one a rule of its own")
      }
      let isOpen = rule.extent != .whole && !Boundary.isIdentifier(end)
      if isOpen && end == UInt8(ascii: ".") {
        throw RulesError(
          line.valuePlace,
          "expected a \(kind) that continues the \(kind == .prefix ? "first" : "last") word, found \(found); a dot ends the word, so the rule matches without this line: remove it")
      }
      let covered = added.flatMap { affix in rule.canonicals.map { affix.around($0) } }
      if let flaw = isOpen ? .openEnds : covered.lazy.compactMap(rule.flaw).first {
        let side = kind == .prefix ? "after" : "before"
        let length = flaw == .tooLong ? " with the canonical text \(side) it" : ""
        throw RulesError(line.valuePlace, "\(kind): \(flaw)\(length), found \(found)")
      }
      // With `canonical = a` and `ab`, `suffix = b` would give `ab` two local texts.
      for text in covered where !texts.insert(text).inserted && !rule.keys.isEmpty {
        throw RulesError(
          line.valuePlace,
          "\(kind): expected a \(kind) that gives new texts, found \(found), which gives \(quoted(text)) again")
      }
      return line.value
    }
  }

  private func except(_ line: ConfigSyntax.KeyLine, of rule: Rule) throws(RulesError) -> [UInt8] {
    try line.check(line.value.isEmpty ? .empty : rule.flaw(of: line.value))
    // Other texts are allowed: an `except` line can also accept the text of a finding.
    if (rule.extent == .whole ? rule.covered : rule.canonicals).contains(line.value) {
      throw RulesError(
        line.valuePlace,
        "except: expected a text that is not munged, found the canonical text \(quoted(line.value)); remove one of the two")
    }
    return line.value
  }

  private func paths() throws(RulesError) -> [[UInt8]] {
    let lines = section.lines("path")
    let bad = lines.first { ["", "/", "!", "!/"].contains(String(decoding: $0.value, as: UTF8.self)) }
    if let bad { throw RulesError(bad.valuePlace, "expected a pattern as in .gitignore, found \(quoted(bad.value))") }
    if let first = lines.first, lines.allSatisfy({ PathPattern($0.value).effect == .excluded }) {
      throw RulesError(
        first.place,
        "expected a path that says where rule \(quoted(section.name)) applies, found only '!' lines; write `path = *` before them")
    }
    return lines.map(\.value)
  }
}

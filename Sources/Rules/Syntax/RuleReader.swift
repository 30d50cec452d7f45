import Platform
import Smudge

/// Reads one rule from its section, key by key; the first mistake in the order of the table is reported.
struct RuleReader {
  private typealias Lines = [ConfigSyntax.KeyLine]
  private typealias Check = (Lines, RulesFile.RuleKey, inout Rule) throws(RulesError) -> Void

  let section: ConfigSyntax.Section
  /// Used for its declared variables.
  let rules: Rules

  /// A check gets all lines of its key, and the rule with the keys before it.
  private var table: [(RulesFile.RuleKey, ConfigSyntax.Count, Check)] {
    [
      (.key, .distinct, checkKeys), (.canonical, .atLeastOne, checkCanonicals), (.local, .one, readLocal),
      (.exceptKey, .distinct, checkExceptKeys), (.check, .distinct, checkChecks), (.onInsert, .atMostOne, readOnInsert),
      (.suffix, .any, checkAffixes), (.prefix, .any, checkAffixes), (.except, .any, checkExcepts),
      (.path, .any, checkPaths),
    ]
  }

  func rule() throws(RulesError) -> Rule {
    var rule = Rule(name: section.name, place: section.place, local: Template(parts: [], place: section.place))
    for (key, count, check) in table {
      let lines = try section.lines(key.rawValue, count)
      try check(lines, key, &rule)
      let values = lines.map(\.value).filter { key == .canonical || !$0.isEmpty }
      rule.values[key] = key == .check && lines.isEmpty ? nil : values
    }
    rule.values[.onInsert] = [Array(rule.onInsert.rawValue.utf8)]
    for key in RulesFile.RuleKey.allCases where ![.canonical, .local, .onInsert].contains(key) {
      let lines = try section.lines(key.rawValue).filter { !$0.value.isEmpty }
      rule.lines += lines.map { Rule.RuleLine(key: key, value: $0.value, place: $0.place) }
    }
    return rule
  }

  private func needsKey(_ place: RulesPosition, _ part: String) -> RulesError {
    RulesError(place, "expected a 'key' in [\(section.title)], found none; \(part) a `key`")
  }

  private func checkKeys(_ lines: Lines, _ key: RulesFile.RuleKey, _ rule: inout Rule) throws(RulesError) {
    guard let line = lines.first(where: { !Self.isKey($0.value) }) else { return }
    let found = quoted(line.value)
    let isConditional = Self.isKey(Array(line.value.prefix { $0 != UInt8(ascii: "[") }))
    throw RulesError(
      line.valuePlace,
      isConditional
        ? "\(line.key): expected no condition, found \(found); write the key alone, it includes all conditions"
        : "\(line.key): expected letters, digits and _.:/-, a letter or '_' first, no '.', ':' or '/' last, at most 255 bytes, found \(found)"
    )
  }

  /// Whether it is `[A-Za-z_][A-Za-z0-9_.:/-]*` without `.`, `:` or `/` at the end.
  private static func isKey(_ key: [UInt8]) -> Bool {
    guard let first = key.first, let last = key.last, key.count <= TextFlaw.lengths.upperBound else { return false }
    return key.allSatisfy { Boundary.isIdentifier($0) || ".:/".utf8.contains($0) } && Boundary.isIdentifier(last)
      && (isLetter(first) || first == UInt8(ascii: "_"))
  }

  private func checkExceptKeys(_ lines: Lines, _ key: RulesFile.RuleKey, _ rule: inout Rule) throws(RulesError) {
    if let line = lines.first, !rule.keys.isEmpty {
      throw RulesError(
        line.place,
        "except-key: expected a rule without `key`, found \(quoted(line.value)); a rule with `key` applies to no other keys: remove this line"
      )
    }
    try checkKeys(lines, key, &rule)
  }

  private func checkChecks(_ lines: Lines, _ key: RulesFile.RuleKey, _ rule: inout Rule) throws(RulesError) {
    guard let empty = lines.first(where: \.value.isEmpty) else { return try checkKeys(lines, key, &rule) }
    if !rule.keys.isEmpty, lines.count == 1 { return }
    let reason =
      rule.keys.isEmpty
      ? "without a `key`, no values are checked by default: remove this line"
      : "an empty line is allowed only alone, for a rule without checks: remove it or the others"
    throw RulesError(empty.valuePlace, "check: expected a key, found nothing; \(reason)")
  }

  private func readOnInsert(_ lines: Lines, _ key: RulesFile.RuleKey, _ rule: inout Rule) throws(RulesError) {
    guard let line = lines.first else { return }
    if rule.keys.isEmpty { throw needsKey(line.place, "'\(line.key)' needs") }
    let known = KeyScope.OnInsert.allCases.map(\.rawValue)
    guard let found = KeyScope.OnInsert(rawValue: line.word) else {
      throw RulesError(
        line.valuePlace,
        "\(line.key): expected one of \(list(known)), found \(quoted(line.value))\(hint(for: line.word, known))")
    }
    rule.onInsert = found
  }

  private func checkCanonicals(_ lines: Lines, _ key: RulesFile.RuleKey, _ rule: inout Rule) throws(RulesError) {
    if !rule.keys.isEmpty { return }
    if lines.count > 1 { throw needsKey(lines[1].place, "several canonical texts need") }
    if lines[0].value.isEmpty { throw needsKey(lines[0].valuePlace, "an empty canonical text needs") }
  }

  /// Checks the canonical texts too: which of them are allowed depends on the local text.
  private func readLocal(_ lines: Lines, _ key: RulesFile.RuleKey, _ rule: inout Rule) throws(RulesError) {
    rule.local = try Template(lines[0].value, at: lines[0].valuePlace)
    for line in try section.lines("canonical") where !line.value.isEmpty { try line.check(rule.flaw(of: line.value)) }
    try rule.local.check(of: rule, rules)
  }

  /// Each prefix goes with each suffix too.
  private func checkAffixes(_ lines: Lines, _ key: RulesFile.RuleKey, _ rule: inout Rule) throws(RulesError) {
    let isPrefix = key == .prefix
    var texts = Set(rule.covered)
    for line in lines {
      let found = quoted(line.value)
      guard let end = isPrefix ? line.value.last : line.value.first else {
        throw RulesError(line.valuePlace, "\(key): \(TextFlaw.empty), found \(found)")
      }
      if rule.canonicals.contains([]) {
        throw RulesError(
          line.place,
          "expected no \(key) where a canonical text is empty, found \(found); give the empty one a rule of its own")
      }
      let isOpen = rule.extent != .whole && !Boundary.isIdentifier(end)
      if isOpen && end == .dot {
        throw RulesError(
          line.valuePlace,
          "expected a \(key) that continues the \(isPrefix ? "first" : "last") word, found \(found); a dot ends the word, so the rule matches without this line: remove it"
        )
      }
      let covered = rule.covered.map { isPrefix ? line.value + $0 : $0 + line.value }
      if let flaw = isOpen ? .openEnds : covered.lazy.compactMap(rule.flaw).first {
        let length = flaw == .tooLong ? " with the canonical text \(isPrefix ? "after" : "before") it" : ""
        throw RulesError(line.valuePlace, "\(key): \(flaw)\(length), found \(found)")
      }
      // With `canonical = a` and `ab`, `suffix = b` would give `ab` two local texts.
      for text in covered where !texts.insert(text).inserted && !rule.keys.isEmpty {
        throw RulesError(
          line.valuePlace,
          "\(key): expected a \(key) that gives new texts, found \(found), which gives \(quoted(text)) again")
      }
    }
  }

  private func checkExcepts(_ lines: Lines, _ key: RulesFile.RuleKey, _ rule: inout Rule) throws(RulesError) {
    for line in lines {
      try line.check(line.value.isEmpty ? .empty : rule.flaw(of: line.value))
      // Other texts are allowed: an `except` line can also accept the text of a finding.
      if (rule.extent == .whole ? rule.covered : rule.canonicals).contains(line.value) {
        throw RulesError(
          line.valuePlace,
          "except: expected a text that is not munged, found the canonical text \(quoted(line.value)); remove one of the two"
        )
      }
    }
  }

  private func checkPaths(_ lines: Lines, _ key: RulesFile.RuleKey, _ rule: inout Rule) throws(RulesError) {
    if let bad = lines.first(where: { ["", "/", "!", "!/"].contains($0.word) }) {
      throw RulesError(bad.valuePlace, "expected a pattern as in .gitignore, found \(quoted(bad.value))")
    }
    if let first = lines.first, lines.allSatisfy({ PathPattern($0.value).effect == .excluded }) {
      throw RulesError(
        first.place,
        "expected a path that says where rule \(quoted(section.name)) applies, found only '!' lines; write `path = *` before them"
      )
    }
  }
}

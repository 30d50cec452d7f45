import Platform
import Smudge

/// Reads one rule from its section, key by key; the first mistake in the order of the table is reported.
struct RuleReader {
  /// The lines of one key.
  private typealias Lines = [ConfigSyntax.KeyLine]
  /// Checks the lines of a key, and keeps in the rule what is not kept as text.
  private typealias Check = (Lines, inout Rule) throws(RulesError) -> Void

  /// The section of the rule.
  let section: ConfigSyntax.Section
  /// The rules with all variables that the file declares.
  let rules: Rules

  /// The check of each key, in the order of the calls. A check gets all lines of the key, and the rule with the keys
  /// before it.
  private var table: [(RulesFile.RuleKey, ConfigSyntax.Count, Check)] {
    [
      (.key, .distinct, checkKeys),
      (.canonical, .atLeastOne, checkCanonicals),
      (.local, .one, readLocal),
      (.exceptKey, .distinct, checkExceptKeys),
      (.check, .distinct, checkChecks),
      (.onInsert, .atMostOne, readOnInsert),
      (.suffix, .any, checkAffixes),
      (.prefix, .any, checkAffixes),
      (.except, .any, checkExcepts),
      (.path, .any, checkPaths),
    ]
  }

  /// The rule of the section. Throws the first mistake.
  func rule() throws(RulesError) -> Rule {
    let place = section.place
    var rule = Rule(name: section.name, place: place, local: Template(parts: [], place: place))
    for (key, count, check) in table {
      let lines = try section.lines(key.rawValue, count)
      try check(lines, &rule)
      let values = lines.map(\.value).filter { key == .canonical || !$0.isEmpty }
      rule.values[key] = key == .check && lines.isEmpty ? nil : values
    }
    rule.values[.onInsert] = [rule.onInsert.rawValue.bytes]

    for key in RulesFile.RuleKey.allCases where ![.canonical, .local, .onInsert].contains(key) {
      let lines = try section.lines(key.rawValue).filter { !$0.value.isEmpty }
      rule.lines += lines.map { Rule.RuleLine(key: key, value: $0.value, place: $0.place) }
    }
    return rule
  }

  /// The error for a part of the rule that needs a `key` line.
  private func needsKey(_ place: RulesPosition, _ part: String) -> RulesError {
    RulesError(place, "expected a 'key' in [\(section.title)], found none; \(part) a `key`")
  }

  /// Throws if a value is no key.
  private func checkKeys(_ lines: Lines, _ rule: inout Rule) throws(RulesError) {
    guard let line = lines.first(where: { !isKey($0.value) }) else { return }
    let value = quoted(line.value)
    let isConditional = isKey(Array(line.value.prefix { $0 != UInt8(ascii: "[") }))
    let problem =
      isConditional
      ? "expected no condition, found \(value); write the key alone, it includes all conditions"
      : "expected letters, digits and _.:/-, a letter or '_' first, no '.', ':' or '/' last, "
        + "at most 255 bytes, found \(value)"
    throw line.error("\(line.key): \(problem)")
  }

  /// Whether a value is `[A-Za-z_][A-Za-z0-9_.:/-]*` without `.`, `:` or `/` at the end.
  private func isKey(_ key: [UInt8]) -> Bool {
    guard let first = key.first, let last = key.last else { return false }
    return key.count <= TextFlaw.lengths.upperBound
      && key.allSatisfy { Boundary.isIdentifier($0) || ".:/".utf8.contains($0) }
      && Boundary.isIdentifier(last)
      && (isLetter(first) || first == UInt8(ascii: "_"))
  }

  /// Throws if the rule has a `key`, or if a value is no key.
  private func checkExceptKeys(_ lines: Lines, _ rule: inout Rule) throws(RulesError) {
    if let line = lines.first, !rule.keys.isEmpty {
      throw RulesError(
        line.place,
        "except-key: expected a rule without `key`, found \(quoted(line.value)); "
          + "a rule with `key` applies to no other keys: remove this line")
    }
    try checkKeys(lines, &rule)
  }

  /// Throws if a value is no key. One empty line says that no values are checked.
  private func checkChecks(_ lines: Lines, _ rule: inout Rule) throws(RulesError) {
    guard let empty = lines.first(where: \.value.isEmpty) else { return try checkKeys(lines, &rule) }
    if !rule.keys.isEmpty, lines.count == 1 { return }

    let reason =
      rule.keys.isEmpty
      ? "without a `key`, no values are checked by default: remove this line"
      : "an empty line is allowed only alone, for a rule without checks: remove it or the others"
    throw empty.error("check: expected a key, found nothing; \(reason)")
  }

  /// Reads what an inserted line gets. Throws for an unknown word, and in a rule without `key`.
  private func readOnInsert(_ lines: Lines, _ rule: inout Rule) throws(RulesError) {
    guard let line = lines.first else { return }
    if rule.keys.isEmpty { throw needsKey(line.place, "'\(line.key)' needs") }
    if let onInsert = KeyScope.OnInsert(rawValue: line.word) {
      rule.onInsert = onInsert
      return
    }
    let words = KeyScope.OnInsert.allCases.map(\.rawValue)
    throw line.error(
      "\(line.key): expected one of \(list(words)), found \(quoted(line.value))\(hint(for: line.word, words))")
  }

  /// Throws if a rule without `key` has several canonical texts, or an empty one.
  private func checkCanonicals(_ lines: Lines, _ rule: inout Rule) throws(RulesError) {
    if !rule.keys.isEmpty { return }
    if lines.count > 1 { throw needsKey(lines[1].place, "several canonical texts need") }
    if lines[0].value.isEmpty { throw needsKey(lines[0].valuePlace, "an empty canonical text needs") }
  }

  /// Reads the local text, and checks the canonical texts: which of them are allowed depends on it.
  private func readLocal(_ lines: Lines, _ rule: inout Rule) throws(RulesError) {
    rule.local = try Template(lines[0].value, at: lines[0].valuePlace)
    for line in try section.lines("canonical") where !line.value.isEmpty {
      try line.check(rule.flaw(of: line.value))
    }
    try rule.local.check(of: rule, rules)
  }

  /// Throws for a prefix or a suffix that gives no new text of the rule. Each prefix goes with each suffix too.
  private func checkAffixes(_ lines: Lines, _ rule: inout Rule) throws(RulesError) {
    var texts = Set(rule.covered)
    for line in lines {
      let key = line.key
      let isPrefix = key == "prefix"
      let value = quoted(line.value)
      try checkEnd(of: line, isPrefix, rule)

      let covered = rule.covered.map { isPrefix ? line.value + $0 : $0 + line.value }
      if let flaw = covered.lazy.compactMap(rule.flaw).first {
        let length = flaw == .tooLong ? " with the canonical text \(isPrefix ? "after" : "before") it" : ""
        throw line.error("\(key): \(flaw)\(length), found \(value)")
      }

      // With `canonical = a` and `ab`, `suffix = b` would give `ab` two local texts.
      for text in covered where !texts.insert(text).inserted && !rule.keys.isEmpty {
        throw line.error(
          "\(key): expected a \(key) that gives new texts, found \(value), which gives \(quoted(text)) again")
      }
    }
  }

  /// Throws for a prefix or a suffix that is empty, or does not continue the word of the text.
  private func checkEnd(
    of line: ConfigSyntax.KeyLine, _ isPrefix: Bool, _ rule: Rule
  ) throws(RulesError) {
    let key = line.key
    let value = quoted(line.value)
    guard let end = isPrefix ? line.value.last : line.value.first else {
      throw line.error("\(key): \(TextFlaw.empty), found \(value)")
    }
    if rule.canonicals.contains([]) {
      throw RulesError(
        line.place,
        "expected no \(key) where a canonical text is empty, found \(value); give the empty one a rule of its own")
    }

    if rule.extent == .whole || Boundary.isIdentifier(end) { return }
    if end != .dot { throw line.error("\(key): \(TextFlaw.openEnds), found \(value)") }
    throw line.error(
      "expected a \(key) that continues the \(isPrefix ? "first" : "last") word, found \(value); "
        + "a dot ends the word, so the rule matches without this line: remove it")
  }

  /// Throws for a text that cannot be one of the rule, and for a canonical text.
  private func checkExcepts(_ lines: Lines, _ rule: inout Rule) throws(RulesError) {
    for line in lines {
      try line.check(line.value.isEmpty ? .empty : rule.flaw(of: line.value))
      // Other texts are allowed: an `except` line can also accept the text of a finding.
      if (rule.extent == .whole ? rule.covered : rule.canonicals).contains(line.value) {
        throw line.error(
          "except: expected a text that is not munged, found the canonical text \(quoted(line.value)); "
            + "remove one of the two")
      }
    }
  }

  /// Throws for an empty pattern, and for patterns that select no file.
  private func checkPaths(_ lines: Lines, _ rule: inout Rule) throws(RulesError) {
    if let bad = lines.first(where: { ["", "/", "!", "!/"].contains($0.word) || $0.word.contains("[:") }) {
      throw bad.error("expected a pattern as in .gitignore, without named classes, found \(quoted(bad.value))")
    }
    if let first = lines.first, lines.allSatisfy({ PathPattern($0.value).effect == .excluded }) {
      throw RulesError(
        first.place,
        "expected a path that says where rule \(quoted(section.name)) applies, found only '!' lines; "
          + "write `path = *` before them")
    }
  }
}

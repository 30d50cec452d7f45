import Platform
import Smudge

// Parsing and validation of templates.
extension Template {
  /// Parses a `local` value. Throws for `${` without `}` or a valid name.
  init(_ value: [UInt8], at place: RulesPosition) throws(RulesError) {
    var parts: [Part] = []
    var rest = value[...]
    while !rest.isEmpty {
      let start = rest.firstRange(of: "${".utf8)?.lowerBound ?? rest.endIndex
      let text = Array(rest[..<start])
      if !text.isEmpty { parts.append(.text(text)) }
      rest = rest[start...]
      if rest.isEmpty { break }

      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
        throw RulesError(place, "expected ${name}, found \(quoted(Array(rest)))")
      }
      let name = Array(rest[(rest.startIndex + 2)..<end])
      guard Template.isName(name) else {
        throw RulesError(place, "expected a variable name of lowercase letters, digits and '-', found \(quoted(name))")
      }
      parts.append(.variable(name.string))
      rest = rest[(end + 1)...]
    }
    self.parts = parts
    self.place = place
  }

  /// Whether a name is `[a-z][a-z0-9-]*`, which is also valid as a key of git's configuration.
  static func isName(_ name: [UInt8]) -> Bool {
    guard let first = name.first, (0x61...0x7A).contains(first) else { return false }
    return name.allSatisfy { (0x61...0x7A).contains($0) || isDigit($0) || $0 == .hyphen }
  }

  /// Throws if a variable is not declared, or if the fixed text is no text of the rule.
  func check(of rule: Rule, _ rules: Rules) throws(RulesError) {
    for name in variables where rules.variable(name) == nil {
      let nearest = hint(for: name, rules.variables.map(\.name))
      let remedy = nearest.isEmpty ? "; add [variable \"\(name)\"] with its kind" : nearest
      throw RulesError(place, "expected a declared variable, found '${\(name)}'\(remedy)")
    }
    try checkText(of: rule)
  }

  /// Throws if the text cannot be one of the rule, or differs from none of its canonical texts.
  private func checkText(of rule: Rule) throws(RulesError) {
    if parts.isEmpty { throw bad([], .empty) }
    if rule.extent != .whole {
      try checkAsWord()
    }
    // A letter in place of each variable: with `local = ${v} x`, the blank is not at an end.
    else if let text = filled({ _ in "x".bytes }), let flaw = TextFlaw.flaw(ofValue: text) {
      throw bad(description.bytes, flaw)
    }

    guard let text = filled({ _ in nil }) else { return }
    if rule.canonicals == [text] {
      throw RulesError(place, "local: expected another text than the canonical one, found \(quoted(text))")
    }
    func hasGap(_ text: [UInt8]) -> Bool {
      text.firstRange(of: "..".utf8) != nil
    }
    if !hasGap(text) || rule.canonicals.contains(where: hasGap) { return }
    throw RulesError(place, "local: expected a text between two dots, found \(quoted(text))")
  }

  /// The error for a flaw of a text.
  private func bad(_ text: [UInt8], _ flaw: TextFlaw) -> RulesError {
    RulesError(place, "local: \(flaw), found \(quoted(text))")
  }

  /// Throws if the fixed parts cannot be those of a word; the length is known only without variables.
  private func checkAsWord() throws(RulesError) {
    for case .text(let text) in parts {
      if let flaw = TextFlaw.flaw(ofBytes: text) { throw bad(text, flaw) }
    }
    if case .text(let text) = parts.first, let first = text.first, !Boundary.isIdentifier(first) {
      throw bad(text, .openEnds)
    }
    if case .text(let text) = parts.last, let last = text.last,
      last == .hyphen || !Boundary.isIdentifier(last)
    {
      throw RulesError(place, "local: expected a letter, digit, '_' or a variable at the end, found \(quoted(text))")
    }
    if let text = filled({ _ in nil }), let flaw = TextFlaw.flaw(of: text) { throw bad(text, flaw) }
  }
}

import Platform
import Rules
import Smudge
import Verify

/// A leaked text that can be a local text of a rule.
struct Leak: Hashable {
  /// The rule, by its index.
  let rule: Int
  /// The leaked text: the local text with what the rule adds to it, or the value of a key.
  let text: [UInt8]
  /// What the rule adds.
  let affix: Affix
  /// Whether it is a whole value of which only a source can show that it is leaked.
  let isWholeValue: Bool

  /// The text without what the rule adds.
  var stem: [UInt8] { affix.stem(of: text) ?? text }

  /// The leaks of a hit, one for each possible rule, first that of the hit; empty for a hit that clean cannot replace.
  static func all(_ hit: LeakScanner.Hit, _ rules: Rules) -> [Leak] {
    guard let text = hit.detail.leaked, hit.detail.isRepairable else { return [] }
    let possible = rules.rules.indices.filter { hit.mayBe(of: rules.rules[$0]) }
    let named = possible.filter { rules.rules[$0].name == hit.rule }
    return (named + possible).uniqued.map { Leak(text, hit.detail, as: $0, rules) }
  }

  /// Reads a text as one of a rule: a part of a value can be enough, such as `dev.fred.app` of `dev.fred.app.widget`.
  private init(_ text: [UInt8], _ detail: Finding.Detail, as index: Int, _ rules: Rules) {
    let rule = rules.rules[index]
    let isValue = detail.kind == .foreignValue
    let affixes = rule.affixes.sorted { $0.around([]).count > $1.around([]).count }
    let parts = affixes.compactMap { LocalShape(rule.local, affix: $0, rules)?.first(in: text) }.map { Array(text[$0]) }
    let found = (isValue && rule.extent != .whole ? [text] + parts : [text]).lazy.compactMap { part in
      affixes.first { $0.stem(of: part).map { rules.isLocal($0, of: rule) ?? !isValue } ?? false }
        .map { (text: part, affix: $0) }
    }.first
    let isMunged = rule.keys.isEmpty || detail.key.map(rule.keys.contains) ?? true
    isWholeValue = !isMunged || isValue && found == nil
    self.rule = index
    self.text = isWholeValue ? text : found?.text ?? text
    affix = isWholeValue ? .none : found?.affix ?? .none
  }
}

extension Rules {
  /// Whether a text has the shape of a rule's local text, or is a team identifier, which Apple assigns; `nil` if the
  /// local text has no variables.
  fileprivate func isLocal(_ text: [UInt8], of rule: Rule) -> Bool? {
    if let shape = LocalShape(rule.local, self), shape.first(in: text) == text.indices { return true }
    guard case .variable(let name)? = rule.local.parts.first else { return rule.local.variables.isEmpty ? nil : false }
    return rule.local.parts.count == 1 && variable(name)?.kind == .teamID && VariableKind.teamID.accepts(text)
  }
}

extension LeakScanner.Hit {
  /// Whether it is a local text of this working tree, current or former.
  var isOwn: Bool { detail.kind == .ownText || detail.kind == .formerText }

  /// Whether it can be a local text of a rule; a value can belong to any rule with its key.
  func mayBe(of rule: Rule) -> Bool {
    guard let key = detail.key else { return rule.name == self.rule }
    return rule.checkedKeys.contains(key) && rule.canonicals.allSatisfy(detail.canonicals.contains)
  }
}

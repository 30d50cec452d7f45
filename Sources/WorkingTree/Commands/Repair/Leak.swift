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
    let others = possible.filter { rules.rules[$0].name != hit.rule }
    return (named + others).map { Leak(text, hit.detail, as: $0, rules) }
  }

  /// Reads a text as one of a rule.
  private init(_ text: [UInt8], _ detail: Finding.Detail, as index: Int, _ rules: Rules) {
    let rule = rules.rules[index]
    // The hit is the whole value, but a text of the rule can be a part of it.
    let isValue = detail.kind == .foreignValue
    let isPart = isValue && rule.extent != .whole && !rules.isLocal(text, of: rule)
    let shapes = rule.affixes.compactMap { LocalShape(rule.local, affix: $0, rules) }
    let part = isPart ? shapes.lazy.compactMap { $0.first(in: text) }.first : text.indices
    let local = part.map { Array(text[$0]) } ?? text
    let affix =
      rule.affixes.filter { $0.stem(of: local).map { rules.hasShape($0, of: rule) ?? true } ?? false }
      .max { $0.around([]).count < $1.around([]).count } ?? .none
    let isMunged = rule.keys.isEmpty || detail.key.map(rule.keys.contains) ?? true
    isWholeValue = part == nil || !isMunged || isValue && !rules.isLocal(affix.stem(of: local) ?? local, of: rule)
    self.rule = index
    self.text = isWholeValue ? text : local
    self.affix = isWholeValue ? .none : affix
  }
}

extension Rules {
  /// Whether a text has the shape of a rule's local text; `nil` if that has none.
  fileprivate func hasShape(_ text: [UInt8], of rule: Rule) -> Bool? {
    LocalShape(rule.local, self).map { $0.first(in: text) == text.indices }
  }

  /// Whether a text can only be a local text: it has the shape, or is a team identifier, which Apple assigns.
  fileprivate func isLocal(_ text: [UInt8], of rule: Rule) -> Bool {
    if hasShape(text, of: rule) == true { return true }
    guard case .variable(let name)? = rule.local.parts.first, rule.local.parts.count == 1 else { return false }
    return variable(name)?.kind == .teamID && VariableKind.teamID.accepts(text)
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

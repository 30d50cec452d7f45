import Rules
import Smudge
import Verify

/// A leaked text with the rule whose local text it can be.
struct Leak {
  /// The rule of a leak, by its index.
  enum LeakContext: Hashable {
    case rule(Int)
    /// A rule with a value of a key that does not contain its local shape, or that the rule only checks.
    case wholeValues(Int)
    /// A rule of the plan that is no longer in the rules file.
    case goneRule(Int, canonical: [UInt8])
  }

  let place: LeakContext
  /// The text without the prefix and the suffix of the rule.
  let stem: [UInt8]
  /// The offset of the stem in the hit.
  let offset: Int

  /// The leaks of a hit, one for each possible rule, first that of the hit; empty for a hit that clean cannot replace.
  static func all(_ hit: LeakScanner.Hit, _ rules: Rules, _ own: Plan?) -> [Leak] {
    guard let text = hit.detail.leaked, hit.detail.isRepairable else { return [] }
    let possible = rules.rules.indices.filter { hit.mayBe(of: rules.rules[$0]) }
    let named = possible.filter { rules.rules[$0].name == hit.rule }
    let others = possible.filter { rules.rules[$0].name != hit.rule }
    if !possible.isEmpty { return (named + others).map { reading(text, hit.detail, as: $0, rules) } }

    guard hit.isOwn, let gone = own?.rules.firstIndex(where: { $0.name == hit.rule }),
      let canonical = hit.detail.canonicals.first
    else { return [] }
    return [Leak(place: .goneRule(gone, canonical: canonical), stem: text, offset: 0)]
  }

  /// The leak as a text of a rule.
  private static func reading(_ text: [UInt8], _ detail: Finding.Detail, as index: Int, _ rules: Rules) -> Leak {
    let rule = rules.rules[index]
    let shape = LocalShape(rule.local, rules)
    // The hit is the whole value, but a text of the rule can be a part of it.
    let isValue = detail.kind == .foreignValue && rule.extent != .whole
    let shapes = isValue ? rule.affixes.compactMap { LocalShape(rule.local, affix: $0, rules) } : []
    let part = isValue ? shapes.lazy.compactMap { $0.first(in: text) }.first : 0..<text.count
    let leaked = Array(text[part ?? 0..<text.count])
    let affix =
      rule.affixes.filter { affix in
        guard affix != .none, let stem = affix.stem(of: leaked) else { return false }
        return shape.map { $0.first(in: stem) == 0..<stem.count } ?? true
      }.max { $0.around([]).count < $1.around([]).count } ?? .none
    let isMunged = rule.keys.isEmpty || detail.key.map(rule.keys.contains) ?? true
    return Leak(
      place: part == nil || !isMunged ? .wholeValues(index) : .rule(index), stem: affix.stem(of: leaked) ?? leaked,
      offset: (part?.lowerBound ?? 0) + affix.prefix.count)
  }

  /// Whether the whole value is replaced.
  func isWhole(_ rules: Rules) -> Bool {
    switch place {
    case .rule(let index): rules.rules[index].extent == .whole
    case .wholeValues: true
    case .goneRule: false
    }
  }

  /// The rule of the leak; `nil` if that is no longer in the rules file.
  func rule(of rules: Rules) -> Rule? {
    switch place {
    case .rule(let index), .wholeValues(let index): rules.rules[index]
    case .goneRule: nil
    }
  }

  /// Whether a value can only be a local text: it has the local shape, or is a team identifier, which Apple assigns.
  func isOfKind(_ rules: Rules) -> Bool {
    guard let local = rule(of: rules)?.local, LocalShape(local, rules)?.first(in: stem) != 0..<stem.count else {
      return true
    }
    guard case .variable(let name)? = local.parts.first, local.parts.count == 1 else { return false }
    return rules.variable(name)?.kind == .teamID && VariableKind.teamID.accepts(stem)
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

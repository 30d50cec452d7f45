import Smudge

/// What two rules of a plan say that cannot both be true where both apply.
enum RuleQuarrel {
  /// Both have a canonical text, and send it to different local texts.
  case canonical([UInt8], rules: [PlanRule])
  /// Both make one local text in the values of a key, of different canonical texts: nobody could tell which it was.
  case local([UInt8], canonicals: [[UInt8]], rules: [PlanRule], key: [UInt8])

  init?(_ one: PlanRule, _ other: PlanRule) {
    guard one.meets(other) else { return nil }
    if let text = RuleQuarrel.canonical(one, other) {
      self = .canonical(text, rules: [one, other])
    } else if let key = one.sharedKey(other), let pairs = RuleQuarrel.sameLocal(one, other) {
      self = .local(
        pairs.0.local ?? [], canonicals: [pairs.0.canonical, pairs.1.canonical], rules: [one, other], key: key)
    } else {
      return nil
    }
  }

  /// A canonical text that both have, unless both send it to the same local text.
  static func canonical(_ one: PlanRule, _ other: PlanRule) -> [UInt8]? {
    guard one.meets(other) else { return nil }
    return other.pairs.first { pair in
      one.pairs.contains { $0.canonical == pair.canonical && $0.local != pair.local }
    }?.canonical
  }

  private static func sameLocal(_ one: PlanRule, _ other: PlanRule) -> (TextPair, TextPair)? {
    for pair in one.pairs where pair.local != nil {
      let found = other.pairs.first { $0.local == pair.local && $0.canonical != pair.canonical }
      if let found { return (pair, found) }
    }
    return nil
  }

  var problem: RulesError.Problem {
    switch self {
    case .canonical(let text, let rules): .sameCanonical(text, rules: rules.map(\.name))
    case .local(let text, let canonicals, let rules, let key):
      .sameLocal(text, canonicals: canonicals, rules: rules.map(\.name), key: key)
    }
  }
}

extension PlanRule {
  /// Whether one text can be a text of both: in the values of a key the rule with that key goes before all others.
  func meets(_ other: PlanRule) -> Bool {
    if keyed == nil && other.keyed == nil { return true }
    return sharedKey(other) != nil
  }

  fileprivate func sharedKey(_ other: PlanRule) -> [UInt8]? {
    guard let keyed, let others = other.keyed else { return nil }
    return keyed.keys.first { others.keys.contains($0) }
  }
}

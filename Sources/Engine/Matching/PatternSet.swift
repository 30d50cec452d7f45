/// What one text stands for; a text can stand for several things at once.
struct Pattern: Sendable {
  /// What is local now before what was local once.
  var meanings: [Meaning] = []
  var roles: Roles = []

  /// What clean makes of it, whatever the path.
  var canonical: [UInt8]? { meanings.lazy.compactMap(\.canonical).first }
}

/// What a text is to one rule of a plan.
package struct Meaning: Sendable, Equatable {
  package enum Role: Sendable, Equatable {
    case canonical(TextPair)
    case local(TextPair)
    case retired(RetiredText)
    case excepted
    /// It was local once, and collides with a text of today.
    case watched
    /// A local text, present or former, of a rule with keys, where it is not the value of one of them.
    case outsideKey
  }

  /// The index of the rule in the plan.
  package let rule: Int
  package let role: Role

  package var isCanonical: Bool {
    switch role {
    case .canonical: true
    case .local, .retired, .excepted, .watched, .outsideKey: false
    }
  }

  /// Whether the text is one that the rule has today, canonical or local.
  package var isCurrent: Bool {
    switch role {
    case .canonical, .local: true
    case .retired, .excepted, .watched, .outsideKey: false
    }
  }

  /// Whether the text must not reach the repository.
  package var isForeign: Bool {
    switch role {
    case .local, .retired, .watched, .outsideKey: true
    case .canonical, .excepted: false
    }
  }

  /// What smudge makes of it.
  var shown: [UInt8]? {
    switch role {
    case .canonical(let pair): pair.replacement
    case .local, .retired, .excepted, .watched, .outsideKey: nil
    }
  }

  /// What clean makes of it.
  package var canonical: [UInt8]? {
    switch role {
    case .local(let pair): pair.canonical
    case .retired(let text): text.canonical
    case .canonical, .excepted, .watched, .outsideKey: nil
    }
  }
}

/// Texts of some rules of a plan and what each one means, ready to be found in content.
struct PatternSet: Sendable {
  typealias Rules = [(index: Int, rule: PlanRule)]

  let matcher: Matcher
  /// For each text of the matcher.
  let patterns: [Pattern]

  init(_ rules: Rules) { self.init(PatternSet.patterns(of: rules)) }

  private init(_ patterns: [[UInt8]: Pattern]) {
    matcher = Matcher(patterns.keys)
    self.patterns = matcher.texts.map { patterns[$0] ?? Pattern() }
  }

  subscript(text: [UInt8]) -> Pattern? { matcher.index(of: text).map { patterns[$0] } }

  func texts(_ roles: Roles) -> [[UInt8]] {
    zip(matcher.texts, patterns).filter { !$1.roles.isDisjoint(with: roles) }.map(\.0)
  }

  static func patterns(of rules: Rules) -> [[UInt8]: Pattern] {
    var patterns: [[UInt8]: Pattern] = [:]
    for (index, rule) in rules { patterns.addPairs(of: rule, index) }
    // After all pairs: what is local now wins over what was.
    for (index, rule) in rules {
      for text in rule.retired {
        patterns.add(text.text, Meaning(rule: index, role: .retired(text)), rule.localRoles.union(.retired))
      }
      for text in rule.excepts { patterns.add(text, Meaning(rule: index, role: .excepted), rule.certainty.role) }
    }
    return patterns
  }
}

extension PatternSet {
  /// Local texts that clean cannot take back where they stand, among all texts that it knows; `nil` where there are none.
  /// `texts`: those of the rules for all content.
  ///
  /// Former ones that collide with a text of today, and those of rules with keys, outside the values of their keys. They
  /// are kept apart: as tokens they would shield what they contain, and a local text would pass clean.
  static func reportOnly(_ rules: Rules, besides texts: [[UInt8]]) -> PatternSet? {
    var patterns: [[UInt8]: Pattern] = [:]
    for (index, rule) in rules {
      for text in rule.watched { patterns.add(text, Meaning(rule: index, role: .watched), .watched) }
    }
    let keyed = rules.filter { $0.rule.keyed != nil }
    let known = Set(rules.flatMap { $0.rule.projectTexts } + patterns.keys)
    for (index, rule) in keyed {
      for text in rule.localTexts where isTellable(text) && !known.contains(text) {
        patterns.add(text, Meaning(rule: index, role: .outsideKey), .outsideKey)
      }
    }
    for text in texts { patterns[text] = nil }
    if patterns.isEmpty { return nil }
    for text in texts + keyed.flatMap(\.rule.projectTexts) where patterns[text] == nil { patterns[text] = Pattern() }
    return PatternSet(patterns)
  }

  /// Shorter ones, and those that do not end with words, are in too many files by chance.
  private static func isTellable(_ text: [UInt8]) -> Bool {
    text.count >= 4 && [text.first, text.last].allSatisfy { $0.map(Boundary.isIdentifier) == true }
  }
}

extension [[UInt8]: Pattern] {
  fileprivate mutating func add(_ text: [UInt8], _ meaning: Meaning, _ roles: Roles) {
    self[text, default: Pattern()].meanings.append(meaning)
    self[text]?.roles.formUnion(roles)
  }

  fileprivate mutating func addPairs(of rule: PlanRule, _ index: Int) {
    for pair in rule.pairs {
      let original = pair.replacement.flatMap(rule.original) ?? pair.canonical
      // Of several canonical texts bytes lead back to the first one.
      let roles: Roles = original == pair.canonical ? .canonical : [.canonical, .sourced]
      add(pair.canonical, Meaning(rule: index, role: .canonical(pair)), rule.certainty.role.union(roles))
      guard let local = pair.replacement else { continue }
      add(local, Meaning(rule: index, role: .local(pair)), rule.localRoles.union(.local))
    }
  }
}

extension PlanRule.Certainty {
  fileprivate var role: Roles {
    switch self {
    case .exact: []
    case .ambiguous: .ambiguous
    }
  }
}

extension PlanRule {
  /// Its local texts, present and former.
  var localTexts: [[UInt8]] { pairs.compactMap(\.replacement) + retired.map(\.text) }

  fileprivate var projectTexts: [[UInt8]] { pairs.map(\.canonical) + excepts }

  /// What a local text stands for where nothing else is known.
  func original(of local: [UInt8]) -> [UInt8]? { pairs.first { $0.replacement == local }?.canonical }

  /// Whether a local text of the rule stands for one of several canonical texts.
  private var isManifold: Bool {
    guard keyed?.extent == .whole else { return false }
    let locals = pairs.compactMap(\.replacement)
    return locals.isEmpty ? pairs.count > 1 : Set(locals).count < locals.count
  }

  /// Of its local and retired texts.
  fileprivate var localRoles: Roles {
    var roles = certainty.role
    if isManifold { roles.formUnion([.sourced, .several]) }
    switch keyed?.onInsert {
    case .drop: roles.insert(.sourced)
    case .keep, nil: break
    }
    return roles
  }
}

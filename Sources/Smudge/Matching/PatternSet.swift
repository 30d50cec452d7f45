import Platform

/// A pattern of a plan: a text with all its meanings, of which it can have several in several rules.
package struct Pattern: Sendable {
  /// The meanings; those of current texts before those of retired ones.
  var meanings: [Meaning] = []
  var roles: TextRoles = []
  /// Whether a local text can begin in this one and end behind it, so that clean replaces the local one.
  fileprivate(set) var canYield = false

  /// Whether the text is one of the project, which clean leaves if it has no other meaning.
  fileprivate var isOfProject: Bool { meanings.isEmpty || !meanings.allSatisfy(\.isForeign) }

  /// Whether the text is a local one, or a former one that clean replaces and no rule has as its own.
  var isOwn: Bool { !roles.isDisjoint(with: [.local, .outsideKey]) || roles.contains(.retired) && !isOfProject }

  /// The text that clean replaces it by, independent of the path.
  package var canonical: [UInt8]? { meanings.lazy.compactMap(\.canonical).first }
}

/// The meaning of a text in one rule of a plan.
package struct Meaning: Sendable, Equatable {
  /// The role of the text, with what it is paired with.
  package enum Role: Sendable, Equatable {
    case canonical(TextPair)
    case local(TextPair)
    case retired(RetiredText)
    case excepted
    /// A former local text that collides with a current text.
    case watched
    /// A current or former local text of a rule with keys, outside the values of those keys.
    case outsideKey
  }

  /// The index of the rule in the plan.
  package let rule: Int
  package let role: Role

  fileprivate var roles: TextRoles {
    switch role {
    case .canonical: .canonical
    case .local: .local
    case .retired: .retired
    case .watched: .watched
    case .outsideKey: .outsideKey
    case .excepted: []
    }
  }

  package var isCanonical: Bool { roles == .canonical }

  /// Whether the text is a current one of the rule, canonical or local.
  package var isCurrent: Bool { isCanonical || roles == .local }

  /// Whether smudge leaves the text, and clean makes it one that smudge turns into it.
  package var isSmudged: Bool { roles == .local || roles.isEmpty || isCanonical && local == nil }

  /// Whether the text must not reach the repository.
  package var isForeign: Bool { !roles.isDisjoint(with: .foreign) }

  /// The text that smudge replaces it by.
  var local: [UInt8]? { if case .canonical(let pair) = role { pair.replacement } else { nil } }

  /// The text that clean replaces it by.
  package var canonical: [UInt8]? {
    switch role {
    case .local(let pair): pair.canonical
    case .retired(let text): text.canonical
    case .canonical, .excepted, .watched, .outsideKey: nil
    }
  }
}

/// A compiled set of patterns: a matcher, and the meanings of each text. A class: each value of a key would copy its
/// parts.
package final class PatternSet: Sendable {
  package typealias Rules = [(index: Int, rule: PlanRule)]

  let matcher: Matcher
  /// The pattern of each text of the matcher.
  let patterns: [Pattern]

  /// Compiles the texts of rules. `key`: the key in whose values the texts are searched; `nil` for all content.
  convenience init(_ rules: Rules, inValuesOf key: [UInt8]? = nil) {
    self.init(Self.patterns(of: rules, inValuesOf: key))
  }

  private init(_ patterns: [[UInt8]: Pattern]) {
    matcher = Matcher(patterns.keys)
    let begun = Set(patterns.filter(\.value.isOwn).keys.flatMap { WordStarts($0).beginnings })
    self.patterns = matcher.texts.map { text in
      var pattern = patterns[text] ?? Pattern()
      pattern.canYield = pattern.isOfProject && WordStarts(text).ends(withOneOf: begun)
      return pattern
    }
  }

  package subscript(text: [UInt8]) -> Pattern? { matcher.index(of: text).map { patterns[$0] } }

  func texts(_ roles: TextRoles) -> [[UInt8]] {
    zip(matcher.texts, patterns).filter { !$1.roles.isDisjoint(with: roles) }.map(\.0)
  }

  /// The patterns of rules by their texts.
  static func patterns(of rules: Rules, inValuesOf key: [UInt8]? = nil) -> [[UInt8]: Pattern] {
    var patterns: [[UInt8]: Pattern] = [:]
    for (index, rule) in rules {
      patterns.addPairs(of: rule, index, isExcluded: key.map(rule.exceptKeys.contains) ?? false)
    }
    // After all pairs: current texts win over retired ones.
    for (index, rule) in rules {
      for text in rule.retired { patterns.add(text.text, index, .retired(text), rule.localRoles) }
      for text in rule.excepts { patterns.add(text, index, .excepted, rule.certaintyRole) }
    }
    return patterns
  }

  /// The local texts that clean reports and does not replace: former ones that collide with a current text, and those
  /// of rules with keys, outside the values of their keys. `nil` if there are none. `texts`: the texts of the rules for
  /// all content.
  ///
  /// They have a matcher of their own: in the main one a match would hide texts that it contains, and clean would
  /// commit those.
  static func reportOnly(_ rules: Rules, excluding texts: [[UInt8]]) -> PatternSet? {
    var patterns: [[UInt8]: Pattern] = [:]
    for (index, rule) in rules {
      for text in rule.watched { patterns.add(text, index, .watched) }
    }
    let keyed = rules.filter { $0.rule.keyed != nil }
    let covered = Set(rules.flatMap(\.rule.projectTexts) + patterns.keys)
    for (index, rule) in keyed {
      for text in rule.localTexts where isDistinctive(text) && !covered.contains(text) {
        patterns.add(text, index, .outsideKey)
      }
    }
    for text in texts { patterns[text] = nil }
    if patterns.isEmpty { return nil }
    for text in texts + keyed.flatMap(\.rule.projectTexts) where patterns[text] == nil { patterns[text] = Pattern() }
    return PatternSet(patterns)
  }

  /// Whether a text is reported outside its keys: shorter ones, and those that do not start and end with a word, match
  /// by chance.
  private static func isDistinctive(_ text: [UInt8]) -> Bool {
    text.count >= 4 && [text.first, text.last].allSatisfy { $0.map(Boundary.isIdentifier) == true }
  }
}

extension [[UInt8]: Pattern] {
  /// Adds a meaning of a text. `roles`: the roles that the text has besides `role`.
  fileprivate mutating func add(_ text: [UInt8], _ rule: Int, _ role: Meaning.Role, _ roles: TextRoles = []) {
    let meaning = Meaning(rule: rule, role: role)
    self[text, default: Pattern()].meanings.append(meaning)
    self[text]?.roles.formUnion(roles.union(meaning.roles))
  }

  /// Adds the pairs of a rule. `isExcluded`: whether they are for the values of a key that the rule excludes. There
  /// smudge leaves canonical texts, and clean still replaces local ones, so that none is committed.
  fileprivate mutating func addPairs(of rule: PlanRule, _ index: Int, isExcluded: Bool) {
    for pair in rule.pairs {
      let original = pair.replacement.flatMap(rule.original) ?? pair.canonical
      // Without the source, clean restores the first of several canonical texts.
      let roles: TextRoles = original == pair.canonical ? .canonical : [.canonical, .sourced]
      add(pair.canonical, index, isExcluded ? .excepted : .canonical(pair), rule.certaintyRole.union(roles))
      if let local = pair.replacement { add(local, index, .local(pair), rule.localRoles) }
    }
  }
}

extension PlanRule {
  /// The local texts, current and retired.
  var localTexts: [[UInt8]] { pairs.compactMap(\.replacement) + retired.map(\.text) }

  fileprivate var certaintyRole: TextRoles { certainty == .ambiguous ? .ambiguous : [] }

  fileprivate var projectTexts: [[UInt8]] { pairs.map(\.canonical) + excepts }

  /// The canonical text of a local text without the source: the first one.
  func original(of local: [UInt8]) -> [UInt8]? { pairs.first { $0.replacement == local }?.canonical }

  /// Whether a local text of the rule has several canonical texts.
  private var hasSharedLocal: Bool {
    guard keyed?.extent == .whole else { return false }
    let locals = pairs.compactMap(\.replacement)
    return locals.isEmpty ? pairs.count > 1 : Set(locals).count < locals.count
  }

  fileprivate var localRoles: TextRoles {
    var roles = certaintyRole
    if hasSharedLocal { roles.insert(.several) }
    // The source shows inserted lines, and values that replace a reference.
    if keyed != nil { roles.insert(.sourced) }
    return roles
  }
}

/// The roles of a text in a plan, as a set: a text can be canonical in one rule and local in another.
package struct TextRoles: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let canonical = TextRoles(rawValue: 1)
  /// A local text of the current plan.
  package static let local = TextRoles(rawValue: 2)
  /// A former local text, which clean replaces.
  package static let retired = TextRoles(rawValue: 4)
  /// A former local text that collides with a current one: reported, not replaced.
  package static let watched = TextRoles(rawValue: 8)
  /// A text of a rule with conflicts (`AmbiguityAnalysis`).
  package static let ambiguous = TextRoles(rawValue: 16)
  /// A text that clean can only restore from the source, for example one of several canonical ones, or one in other
  /// quotes.
  package static let sourced = TextRoles(rawValue: 32)
  /// A local text with several canonical ones.
  package static let several = TextRoles(rawValue: 64)
  /// A local text of a rule with keys, outside the values of those keys.
  package static let outsideKey = TextRoles(rawValue: 128)

  /// Texts that must not be committed.
  package static let foreign: TextRoles = [.local, .retired, .watched, .outsideKey]
  /// Texts for which clean needs the source.
  package static let needingSource: TextRoles = [.local, .retired, .ambiguous, .sourced]
}

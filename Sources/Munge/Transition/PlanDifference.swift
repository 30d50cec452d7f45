public import Smudge

/// What another plan would do otherwise, rule by rule and value by value.
///
/// Retired texts do not count: they are history, not a wish.
public struct PlanDifference: Sendable, Equatable {
  /// What has become of a rule.
  public enum RuleChange: Sendable, Equatable {
    case added(PlanRule)
    case removed(PlanRule)
    case changed(name: [UInt8], [Aspect])

    public var name: [UInt8] {
      switch self {
      case .added(let rule), .removed(let rule): rule.name
      case .changed(let name, _): name
      }
    }
  }

  /// What is otherwise about a rule.
  public enum Aspect: Sendable, Equatable {
    case canonical(from: [UInt8], to: [UInt8])
    /// `nil`: the rule is idle for want of a value.
    case local(from: [UInt8]?, to: [UInt8]?)
    case suffixes(added: [[UInt8]], removed: [[UInt8]])
    case excepts(added: [[UInt8]], removed: [[UInt8]])
    /// All patterns of before and of now: their order matters.
    case paths(from: [[UInt8]], to: [[UInt8]])
  }

  /// What has become of the value of a variable that the rules declare.
  public struct ValueChange: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
      /// The rules of before did not know the variable.
      case declared(value: [UInt8])
      /// `nil` where there is no value.
      case changed(from: [UInt8]?, to: [UInt8]?)
    }

    public let name: [UInt8]
    public let kind: Kind
  }

  public let rules: [RuleChange]
  public let values: [ValueChange]
  /// Whether both plans are of one rules file: then it is values alone that make them differ.
  private let isOfOneFile: Bool

  public init(rules: [RuleChange] = [], values: [ValueChange] = [], isOfOneFile: Bool = false) {
    (self.rules, self.values, self.isOfOneFile) = (rules, values, isOfOneFile)
  }

  public init(from old: Plan, to new: Plan) {
    let (olds, news) = (old.currentRules, new.currentRules)
    let changed = news.compactMap { rule -> RuleChange? in
      guard let before = olds.first(where: { $0.name == rule.name }) else { return .added(rule) }
      let aspects = Aspect.all(from: before, to: rule)
      return aspects.isEmpty ? nil : .changed(name: rule.name, aspects)
    }
    let removed = olds.filter { rule in !news.contains { $0.name == rule.name } }
    rules = changed + removed.map { .removed($0) }
    values = PlanDifference.values(from: old.values, to: new.values)
    isOfOneFile = old.fingerprint == new.fingerprint
  }

  /// A variable that the rules no longer know has no value to speak of.
  private static func values(from old: [PlanValue], to new: [PlanValue]) -> [ValueChange] {
    new.compactMap { value in
      guard let before = old.first(where: { $0.name == value.name }) else {
        return value.text.map { ValueChange(name: value.name, kind: .declared(value: $0)) }
      }
      return before.text == value.text
        ? nil : ValueChange(name: value.name, kind: .changed(from: before.text, to: value.text))
    }
  }

  /// Rules that say something else themselves, beside those whose local text only follows from another value.
  public var rulesByThemselves: [RuleChange] {
    if !isAboutValues || !isOfOneFile { return rules }
    return rules.filter { change in
      switch change {
      case .added, .removed: true
      case .changed(_, let aspects): !aspects.allSatisfy(\.isLocal)
      }
    }
  }

  /// Whether a value is another one than before, which is not the rules' doing.
  public var isAboutValues: Bool {
    values.contains { change in
      switch change.kind {
      case .declared: false
      case .changed: true
      }
    }
  }

  /// Whether a working tree would look the same by both plans, and tomorrow's too.
  public var isEmpty: Bool { rules.isEmpty && values.isEmpty }
}

extension PlanDifference.Aspect {
  fileprivate var isLocal: Bool {
    switch self {
    case .local: true
    case .canonical, .suffixes, .excepts, .paths: false
    }
  }

  fileprivate static func all(from old: PlanRule, to new: PlanRule) -> [PlanDifference.Aspect] {
    let (before, after) = (old.pairs.first, new.pairs.first)
    var aspects: [PlanDifference.Aspect] = []
    if let before, let after, before.canonical != after.canonical {
      aspects.append(.canonical(from: before.canonical, to: after.canonical))
    }
    if before?.local != after?.local { aspects.append(.local(from: before?.local, to: after?.local)) }
    let suffixes = changes(from: old.suffixes, to: new.suffixes)
    if !suffixes.isNothing { aspects.append(.suffixes(added: suffixes.added, removed: suffixes.removed)) }
    let excepts = changes(from: old.excepts, to: new.excepts)
    if !excepts.isNothing { aspects.append(.excepts(added: excepts.added, removed: excepts.removed)) }
    if old.paths != new.paths {
      aspects.append(.paths(from: old.paths.map(\.text), to: new.paths.map(\.text)))
    }
    return aspects
  }

  private static func changes(
    from old: [[UInt8]], to new: [[UInt8]]
  ) -> (added: [[UInt8]], removed: [[UInt8]], isNothing: Bool) {
    (new.filter { !old.contains($0) }, old.filter { !new.contains($0) }, Set(old) == Set(new))
  }
}

extension PlanRule {
  /// What the rule covers behind its canonical text.
  public var suffixes: [[UInt8]] {
    guard let first = pairs.first else { return [] }
    return pairs.dropFirst().map { Array($0.canonical.dropFirst(first.canonical.count)) }
  }
}

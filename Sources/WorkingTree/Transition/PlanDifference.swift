package import Rules
package import Smudge

/// The difference of two plans, by rule and by value.
///
/// Former texts are ignored.
package struct PlanDifference: Sendable, Equatable {
  /// A change of a rule.
  package enum RuleChange: Sendable, Equatable {
    case added(PlanRule)
    case removed(PlanRule)
    case changed(name: [UInt8], [Aspect])

    package var name: [UInt8] {
      switch self {
      case .added(let rule), .removed(let rule): rule.name
      case .changed(let name, _): name
      }
    }
  }

  /// A changed key of a rule, with all old and new values.
  package struct Aspect: Sendable, Equatable {
    package let key: RulesFile.RuleKey
    package let from: [[UInt8]]
    package let to: [[UInt8]]
  }

  /// A change of a variable that the rules declare.
  package struct ValueChange: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
      /// The variable is new, with this value.
      case declared(value: [UInt8])
      /// `nil` without a value.
      case changed(from: [UInt8]?, to: [UInt8]?)
    }

    package let name: [UInt8]
    package let kind: Kind
  }

  package let rules: [RuleChange]
  package let values: [ValueChange]
  /// Whether both plans have the same rules file, so that only values differ.
  private let isOfOneFile: Bool

  package init(rules: [RuleChange] = [], values: [ValueChange] = [], isOfOneFile: Bool = false) {
    (self.rules, self.values, self.isOfOneFile) = (rules, values, isOfOneFile)
  }

  package init(from old: Plan, to new: Plan) {
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

  /// Changes of values; removed variables are ignored.
  private static func values(from old: [PlanValue], to new: [PlanValue]) -> [ValueChange] {
    new.compactMap { value in
      guard let before = old.first(where: { $0.name == value.name }) else {
        return value.text.map { ValueChange(name: value.name, kind: .declared(value: $0)) }
      }
      return before.text == value.text
        ? nil : ValueChange(name: value.name, kind: .changed(from: before.text, to: value.text))
    }
  }

  /// Changed rules, without those of which only the value has changed.
  package var rulesByThemselves: [RuleChange] {
    if !isAboutValues || !isOfOneFile { return rules }
    return rules.filter { change in
      switch change {
      case .added, .removed: true
      case .changed(_, let aspects): aspects.contains { $0.key != .local }
      }
    }
  }

  /// Whether a value has changed.
  package var isAboutValues: Bool {
    values.contains { change in
      switch change.kind {
      case .declared: false
      case .changed: true
      }
    }
  }

  /// Whether both plans have the same rules and values.
  package var isEmpty: Bool { rules.isEmpty && values.isEmpty }
}

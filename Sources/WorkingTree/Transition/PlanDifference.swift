package import Smudge

/// What another plan would do otherwise, rule by rule and value by value.
///
/// Retired texts do not count: they are history, not a wish.
package struct PlanDifference: Sendable, Equatable {
  /// What has become of a rule.
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

  /// What is otherwise about a rule: a key of the rules file, with all its values of before and of now.
  package struct Aspect: Sendable, Equatable {
    package let key: RulesFile.RuleKey
    package let from: [[UInt8]]
    package let to: [[UInt8]]
  }

  /// What has become of the value of a variable that the rules declare.
  package struct ValueChange: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
      /// The rules of before did not know the variable.
      case declared(value: [UInt8])
      /// `nil` where there is no value.
      case changed(from: [UInt8]?, to: [UInt8]?)
    }

    package let name: [UInt8]
    package let kind: Kind
  }

  package let rules: [RuleChange]
  package let values: [ValueChange]
  /// Whether both plans are of one rules file: then it is values alone that make them differ.
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
  package var rulesByThemselves: [RuleChange] {
    if !isAboutValues || !isOfOneFile { return rules }
    return rules.filter { change in
      switch change {
      case .added, .removed: true
      case .changed(_, let aspects): aspects.contains { $0.key != .local }
      }
    }
  }

  /// Whether a value is another one than before, which is not the rules' doing.
  package var isAboutValues: Bool {
    values.contains { change in
      switch change.kind {
      case .declared: false
      case .changed: true
      }
    }
  }

  /// Whether a working tree would look the same by both plans, and tomorrow's too.
  package var isEmpty: Bool { rules.isEmpty && values.isEmpty }
}

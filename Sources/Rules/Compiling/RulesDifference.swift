import Platform
package import Smudge

/// What new rules and values change in a plan, by rule and by value. Former texts are ignored.
package struct RulesDifference: Sendable, Equatable {
  /// A change of a rule or a variable.
  package enum Change: Sendable, Equatable {
    /// A rule that the plan does not have, as written and with its values.
    case added(Rule, PlanRule)
    case removed(PlanRule)
    /// A key of a rule, with all old and new values as written; `nil`: the default.
    case changed(rule: [UInt8], RulesFile.RuleKey, from: [[UInt8]]?, to: [[UInt8]]?)
    /// A rule whose former text is not known.
    case asItIs(Rule)
    case kind(variable: String, from: VariableKind, to: VariableKind)
  }

  /// A change of a variable that the rules declare; `nil`: without a value.
  package struct ValueChange: Sendable, Equatable {
    package let name: [UInt8]
    package let from: [UInt8]?
    package let to: [UInt8]?
    /// Whether the variable is new, with this value.
    package let isNew: Bool
  }

  /// Changes of rules in the plan, those of values not included.
  package private(set) var rules: [Change] = []
  /// Changes of the rules file that the plan does not show, such as another template with the same result.
  package private(set) var wording: [Change] = []
  package private(set) var values: [ValueChange] = []

  package init() {}

  /// Compares two plans. `approved`: the rules that the old plan was made from, if they are known.
  package init(from old: Plan, _ approved: Rules?, to new: Plan, _ rules: Rules) {
    let oldValues = old.values.compactMap { value in
      value.text.map { VariableValue(name: value.name.string, text: $0, origin: .madeUp) }
    }
    let compiler = Compiler(rules, values: oldValues)

    for (rule, planned) in zip(rules.rules, new.rules) {
      guard let before = old.currentRules.first(where: { $0.name == rule.name }) else {
        self.rules.append(.added(rule, planned))
        continue
      }
      // With the old values, so that a changed value is no change of its rules.
      var current = before
      current.retired = []
      current.watched = []
      current.certainty = .exact
      let isPlanned = (try? compiler.plan(rule)) != current

      let written = approved?.rules.first { $0.name == rule.name }
      let changes = written.map { RulesDifference.changes(from: $0, to: rule) } ?? [.asItIs(rule)]
      if isPlanned {
        self.rules += changes
      } else if written != nil || approved == nil {
        wording += changes
      }
    }

    for rule in old.currentRules where !rules.rules.contains(where: { $0.name == rule.name }) {
      self.rules.append(.removed(rule))
    }
    wording += rules.variables.compactMap { variable in
      let kind = approved?.variable(variable.name)?.kind
      guard let kind, kind != variable.kind else { return nil }
      return .kind(variable: variable.name, from: kind, to: variable.kind)
    }
    values = RulesDifference.values(from: old, to: new)
  }

  /// Changed values; removed variables are ignored.
  package static func values(from old: Plan, to new: Plan) -> [ValueChange] {
    new.values.compactMap { value in
      let before = old.values.first { $0.name == value.name }
      if before?.text == value.text { return nil }
      return ValueChange(name: value.name, from: before?.text, to: value.text, isNew: before == nil)
    }
  }

  /// The keys with other values.
  private static func changes(from old: Rule, to new: Rule) -> [Change] {
    RulesFile.RuleKey.allCases.compactMap { key in
      let from = old.values[key]
      let to = new.values[key]
      let isOrdered = [.canonical, .local, .onInsert, .path].contains(key)
      let isSame = isOrdered ? from == to : from.map(Set.init) == to.map(Set.init)
      return isSame ? nil : .changed(rule: new.name, key, from: from, to: to)
    }
  }

  /// Whether a value has changed.
  package var isAboutValues: Bool { values.contains { !$0.isNew } }

  /// Whether the plan does the same.
  package var isEmpty: Bool { rules.isEmpty && values.isEmpty }
}

extension PlanRule {
  /// The canonical texts, without prefixes and suffixes.
  package var canonicals: [[UInt8]] {
    pairs.enumerated().filter { index, pair in
      !pairs[..<index].contains { affix(of: pair, on: $0) != nil }
    }
    .map(\.element.canonical)
  }

  package var prefixes: [[UInt8]] {
    affixes.filter(\.suffix.isEmpty).map(\.prefix)
  }

  package var suffixes: [[UInt8]] {
    affixes.filter(\.prefix.isEmpty).map(\.suffix)
  }

  private var affixes: [Affix] {
    pairs.dropFirst().compactMap { affix(of: $0, on: pairs[0]) }
  }

  /// What a prefix and a suffix add to both texts of another pair to give this one; `nil` if they do not. A rule with
  /// an empty canonical text has none.
  private func affix(of pair: TextPair, on other: TextPair) -> Affix? {
    let text = pair.canonical
    guard
      !pairs.contains(where: \.canonical.isEmpty),
      let range = text.firstRange(of: other.canonical)
    else { return nil }
    let affix = Affix(
      prefix: Array(text[..<range.lowerBound]),
      suffix: Array(text[range.upperBound...]))
    return pair.local == other.local.map(affix.around) ? affix : nil
  }
}

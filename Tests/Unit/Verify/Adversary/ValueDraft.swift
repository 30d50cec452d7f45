@testable import Rules
@testable import Smudge

/// Values for all variables of some rules, while they are drawn.
struct ValueDraft {
  let rules: Rules
  /// The neighbours of canonical texts.
  let neighbours: [[UInt8]]
  private(set) var values: [String: [UInt8]] = [:]

  /// The number of them that are tried for a rule.
  private static let mostNeighbours = 64
  private static let mostBeginnings = 32

  init(rules: Rules, neighbours: [[UInt8]]) { (self.rules, self.neighbours) = (rules, neighbours) }

  /// Returns whether the rules allow values with this profile.
  mutating func isDrawn(_ profile: Developer.Profile, _ numbers: inout SeededNumbers) -> Bool {
    for variable in rules.variables {
      values[variable.name] = variable.kind.value(look(of: variable, profile, &numbers), &numbers)
    }
    switch profile {
    case .plain: return true
    case .hyphenated: return values.values.contains { $0.contains(UInt8(ascii: "-")) || $0.contains(UInt8(ascii: "_")) }
    case .shorter, .longer: return rules.rules.contains { hasMatch(profile, by: values, $0) }
    case .containing, .prefix, .neighbour, .idle: return isAimed(profile, &numbers)
    }
  }

  private func look(of variable: Variable, _ profile: Developer.Profile, _ numbers: inout SeededNumbers) -> ValueForm {
    let room = room(for: variable)
    switch profile {
    case .shorter: return ValueForm(length: 1 + numbers.number(below: max(1, room - 1)), hyphens: .none)
    case .longer: return ValueForm(length: room + 1 + numbers.number(below: 24), hyphens: .none)
    case .hyphenated: return ValueForm(length: 5 + numbers.number(below: 12), hyphens: .some)
    case .plain, .containing, .prefix, .neighbour, .idle:
      let isShort = numbers.oneIn(4)
      return ValueForm(length: isShort ? 1 + numbers.number(below: 3) : 4 + numbers.number(below: 9), hyphens: .none)
    }
  }

  /// The length of a value for which the local text is as long as the canonical one.
  private func room(for variable: Variable) -> Int {
    guard let rule = rules.rules.first(where: { $0.local.variables.contains(variable.name) }) else { return 1 }
    let rest = rule.canonical.count - (rule.local.filled { _ in [] } ?? []).count
    return max(1, rest / rule.local.variables.count)
  }

  private func local(of rule: Rule, _ values: [String: [UInt8]]) -> [UInt8]? { rule.local.filled { values[$0] } }

  /// Whether the local text of a rule has the profile.
  private func hasMatch(_ profile: Developer.Profile, by values: [String: [UInt8]], _ rule: Rule) -> Bool {
    guard !rule.local.variables.isEmpty, let local = local(of: rule, values) else { return false }
    switch profile {
    case .shorter: return local.count < rule.canonical.count
    case .longer: return local.count > rule.canonical.count
    case .containing: return rule.canonicals.contains { !$0.isEmpty && local != $0 && holds(local, $0) }
    case .prefix: return !rule.canonicals.contains(local) && rule.covered.contains { $0.starts(with: local) }
    case .idle: return rule.canonicals.contains(local)
    case .plain, .hyphenated, .neighbour: return !rule.canonicals.contains(local)
    }
  }

  private func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.indices.contains { text[$0...].starts(with: part) }
  }
}

// Values that give a certain text.
extension ValueDraft {
  private enum Goal {
    /// The local text of the rule.
    case local([UInt8])
    /// One of its variables.
    case value([UInt8])
  }

  /// Draws values for one rule, and by chance for the others: developers rarely have the same profile in all rules.
  private mutating func isAimed(_ profile: Developer.Profile, _ numbers: inout SeededNumbers) -> Bool {
    var aimed: Set<String> = []
    for rule in numbers.shuffled(rules.rules) where !rule.local.variables.isEmpty {
      if !aimed.isEmpty && numbers.oneIn(2) { continue }
      guard let found = aim(goals(profile, rule, &numbers), profile, rule, besides: aimed) else { continue }
      values.merge(found) { $1 }
      aimed.formUnion(found.keys)
    }
    return !aimed.isEmpty
  }

  private func aim(
    _ goals: [Goal], _ profile: Developer.Profile, _ rule: Rule, besides aimed: Set<String>
  ) -> [String: [UInt8]]? {
    goals.lazy.compactMap { values(for: $0, rule) }.first {
      aimed.isDisjoint(with: $0.keys) && hasMatch(profile, by: values.merging($0) { $1 }, rule)
    }
  }

  private func values(for goal: Goal, _ rule: Rule) -> [String: [UInt8]]? {
    switch goal {
    case .local(let text): rule.local.values(making: text, accepts)
    case .value(let text): rule.local.variables.first { accepts($0, text) }.map { [$0: text] }
    }
  }

  private func accepts(_ name: String, _ value: [UInt8]) -> Bool { rules.variable(name)?.kind.accepts(value) ?? false }

  private func goals(_ profile: Developer.Profile, _ rule: Rule, _ numbers: inout SeededNumbers) -> [Goal] {
    switch profile {
    case .idle: return numbers.shuffled(rule.canonicals).map { .local($0) }
    case .prefix: return beginnings(of: rule, &numbers).map { .local($0) }
    case .containing: return numbers.shuffled(extended(rule.canonicals, &numbers).flatMap { [.local($0), .value($0)] })
    case .neighbour: return neighbourly(companions(of: rule, &numbers), &numbers)
    case .plain, .shorter, .longer, .hyphenated: return []
    }
  }

  /// Local texts first, every second time: those can be confused with the neighbour.
  private func neighbourly(_ texts: [[UInt8]], _ numbers: inout SeededNumbers) -> [Goal] {
    let (locals, values) = (numbers.shuffled(texts).map { Goal.local($0) }, numbers.shuffled(texts).map { Goal.value($0) })
    return numbers.oneIn(2) ? locals + values : values + locals
  }

  /// Prefixes that end with a word first, every second time.
  private func beginnings(of rule: Rule, _ numbers: inout SeededNumbers) -> [[UInt8]] {
    guard let text = numbers.pick(rule.covered) else { return [] }
    let all = numbers.shuffled(text.indices.dropFirst().map { $0 })
    let words = numbers.oneIn(2) ? all.filter { !Boundary.isIdentifier(text[$0]) } : []
    return (words + all).prefix(ValueDraft.mostBeginnings).map { Array(text[..<$0]) }
  }

  private func extended(_ canonicals: [[UInt8]], _ numbers: inout SeededNumbers) -> [[UInt8]] {
    guard let text = numbers.pick(canonicals), !text.isEmpty else { return [] }
    let word = VariableKind.label.value(ValueForm(length: 3, hyphens: .none), &numbers)
    let digits = VariableKind.number.value(ValueForm(length: 2, hyphens: .none), &numbers)
    let (dot, hyphen) = (Array(".".utf8), Array("-".utf8))
    return [
      text, text + dot + word, word + dot + text, word + dot + text + dot + word, text + dot + text,
      text + hyphen + word, word + hyphen + text, text + word, word + text, text + digits, digits + text,
    ]
  }

  /// Without the rule's suffix where they end with one: smudge then gives the neighbour.
  private func companions(of rule: Rule, _ numbers: inout SeededNumbers) -> [[UInt8]] {
    let others = rules.variables.compactMap { rule.local.variables.contains($0.name) ? nil : values[$0.name] }
    let near = Array(numbers.shuffled(neighbours).prefix(ValueDraft.mostNeighbours))
    let cut = near.flatMap { text in
      rule.suffixes.filter { text.count > $0.count && text.suffix($0.count) == $0[...] }.map { Array(text.dropLast($0.count)) }
    }
    return others + near + cut
  }
}

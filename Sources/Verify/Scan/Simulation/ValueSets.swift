import Rules
import Smudge

/// The profile of the values of a generated set.
enum ValueProfile: Sendable, CaseIterable {
  case short, long, hyphenated
  /// They contain a canonical text.
  case containing
  /// They are a prefix of a text of the rules, or all of it.
  case prefix

  /// Whether a conflict is caused by the values, not by the rules.
  var isOdd: Bool {
    switch self {
    case .short, .long, .hyphenated: false
    case .containing, .prefix: true
    }
  }
}

/// A value for each variable of some rules, and the plan with these values.
struct ValueSet: Sendable, Equatable {
  /// `nil` without values, when only rules without variables have an effect.
  let profile: ValueProfile?
  /// In the order of the declarations.
  let values: [VariableValue]
  let plan: Plan

  static func none(_ rules: Rules) throws -> ValueSet { try ValueSet(nil, [:], rules) }

  fileprivate init(_ profile: ValueProfile?, _ texts: [String: [UInt8]], _ rules: Rules) throws {
    let values = rules.variables.compactMap { variable in
      texts[variable.name].map { VariableValue(name: variable.name, text: $0, origin: .madeUp) }
    }
    self.init(profile: profile, values: values, plan: try Compiler(rules, values: values, now: 0).plan())
  }

  init(profile: ValueProfile?, values: [VariableValue], plan: Plan) {
    (self.profile, self.values, self.plan) = (profile, values, plan)
  }

  /// In the form of arguments: `NAME=VALUE`.
  var assignments: [String] { values.map { "\($0.name)=\(String(decoding: $0.text, as: UTF8.self))" } }
}

/// Generates value sets for some rules, deterministically: a number gives the same set in every run.
struct ValueSets {
  private let rules: Rules

  private typealias Texts = [String: [UInt8]]
  /// Other lengths, tried if an installation refuses the wanted one.
  private static let lengths = [12, 6, 4, 3, 2, 1]
  /// Limits for the odd values of one set.
  private static let (maxGoals, maxRules, maxTexts) = (16, 8, 64)
  /// The first seed of `symbols`, beyond those of sets.
  private static let firstSymbol = 1 << 40

  init(_ rules: Rules) { self.rules = rules }

  /// The set of a number, from 1; the profiles alternate. Throws the error of an installation that refuses all values.
  package func set(_ number: Int) throws -> ValueSet {
    let profiles = ValueProfile.allCases
    let (round, index) = (number - 1).quotientAndRemainder(dividingBy: profiles.count)
    let profile = profiles[index]
    let length = length(profile, round)
    let (plain, isHyphenated) = (profile.isOdd ? .short : profile, profile == .hyphenated)
    let base = texts(number, length: length, isHyphenated)
    let odd = profile.isOdd ? goals(profile, round, base).map { (profile, base.merging($0) { $1 }) } : []
    let lengths = [length] + (plain == .short ? Self.lengths.reversed() : Self.lengths)
    return try first(of: odd + lengths.map { (plain, texts(number, length: $0, isHyphenated)) })
  }

  /// A set of values that are unlike any text of the rules; each `variant` gives other values.
  func symbols(_ variant: Int) throws -> ValueSet {
    try first(of: ([9 + 2 * variant] + Self.lengths).map { (.short, texts(Self.firstSymbol + variant, length: $0, false)) })
  }

  private func length(_ profile: ValueProfile, _ round: Int) -> Int {
    switch profile {
    case .short: 1 + round % 3
    case .long: 24 + round % 32
    case .hyphenated: 6 + round % 12
    case .containing, .prefix: 4 + round % 8
    }
  }

  private func texts(_ number: Int, length: Int, _ isHyphenated: Bool) -> Texts {
    let pairs = rules.variables.enumerated().map { index, variable in
      (variable.name, variable.kind.value(number * rules.variables.count + index, length: length, isHyphenated))
    }
    return Dictionary(pairs) { one, _ in one }
  }

  private func first(of drafts: [(ValueProfile, Texts)]) throws -> ValueSet {
    var refusals: [any Error] = []
    for (profile, texts) in drafts {
      do { return try ValueSet(profile, texts, rules) } catch { refusals.append(error) }
    }
    // An error of a value can have another cause for the next one; an error of the rules remains.
    if let refusal = refusals.first(where: { $0 is RulesError }) ?? refusals.last { throw refusal }
    return try .none(rules)
  }
}

// Values that give a certain text.
extension ValueSets {
  /// Odd values, each for one rule; `base`: the other values.
  private func goals(_ profile: ValueProfile, _ round: Int, _ base: Texts) -> [Texts] {
    let aimed = rules.rules.filter { !$0.local.variables.isEmpty }.turned(by: round).prefix(Self.maxRules)
    return aimed.flatMap { rule in
      texts(profile, rule, base).turned(by: 7 * round).prefix(Self.maxTexts)
        .flatMap { text in [making(text, rule), value(text, rule)].compactMap(\.self) }
    }.prefix(Self.maxGoals).map(\.self)
  }

  private func texts(_ profile: ValueProfile, _ rule: Rule, _ base: Texts) -> [[UInt8]] {
    switch profile {
    case .containing:
      let words = [".x", "-x", "x", "1"].map { Array($0.utf8) }
      return rule.canonicals.filter { !$0.isEmpty }.flatMap { text in
        words.flatMap { [text + $0, $0.reversed() + text] }
      }
    case .prefix:
      let locals = rules.rules.filter { $0.name != rule.name }.compactMap { $0.local.filled { base[$0] } }
      return (rules.rules.flatMap { $0.covered + $0.excepts } + locals).flatMap { text in
        text.indices.dropFirst().filter { !Boundary.isIdentifier(text[$0]) }.map { Array(text[..<$0]) } + [text]
      }.filter { !rule.canonicals.contains($0) }
    case .short, .long, .hyphenated: return []
    }
  }

  /// The value of the only variable with which a rule's local text is `text`; `nil` if there is none.
  private func making(_ text: [UInt8], _ rule: Rule) -> Texts? {
    let parts = rule.local.parts
    guard let place = parts.firstIndex(where: \.isVariable), parts.count(where: \.isVariable) == 1 else { return nil }
    let (head, tail) = (parts[..<place].flatMap(\.literal), parts[(place + 1)...].flatMap(\.literal))
    guard text.count > head.count + tail.count, text.starts(with: head), text.suffix(tail.count) == tail[...] else { return nil }
    return value(Array(text[head.count..<text.count - tail.count]), rule)
  }

  private func value(_ text: [UInt8], _ rule: Rule) -> Texts? {
    rule.local.variables.first { rules.variable($0)?.kind.accepts(text) ?? false }.map { [$0: text] }
  }
}

extension Array {
  /// The elements rotated to the left.
  fileprivate func turned(by count: Int) -> [Element] {
    if isEmpty { return [] }
    let start = count % self.count
    return Array(self[start...] + self[..<start])
  }
}

extension Template.Part {
  fileprivate var isVariable: Bool { if case .variable = self { true } else { false } }

  fileprivate var literal: [UInt8] { if case .text(let text) = self { text } else { [] } }
}

import Smudge

/// What the values of a generated set are like.
enum ValueProfile: Sendable, CaseIterable {
  case short, long, hyphenated
  /// A canonical text is in them.
  case containing
  /// They are the beginning of a text of some rule, or all of it.
  case prefix

  /// Whether what they lead to concerns whoever chooses such values, and not the rules.
  var isOdd: Bool {
    switch self {
    case .short, .long, .hyphenated: false
    case .containing, .prefix: true
    }
  }
}

/// A value for each variable of some rules, and the plan that an installation would make of them.
struct ValueSet: Sendable, Equatable {
  /// `nil`: there are no values, so only rules without variables do anything.
  let profile: ValueProfile?
  /// In the order of the declarations.
  let values: [VariableValue]
  let plan: Plan

  static func none(_ rules: Rules) throws(MungeError) -> ValueSet { try ValueSet(nil, [:], rules) }

  fileprivate init(_ profile: ValueProfile?, _ texts: [String: [UInt8]], _ rules: Rules) throws(MungeError) {
    let values = rules.variables.compactMap { variable in
      texts[variable.name].map { VariableValue(name: variable.name, text: $0, origin: .madeUp) }
    }
    self.init(profile: profile, values: values, plan: try Compiler(rules, values: values, now: 0).plan())
  }

  init(profile: ValueProfile?, values: [VariableValue], plan: Plan) {
    (self.profile, self.values, self.plan) = (profile, values, plan)
  }

  /// As they are given to a command.
  var assignments: [String] { values.map { "\($0.name)=\(String(decoding: $0.text, as: UTF8.self))" } }
}

/// Generates value sets for some rules, without chance: a number stands for the same set in every run.
struct ValueSets {
  private let rules: Rules

  private typealias Texts = [String: [UInt8]]
  /// Tried where an installation refuses the length that was wanted.
  private static let lengths = [12, 6, 4, 3, 2, 1]
  /// Tried for one set.
  private static let (maxGoals, maxRules, maxTexts) = (16, 8, 64)
  /// No set has values of these numbers.
  private static let firstSymbol = 1 << 40

  init(_ rules: Rules) { self.rules = rules }

  /// Counted from 1; the profiles take turns. Throws what an installation says where it refuses all values.
  func set(_ number: Int) throws(MungeError) -> ValueSet {
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

  /// Values that stand for any others: nothing in the rules is like them. `variant`: another one gives others.
  func symbols(_ variant: Int) throws(MungeError) -> ValueSet {
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

  private func first(of drafts: [(ValueProfile, Texts)]) throws(MungeError) -> ValueSet {
    var refusals: [MungeError] = []
    for (profile, texts) in drafts {
      do { return try ValueSet(profile, texts, rules) } catch { refusals.append(error) }
    }
    // Of a value another one may be right; what is wrong with the rules stays wrong.
    let ofRules = refusals.first { error in if case .rules = error { true } else { false } }
    if let refusal = ofRules ?? refusals.last { throw refusal }
    return try .none(rules)
  }
}

// Values that lead to a certain text.
extension ValueSets {
  /// Each for one rule; `base`: the other values.
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

  /// The value with which a rule makes a text; `nil` where none does, or several would have to.
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
  /// From another element on, and then from the beginning.
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

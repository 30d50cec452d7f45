import Rules
import Smudge

/// The profile of the values of a generated set.
enum ValueProfile: Sendable, CaseIterable { case short, long, hyphenated }

/// A value for each variable of some rules, and the plan with these values.
struct ValueSet: Sendable, Equatable {
  /// In the order of the declarations.
  let values: [VariableValue]
  let plan: Plan

  static func none(_ rules: Rules) throws -> ValueSet { try ValueSet([:], rules) }

  fileprivate init(_ texts: [String: [UInt8]], _ rules: Rules) throws {
    values = rules.variables.compactMap { variable in
      texts[variable.name].map { VariableValue(name: variable.name, text: $0, origin: .madeUp) }
    }
    plan = try Compiler(rules, values: values, now: 0).plan()
  }

  init(values: [VariableValue], plan: Plan) { (self.values, self.plan) = (values, plan) }

  /// In the form of arguments: `NAME=VALUE`.
  var assignments: [String] { values.map { "\($0.name)=\(String(decoding: $0.text, as: UTF8.self))" } }
}

/// Generates value sets for some rules, deterministically: a number gives the same set in every run.
struct ValueSets {
  private let rules: Rules

  private typealias Texts = [String: [UInt8]]
  /// Other lengths, tried if an installation refuses the wanted one.
  private static let lengths = [12, 6, 4, 3, 2, 1]

  init(_ rules: Rules) { self.rules = rules }

  /// The set of a number, from 1; the profiles alternate. Throws the error of an installation that refuses all values.
  package func set(_ number: Int) throws -> ValueSet {
    let profiles = ValueProfile.allCases
    let (round, index) = (number - 1).quotientAndRemainder(dividingBy: profiles.count)
    let (profile, lengths) = (profiles[index], Self.lengths)
    let length = switch profile {
    case .short: 1 + round % 3
    case .long: 24 + round % 32
    case .hyphenated: 6 + round % 12
    }
    let drafts = [length] + (profile == .short ? lengths.reversed() : lengths)
    return try first(of: drafts.map { texts(number, length: $0, profile == .hyphenated) })
  }

  /// A set of values that are unlike any text of the rules; each `variant` gives other values.
  func symbols(_ variant: Int) throws -> ValueSet {
    // The seed is beyond those of sets.
    try first(of: ([9 + 2 * variant] + Self.lengths).map { texts(1 << 40 + variant, length: $0, false) })
  }

  private func texts(_ number: Int, length: Int, _ isHyphenated: Bool) -> Texts {
    let pairs = rules.variables.enumerated().map { index, variable in
      (variable.name, variable.kind.value(number * rules.variables.count + index, length: length, isHyphenated))
    }
    return Dictionary(pairs) { one, _ in one }
  }

  private func first(of drafts: [Texts]) throws -> ValueSet {
    var refusals: [any Error] = []
    for texts in drafts {
      do { return try ValueSet(texts, rules) } catch { refusals.append(error) }
    }
    // An error of a value can have another cause for the next one; an error of the rules remains.
    if let refusal = refusals.first(where: { $0 is RulesError }) ?? refusals.last { throw refusal }
    return try .none(rules)
  }
}

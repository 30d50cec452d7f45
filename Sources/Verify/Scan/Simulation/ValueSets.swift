import Platform
import Rules
import Smudge

/// The profile of the values of a generated set.
enum ValueProfile: Sendable, CaseIterable { case short, long, hyphenated }

/// A value for each variable of some rules, and the plan with these values.
struct ValueSet: Sendable, Equatable {
  /// The values in the order of the declarations.
  let values: [VariableValue]
  let plan: Plan

  /// The values in the form of arguments: `NAME=VALUE`.
  var assignments: [String] { values.map { "\($0.name)=\($0.text.string)" } }
}

extension ValueSet {
  /// Compiles the rules with these texts of variables. Variables without a text have no value.
  init(_ texts: [String: [UInt8]], _ rules: Rules) throws {
    let values = rules.variables.compactMap { variable in
      texts[variable.name].map { VariableValue(name: variable.name, text: $0, origin: .madeUp) }
    }
    self.init(values: values, plan: try Compiler(rules, values: values, now: 0).plan())
  }
}

/// Generates value sets for some rules, deterministically: a number gives the same set in every run.
struct ValueSets {
  let rules: Rules
  private typealias Texts = [String: [UInt8]]
  /// Other lengths, tried if an installation refuses the wanted one.
  private static let lengths = [12, 6, 4, 3, 2, 1]

  /// The set of a number, from 1; the profiles alternate. Throws the error of an installation that refuses all values.
  package func set(_ number: Int) throws -> ValueSet {
    let (round, index) = (number - 1).quotientAndRemainder(dividingBy: ValueProfile.allCases.count)
    let profile = ValueProfile.allCases[index]
    let lengths = Self.lengths
    let length =
      switch profile {
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
      do {
        return try ValueSet(texts, rules)
      } catch {
        refusals.append(error)
      }
    }
    // An error of a value can have another cause for the next one; an error of the rules remains.
    if let refusal = refusals.first(where: { $0 is RulesError }) ?? refusals.last { throw refusal }
    return try ValueSet([:], rules)
  }
}

extension VariableKind {
  /// A value with this number of bytes, if the kind allows that; each number gives another value.
  func value(_ number: Int, length: Int, _ isHyphenated: Bool) -> [UInt8] {
    switch self {
    case .teamID: Self.bytes(number, 10, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    case .uuid: Self.uuid(number)
    case .number: Self.bytes(number, length, of: "0123456789")
    case .label: Self.word(number, min(length, 63), isHyphenated ? "-" : "")
    case .word: Self.word(number, min(length, 63), "")
    case .text: Self.word(number, length, isHyphenated ? "-" : "")
    case .bundleID, .host: Self.dotted(number, length, isHyphenated ? "-" : "")
    // Java has no hyphens.
    case .applicationID: Self.dotted(number, length, isHyphenated ? "_" : "")
    }
  }

  /// Letters of an alphabet, chosen by a linear congruential generator (Knuth, MMIX).
  private static func bytes(_ number: Int, _ count: Int, of alphabet: String) -> [UInt8] {
    let letters = alphabet.bytes
    var state = UInt64(truncatingIfNeeded: number)
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return letters[Int(state >> 33) % letters.count]
    }
  }

  /// Letters, of which the second one and each fourth after it is replaced by a separator.
  private static func word(_ number: Int, _ length: Int, _ separator: String) -> [UInt8] {
    let letters = bytes(number, length, of: "abcdefghijklmnopqrstuvwxyz")
    guard let separator = separator.utf8.first else { return letters }
    return letters.enumerated().map { $0 % 4 == 1 && $0 + 1 < length ? separator : $1 }
  }

  private static func dotted(_ number: Int, _ length: Int, _ separator: String) -> [UInt8] {
    let first = min(max(1, length / 2), 63)
    return word(number, first, separator) + [.dot] + word(number + 1, min(max(1, length - first - 1), 63), separator)
  }

  private static func uuid(_ number: Int) -> [UInt8] {
    var digits = bytes(number, 32, of: "0123456789ABCDEF")[...]
    let groups = [8, 4, 4, 4, 12].map { count in
      defer { digits = digits.dropFirst(count) }
      return digits.prefix(count)
    }
    return Array(groups.joined(separator: [UInt8.hyphen]))
  }
}

import TestSupport

@testable import Rules
@testable import Smudge
@testable import Verify

/// A developer with difficult values: the same seed gives the same ones, whatever their number is.
struct Developer {
  let profile: Profile
  let set: ValueSet

  /// How the developer's local texts relate to the canonical ones.
  enum Profile: Sendable, CaseIterable {
    /// About as long as real values.
    case plain
    case shorter
    case longer
    /// Underscores where Java accepts no hyphen.
    case hyphenated
    /// Contain the canonical text.
    case containing
    /// Are a prefix of the canonical text.
    case prefix
    /// Equal a neighbour of a canonical text: another text of the rules, a part of one, or another value.
    case neighbour
    /// Equal the canonical text, so that the rule is unused.
    case idle
  }
}

/// Searches for difficult values of some rules; those that an installation refuses are drawn again.
struct Adversary {
  private typealias Values = [String: [UInt8]]
  private typealias Profile = Developer.Profile

  private let rules: Rules
  private let seed: UInt64
  private let neighbours: [[UInt8]]

  init(_ rules: Rules, seed: UInt64) {
    (self.rules, self.seed) = (rules, seed)
    let texts = rules.rules.flatMap { $0.covered + $0.excepts + $0[.suffix] + $0.local.literals }
    let words = texts.flatMap { text in text.split { !Boundary.isIdentifier($0) }.map { Array($0) } }
    neighbours = Set(texts + words).subtracting([[]]).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Counted from 1; the profiles take turns. Throws the error of an installation that refuses all values.
  func developer(_ number: Int) throws -> Developer {
    try developer(number, Profile.allCases[(number - 1) % Profile.allCases.count])
  }

  func developer(_ number: Int, _ profile: Developer.Profile) throws -> Developer {
    var generator = SeededGenerator(seed: seed ^ (UInt64(number) &* 0xD1B5_4A32_D192_ED03))
    var refusals: [any Error] = []
    for profile in [profile, .plain] {
      for _ in 0..<32 {
        guard let values = draft(profile, &generator) else { continue }
        do { return Developer(profile: profile, set: try set(of: values)) } catch { refusals.append(error) }
      }
    }
    throw refusals[0]
  }

  private func set(of values: Values) throws -> ValueSet {
    let values = rules.variables.compactMap { variable in
      values[variable.name].map { VariableValue(name: variable.name, text: $0, origin: .madeUp) }
    }
    return ValueSet(values: values, plan: try Compiler(rules, values: values, now: 0).plan())
  }

  /// `nil` where the rules allow no values with this profile.
  private func draft(_ profile: Profile, _ generator: inout SeededGenerator) -> Values? {
    var values = Values()
    for variable in rules.variables {
      let length = length(of: variable, profile, &generator)
      values[variable.name] = variable.kind.value(length, isHyphenated: profile == .hyphenated, &generator)
    }
    switch profile {
    case .plain: return values
    case .hyphenated: return values.values.contains { $0.contains { "-_".utf8.contains($0) } } ? values : nil
    case .shorter, .longer: return rules.rules.contains { fits(profile, values, $0) } ? values : nil
    case .containing, .prefix, .neighbour, .idle: return aimed(profile, values, &generator)
    }
  }

  private func length(of variable: Variable, _ profile: Profile, _ generator: inout SeededGenerator) -> Int {
    let room = room(for: variable)
    switch profile {
    case .shorter: return Int.random(in: 1...max(1, room - 1), using: &generator)
    case .longer: return Int.random(in: room + 1...room + 24, using: &generator)
    case .plain, .hyphenated, .containing, .prefix, .neighbour, .idle:
      let isShort = profile != .hyphenated && generator.oneIn(4)
      return Int.random(in: isShort ? 1...3 : 4...16, using: &generator)
    }
  }

  /// The length of a value for which the local text is as long as the canonical one.
  private func room(for variable: Variable) -> Int {
    guard let rule = rules.rules.first(where: { $0.local.variables.contains(variable.name) }) else { return 1 }
    let rest = rule.canonical.count - rule.local.literals.joined().count
    return max(1, rest / rule.local.variables.count)
  }

  /// Whether the local text of a rule has the profile.
  private func fits(_ profile: Profile, _ values: Values, _ rule: Rule) -> Bool {
    guard !rule.local.variables.isEmpty, let local = rule.local.filled({ values[$0] }) else { return false }
    switch profile {
    case .shorter: return local.count < rule.canonical.count
    case .longer: return local.count > rule.canonical.count
    case .containing: return rule.canonicals.contains { !$0.isEmpty && local != $0 && local.firstRange(of: $0) != nil }
    case .prefix: return !rule.canonicals.contains(local) && rule.covered.contains { $0.starts(with: local) }
    case .idle: return rule.canonicals.contains(local)
    case .plain, .hyphenated, .neighbour: return !rule.canonicals.contains(local)
    }
  }

  // MARK: Values that give a certain text

  /// Values for one rule, and by chance for the others: developers rarely have the same profile in all rules.
  private func aimed(_ profile: Profile, _ values: Values, _ generator: inout SeededGenerator) -> Values? {
    var (values, aimed) = (values, Set<String>())
    for rule in rules.rules.shuffled(using: &generator) where !rule.local.variables.isEmpty {
      if !aimed.isEmpty && generator.oneIn(2) { continue }
      let candidates = candidates(profile, rule, values, &generator)
      let found = candidates.first { found in
        aimed.isDisjoint(with: found.keys) && fits(profile, values.merging(found) { $1 }, rule)
      }
      aimed.formUnion(found?.keys.map { $0 } ?? [])
      values.merge(found ?? [:]) { $1 }
    }
    return aimed.isEmpty ? nil : values
  }

  private func candidates(_ profile: Profile, _ rule: Rule, _ values: Values, _ generator: inout SeededGenerator) -> [Values] {
    switch profile {
    case .idle: return rule.canonicals.shuffled(using: &generator).compactMap { solved(rule, $0) }
    case .prefix: return beginnings(of: rule, &generator).compactMap { solved(rule, $0) }
    case .containing:
      let texts = extended(rule.canonicals, &generator)
      return (texts.compactMap { solved(rule, $0) } + texts.compactMap { inserted(rule, $0) }).shuffled(using: &generator)
    case .neighbour:
      // As the local text it can be confused with the neighbour.
      let texts = companions(of: rule, values).shuffled(using: &generator).prefix(96)
      let (whole, parts) = (texts.compactMap { solved(rule, $0) }, texts.compactMap { inserted(rule, $0) })
      return generator.oneIn(2) ? whole + parts : parts + whole
    case .plain, .shorter, .longer, .hyphenated: return []
    }
  }

  private func accepts(_ name: String, _ value: [UInt8]) -> Bool { rules.variable(name)?.kind.accepts(value) ?? false }

  /// Values with which the local text is this one.
  private func solved(_ rule: Rule, _ text: [UInt8]) -> Values? { rule.local.values(making: text, accepts) }

  /// The text as the value of a variable.
  private func inserted(_ rule: Rule, _ text: [UInt8]) -> Values? {
    rule.local.variables.first { accepts($0, text) }.map { [$0: text] }
  }

  /// Prefixes that end with a word first, every second time.
  private func beginnings(of rule: Rule, _ generator: inout SeededGenerator) -> [[UInt8]] {
    let text = rule.covered.randomElement(using: &generator) ?? []
    let all = text.indices.dropFirst().shuffled(using: &generator)
    let words = generator.oneIn(2) ? all.filter { !Boundary.isIdentifier(text[$0]) } : []
    return (words + all).map { Array(text[..<$0]) }
  }

  private func extended(_ canonicals: [[UInt8]], _ generator: inout SeededGenerator) -> [[UInt8]] {
    let text = canonicals.randomElement(using: &generator) ?? []
    let word = VariableKind.label.value(3, isHyphenated: false, &generator)
    let rows = [[text, word], [word, text], [text, text], [word, text, word]]
    let longer = [".", "-", ""].flatMap { between in rows.map { Array($0.joined(separator: bytes(between))) } }
    return text.isEmpty ? [] : [text] + longer
  }

  /// Without the rule's suffix where they end with one: smudge then gives the neighbour.
  private func companions(of rule: Rule, _ values: Values) -> [[UInt8]] {
    let others = rules.variables.filter { !rule.local.variables.contains($0.name) }.compactMap { values[$0.name] }
    let cut = neighbours.flatMap { text -> [[UInt8]] in
      let ends = rule[.suffix].filter { text.count > $0.count && text.suffix($0.count) == $0[...] }
      return ends.map { Array(text.dropLast($0.count)) }
    }
    return others + neighbours + cut
  }
}

extension Simulator {
  /// Uses developers of the adversary instead of the program's own value sets.
  init(_ rules: Rules, developers: Int, seed: UInt64, by trip: (Plan) -> RoundTripFunction = { RoundTrip($0).outcome }) throws {
    let adversary = Adversary(rules, seed: seed)
    var sets: [ValueSet] = []
    for number in 0..<developers { sets.append(try adversary.developer(number + 1).set) }
    try self.init(rules, sets, by: trip)
  }
}

extension Template {
  fileprivate var literals: [[UInt8]] {
    parts.compactMap { part in
      switch part {
      case .text(let text): text
      case .variable: nil
      }
    }
  }

  /// The first accepted values that give `text`, the longest first; `nil` if there are none.
  fileprivate func values(making text: [UInt8], _ accepts: (String, [UInt8]) -> Bool) -> [String: [UInt8]]? {
    func solve(_ parts: ArraySlice<Part>, _ text: ArraySlice<UInt8>, _ known: [String: [UInt8]]) -> [String: [UInt8]]? {
      func skip(_ fixed: [UInt8]) -> [String: [UInt8]]? {
        text.starts(with: fixed) ? solve(parts.dropFirst(), text.dropFirst(fixed.count), known) : nil
      }
      switch parts.first {
      case nil: return text.isEmpty ? known : nil
      case .text(let fixed): return skip(fixed)
      case .variable(let name):
        if let value = known[name] { return skip(value) }
        for length in text.indices.map({ $0 - text.startIndex + 1 }).reversed() where accepts(name, Array(text.prefix(length))) {
          let known = known.merging([name: Array(text.prefix(length))]) { one, _ in one }
          if let found = solve(parts.dropFirst(), text.dropFirst(length), known) { return found }
        }
        return nil
      }
    }
    return solve(parts[...], text[...], [:])
  }
}

extension VariableKind {
  /// A random value of about this length, with digits and separators wherever the kind accepts them.
  fileprivate func value(_ length: Int, isHyphenated: Bool, _ generator: inout SeededGenerator) -> [UInt8] {
    var value = value(Int.random(in: 0..<1 << 40, using: &generator), length: length, isHyphenated)
    let others = bytes("0123456789._/ " + (isHyphenated ? "-" : ""))
    for place in value.indices where generator.oneIn(5) {
      var other = value
      other[place] = others.randomElement(using: &generator) ?? 0
      if accepts(other) { value = other }
    }
    let port = bytes(":\(Int.random(in: 1...65535, using: &generator))")
    return self == .host && length > 8 && generator.oneIn(2) ? value.dropLast(port.count) + port : value
  }
}

import TestSupport

@testable import Rules
@testable import Smudge
@testable import Verify

/// The values of the adversary: a property that it proves is only as good as these.
struct AdversaryTests {
  private static func text(_ kind: VariableKind, _ canonical: String, _ more: String = "") -> String {
    """
    [variable "v"]
    kind = \(kind.rawValue)
    [rule "r"]
    canonical = \(canonical)
    local = ${v}
    \(more)

    """
  }

  private static func rule(_ name: String, _ canonical: String, _ local: String) -> String {
    "[rule \"\(name)\"]\ncanonical = \(canonical)\nlocal = \(local)\n"
  }

  private static func sets(_ text: String, _ count: Int, seed: UInt64 = TestSeed.value) throws -> [ValueSet] {
    let adversary = Adversary(try RulesFile.parse(bytes(text)), seed: seed)
    return try (1...count).map { try adversary.set($0) }
  }

  /// A canonical text of each kind, and that of another rule, which a value can equal.
  private static func canonicals(_ kind: VariableKind) -> (String, other: String) {
    switch kind {
    case .teamID: ("ABCDE12345", "ZZZZZZZZZZ")
    case .label: ("the-thing", "thing2")
    case .word: ("thing", "thing2")
    case .bundleID: ("com.acme.thing", "org.other.app")
    case .applicationID: ("com.acme.my_thing", "org.other.app")
    case .host: ("build.acme.com", "org.other.app")
    case .uuid: ("123E4567-E89B-12D3-A456-426614174000", "00000000-0000-0000-0000-000000000000")
    case .number: ("8080808", "4433")
    case .text: ("Some/Thing", "org.other.app")
    }
  }

  @Test(arguments: VariableKind.allCases)
  func `Local texts relate to canonical ones in every way that the kind allows`(kind: VariableKind) throws {
    let (canonical, other) = Self.canonicals(kind)
    let sets = try Self.sets(Self.text(kind, canonical) + Self.rule("other", other, "dev.me.other"), 500)
    let locals = sets.compactMap { $0.plan.rules[0].pairs[0].local }, text = bytes(canonical)
    #expect(locals.contains(text) && locals.contains(bytes(other)), "\(TestSeed.note)")
    // Values of one fixed length are neither shorter nor longer.
    let isFixed = kind == .teamID || kind == .uuid
    #expect(locals.contains { $0.count > text.count && $0.firstRange(of: text) != nil } != isFixed, "\(TestSeed.note)")
    #expect(locals.contains { $0.count < text.count && text.starts(with: $0) } != isFixed, "\(TestSeed.note)")
    #expect(sets.allSatisfy { $0.values.allSatisfy { kind.accepts($0.text) } })
  }

  @Test func `A neighbour is a text of another rule, a part of one or another value`() throws {
    let text =
      Self.text(.bundleID, "com.acme.app", "suffix = Tests\nexcept = com.acme.app.keep")
      + Self.rule("other", "org.other.app", "dev.me.other") + Self.rule("tests", "org.some.appTests", "dev.me.tests")
    let found = Set(try Self.sets(text, 300, seed: 1).compactMap { $0.values.first.map { escaped($0.text) } })
    #expect(found.isSuperset(of: ["org.other.app", "dev.me.other", "org.some.appTests"]), "\(found)")
    #expect(found.contains("org.some.app"), "with its suffix the text equals the neighbour: \(found)")
    #expect(!found.contains("com.acme.app.keep"), "an installation refuses the text")
    let two =
      Self.text(.teamID, "ABCDE12345") + "[variable \"w\"]\nkind = team-id\n" + Self.rule("w", "WWWWWWWWWW", "${w}")
    #expect(try Self.sets(two, 80).contains { Set($0.values.map(\.text)).count == 1 }, "\(TestSeed.note)")
  }
}

/// Searches for difficult values of some rules: the same seed gives the same ones. Those that an installation refuses
/// are drawn again.
struct Adversary {
  /// How the local text of a rule relates to the texts of the rules.
  enum Aim: Sendable, CaseIterable {
    /// About as long as real values.
    case plain
    /// Much shorter or longer, with underscores where Java accepts no hyphen.
    case odd
    /// Contains the canonical text.
    case containing
    /// A prefix of the canonical text.
    case prefix
    /// Another text of the rules, a part of one, or another value.
    case neighbour
    /// The canonical text, so that the rule is unused.
    case idle
  }

  private typealias Values = [String: [UInt8]]

  private let rules: Rules
  private let seed: UInt64
  private let neighbours: [[UInt8]]

  init(_ rules: Rules, seed: UInt64) {
    (self.rules, self.seed) = (rules, seed)
    let texts = rules.rules.flatMap { $0.covered + $0.excepts + $0[.suffix] + $0.local.literals }
    let words = texts.flatMap { text in text.split { !Boundary.isIdentifier($0) }.map { Array($0) } }
    neighbours = Set(texts + words).subtracting([[]]).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Counted from 1; the aims take turns. Throws the error of an installation that refuses all values.
  func set(_ number: Int) throws -> ValueSet { try set(number, Aim.allCases[(number - 1) % Aim.allCases.count]) }

  func set(_ number: Int, _ aim: Aim) throws -> ValueSet {
    var generator = SeededGenerator(seed: seed ^ (UInt64(number) &* 0xD1B5_4A32_D192_ED03))
    var refusals: [any Error] = []
    for round in 0..<64 {
      let values = values(round < 32 ? aim : .plain, &generator)
      let found = rules.variables.compactMap { variable in
        values[variable.name].map { VariableValue(name: variable.name, text: $0, origin: .madeUp) }
      }
      do { return ValueSet(values: found, plan: try Compiler(rules, values: found, now: 0).plan()) } catch {
        refusals.append(error)
      }
    }
    throw refusals[0]
  }

  /// Values with the aim for one rule, and by chance for the others.
  private func values(_ aim: Aim, _ generator: inout SeededGenerator) -> Values {
    var (values, aimed) = (Values(), Set<String>())
    for variable in rules.variables {
      let isShort = generator.oneIn(aim == .odd ? 2 : 4)
      let length = Int.random(in: isShort ? 1...3 : aim == .odd ? 17...40 : 4...16, using: &generator)
      values[variable.name] = variable.kind.value(length, isHyphenated: aim == .odd, &generator)
    }
    for rule in rules.rules.shuffled(using: &generator)
    where !rule.local.variables.isEmpty && (aimed.isEmpty || generator.oneIn(2)) {
      let isWhole = aim == .idle || aim == .prefix || generator.oneIn(2)
      let found =
        texts(aim, rule, values, &generator).lazy.compactMap { text in
          // As the local text, or as the value of a variable.
          isWhole
            ? rule.local.values(making: text, accepts)
            : rule.local.variables.first { accepts($0, text) }.map { [$0: text] }
        }.first { aimed.isDisjoint(with: $0.keys) } ?? [:]
      aimed.formUnion(found.keys)
      values.merge(found) { $1 }
    }
    return values
  }

  private func accepts(_ name: String, _ value: [UInt8]) -> Bool { rules.variable(name)?.kind.accepts(value) ?? false }

  /// Texts to aim at, in random order.
  private func texts(_ aim: Aim, _ rule: Rule, _ values: Values, _ generator: inout SeededGenerator) -> [[UInt8]] {
    switch aim {
    case .plain, .odd: return []
    case .idle: return rule.canonicals.shuffled(using: &generator)
    case .containing:
      let (text, word) = (
        rule.canonicals.randomElement(using: &generator) ?? [], bytes("x\(Int.random(in: 0...99, using: &generator))")
      )
      let rows = [[text, word], [word, text], [text, text], [word, text, word]]
      return [".", "-", ""].flatMap { between in rows.map { Array($0.joined(separator: bytes(between))) } }.shuffled(
        using: &generator)
    case .prefix:
      let text = rule.covered.randomElement(using: &generator) ?? []
      let ends = text.indices.dropFirst().shuffled(using: &generator)
      // Those that end with a word first, every second time.
      return ((generator.oneIn(2) ? ends.filter { !Boundary.isIdentifier(text[$0]) } : []) + ends).map {
        Array(text[..<$0])
      }
    case .neighbour:
      let others = rules.variables.filter { !rule.local.variables.contains($0.name) }.compactMap { values[$0.name] }
      // Without the rule's suffix where they end with one: smudge then gives the neighbour.
      let cut = neighbours.flatMap { text in
        rule[.suffix].filter { text.count > $0.count && text.suffix($0.count) == $0[...] }.map {
          Array(text.dropLast($0.count))
        }
      }
      return (others + neighbours + cut).shuffled(using: &generator)
    }
  }
}

extension Simulator {
  /// Uses values of the adversary instead of the program's own.
  init(_ rules: Rules, developers: Int, seed: UInt64, by trip: (Plan) -> RoundTripFunction = { RoundTrip($0).outcome })
    throws
  {
    let adversary = Adversary(rules, seed: seed)
    try self.init(rules, (0..<developers).map { try adversary.set($0 + 1) }, by: trip)
  }
}

extension Template {
  fileprivate var literals: [[UInt8]] { parts.compactMap { if case .text(let text) = $0 { text } else { nil } } }

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
        for length in (1...max(1, text.count)).reversed() where accepts(name, Array(text.prefix(length))) {
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

/// Rules files whose texts overlap, and content with these texts.
struct RandomRules {
  private static let words = ["com", "org", "acme", "app", "dev", "ios", "me"]

  let text: String
  let content: [UInt8]

  init(_ generator: inout SeededGenerator) {
    func word() -> String { Self.words.randomElement(using: &generator) ?? "com" }
    func name(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &generator)).map { _ in word() }.joined(
        separator: generator.oneIn(5) ? "-" : ".")
    }
    func canonical() -> String { "\(word()).\(name(2))" }
    func local() -> String {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: canonical()
      case 1: "${w}"
      case 2: "\(word()).${v}.\(word())"
      case 3: "\(name(2)).${v}"
      default: "\(word())-${v}.\(name(2))"
      }
    }
    var (text, texts) = ("[variable \"v\"]\nkind = label\n[variable \"w\"]\nkind = bundle-id\n", [String]())
    for number in 0..<Int.random(in: 1...4, using: &generator) {
      let own = canonical()
      texts.append(own)
      text += "[rule \"r\(number)\"]\ncanonical = \(own)\nlocal = \(local())\n"
      if generator.oneIn(4) { text += "suffix = Tests\n" }
      if generator.oneIn(4) { text += "prefix = x-\n" }
      if generator.oneIn(5) { text += "except = \(own).\(word())\n" }
      if generator.oneIn(4) { text += "key = KEY\n" } else if generator.oneIn(5) { text += "path = *.\(word())\n" }
    }
    self.text = text
    content = bytes(
      (0..<8).map { _ in
        let text = texts.randomElement(using: &generator) ?? ""
        let tail = ["", "Tests", ".\(word())", "-x"].randomElement(using: &generator) ?? ""
        return (generator.oneIn(2) ? "KEY = " : "")
          + (generator.oneIn(4) ? name(3) : (generator.oneIn(4) ? "x-" : "") + text + tail) + "\n"
      }.joined())
  }
}

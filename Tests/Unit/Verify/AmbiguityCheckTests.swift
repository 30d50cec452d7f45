import TestSupport

@testable import Rules
@testable import Smudge
@testable import Verify

/// Rules whose texts cannot be distinguished for any values, as opposed to those that only some values make ambiguous.
struct AmbiguityCheckTests {
  private static let variables = "[variable \"v\"]\nkind = label\n[variable \"w\"]\nkind = bundle-id\n"

  private static func rule(_ name: String, _ canonical: String, _ local: String, _ more: String = "") -> String {
    "[rule \"\(name)\"]\ncanonical = \(canonical)\nlocal = \(local)\n\(more)"
  }

  /// The findings, as `LINE: TEXT RELATION OTHER`.
  private static func found(_ rules: String) throws -> [String] {
    try RulesFile.parse(bytes(variables + rules)).ambiguities().map { finding in
      #expect(finding.severity == .warning && finding.location?.path == Path(".gitmunge"))
      #expect(finding.kind == .ambiguousTexts)
      let words = finding.message.split(separator: ":")[0]
      return "\(finding.location?.line ?? 0) \(escaped(finding.rule ?? [])): \(words)"
    }
  }

  @Test(arguments: [
    rule("a", "com.acme", "dev.${v}"), rule("a", "com.acme", "com.acme.${v}", "suffix = Tests\n"),
    rule("a", "com.acme", "${w}") + rule("b", "org.acme", "dev.${v}"),
    rule("a", "com.acme.app", "dev.${v}.app") + rule("b", "com.acme", "dev.${v}"),
    rule("a", "com.acme", "${w}", "except = com.acme.keep\n"),
    // The same values give the same text for one canonical text.
    rule("a", "com.acme", "dev.${v}", "path = *.a\n") + rule("b", "com.acme", "dev.${v}", "path = *.b\n"),
    rule("a", "com.acme", "com.acme.${v}", "suffix = Tests\npath = *.a\n")
      + rule("b", "com.acme", "com.acme.${v}", "path = *.b\n"),
    // Texts of the project in a local one, or over its start.
    rule("a", "one.app", "dev.two.app.${v}") + rule("b", "two.app", "${w}"),
    rule("a", "one.app", "x.${v}", "except = x.one.app\n"),
    rule("a", "one.app", "org.${v}") + rule("b", "two.org", "dev.${v}"),
    // A bundle id and a host.
    rule("a", "com.acme.app", "com.acme.${v}") + rule("b", "api.acme.com", "api.${v}.com"),
    rule("a", "com.acme.app", "com.acme.${v}") + rule("b", "api.acme.org", "${w}.example.com"),
    // A text outside of keys whose rule is a part of that for keys.
    rule("a", "AAAA\ncanonical =", "${v}", "key = K\n") + rule("b", "AAAA", "${v}"),
    // Several canonical texts of a key: clean reads the committed version for each, as the rule says.
    rule("a", "AAAA\ncanonical = BBBB", "${v}", "key = K\n"),
    "",
  ])
  func `Rules whose texts clean can distinguish by bytes are no finding`(rules: String) throws {
    #expect(try Self.found(rules) == [])
  }

  @Test(arguments: [
    (
      rule("a", "com.acme", "dev.${v}") + rule("b", "com.acme.ios", "dev.${v}.app"),
      ["5 a: dev.${v} is contained in dev.${v}.app"]
    ),
    (rule("a", "one.app", "x.${v}.x"), ["5 a: x.${v}.x overlaps x.${v}.x"]),
    (rule("a", "one.app", "org.${v}") + rule("b", "two.app", "two.org"), ["5 a: org.${v} overlaps two.org"]),
    // With suffixes.
    (
      rule("a", "one.app", "dev.${v}", "suffix = Tests\n") + rule("b", "two.app", "dev.${v}Tests.x"),
      ["5 a: dev.${v}Tests is contained in dev.${v}Tests.x"]
    ),
    // Outside of keys another text.
    (
      rule("a", "AAAA\ncanonical =", "${v}", "key = K\n") + rule("b", "BBBB", "${v}"), ["5 a: ${v} is the same as ${v}"]
    ),
    // With different paths, too: clean replaces every local text in all files.
    (
      rule("a", "one.app", "dev.${v}", "path = ios/\n") + rule("b", "two.app", "dev.${v}", "path = android/\n"),
      ["5 a: dev.${v} is the same as dev.${v}"]
    ),
    // Without variables.
    (
      rule("a", "com.acme", "dev.me") + rule("b", "com.acme.ios", "dev.me.app") + rule("c", "else.where", "${w}"),
      ["5 a: dev.me is contained in dev.me.app"]
    ),
    (rule("a", "com.acme", "app.other") + rule("b", "app.other", "${w}"), ["5 a: app.other is the same as app.other"]),
    // Three rules are three pairs.
    (
      rule("a", "one.app", "dev.${v}") + rule("b", "two.app", "dev.${v}.x") + rule("c", "three.app", "dev.${v}.x.y"),
      [
        "5 a: dev.${v} is contained in dev.${v}.x", "5 a: dev.${v} is contained in dev.${v}.x.y",
        "8 b: dev.${v}.x is contained in dev.${v}.x.y",
      ]
    ),
  ])
  func `Rules that are ambiguous for all values are one finding for two rules, with the texts of the rules`(
    rules: String, expected: [String]
  ) throws { #expect(try Self.found(rules) == expected) }

  @Test func `An ambiguity of some values is no finding`() throws {
    let digits = (0...9).map { "canonical = \($0)\n" }.joined()
    let text =
      """
      [variable "n"]
      kind = number
      [rule "a"]
      canonical = one
      local = ${n}
      key = K

      """
      + "[rule \"b\"]\n\(digits)local = two\nkey = K\n"
    let rules = try RulesFile.parse(bytes(text))
    #expect(try rules.ambiguities().isEmpty)
    let digit = VariableValue(name: "n", text: bytes("7"), origin: .madeUp)
    #expect(!AmbiguityAnalysis.conflicts(in: try ValueSet(rules, [digit]).plan).isEmpty)
  }

  @Test func `An ambiguity of all values is a finding, and no other is`() throws {
    var generator = SeededGenerator(salt: "ambiguity")
    var (ambiguous, clear) = (0, 0)
    for _ in 0..<300 {
      let text = RandomRules(&generator).text
      guard let rules = try? RulesFile.parse(bytes(text)), let findings = try? rules.ambiguities() else { continue }
      let sets = (0..<8).compactMap { _ in try? ValueSet(rules, Self.values(&generator)) }
      let pairs = sets.map { set in
        Set(AmbiguityAnalysis.conflicts(in: set.plan).map { Self.fingerprint($0, rules) })
      }
      let found = Set(findings.map(\.fingerprint))
      let always = pairs.dropFirst().reduce(try #require(pairs.first, "\(text)")) { $0.intersection($1) }
      let mostly = Set(pairs.joined()).filter { pair in pairs.count { $0.contains(pair) } * 2 > pairs.count }
      #expect(always.isSubset(of: found) && found.isSubset(of: mostly), "\(text); \(TestSeed.note)")
      if always.isEmpty { clear += 1 } else { ambiguous += 1 }
    }
    #expect(ambiguous > 20 && clear > 20, "enough of both: \(ambiguous) and \(clear)")
  }

  /// Values of the variables of random rules.
  private static func values(_ generator: inout SeededGenerator) -> [VariableValue] {
    func word() -> String {
      let letters = (0..<Int.random(in: 4...16, using: &generator)).map { _ in
        "bcfghjklnqstuwxyz".randomElement(using: &generator) ?? "z"
      }
      return String(letters)
    }
    return [("v", word()), ("w", "\(word()).\(word())")].map {
      VariableValue(name: $0, text: bytes($1), origin: .madeUp)
    }
  }

  private static func fingerprint(_ conflict: AmbiguityAnalysis.Conflict, _ rules: Rules) -> String {
    Finding.fingerprint(.ambiguousTexts, of: conflict.rules.sorted().map { rules.rules[$0].name })
  }

  @Test func `Content round-trips for random rules`() throws {
    var generator = SeededGenerator(salt: "random rules")
    var simulated = 0
    for _ in 0..<400 {
      let random = RandomRules(&generator)
      let rules = try? RulesFile.parse(bytes(random.text))
      guard var simulator = try? rules.map({ try Simulator($0) }) else { continue }
      simulator.simulate(random.content, path: Path("a.app"))
      let lost = simulator.findings.filter { $0.kind == .notRestored }
      #expect(
        lost.isEmpty, "\(random.text)\n\(escaped(random.content)); \(lost.map { $0.message }); \(TestSeed.note)"
      )
      simulated += 1
    }
    #expect(simulated > 150, "enough rules")
  }
}

extension Rules {
  fileprivate func ambiguities() throws -> [Finding] {
    AmbiguityCheck.findings(self, try ValueSet(self, .ordinary).plan, try ValueSet(self, .extreme).plan)
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

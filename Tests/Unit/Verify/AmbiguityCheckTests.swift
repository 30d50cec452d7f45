import Platform
import Smudge
import Testing
import TestSupport

@testable import Munge

/// Rules whose texts nobody can tell apart, told from those that only odd values make so.
struct AmbiguityCheckTests {
  private static let variables = "[variable \"v\"]\nkind = label\n[variable \"w\"]\nkind = bundle-id\n"

  private static func rule(_ name: String, _ canonical: String, _ local: String, _ more: String = "") -> String {
    "[rule \"\(name)\"]\ncanonical = \(canonical)\nlocal = \(local)\n\(more)"
  }

  /// What is found, as `LINE: TEXT RELATION OTHER`.
  private static func found(_ rules: String) throws -> [String] {
    try AmbiguityCheck(RulesFile.parse(bytes(variables + rules))).findings.map { finding in
      #expect(finding.severity == .warning && finding.location?.path == Path(".gitmunge"))
      #expect(finding.kind == .ambiguousTexts)
      let words = finding.message(.plain).split(separator: ":")[0]
      return "\(finding.location?.line ?? 0) \(escaped(finding.rule ?? [])): \(words)"
    }
  }

  @Test(arguments: [
    rule("a", "com.acme", "dev.${v}"), rule("a", "com.acme", "com.acme.${v}", "suffix = Tests\n"),
    rule("a", "com.acme", "${w}") + rule("b", "org.acme", "dev.${v}"),
    rule("a", "com.acme.app", "dev.${v}.app") + rule("b", "com.acme", "dev.${v}"), rule("a", "com.acme", "${w}", "except = com.acme.keep\n"),
    // Where the same values are the same text of one canonical one.
    rule("a", "com.acme", "dev.${v}", "path = *.a\n") + rule("b", "com.acme", "dev.${v}", "path = *.b\n"),
    rule("a", "com.acme", "com.acme.${v}", "suffix = Tests\npath = *.a\n") + rule("b", "com.acme", "com.acme.${v}", "path = *.b\n"),
    // A bundle id beside a host.
    rule("a", "com.acme.app", "com.acme.${v}") + rule("b", "api.acme.com", "api.${v}.com"),
    rule("a", "com.acme.app", "com.acme.${v}") + rule("b", "api.acme.org", "${w}.example.com"),
    // Several canonical texts of a key: the source is asked for each, as the rule says.
    rule("a", "AAAA\ncanonical = BBBB", "${v}", "key = K\n"),
    "",
  ])
  func `What bytes can tell is no finding`(rules: String) throws {
    #expect(try Self.found(rules) == [])
  }

  @Test(arguments: [
    (
      rule("a", "com.acme", "dev.${v}") + rule("b", "com.acme.ios", "dev.${v}.app"),
      ["5 a: dev.${v} is contained in dev.${v}.app"]
    ),
    (rule("a", "one.app", "dev.two.app.${v}") + rule("b", "two.app", "${w}"), ["5 a: dev.two.app.${v} contains two.app"]),
    (rule("a", "one.app", "x.${v}.x"), ["5 a: x.${v}.x overlaps x.${v}.x"]),
    (rule("a", "one.app", "x.${v}", "except = x.one.app\n"), []),
    (rule("a", "one.app", "org.${v}") + rule("b", "two.org", "dev.${v}"), ["5 a: org.${v} overlaps two.org"]),
    // With their suffixes.
    (
      rule("a", "one.app", "dev.${v}", "suffix = Tests\n") + rule("b", "two.app", "dev.${v}Tests.x"),
      ["5 a: dev.${v}Tests is contained in dev.${v}Tests.x"]
    ),
    // Of files of their own, too: clean knows every local text in all of them.
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
  func `What bytes cannot tell, whatever the values, is found once for two rules, in the words of the rules`(
    rules: String, expected: [String]
  ) throws {
    #expect(try Self.found(rules) == expected)
  }

  @Test func `What only some values lead to is no finding`() throws {
    // `v=app` would make the canonical text of the other rule.
    let rules = Self.rule("a", "org.acme", "com.${v}") + Self.rule("b", "com.app", "${w}")
    #expect(try Self.found(rules) == [])
    let plan = try compiled(Self.variables + rules, ["v": "app", "w": "my.own"])
    #expect(!AmbiguityAnalysis.conflicts(in: plan).isEmpty, "else this shows nothing")
  }

  @Test func `Two rules that some developers mistake are no finding`() throws {
    // One of many numbers has but one digit.
    let digits = (0...9).map { "canonical = \($0)\n" }.joined()
    let text = "[variable \"n\"]\nkind = number\n[rule \"a\"]\ncanonical = one\nlocal = ${n}\nkey = K\n"
      + "[rule \"b\"]\n\(digits)local = two\nkey = K\n"
    let rules = try RulesFile.parse(bytes(text))
    #expect(try AmbiguityCheck(rules).findings.isEmpty)
    let plans = try (1...80).map { try DeveloperSource(rules, seed: UInt64($0 / 8)).developer($0 % 8 + 1, .plain).plan }
    #expect(plans.contains { !AmbiguityAnalysis.conflicts(in: $0).isEmpty }, "else this shows nothing")
  }

  @Test func `Two rules that all of the adversary's developers mistake are found, and no others`() throws {
    var generator = SeededGenerator(salt: "ambiguity")
    var (ambiguous, clear) = (0, 0)
    for round in 0..<300 {
      let text = RandomRules(&generator).text
      guard let rules = try? RulesFile.parse(bytes(text)), let check = try? AmbiguityCheck(rules) else { continue }
      let source = DeveloperSource(rules, seed: UInt64(round))
      let pairs = try (1...8).map { number in
        Set(AmbiguityAnalysis.conflicts(in: try source.developer(number, .plain).plan).map { Self.fingerprint($0, rules) })
      }
      let found = Set(check.findings.map(\.fingerprint))
      let always = pairs.dropFirst().reduce(pairs[0]) { $0.intersection($1) }
      let mostly = Set(pairs.joined()).filter { pair in pairs.count { $0.contains(pair) } > 4 }
      #expect(always.isSubset(of: found) && found.isSubset(of: mostly), "\(text); \(TestSeed.note)")
      if always.isEmpty { clear += 1 } else { ambiguous += 1 }
    }
    #expect(ambiguous > 20 && clear > 20, "\(ambiguous) and \(clear): else this shows little")
  }

  /// Of a finding about the two rules of a conflict.
  private static func fingerprint(_ conflict: AmbiguityAnalysis.Conflict, _ rules: Rules) -> String {
    Finding.fingerprint(
      of: [bytes(Finding.Kind.ambiguousTexts.id)] + conflict.rules.sorted().map { rules.rules[$0].name })
  }

  @Test func `What the adversary chooses comes back, whatever the rules are`() throws {
    var generator = SeededGenerator(salt: "adversary")
    var trips = 0
    for round in 0..<100 {
      let random = RandomRules(&generator)
      guard let rules = try? RulesFile.parse(bytes(random.text)),
        var simulator = try? Simulator(rules, developers: 16, seed: UInt64(round))
      else { continue }
      try simulator.look(at: random.content, path: Path("a.app"))
      let lost = simulator.findings.filter { $0.kind == .notRestored }
      #expect(lost.isEmpty, "\(random.text)\n\(escaped(random.content)); \(lost.map { $0.message(.plain) }); \(TestSeed.note)")
      trips += simulator.summary.trips
    }
    #expect(trips > 500, "else this shows little")
  }
}

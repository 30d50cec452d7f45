import TestSupport

@testable import Rules
@testable import Smudge

struct AmbiguityAnalysisTests {
  private typealias Row = (why: String, rules: [PlanRule])

  private static let composable: [Row] = [
    ("no rules", []), ("a rule without a value", [PlanRule("com.acme", nil)]),
    ("a rule whose value is canonical", [PlanRule("com.acme", "com.acme")]),
    ("unrelated texts", [PlanRule("com.acme", "dev.me"), PlanRule("ABCDE12345", "ZYXWV98765")]),
    ("texts that share words, but not at their ends", [PlanRule("com.acme.app", "dev.acme.tool")]),
    ("texts that share a beginning", [PlanRule("com.acme", "com.me")]),
    ("a text inside a longer word of another", [PlanRule("acme", "dev.acmeTests"), PlanRule("me", "x.y")]),
    ("a local text that contains its canonical one once, at the start", [PlanRule("com.acme", "com.acme.dev")]),
    ("a local text that contains its canonical one once, at the end", [PlanRule("com.acme", "dev.com.acme")]),
    ("a local text that contains its canonical one once, inside", [PlanRule("com.acme", "a.com.acme.b")]),
    ("suffixes, which are pairs with the same ends", [PlanRule("com.acme", "dev.me", suffixes: ["Tests", ".ext"])]),
    (
      "suffixes of a local text that contains its canonical one",
      [PlanRule("com.acme", "com.acme.dev", suffixes: ["Tests", "UITests"])]
    ),
    ("retired texts too", [PlanRule("com.acme", "com.acme.new", suffixes: ["Tests"], retired: ["com.acme.old"])]),
    ("nested pairs with the same ends", [PlanRule("com.acme", "dev.me"), PlanRule("x.com.acme.y", "x.dev.me.y")]),
    ("canonical texts that overlap", [PlanRule("a.b", "x.y"), PlanRule("b.c", "z.w")]),
    ("an excepted text around the canonical one", [PlanRule("com.acme", "dev.me", excepts: ["com.acme.keep"])]),
    ("two equal rules", [PlanRule("com.acme", "com.acme.dev"), PlanRule("com.acme", "com.acme.dev", paths: ["f"])]),
    (
      "two equal rules, of which one has suffixes and retired texts",
      [
        PlanRule("com.acme", "com.acme.new", suffixes: ["Tests"], retired: ["com.acme.old"]),
        PlanRule("com.acme", "com.acme.new", paths: ["f"]),
      ]
    ),
    ("a bundle id next to a host", [PlanRule("com.acme.app", "com.acme.dev"), PlanRule("api.acme.com", "api.me.com")]),
    (
      "a bundle id next to a host that is no .com",
      [PlanRule("com.acme.app", "com.acme.dev"), PlanRule("api.acme.org", "me.com")]
    ),
    (
      "a bundle id and its retired texts next to a host",
      [
        PlanRule("com.acme.app", "com.acme.b", retired: ["com.acme.c"]),
        PlanRule("me.com", "you.com", retired: ["he.com"]),
      ]
    ),
    ("a local text whose end is the start of a canonical one", [PlanRule("a.b", "x.a")]),
    (
      "retired texts that are nested like their canonical texts",
      [PlanRule("a", "x", retired: ["r"]), PlanRule("a.b", "x.b", retired: ["r.b"])]
    ),
    ("a text that covers the start of a local one", [PlanRule("a", "x.y", excepts: ["w.x"])]),
    ("a canonical text that does", [PlanRule("com.acme.drive", "com.acme.drive.me"), PlanRule("group.com.acme", "x")]),
    ("a canonical text that smudge forms with a local one", [PlanRule("b.a", "a.x")]),
    ("a local text that contains the canonical one of another rule", [PlanRule("a", "b.x"), PlanRule("b", "y")]),
    ("a local text that contains its canonical one twice", [PlanRule("a.b", "x.a.b.y.a.b.z")]),
    (
      "local texts with the canonical one of two rules",
      [PlanRule("a", "a.x"), PlanRule("a", "a.y", paths: ["f"]), PlanRule("aT", "a.z")]
    ),
    ("values of other keys", [PlanRule(keys: ["K"], ["four"], "x"), PlanRule(keys: ["L"], ["five"], "x")]),
    (
      "values of a key that the other rule excludes",
      [PlanRule(keys: ["K"], ["four"], "x"), PlanRule("five", "x", exceptKeys: ["L", "K"])]
    ),
    (
      "whole values of a key that the other rule excludes",
      [PlanRule(keys: ["K"], ["a", "b"], "x.y"), PlanRule("five", "x", exceptKeys: ["K"])]
    ),
    ("a watched text that contains a local one", [PlanRule("com.acme", "dev.me", watched: ["dev.me.app"])]),
  ]

  @Test(arguments: composable)
  private func `Texts that can always be distinguished do not conflict`(why: String, rules: [PlanRule]) {
    let plan = Plan(withCertainty: rules)
    #expect(AmbiguityAnalysis.conflicts(in: plan).isEmpty, "\(why)")
    #expect(plan.rules.allSatisfy { $0.certainty == .exact }, "\(why)")
  }

  @Test(arguments: [
    ([PlanRule("a", "x"), PlanRule("b", "x")], "x is the same as x"),
    ([PlanRule("a", "b"), PlanRule("b", "c")], "b is the same as b"),
    ([PlanRule("a", "x", retired: ["x"])], "x is the same as x"),
    ([PlanRule("a", "x", excepts: ["x"])], "x is the same as x"),
    ([PlanRule("a", "x", retired: ["a.r.a"])], "a.r.a overlaps a.r.a"),
    ([PlanRule("a.b", "x"), PlanRule("c", "b")], "b is contained in a.b"),
    ([PlanRule("a", "x", excepts: ["a.x"])], "x is contained in a.x"),
    ([PlanRule("a.b", "x.y", retired: ["y.z"])], "x.y overlaps y.z"),
    // A local text that overlaps the end of another one, where its canonical text did not.
    ([PlanRule("org.acme", "com.me"), PlanRule("x", "acme.com")], "com.me overlaps acme.com"),
    ([PlanRule("a.c", "x.y.x")], "x.y.x overlaps x.y.x"), ([PlanRule("a", "a.a")], "a.a overlaps a.a"),
    ([PlanRule("a", "a.x.a", suffixes: ["T"])], "a.x.a overlaps a.x.a"),
    // Nested pairs whose ends differ or occur twice.
    ([PlanRule("com.acme", "dev.me"), PlanRule("com.acme.ios", "dev.me.app")], "dev.me is contained in dev.me.app"),
    ([PlanRule("a", "x"), PlanRule("a.a", "x.a")], "x.a contains x"),
    // A rule for all content that excludes no key, or another one, or whose texts smudge can form in the values.
    ([PlanRule(keys: ["K"], ["four"], "x"), PlanRule("five", "x")], "x is the same as x"),
    ([PlanRule(keys: ["K", "L"], ["four"], "x"), PlanRule("five", "x", exceptKeys: ["K"])], "x is the same as x"),
    ([PlanRule(keys: ["K"], ["four"], "x"), PlanRule("five", "x.y", exceptKeys: ["K"])], "x is contained in x.y"),
    (
      [PlanRule(keys: ["K"], ["x.four"], "y"), PlanRule("five", "x.four", exceptKeys: ["K"])],
      "x.four is the same as x.four"
    ),
    ([PlanRule("com.utmapp", "com.bnr", retired: ["com.bnr.UTM"])], "com.bnr is contained in com.bnr.UTM"),
    ([PlanRule("a", "b.b")], "b.b overlaps b.b"),
  ])
  func `Texts in conflict make their rules ambiguous, and are reported`(rules: [PlanRule], expected: String) throws {
    let plan = Plan(withCertainty: rules)
    let conflicts = AmbiguityAnalysis.conflicts(in: plan)
    let words = conflicts.map { "\(text($0.text)) \($0.relation.rawValue) \(text($0.other))" }
    #expect(words.contains(expected), "found \(words)")
    for conflict in conflicts { for rule in conflict.rules { #expect(plan.rules[rule].certainty == .ambiguous) } }
  }

  @Test func `The certainty is computed again after a change`() {
    var plan = Plan(PlanRule("a", "x"), PlanRule("b", "x"))
    plan.rules.removeLast()
    #expect(AmbiguityAnalysis.withCertainty(plan).rules.map(\.certainty) == [.exact])
  }

  @Test(arguments: [
    ("dev.me", true), ("dev.me.app", true), ("me", true), ("com.acme", true), ("x.com", false), ("acme.y", false),
    ("r.r", true), ("me2", false), ("old.me", false), ("me.old", true), ("dev.mes", false), ("r", false),
    // It can contain its own canonical text, as a local one can.
    ("com.acme.mine", false), ("my.com.acme", false), ("com.acme.dev", true), ("com.acme.com.acme", true),
    ("com.acme.com", false),
  ])
  func `A retired text collides with texts that it conflicts with`(text: String, collides: Bool) {
    let retired = RetiredText(text: bytes(text), canonical: bytes("com.acme"))
    #expect(AmbiguityAnalysis.collides(retired, in: 0, of: Plan(PlanRule("com.acme", "dev.me"))) == collides)
  }

  @Test(arguments: [
    (["com.acme.keep", "com.acme.other"], false), (["com.acme.keep", "my.com.acme"], false),
    (["com.acme.com"], false), (["keep.dev.me"], true),
  ])
  func `Clean reads its output again if an excepted text contains a local one`(
    excepts: [String], isRead: Bool
  ) {
    #expect(AmbiguityAnalysis.cleanCanFormTexts([PlanRule("com.acme", "dev.me", excepts: excepts)]) == isRead)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Tests of conflicts in rules with keys: every plan of two small rules.
struct KeyedAmbiguityTests {
  /// A fourth one takes five times as long; use it after changes of the analysis.
  private static let texts = ["a", "b", "a.b"] + (isThorough ? ["b.a"] : [])
  private static let isThorough = Environment.value("GIT_MUNGE_THOROUGH") != nil

  /// Rules of every kind, with every pair of texts.
  private static var rules: [PlanRule] {
    let pairs = texts.flatMap { one in texts.filter { $0 != one }.map { (one, $0) } }
    let plain = pairs.flatMap { [PlanRule($0, $1), PlanRule($0, $1, exceptKeys: ["K"])] }
    let part = pairs.map { canonical, local in keyed([canonical], local, .part) }
    let whole = pairs.map { canonical, local in keyed([canonical], local, .whole) }
    let empty = texts.map { keyed([""], $0, .whole) }
    let partOrEmpty = pairs.map { canonical, local in keyed([canonical, ""], local, .part) }
    let several = texts.flatMap { local in
      texts.flatMap { one in texts.map { [one, $0] } }.filter { !$0.contains(local) && $0[0] != $0[1] }
        .map { keyed($0, local, .whole) }
    }
    return plain + part + whole + empty + partOrEmpty + several
  }

  private static func keyed(_ canonicals: [String], _ local: String, _ extent: KeyScope.Extent) -> PlanRule {
    PlanRule(
      name: bytes("keyed"), pairs: canonicals.map { TextPair(canonical: bytes($0), local: bytes(local)) },
      keyed: KeyScope(keys: [bytes("K")], extent: extent))
  }

  /// All values of up to three words, of the key, of another key, and quoted.
  private static let contents: [[UInt8]] = {
    let words = ["a", "b"]
    let two = words.flatMap { one in words.map { "\(one).\($0)" } }
    let values = [""] + words + two + two.flatMap { pair in words.map { "\(pair).\($0)" } }
    return values.flatMap {
      [
        bytes("K = \($0)\nX = \($0)\n"),
        bytes("\(String(decoding: XcodeQuoting.mark, as: UTF8.self))\n\tK = \"\($0)\";\n"),
      ]
    }
  }()

  @Test(arguments: 0..<8)
  func `Clean restores content by its bytes if smudge is invertible, else it needs the source`(part: Int) throws {
    let rules = Self.rules
    var (inverted, asked) = (0, 0)
    for (index, one) in rules.enumerated() where index % 8 == part {
      for other in rules[index...] {
        let plan = Plan(withCertainty: [one, other])
        let transform = CompiledPlan(plan).transform(for: nil)
        for content in Self.contents { if try check(transform, content, plan) { inverted += 1 } else { asked += 1 } }
      }
    }
    #expect(inverted > 400)
    #expect(asked > 20)
  }

  private func check(_ transform: Transform, _ content: [UInt8], _ plan: Plan) throws -> Bool {
    let (smudged, summary) = try transform.smudge(content)
    let cleaned = try? transform.clean(smudged)
    let comesBack = cleaned?.bytes == content
    let message = Comment(rawValue: "\(plan.words) on '\(escaped(content))', shown as '\(escaped(smudged))'")
    if summary.isInvertible { #expect(comesBack, message) }
    if !comesBack {
      let isAsked = cleaned.map { !$0.summary.roles.isDisjoint(with: TextRoles.needingSource) } ?? true
      #expect(isAsked, message)
    }
    // No local text stays, independent of the source.
    if let cleaned, let again = try? transform.clean(cleaned.bytes) {
      #expect(again.bytes == cleaned.bytes || !again.summary.roles.isDisjoint(with: .canonical), message)
    }
    return comesBack
  }
}

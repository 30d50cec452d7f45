import TestSupport

@testable import Smudge

/// Former local texts stay in the plan, so that an editor's late save does not leak them.
struct FormerLocalTextsTests {
  /// Rules, and the value of `v`.
  private typealias Step = (rules: String, value: String?)

  /// Plans that follow each other; compiling the last one again changes nothing.
  private static func plan(_ steps: [Step]) throws -> Plan {
    var plan = Plan.idle
    for step in steps { plan = try compiled(step, after: plan) }
    if let last = steps.last { #expect(try compiled(last, after: plan) == plan) }
    return plan
  }

  private static func compiled(_ step: Step, after plan: Plan) throws -> Plan {
    try TestSupport.compiled(step.rules, step.rules.isEmpty ? [:] : step.value.map { ["v": $0] } ?? [:], after: plan)
  }

  /// `NAME KEYS EXTENT: LOCAL TEXTS; FORMER->CANONICAL; watched TEXTS`.
  private static func words(_ plan: Plan) -> [String] {
    plan.rules.map { rule in
      let keyed = rule.keyed.map { scope in
        " \(scope.keys.map { escaped($0) }.joined(separator: ",")) \(scope.extent)"
          + (scope.onInsert == .drop ? " drop" : "")
      }
      let parts =
        [rule.pairs.map { $0.local.map { escaped($0) } ?? "-" }.joined(separator: ",")]
        + rule.retired.map { "\(escaped($0.text))->\(escaped($0.canonical))" }
        + rule.watched.map { "watched \(escaped($0))" }
      return "\(escaped(rule.name))\(keyed ?? ""): " + parts.joined(separator: "; ")
    }
  }

  /// A rule with these lines, and its value at each time.
  private static func rule(_ values: String?..., lines: String = "canonical = com.acme") -> [Step] {
    values.map { (rule(lines), $0) }
  }

  private static func rule(_ lines: String, name: String = "r") -> String {
    OneRule.variable + "[rule \"\(name)\"]\nlocal = ${v}\n\(lines)\n"
  }

  private static func two(_ one: String, _ other: String) -> Step {
    (
      """
      [rule "a"]
      canonical = com.one
      local = \(one)
      [rule "b"]
      canonical = com.two
      local = \(other)

      """, nil
    )
  }

  private static let gone: Step = ("", nil)

  private static let plain: [(steps: [Step], rules: [String])] = [
    (rule("dev.old", "dev.new"), ["r: dev.new; dev.old->com.acme"]), (rule("dev.me", "dev.me"), ["r: dev.me"]),
    (rule("dev.old", nil), ["r: -; dev.old->com.acme"]),
    (rule("dev.a1", "dev.a2", "dev.a3"), ["r: dev.a3; dev.a2->com.acme; dev.a1->com.acme"]),
    // A value that is set again is no longer retired.
    (rule("dev.one", "dev.two", "dev.one"), ["r: dev.one; dev.two->com.acme"]),
    (rule("dev.old") + [gone], ["r: ; dev.old->com.acme"]),
    (rule("dev.old") + [gone, gone], ["r: ; dev.old->com.acme"]),
    // A renamed rule retires its text only if that changed.
    (rule("dev.old") + [(rule("canonical = com.acme", name: "s"), "dev.old")], ["s: dev.old"]),
    (
      rule("dev.old") + [(rule("canonical = com.acme", name: "s"), "dev.new")],
      ["s: dev.new", "r: ; dev.old->com.acme"]
    ),
    (
      rule("dev.old", "dev.new", lines: "canonical = com.acme\nsuffix = Tests"),
      ["r: dev.new,dev.newTests; dev.old->com.acme; dev.oldTests->com.acmeTests"]
    ),
    // One that overlaps a current one is watched, not replaced.
    (rule("dev.me", "dev.me.app"), ["r: dev.me.app; watched dev.me"]),
    (rule("dev.me.app", "dev.me"), ["r: dev.me; watched dev.me.app"]),
    (rule("dev.my.app", "app.dev"), ["r: app.dev; watched dev.my.app"]),
    (rule("com.acme.dev", "dev.me"), ["r: dev.me; watched com.acme.dev"]),
    (rule("com.acme.x.com.acme", "dev.me"), ["r: dev.me; watched com.acme.x.com.acme"]),
    // One that contains its canonical text once is still cleaned.
    (rule("com.acme.anna", "com.acme.ben"), ["r: com.acme.ben; com.acme.anna->com.acme"]),
    (rule("dev.com.acme", "dev.me"), ["r: dev.me; dev.com.acme->com.acme"]),
    // A watched text stays watched, as its canonical text is unknown, unless it is local again.
    (rule("dev.me", "dev.me.app", "org.you"), ["r: org.you; dev.me.app->com.acme; watched dev.me"]),
    (rule("dev.me", "dev.me.app", "org.you", "dev.me"), ["r: dev.me; org.you->com.acme; watched dev.me.app"]),
    // One that is canonical now is not retired.
    (rule("dev.me") + [("[rule \"r\"]\ncanonical = dev.me\nlocal = dev.you\n", nil)], ["r: dev.you"]),
    ([two("dev.x", "dev.y"), two("dev.y", "dev.x")], ["a: dev.y", "b: dev.x"]),
  ]

  private static let whole = "key = A\ncanonical = One\ncanonical ="
  private static let part = "key = A\ncanonical = com.acme"
  private static let wider = "key = A\nkey = B\ncanonical = com.acme"

  private static let keyed: [(steps: [Step], rules: [String])] = [
    // Once, for the first of its canonical texts.
    (rule("My Team", "Other", lines: whole), ["r A whole: Other,Other; My Team->One"]),
    (rule("My Team", "Other", lines: "key = A\ncanonical =\ncanonical = One"), ["r A whole: Other,Other; My Team->"]),
    // A former whole value is not watched as a part of other values.
    (rule("My Team", "My Team Two", lines: whole), ["r A whole: My Team Two,My Team Two; My Team->One"]),
    (rule("dev.me", "dev.me.app", lines: part), ["r A part: dev.me.app; watched dev.me"]),
    // A removed rule keeps its keys and its on-insert, and has its texts when it is added again.
    (rule("My Team", lines: whole + "\non-insert = drop") + [gone], ["r A whole drop: ; My Team->One"]),
    (
      rule("My Team", lines: whole + "\non-insert = drop") + [gone]
        + rule("Other", lines: whole + "\non-insert = drop"),
      ["r A whole drop: Other,Other; My Team->One"]
    ),
    // A rule that gains keys retires its former text everywhere.
    (rule("dev.me") + rule("dev.me", lines: part), ["r A part: dev.me", "r: ; dev.me->com.acme"]),
    // A text that a rule still has in the same keys is not retired there; the order of keys does not matter.
    (rule("dev.me", lines: part) + rule("dev.me", lines: wider), ["r A,B part: dev.me"]),
    (
      rule("dev.me", lines: part) + rule("dev.me", lines: wider) + rule("dev.me", lines: part),
      ["r A part: dev.me", "r B part: ; dev.me->com.acme"]
    ),
    (
      rule("dev.me", lines: wider) + rule("dev.you", lines: "key = B\nkey = A\ncanonical = com.acme"),
      ["r B,A part: dev.you; dev.me->com.acme"]
    ),
    // A former whole value that can be a part of a value now is retired as a whole value.
    (
      rule("My Team", lines: whole) + rule("dev.you", lines: part),
      ["r A part: dev.you", "r A whole: ; My Team->One"]
    ),
    // One that is canonical in its key now is not retired there.
    (rule("dev.me", lines: part) + rule("dev.you", lines: "key = A\ncanonical = dev.me"), ["r A part: dev.you"]),
    (
      rule("dev.me", lines: part) + rule("dev.you", lines: "key = A\ncanonical = dev.me\ncanonical ="),
      ["r A part: dev.you,dev.you"]
    ),
    (
      rule("dev.me", lines: part) + rule("dev.you", lines: "key = B\ncanonical = dev.me"),
      ["r B part: dev.you", "r A part: ; dev.me->com.acme"]
    ),
  ]

  @Test(arguments: plain.indices) func `A former local text is retired, or watched`(index: Int) throws {
    let plan = try Self.plan(Self.plain[index].steps)
    #expect(Self.words(plan) == Self.plain[index].rules)
    #expect(plan.rules.allSatisfy { $0.certainty == .exact } && !plan.isIdle)
    let compiled = CompiledPlan(plan)
    for text in plan.rules.flatMap(\.watched) { #expect(compiled.localTexts.contains(text), "a match is reported") }
    for text in plan.rules.flatMap(\.retired) {
      #expect(try compiled.transform(for: nil).clean(text.text).bytes == text.canonical, "clean still replaces it")
    }
  }

  @Test(arguments: keyed.indices) func `A former local text of a rule with keys is retired in the former keys`(
    index: Int
  ) throws {
    #expect(try Self.words(Self.plan(Self.keyed[index].steps)) == Self.keyed[index].rules)
  }

  @Test(arguments: [
    "key = B\ncanonical = com.acme\non-insert = drop", "canonical = com.acme",
    "key = B\ncanonical = One\ncanonical = Two",
  ])
  func `A rule with other keys retires its text in the former keys`(lines: String) throws {
    for value in ["dev.me", "dev.you"] {
      let plan = try Self.plan(
        Self.rule("dev.me", lines: Self.part + "\non-insert = drop") + Self.rule(value, lines: lines))
      #expect(plan.rules.map(\.name) == [bytes("r"), bytes("r")] && plan.rules[0].retired == [])
      #expect(Self.words(plan)[1] == "r A part: ; dev.me->com.acme", "without on-insert there")
    }
  }

  @Test func `The repository can hold a former local text, and a current one is cleaned by its own rule`() throws {
    func clean(_ content: String, _ steps: [Step]) throws -> [UInt8] {
      try CompiledPlan(Self.plan(steps)).transform(for: nil).clean(bytes(content)).bytes
    }
    let canonical = "[rule \"r\"]\ncanonical = dev.me\nlocal = dev.you\n"
    #expect(try clean("dev.me", Self.rule("dev.me") + [(canonical, nil)]) == bytes("dev.me"))
    #expect(
      try clean("dev.x dev.y", [Self.two("dev.x", "dev.y"), Self.two("dev.y", "dev.x")]) == bytes("com.two com.one"))
    #expect(
      try clean("com.acme.anna com.acme.ben\n", Self.rule("com.acme.anna", "com.acme.ben"))
        == bytes("com.acme com.acme\n"))
  }
}

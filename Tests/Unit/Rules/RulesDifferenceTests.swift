import TestSupport

@testable import Rules
@testable import Smudge

struct RulesDifferenceTests {
  private static let plain = """
    [rule "a"]
    canonical = com.one
    local = dev.${v}
    [rule "b"]
    canonical = com.two
    local = dev.two
    [variable "v"]
    kind = label
    """
  private static let variable = "[variable \"v\"]\nkind = text\n"
  private static let keyed =
    variable + """
      [rule "b"]
      canonical = One
      local = ${v}
      key = A
      key = B
      canonical = Two

      """

  /// The difference from a plan, whose rules are approved unless `isKnown` is false.
  private static func difference(
    _ old: String, _ values: [String: String] = ["v": "me"], to new: String, _ others: [String: String]? = nil,
    isKnown: Bool = true
  ) throws -> RulesDifference {
    let plan = try compiled(old, values)
    return RulesDifference(
      from: plan, isKnown ? try RulesFile.parse(bytes(old)) : nil, to: try compiled(new, others ?? values, after: plan),
      try RulesFile.parse(bytes(new)))
  }

  private static func changed(_ key: RulesFile.RuleKey, _ from: [String]?, _ to: [String]?) -> RulesDifference.Change {
    .changed(rule: bytes("b"), key, from: from?.map { bytes($0) }, to: to?.map { bytes($0) })
  }

  @Test func `The same rules and values are no difference, whatever the form of the file is`() throws {
    for same in [Self.plain, "# a comment\n" + Self.plain.replacing(" = ", with: "=")] {
      #expect(try Self.difference(Self.plain, to: same) == RulesDifference())
    }
  }

  @Test(
    arguments: [
      (plain, "canonical = com.two", "canonical = com.three", [changed(.canonical, ["com.two"], ["com.three"])]),
      (plain, "local = dev.two", "local = dev.three", [changed(.local, ["dev.two"], ["dev.three"])]),
      (plain, "local = dev.two", "local = dev.two\nsuffix = Tests", [changed(.suffix, [], ["Tests"])]),
      (plain, "local = dev.two", "local = dev.two\npath = *.plist", [changed(.path, [], ["*.plist"])]),
      (
        plain, "local = dev.two", "local = dev.two\nexcept = com.two.server", [changed(.except, [], ["com.two.server"])]
      ),
      (
        plain, "local = dev.two", "local = dev.two\nkey = A\non-insert = drop",
        [changed(.key, [], ["A"]), changed(.onInsert, ["keep"], ["drop"])]
      ),
      (
        plain, "local = dev.two", "local = dev.two\nexcept-key = B\nexcept-key = A",
        [changed(.exceptKey, [], ["B", "A"])]
      ),
      (keyed, "key = B", "key = C", [changed(.key, ["A", "B"], ["A", "C"])]),
      (keyed, "key = A", "key = A\non-insert = drop", [changed(.onInsert, ["keep"], ["drop"])]),
      (keyed, "= Two", "= Two\ncanonical =", [changed(.canonical, ["One", "Two"], ["One", "Two", ""])]),
      (
        keyed, "= Two", "= Two\nexcept = Three\ncheck = C",
        [changed(.check, nil, ["C"]), changed(.except, [], ["Three"])]
      ),
    ] as [(String, String, String, [RulesDifference.Change])])
  func `A changed rule is reported by its keys, whatever the values are`(
    before: String, old: String, new: String, changes: [RulesDifference.Change]
  ) throws {
    let after = before.replacing(old, with: new)
    for (values, others) in [(["v": "me"], ["v": "me"]), (["v": "me"], ["v": "you"]), ([:], [:]), ([:], ["v": "me"])] {
      let difference = try Self.difference(before, values, to: after, others)
      #expect(difference.rules == changes && difference.wording == [])
      #expect(difference.isAboutValues == (values != others))
      #expect(
        try Self.difference(after, values, to: before, others).rules.count == changes.count,
        "the reverse change is reported as well")
    }
    let rule = try #require(RulesFile.parse(bytes(after)).rules.last)
    #expect(
      try Self.difference(before, to: after, isKnown: false).rules == [.asItIs(rule)],
      "without the approved rules, the rule as it is")
  }

  @Test(arguments: [
    ("key = A\nkey = B", "key = B\nkey = A"), ("key = A", "key = A\non-insert = keep"),
    ("= Two\n", "= Two\nexcept = com.a\nexcept = com.b\nsuffix = T\nsuffix = U\n"),
  ])
  func `The order of lines that have none is no difference`(old: String, new: String) throws {
    let before = Self.keyed.replacing(old, with: new)
    let after = before.replacing("except = com.a\nexcept = com.b", with: "except = com.b\nexcept = com.a")
      .replacing("suffix = T\nsuffix = U", with: "suffix = U\nsuffix = T").replacing(
        "key = B\nkey = A", with: "key = A\nkey = B")
    #expect(try Self.difference(before, to: after).isEmpty)
  }

  @Test func `The order of paths, and of canonical texts, is a difference: the first one is used for new lines`() throws
  {
    let turned = Self.keyed.replacing("= One", with: "= x").replacing("= Two", with: "= One").replacing(
      "= x", with: "= Two")
    #expect(
      try Self.difference(Self.keyed, to: turned).rules == [Self.changed(.canonical, ["One", "Two"], ["Two", "One"])])
    let before = Self.plain.replacing("local = dev.two", with: "local = dev.two\npath = *.a\npath = !b.a")
    let after = before.replacing("path = *.a\npath = !b.a", with: "path = !b.a\npath = *.a")
    #expect(try Self.difference(before, to: after).rules == [Self.changed(.path, ["*.a", "!b.a"], ["!b.a", "*.a"])])
  }

  @Test(arguments: ["you", nil])
  func `A changed or removed value is reported by its name alone`(value: String?) throws {
    for isKnown in [true, false] {
      let difference = try Self.difference(Self.plain, to: Self.plain, value.map { ["v": $0] } ?? [:], isKnown: isKnown)
      #expect(difference.rules == [])
      #expect(
        difference.values == [.init(name: bytes("v"), from: bytes("me"), to: value.map { bytes($0) }, isNew: false)])
      #expect(difference.isAboutValues)
    }
  }

  @Test func `Added and removed rules are reported by name, and a renamed rule is both`() throws {
    let more = Self.plain + "\n[rule \"c\"]\ncanonical = com.three\nlocal = dev.three\n"
    guard case .added(let rule, let planned) = try Self.difference(Self.plain, to: more).rules.first else {
      Issue.record("nothing is added")
      return
    }
    #expect(
      rule.name == bytes("c") && planned.pairs == [TextPair(canonical: bytes("com.three"), local: bytes("dev.three"))])
    let renamed = try Self.difference(Self.plain, to: Self.plain.replacing("\"b\"", with: "\"z\"")).rules
    guard renamed.count == 2, case .added(let new, _) = renamed[0], case .removed(let old) = renamed[1] else {
      Issue.record("\(renamed)")
      return
    }
    #expect((new.name, old.name) == (bytes("z"), bytes("b")))
  }

  @Test func `A variable that is added or removed with its rules is no changed value`() throws {
    let more =
      Self.plain + """

        [rule "c"]
        canonical = com.three
        local = dev.${w}
        [variable "w"]
        kind = label

        """
    let declared = try Self.difference(Self.plain, to: more, ["v": "me", "w": "you"])
    #expect(declared.values == [.init(name: bytes("w"), from: nil, to: bytes("you"), isNew: true)])
    #expect(!declared.isAboutValues)
    #expect(try Self.difference(more, ["v": "me", "w": "you"], to: Self.plain, ["v": "me"]).values.isEmpty)
    #expect(try Self.difference(Self.plain, to: more).values.isEmpty, "a variable without a value is no change")
    #expect(
      try Self.difference(more, to: more, ["v": "me", "w": "you"]).isAboutValues,
      "a value that is set later is a change")
  }

  @Test func `Former local texts are no difference`() throws {
    let old = try compiled(Self.plain, ["v": "you"], after: compiled(Self.plain, ["v": "me"]))
    #expect(!old.rules.flatMap(\.retired).isEmpty)
    let rules = try RulesFile.parse(bytes(Self.plain))
    #expect(RulesDifference(from: old, rules, to: try compiled(Self.plain, ["v": "you"]), rules) == RulesDifference())
    let gone = try compiled("", after: compiled(Self.plain))
    #expect(
      RulesDifference(from: gone, rules, to: try compiled(""), Rules()).isEmpty,
      "a removed rule with former texts is no difference")
  }

  @Test func `Changes that the plan does not have are changes of the wording`() throws {
    let one = "[rule \"b\"]\ncanonical = a b\nlocal = ${v}\nkey = A\n" + Self.variable
    func wording(_ old: String, _ values: [String: String] = [:], to new: String) throws -> [RulesDifference.Change] {
      let difference = try Self.difference(old, values, to: new)
      #expect(difference.isEmpty)
      return difference.wording
    }
    #expect(
      try wording(one, to: one.replacing("${v}", with: "My ${v}")) == [Self.changed(.local, ["${v}"], ["My ${v}"])],
      "without a value")
    #expect(
      try wording(one, ["v": "me"], to: one.replacing("${v}", with: "me")) == [Self.changed(.local, ["${v}"], ["me"])])
    #expect(
      try wording(one + "[rule \"b\"]\ncanonical = a bT\n", to: one + "[rule \"b\"]\nsuffix = T\n")
        == [Self.changed(.canonical, ["a b", "a bT"], ["a b"]), Self.changed(.suffix, [], ["T"])])
    let section = "[rule \"b\"]\n"
    #expect(try wording(one, to: one + section + "check = B") == [Self.changed(.check, nil, ["B"])])
    #expect(
      try wording(one + section + "check = B", to: one + section + "check =") == [Self.changed(.check, ["B"], [])])
    #expect(
      try wording(one, to: one.replacing("kind = text", with: "kind = label")) == [
        .kind(variable: "v", from: .text, to: .label)
      ])
    let unknown = try Self.difference(one, to: one, isKnown: false)
    let rule = try #require(RulesFile.parse(bytes(one)).rules.first)
    #expect(unknown.isEmpty && unknown.wording == [.asItIs(rule)])
  }
}

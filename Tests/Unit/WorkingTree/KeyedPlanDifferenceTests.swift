import TestSupport
import Testing

@testable import Rules
@testable import WorkingTree

/// Differences between plans whose rules are restricted to keys: all are reported, whatever the values are.
struct KeyedPlanDifferenceTests {
  private static let variable = "[variable \"v\"]\nkind = text\n"
  private static let before = variable + "[rule \"r\"]\ncanonical = One\nlocal = ${v}\nkey = A\nkey = B\ncanonical = Two\n"

  private static func aspects(_ old: String, _ new: String, _ value: String?) throws -> [PlanDifference.Aspect] {
    let values = value.map { ["v": $0] } ?? [:]
    let difference = PlanDifference(from: try compiled(old, values), to: try compiled(new, values))
    guard case .changed(_, let aspects) = difference.rules.first else { return [] }
    #expect(difference.rulesByThemselves == difference.rules && difference.rules.count == 1)
    return aspects
  }

  @Test(arguments: [
    ("key = B\n", "", [.init(key: .key, from: [bytes("A"), bytes("B")], to: [bytes("A")])]),
    ("key = B", "key = C", [.init(key: .key, from: [bytes("A"), bytes("B")], to: [bytes("A"), bytes("C")])]),
    ("key = A", "key = A\non-insert = drop", [.init(key: .onInsert, from: [bytes("keep")], to: [bytes("drop")])]),
    ("= Two", "= Two\ncanonical =", [.init(key: .canonical, from: [bytes("One"), bytes("Two")], to: [bytes("One"), bytes("Two"), []])]),
    ("= Two", "= Two\nsuffix = T", [.init(key: .suffix, from: [], to: [bytes("T")])]),
    ("= Two", "= Two\nprefix = T", [.init(key: .prefix, from: [], to: [bytes("T")])]),
    ("= Two", "= Two\nexcept = Three", [.init(key: .except, from: [], to: [bytes("Three")])]),
    ("key = A\nkey = B", "key = B\nkey = A", []), ("key = A", "key = A\non-insert = keep", []),
  ] as [(String, String, [PlanDifference.Aspect])])
  func `A rule with changed keys is reported by what changed`(
    old: String, new: String, aspects: [PlanDifference.Aspect]
  ) throws {
    for value in [nil, "me"] {
      #expect(try Self.aspects(Self.before, Self.before.replacing(old, with: new), value) == aspects)
    }
  }

  @Test func `Canonical texts in another order are a change: the first one is used for new lines`() throws {
    let turned = Self.before.replacing("= One", with: "= x").replacing("= Two", with: "= One").replacing("= x", with: "= Two")
    #expect(
      try Self.aspects(Self.before, turned, "me")
        == [.init(key: .canonical, from: [bytes("One"), bytes("Two")], to: [bytes("Two"), bytes("One")])])
  }

  @Test func `Keys that are added or removed are reported with what depends on them`() throws {
    let plain = Self.variable + "[rule \"r\"]\ncanonical = com.acme\nlocal = ${v}\n"
    let keyed = plain + "key = A\non-insert = drop\n"
    #expect(
      try Self.aspects(plain, keyed, "dev.me") == [.init(key: .key, from: [], to: [bytes("A")]), .init(key: .onInsert, from: [bytes("keep")], to: [bytes("drop")])])
    #expect(
      try Self.aspects(keyed, plain, nil) == [.init(key: .key, from: [bytes("A")], to: []), .init(key: .onInsert, from: [bytes("drop")], to: [bytes("keep")])])
  }

  @Test func `Excluded keys that are added or removed are reported`() throws {
    let plain = Self.variable + "[rule \"r\"]\ncanonical = com.acme\nlocal = ${v}\n"
    let added = plain + "except-key = B\nexcept-key = A\n"
    #expect(try Self.aspects(plain, added, "dev.me") == [.init(key: .exceptKey, from: [], to: [bytes("B"), bytes("A")])])
    #expect(try Self.aspects(added, plain + "except-key = A\nexcept-key = B\n", "dev.me") == [], "their order does not matter")
  }

  @Test func `Changed check lines are reported, which the plan never has`() throws {
    func rules(_ lines: String) throws -> Rules {
      try RulesFile.parse(bytes("[rule \"r\"]\ncanonical = com.acme\nlocal = dev.me\nkey = A\n\(lines)"))
    }
    let (none, empty, one) = (try rules(""), try rules("check =\n"), try rules("check = B\n"))
    #expect(RuleTextChange.all(from: none, to: one) == [.checks(rule: bytes("r"), from: nil, to: [bytes("B")])])
    #expect(RuleTextChange.all(from: one, to: empty) == [.checks(rule: bytes("r"), from: [bytes("B")], to: [])])
    #expect(RuleTextChange.all(from: one, to: one) == [])
    #expect(RuleTextChange.all(from: Rules(), to: one) == [.checks(rule: bytes("r"), from: nil, to: [bytes("B")])], "of a new rule")
  }

  @Test func `Changes that the plan does not have without a value are reported by the lines of the rules`() throws {
    let one = Self.variable + "[rule \"r\"]\ncanonical = a b\nlocal = ${v}\nkey = A\n"
    let (two, suffix) = (one + "canonical = a bT\n", one + "suffix = T\n")
    #expect(PlanDifference(from: try compiled(two), to: try compiled(suffix)).isEmpty)
    let (old, new) = (try RulesFile.parse(bytes(two)), try RulesFile.parse(bytes(suffix)))
    let texts = (bytes("a b"), bytes("a bT"))
    #expect(RuleTextChange.all(from: old, to: new) == [.canonicals(rule: bytes("r"), from: [texts.0, texts.1], to: [texts.0])])
    #expect(RuleTextChange.all(from: old, to: old) == [])
    #expect(RuleTextChange.all(from: nil, to: old) == old.rules.map { .asItIs($0) })
    let other = try RulesFile.parse(bytes(one.replacing("${v}", with: "My ${v}")))
    #expect(
      RuleTextChange.all(from: try RulesFile.parse(bytes(one)), to: other)
        == [.local(rule: bytes("r"), from: "${v}", to: "My ${v}")])
  }
}

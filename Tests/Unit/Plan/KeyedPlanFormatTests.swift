import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the file format of a plan with keys.
struct KeyedPlanFormatTests {
  private static let plan = Plan(
    rules: [
      PlanRule(
        name: bytes("style"),
        pairs: [
          TextPair(canonical: bytes("My Team, Inc."), local: bytes("a b")), TextPair(canonical: [], local: bytes("a b")),
        ],
        retired: [
          RetiredText(text: bytes("Old Team"), canonical: [], since: 7),
          RetiredText(text: bytes("x"), canonical: bytes("My Team, Inc."), since: -1),
        ],
        watched: [bytes("w w")], excepts: [bytes("No Team")],
        keyed: KeyScope(keys: [bytes("A:b.c"), bytes("_x")], extent: .whole, onInsert: .drop)),
      PlanRule(
        name: bytes("rule-com.acme"), pairs: [TextPair(canonical: bytes("com.acme"), local: bytes("dev.me"))],
        retired: [RetiredText(text: bytes("old.me"), canonical: bytes("com.acme"), since: 0)],
        exceptKeys: [bytes("A:b.c"), bytes("X")]),
      PlanRule(name: bytes("gone"), pairs: [], keyed: KeyScope(keys: [bytes("K")], extent: .part)),
    ], fingerprint: Digest([]))

  @Test func `A rule with keys has lines for them, other rules have none`() {
    let lines = String(decoding: PlanFormat.encode(Self.plan), as: UTF8.self).split(separator: "\n").dropLast()
    let expected = """
      git-munge plan 3
      fingerprint \(Digest([]).hex)
      rule style
      certainty exact
      extent whole
      key A:b.c
      key _x
      on-insert drop
      canonical My Team, Inc.
      local a b
      canonical 
      local a b
      retired 7 Old Team
      was 
      retired -1 x
      was My Team, Inc.
      watched w w
      except No Team
      rule rule-com.acme
      certainty exact
      except-key A:b.c
      except-key X
      canonical com.acme
      local dev.me
      retired 0 old.me
      was com.acme
      rule gone
      certainty exact
      extent part
      key K
      on-insert keep
      """
    #expect(Array(lines) == expected.split(separator: "\n"))
  }

  @Test func `It is read as it was written`() throws {
    #expect(try PlanFormat.decode(PlanFormat.encode(Self.plan)) == Self.plan)
  }

  @Test func `Random plans with keys are read as they were written`() throws {
    var generator = SeededGenerator(salt: "keyed plans")
    for _ in 0..<300 {
      var plan = RandomPlan(&generator).plan
      for index in plan.rules.indices where generator.oneIn(2) { Self.key(&plan.rules[index], &generator) }
      #expect(try PlanFormat.decode(PlanFormat.encode(plan)) == plan, "\(plan.words); \(TestSeed.note)")
    }
  }

  /// A rule restricted to keys, with texts that only such a rule can have.
  private static func key(_ rule: inout PlanRule, _ generator: inout SeededGenerator) {
    func text() -> [UInt8] {
      let words = ["", "a", "My Team", "a, b", "*", "was x", "retired 1 a", "- -"]
      return bytes(words.randomElement(using: &generator) ?? "")
    }
    rule.keyed = KeyScope(
      keys: (0..<Int.random(in: 1...3, using: &generator)).map { bytes("KEY_\($0)") },
      extent: KeyScope.Extent.allCases.randomElement(using: &generator) ?? .part,
      onInsert: KeyScope.OnInsert.allCases.randomElement(using: &generator) ?? .keep)
    rule.pairs += [TextPair(canonical: text(), local: text()), TextPair(canonical: text(), local: nil)]
    rule.retired += [RetiredText(text: text(), canonical: text(), since: Int64.random(in: -9...9, using: &generator))]
    rule.watched.append(text())
  }

  @Test func `A plan with one byte changed, removed or added, or truncated, is an error`() {
    var generator = SeededGenerator(salt: "keyed damage")
    let encoded = PlanFormat.encode(Self.plan)
    for place in encoded.indices {
      for damaged in encoded.damaged(at: place, &generator) + [Array(encoded[..<place])] {
        #expect(throws: PlanError.self, "at \(place): '\(escaped(damaged))'; \(TestSeed.note)") {
          try PlanFormat.decode(damaged)
        }
      }
    }
  }

  /// Plans with a correct checksum and invalid records.
  @Test(arguments: [
    "extent whole", "key A", "except-key A", "rule r\nkey A", "rule r\non-insert keep", "rule r\nextent whole",
    "rule r\nextent some\nkey A", "rule r\nextent part\nkey A\non-insert no",
    "rule r\nwas a", "rule r\nretired 1 a", "rule r\nretired 1 a\nretired 1 a\nwas b",
    "rule r\nretired 1 a\nrule s\nwas b", "rule r\nretired x a\nwas b", "rule r\nretired 1 a\nwas b\nwas c",
    "rule r\nextent part\nkey A\nextent part", "retired 1 a\nwas b",
  ])
  func `Invalid records with a correct checksum are an error`(lines: String) {
    let content = bytes("git-munge plan 3\n\(lines)\n")
    #expect(throws: PlanError.damaged) { try PlanFormat.decode(content + bytes("checksum \(Digest(content).hex)\n")) }
  }
}

import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of a YAML key without a value, as Unity writes it, with an empty canonical text.
struct EmptyMappingTests {
  private static let munger = Munger(Plan(PlanRule(keys: ["team"], [""], "BNR1234567")))

  @Test(arguments: [
    ("a:\n  team:\n  b: 1\n", "a:\n  team: BNR1234567\n  b: 1\n"),
    ("  team: \n  b: 1\n", "  team: BNR1234567\n  b: 1\n"),
    ("team:", "team: BNR1234567"), ("team:\r\nb:\r\n", "team: BNR1234567\r\nb:\r\n"),
    ("- team:\n- team: x\n", "- team: BNR1234567\n- team: x\n"),
  ])
  func `A mapping without a value gets the local text, and is restored`(content: String, shown: String) throws {
    #expect(try Self.munger.smudge(content) == shown)
    let summary = try Self.munger.summary(.smudge, content)
    let cleaned = try Self.munger.clean(shown)
    #expect(cleaned == content || !summary.isInvertible, "'\(cleaned)'")
    #expect(!cleaned.contains("BNR1234567"))
    #expect(try Self.munger.smudge(cleaned) == shown, "in both forms")
  }

  @Test(arguments: ["team:\n  name: x\n", "team:\n- x\n", "case team:\n", "\"team\":\n1\n", "{team:\n}\n", "team: # none\n"])
  func `Other lines are unchanged`(content: String) throws {
    #expect(try Self.munger.smudge(content) == content)
    #expect(try Self.munger.clean(content) == content)
  }
}

import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of an empty canonical text: next to another one, and in the syntax of other languages.
struct EmptyCanonicalTests {
  private static let mark = "// !$*UTF8*$!\n"

  @Test(arguments: [
    ("KEY = \"\";\n", "KEY = BNR1234567;\n"), ("KEY = ( \"\", a );\n", "KEY = ( BNR1234567, a );\n"),
    ("\"KEY[sdk=*]\" = \"\";\n", "\"KEY[sdk=*]\" = BNR1234567;\n"),
    ("KEY = @\"\";\n", "KEY = @\"BNR1234567\";\n"), ("KEY: \"\"\n", "KEY: \"BNR1234567\"\n"),
    ("KEY(\"\")\n", "KEY(\"BNR1234567\")\n"), ("KEY \"\"\n", "KEY \"BNR1234567\"\n"),
    ("let KEY: String = \"\"\n", "let KEY: String = \"BNR1234567\"\n"), ("{\"KEY\": \"\"}\n", "{\"KEY\": \"BNR1234567\"}\n"),
  ])
  func `Quotes are taken in assignments and lists of a project file only`(canonical: String, local: String) throws {
    let munger = Munger(Plan(PlanRule(keys: ["KEY"], [""], "BNR1234567")))
    #expect(try munger.smudge(Self.mark + canonical) == Self.mark + local)
    #expect(try munger.clean(Self.mark + local) == Self.mark + canonical || !munger.summary(.smudge, Self.mark + canonical).isInvertible)
  }

  @Test func `The other canonical text of the rule is also replaced inside a value`() throws {
    let rule = PlanRule(
      name: bytes("team"), pairs: ["ABCDE12345", ""].map { TextPair(canonical: bytes($0), local: bytes("BNR1234567")) },
      keyed: KeyScope(keys: [bytes("TEAM")], extent: .part))
    let munger = Munger(Plan(rule))
    let (canonical, local) = ("TEAM = $(OSS:default=ABCDE12345)\n", "TEAM = $(OSS:default=BNR1234567)\n")
    #expect(try munger.smudge(canonical) == local)
    #expect(try munger.clean(local) == canonical)
    #expect(try munger.summary(.smudge, canonical).isInvertible)
    #expect(try munger.smudge("TEAM = ABCDE12345\nTEAM = \"\"\n") == "TEAM = BNR1234567\nTEAM = \"BNR1234567\"\n")
    #expect(try !munger.summary(.smudge, "TEAM = \"\"\n").isInvertible, "a whole value has two canonical texts")
  }
}

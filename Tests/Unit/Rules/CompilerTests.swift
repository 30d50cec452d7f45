import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

/// How rules and values become a plan.
struct CompilerTests {
  private static let rules = """
    [rule "id"]
    	canonical = com.acme
    	local = dev.${handle}
    	suffix = Tests
    	suffix = -dev
    	except = com.acme.server
    	except = com.acme.web
    	path = *.plist
    	path = !/Old/
    [rule "team"]
    	canonical = ABCDE12345
    	local = ${team}
    [variable "handle"]
    	kind = label
    [variable "team"]
    	kind = team-id
    """

  @Test func `Prefixes are put before both texts, each with every suffix`() throws {
    let text = Self.rules.replacing("\tsuffix = -dev\n", with: "\tprefix = share-\n\tprefix = x\n")
    let plan = try compiled(text, ["handle": "bnr"])
    let rule = try #require(plan.rules.first)
    let expected = ["", "share-", "x"].flatMap { prefix in
      ["", "Tests"].map { (prefix + "com.acme" + $0, prefix + "dev.bnr" + $0) }
    }
    #expect(rule.pairs == expected.map { TextPair(canonical: bytes($0), local: bytes($1)) })
    #expect(rule.canonicals == [bytes("com.acme")] && rule.prefixes == [bytes("share-"), bytes("x")] && rule.suffixes == [bytes("Tests")])
    #expect(rule.certainty == .exact)
    #expect(try compiled(text).rules.first?.prefixes == [bytes("share-"), bytes("x")], "they are known without a value")
  }

  @Test func `Suffixes are appended to both texts, and the rest is copied`() throws {
    let plan = try compiled(Self.rules, ["handle": "bnr"])
    let rule = try #require(plan.rules.first)
    #expect(plan.rules.map(\.name) == [bytes("id"), bytes("team")])
    #expect(
      rule.pairs == [
        TextPair(canonical: bytes("com.acme"), local: bytes("dev.bnr")),
        TextPair(canonical: bytes("com.acmeTests"), local: bytes("dev.bnrTests")),
        TextPair(canonical: bytes("com.acme-dev"), local: bytes("dev.bnr-dev")),
      ])
    #expect(rule.excepts == [bytes("com.acme.server"), bytes("com.acme.web")])
    #expect(rule.paths == [PathPattern(bytes("*.plist")), PathPattern(bytes("!/Old/"))])
    #expect(rule.certainty == .exact)
    #expect(rule.retired.isEmpty && rule.watched.isEmpty)
    #expect(plan.fingerprint == Digest(bytes(Self.rules)))
  }

  @Test func `A rule without a value is unused with its suffixes, and the others are used`() throws {
    let plan = try compiled(Self.rules, ["team": "ZZZZZ99999"])
    #expect(plan.rules.map { $0.pairs.map(\.local) } == [[nil, nil, nil], [bytes("ZZZZZ99999")]])
    #expect(!plan.isIdle)
    #expect(try compiled(Self.rules).isIdle, "without any value nothing is munged")
  }

  @Test func `A value whose local text equals the canonical one makes the rule unused`() throws {
    let plan = try OneRule.plan("com.acme")
    #expect(plan.rules.map { $0.pairs.map(\.replacement) } == [[nil]])
    #expect(plan.isIdle)
  }

  @Test func `A local text that equals the canonical one does not conflict with an except`() throws {
    let plan = try compiled(OneRule.text + "except = com.acme.server\n", ["v": "com.acme"])
    #expect(plan.isIdle, "the rule is unused, so the except has no effect")
  }

  @Test func `A local text without variables is the same in every installation`() throws {
    let plan = try compiled("[rule \"r\"]\ncanonical = com.acme\nlocal = dev.me\n")
    #expect(plan.rules.map { $0.pairs.map(\.local) } == [[bytes("dev.me")]])
  }

  @Test func `A local text that an except contains is refused, with its suffixes`() throws {
    let text = OneRule.text + "suffix = Tests\nexcept = com.acme.dev.me\nexcept = dev.you.com.acmeTests\n"
    #expect(
      throws: ValueError.excepted(local: bytes("dev.me"), rule: bytes("r"), except: bytes("com.acme.dev.me"))
    ) { try compiled(text, ["v": "dev.me"]) }
    let other = OneRule.text + "suffix = Tests\nexcept = com.acme.devsTests\n"
    #expect(
      throws: ValueError.excepted(local: bytes("devsTests"), rule: bytes("r"), except: bytes("com.acme.devsTests"))
    ) { try compiled(other, ["v": "devs"]) }
  }

  @Test func `A local text inside a longer word of an except is accepted`() throws {
    let plan = try compiled(OneRule.text + "except = com.acme.my-dev\n", ["v": "acme-dev.my"])
    #expect(plan.rules.map(\.excepts) == [[bytes("com.acme.my-dev")]])
  }

  @Test func `Two rules can share a canonical text where their paths can differ`() throws {
    let one = "[rule \"r\"]\ncanonical = com.acme\nlocal = dev.me\n"
    let two = "[rule \"s\"]\ncanonical = com.acme\nlocal = dev.you\n"
    #expect(throws: (any Error).self) { try compiled(one + two) }
    #expect(try compiled(one + "path = *.plist\n" + two).rules.count == 2, "a conflict shows only with the files")
    #expect(
      try compiled(one + two.replacing("dev.you", with: "dev.me")).rules.count == 2,
      "both rules can map it to one local text")
  }

  @Test func `The maximum number of texts is accepted, and one more is refused`() throws {
    func rules(_ suffixes: Int) -> String {
      OneRule.text + (0..<suffixes).map { "suffix = S\($0)\n" }.joined()
    }
    let most = RulesFile.maxTexts / 2 - 1
    #expect(try compiled(rules(most)).rules.map(\.pairs.count) == [most + 1])
    #expect(
      throws: RulesError.tooManyTexts(RulesFile.maxTexts + 1)
    ) { try compiled(rules(most) + "except = com.acme.server\n") }
  }

  @Test func `Texts that cannot be distinguished make their rules ambiguous, and no other rules`() throws {
    let text = """
      [rule "a"]
      canonical = com.acme
      local = dev.me
      [rule "b"]
      canonical = com.acme.ios
      local = dev.me.app
      [rule "c"]
      canonical = ABCDE12345
      local = ZZZZZ99999
      """
    #expect(try compiled(text).rules.map(\.certainty) == [.ambiguous, .ambiguous, .exact])
  }

  @Test(arguments: [
    // The same local text for one canonical text.
    ("com.acme", "dev.${v}", ""), ("com.acme", "dev.${v}", "path = *.plist\n"),
    // In other files.
    ("com.other", "dev.${v}", "key = OTHER\n"),
    // Another local text, which some value makes the same.
    ("com.other", "${w}", ""),
  ])
  func `Two rules can share a local text that determines the canonical one`(canonical: String, local: String, more: String) throws {
    let text = "[rule \"r\"]\ncanonical = com.acme\nlocal = dev.${v}\n[rule \"s\"]\ncanonical = \(canonical)\nlocal = \(local)\n\(more)"
      + "[variable \"v\"]\nkind = label\n[variable \"w\"]\nkind = bundle-id\n"
    #expect(try compiled(text).rules.count == 2)
    #expect(try compiled(text, ["v": "me", "w": "dev.me"]).rules.count == 2)
  }

  @Test func `Two rules with one local text can have different paths`() throws {
    func text(_ one: String, _ other: String) -> String {
      "[rule \"r\"]\ncanonical = com.acme\nlocal = dev.me\n\(one)[rule \"s\"]\ncanonical = com.other\nlocal = dev.me\n\(other)"
    }
    #expect(try compiled(text("path = ios/\n", "path = android/\n")).rules.count == 2)
    #expect(try compiled(text("path = *\npath = !android/\n", "path = android/\n")).rules.count == 2)
    for (one, other) in [("path = ios/\n", ""), ("path = *\n", "path = ios/\n"), ("path = a\npath = ios/\n", "path = ios/\n")] {
      #expect(throws: (any Error).self, "\(one) \(other)") { try compiled(text(one, other)) }
    }
  }
}

import TestSupport

@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

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

  @Test func `Suffixes are appended to both texts, and the rest is copied`() throws {
    let plan = try compiled(Self.rules, ["handle": "bnr"])
    let rule = try #require(plan.rules.first)
    #expect(plan.rules.map(\.name) == [bytes("id"), bytes("team")])
    #expect(
      rule.pairs
        == ["", "Tests", "-dev"].map { TextPair(canonical: bytes("com.acme\($0)"), local: bytes("dev.bnr\($0)")) })
    #expect(rule.excepts == [bytes("com.acme.server"), bytes("com.acme.web")])
    #expect(rule.paths == [PathPattern(bytes("*.plist")), PathPattern(bytes("!/Old/"))])
    #expect(rule.certainty == .exact)
    #expect(rule.retired.isEmpty && rule.watched.isEmpty)
    #expect(plan.fingerprint == RulesFingerprint.digest(of: bytes(Self.rules)))
  }

  /// Lines of a rule, and its pairs with the value `me`, the ones without affixes first.
  @Test(arguments: [
    (
      "canonical = com.acme\nprefix = share-\nprefix = x\nsuffix = Tests", ["com.acme"], ["share-", "x"], ["Tests"],
      "com.acme=dev.me com.acmeTests=dev.meTests share-com.acme=share-dev.me share-com.acmeTests=share-dev.meTests "
        + "xcom.acme=xdev.me xcom.acmeTests=xdev.meTests"
    ),
    (
      "key = K\ncanonical = One\ncanonical = Two\nsuffix = T\nsuffix = .x", ["One", "Two"], [], ["T", ".x"],
      "One=dev.me Two=dev.me OneT=dev.meT TwoT=dev.meT One.x=dev.me.x Two.x=dev.me.x"
    ),
    (
      """
      key = K
      canonical = One
      canonical = Two
      prefix = a-
      prefix = .
      suffix = T
      """, ["One", "Two"], ["a-", "."],
      ["T"],
      "One=dev.me Two=dev.me OneT=dev.meT TwoT=dev.meT a-One=a-dev.me a-Two=a-dev.me a-OneT=a-dev.meT a-TwoT=a-dev.meT "
        + ".One=.dev.me .Two=.dev.me .OneT=.dev.meT .TwoT=.dev.meT"
    ),
  ])
  func `Each affix makes a pair with each canonical text, and both are known without a value`(
    lines: String, canonicals: [String], prefixes: [String], suffixes: [String], pairs: String
  ) throws {
    let text = OneRule.variable + "[rule \"r\"]\nlocal = dev.${v}\n\(lines)\n"
    for values in [[:], ["v": "me"]] {
      let rule = try #require(compiled(text, values).rules.first)
      #expect(rule.keyed != nil || rule.certainty == .exact)
      #expect(
        rule.canonicals == canonicals.map(bytes) && rule.prefixes == prefixes.map(bytes)
          && rule.suffixes == suffixes.map(bytes))
      let found = rule.pairs.map { "\(escaped($0.canonical))=\($0.local.map { escaped($0) } ?? "")" }
      #expect(found.joined(separator: " ") == (values.isEmpty ? pairs.replacing(/=\S*/, with: "=") : pairs))
    }
  }

  @Test(arguments: [
    (["On", "OneT", ""], "me"), (["On", "OneT", ""], "On"), (["On", "OneT", ""], "OneT"), (["On", "OnT"], "me"),
  ])
  func `Canonical texts that begin with the first one are not read as suffixes`(canonicals: [String], value: String)
    throws
  {
    let lines = canonicals.map { "canonical = \($0)\n" }.joined()
    let rule = try #require(
      compiled(OneRule.variable + "[rule \"r\"]\nkey = K\nlocal = ${v}\n" + lines, ["v": value]).rules.first)
    #expect(rule.canonicals == canonicals.map(bytes) && rule.suffixes == [])
  }

  @Test func `A rule without a value is unused with its suffixes, and the others are used`() throws {
    let plan = try compiled(Self.rules, ["team": "ZZZZZ99999"])
    #expect(plan.rules.map { $0.pairs.map(\.local) } == [[nil, nil, nil], [bytes("ZZZZZ99999")]])
    #expect(!plan.isIdle)
    #expect(try compiled(Self.rules).isIdle, "without any value nothing is munged")
  }

  @Test(arguments: [
    // The except has no effect then.
    (OneRule.text, "com.acme"), (OneRule.text + "except = com.acme.server\n", "com.acme"),
    (OneRule.text + "key = K\ncanonical = Two\nsuffix = T\nexcept = TwoX\n", "com.acme"),
    (OneRule.text + "key = K\ncanonical = Two\nsuffix = T\nexcept = TwoX\n", "Two"),
  ])
  func `A value whose local text equals a canonical one makes the rule unused`(text: String, value: String) throws {
    let plan = try compiled(text, ["v": value])
    #expect(plan.isIdle && plan.rules.allSatisfy { rule in rule.pairs.allSatisfy { $0.replacement == nil } })
  }

  private static let whole = """
    key = K
    canonical = Two
    suffix = T
    except = Three
    except = FourT

    """

  /// Lines of a rule, a value, and the local text and the except line that are reported.
  @Test(arguments: [
    (
      "suffix = Tests\nexcept = com.acme.dev.me\nexcept = dev.you.com.acmeTests\n", "dev.me", "dev.me",
      "com.acme.dev.me"
    ),
    ("suffix = Tests\nexcept = com.acme.devsTests\n", "devs", "devsTests", "com.acme.devsTests"),
    ("key = K\nexcept = com.acme.dev.me\n", "dev.me", "dev.me", "com.acme.dev.me"),
    // For whole values only an equal one.
    (whole, "Three", "Three", "Three"), (whole, "Four", "FourT", "FourT"),
  ])
  func `A local text that an except contains is refused, with its suffixes`(
    lines: String, value: String, local: String, except: String
  ) {
    #expect(throws: ValueError.excepted(local: bytes(local), rule: bytes("r"), except: bytes(except))) {
      try compiled(OneRule.text + lines, ["v": value])
    }
  }

  @Test(arguments: [("except = com.acme.my-dev\n", "acme-dev.my"), (whole, "Three.x")])
  func `A local text inside a longer word of an except, or of a whole value, is accepted`(lines: String, value: String)
    throws
  {
    #expect(try compiled(OneRule.text + lines, ["v": value]).rules.map(\.excepts.isEmpty) == [false])
  }

  @Test func `The maximum number of texts is accepted, and one more is refused`() throws {
    let most = RulesFile.maxTexts / 2
    func suffixes(_ count: Int) -> String { OneRule.text + (0..<count).map { "suffix = S\($0)\n" }.joined() }
    func canonicals(_ count: Int) -> String {
      OneRule.text + "key = K\n" + (1..<count).map { "canonical = C\($0)\n" }.joined()
    }
    for fine in [suffixes(most - 1), canonicals(most)] {
      #expect(try compiled(fine).rules.map(\.pairs.count) == [most])
    }
    #expect(throws: RulesError.tooManyTexts(2 * most + 1)) {
      try compiled(suffixes(most - 1) + "except = com.acme.server\n")
    }
    #expect(throws: RulesError.tooManyTexts(2 * most + 2)) { try compiled(canonicals(most + 1)) }
  }

  private static func two(_ one: String, _ other: String) -> String {
    """
    [rule "a"]
    \(one)
    [rule "b"]
    \(other)
    [variable "v"]
    kind = label
    [variable "w"]
    kind = bundle-id

    """
  }

  private static func areAccepted(_ text: String) -> Bool { (try? compiled(text))?.rules.count == 2 }

  /// Lines of two rules with one canonical text and two local texts.
  @Test(arguments: [
    ("", "", false), ("key = A\nkey = B", "key = C\nkey = B", false),
    // Their paths can differ: a conflict shows only with the files.
    ("path = *.plist", "", true), ("key = A\npath = *.plist", "key = A", true),
    // A rule with keys has precedence there.
    ("key = A", "", true), ("key = A", "key = B", true),
  ])
  func `Two local texts for one canonical text are refused where both can match`(
    one: String, other: String, isFine: Bool
  ) throws {
    let text = Self.two(
      "canonical = com.acme\nlocal = dev.me\n\(one)", "canonical = com.acme\nlocal = dev.you\n\(other)")
    #expect(Self.areAccepted(text) == isFine)
    #expect(Self.areAccepted(text.replacing("dev.you", with: "dev.me")), "both rules can map it to one local text")
  }

  /// Lines of two rules with two canonical texts and one local text.
  @Test(arguments: [
    ("", "", false), ("path = ios/", "path = android/", true), ("path = *\npath = !android/", "path = android/", true),
    ("path = ios/", "", false), ("path = *", "path = ios/", false), ("path = a\npath = ios/", "path = ios/", false),
    ("key = A", "key = A", false), ("key = A", "key = A\ncanonical =", false),
    ("key = A", "key = A\npath = *.plist", false),
    ("key = A", "key = B", true), ("key = A", "", true), ("key = A\npath = *.x", "key = A\npath = *.plist", true),
  ])
  func `One local text for two canonical texts is refused where both can match`(
    one: String, other: String, isFine: Bool
  ) {
    #expect(
      Self.areAccepted(
        Self.two("canonical = com.one\nlocal = dev.me\n\(one)", "canonical = com.two\nlocal = dev.me\n\(other)"))
        == isFine)
  }

  @Test(arguments: [
    // The same local text for one canonical text.
    ("com.acme", "dev.${v}", ""), ("com.acme", "dev.${v}", "path = *.plist"),
    // In other files.
    ("com.other", "dev.${v}", "key = OTHER"),
    // Another local text, which some value makes the same.
    ("com.other", "${w}", ""),
  ])
  func `Two rules can share a local text that determines the canonical one`(
    canonical: String, local: String, more: String
  ) throws {
    let text = Self.two("canonical = com.acme\nlocal = dev.${v}", "canonical = \(canonical)\nlocal = \(local)\n\(more)")
    for values in [[:], ["v": "me", "w": "dev.me"]] { #expect(try compiled(text, values).rules.count == 2) }
  }
}

import TestSupport

@testable import Smudge

/// Tests of an empty canonical text: next to another one, and in the syntax of other languages.
struct EmptyCanonicalTests {
  private static let mark = "// !$*UTF8*$!\n"

  @Test(arguments: [
    ("KEY = \"\";\n", "KEY = BNR1234567;\n"), ("KEY = ( \"\", a );\n", "KEY = ( BNR1234567, a );\n"),
    ("\"KEY[sdk=*]\" = \"\";\n", "\"KEY[sdk=*]\" = BNR1234567;\n"),
    ("KEY = @\"\";\n", "KEY = @\"BNR1234567\";\n"), ("KEY: \"\"\n", "KEY: \"BNR1234567\"\n"),
    ("KEY(\"\")\n", "KEY(\"BNR1234567\")\n"), ("KEY \"\"\n", "KEY \"BNR1234567\"\n"),
    ("let KEY: String = \"\"\n", "let KEY: String = \"BNR1234567\"\n"),
    ("{\"KEY\": \"\"}\n", "{\"KEY\": \"BNR1234567\"}\n"),
  ])
  func `Quotes are taken in assignments and lists of a project file only`(canonical: String, local: String) throws {
    let munger = Munger(Plan(PlanRule(keys: ["KEY"], [""], "BNR1234567")))
    #expect(try munger.smudge(Self.mark + canonical) == Self.mark + local)
    #expect(
      try munger.clean(Self.mark + local) == Self.mark + canonical
        || !munger.summary(.smudge, Self.mark + canonical).isInvertible)
  }

  @Test func `The other canonical text of the rule is also replaced inside a value`() throws {
    let rule = PlanRule(
      name: bytes("team"),
      pairs: ["ABCDE12345", ""].map { TextPair(canonical: bytes($0), local: bytes("BNR1234567")) },
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
}

/// Lists that are longer than is read: a shorter text in front brings further values into the part that is.
struct CutListTests {
  private static let transform = CompiledPlan(
    Plan(PlanRule("app", "dev.me.other.long"), PlanRule(keys: ["KEY"], ["TEAM"], "LOCALTEAM"))
  ).transform(for: nil)

  private static let rows = [
    (first: "KEY = (", filler: "," + String(repeating: " ", count: 65517), last: ")"),
    (first: "KEY:\n  - ", filler: String(repeating: "\n", count: 65515) + "  - ", last: "\n"),
  ]

  @Test(arguments: 0..<rows.count, [false, true])
  func `Clean also replaces the values that its own result brings into a list`(row: Int, isSpooled: Bool) throws {
    let (first, filler, last) = Self.rows[row]
    let directory = try TemporaryDirectory()
    let policy = Spool.Policy.overflow(directory: directory.path, limit: isSpooled ? 16 : .max)
    var input = Spool(policy)
    var output = Spool(policy)
    try input.append(bytes(first + "dev.me.other.long" + filler + "LOCALTEAM" + last))
    _ = try Self.transform.clean(input, into: &output)
    #expect(difference(try output.collected(), bytes(first + "app" + filler + "TEAM" + last)) == nil)
  }
}

struct ExceptKeyTests {
  private static let app = PlanRule(
    "com.acme.app", "dev.me.app", suffixes: ["Tests"], exceptKeys: ["API_KEY", "other.key"])

  @Test(arguments: [
    ("API_KEY = com.acme.app", "API_KEY = com.acme.app"), ("ID = com.acme.app", "ID = dev.me.app"),
    ("API_KEY: x.com.acme.app.y\ncom.acme.app", "API_KEY: x.com.acme.app.y\ndev.me.app"),
    ("API_KEY = com.acme.appTests // com.acme.appTests", "API_KEY = com.acme.appTests // dev.me.appTests"),
    (
      "{\"other.key\": \"com.acme.app\", \"id\": \"com.acme.app\"}",
      "{\"other.key\": \"com.acme.app\", \"id\": \"dev.me.app\"}"
    ),
    (
      "<key>API_KEY</key>\n<string>com.acme.app</string>\n<string>com.acme.app</string>",
      "<key>API_KEY</key>\n<string>com.acme.app</string>\n<string>dev.me.app</string>"
    ),
    ("API_KEY[sdk=*] = com.acme.app", "API_KEY[sdk=*] = com.acme.app"),
    ("MY_API_KEY = com.acme.app", "MY_API_KEY = dev.me.app"),
    (
      "// !$*UTF8*$!\n\tAPI_KEY = \"com.acme.app\";\n\tID = com.acme.app;\n",
      "// !$*UTF8*$!\n\tAPI_KEY = \"com.acme.app\";\n\tID = dev.me.app;\n"
    ),
  ])
  func `A canonical text stays in the values of the key`(canonical: String, local: String) throws {
    let file = Munger(Plan(Self.app))
    #expect(try file.smudge(canonical) == local)
    #expect(try file.clean(local) == canonical)
    #expect(try file.summary(.smudge, canonical).isInvertible)
  }

  @Test func `Clean replaces a local text in the values of the key, so that it is not committed`() throws {
    let file = Munger(Plan(Self.app))
    #expect(try file.clean("API_KEY = dev.me.app\nID = dev.me.app") == "API_KEY = com.acme.app\nID = com.acme.app")
    #expect(try !file.summary(.smudge, "API_KEY = dev.me.app").isInvertible, "a committed local text needs the source")
  }

  @Test func `A rule with the key, or another one without it, applies`() throws {
    let keyed = PlanRule(keys: ["API_KEY"], ["com.acme.app"], "net.key.app")
    #expect(
      try Munger(Plan(Self.app, keyed)).smudge("API_KEY = com.acme.app\ncom.acme.app")
        == "API_KEY = net.key.app\ndev.me.app")
    let other = PlanRule("com.other", "dev.other")
    #expect(
      try Munger(Plan(Self.app, other)).smudge("API_KEY = com.other com.acme.app") == "API_KEY = dev.other com.acme.app"
    )
    let two = PlanRule("com.other", "dev.other", exceptKeys: ["ID"])
    let file = Munger(Plan(Self.app, two))
    #expect(
      try file.smudge("ID = com.other com.acme.app\nAPI_KEY = com.other com.acme.app")
        == "ID = com.other dev.me.app\nAPI_KEY = dev.other com.acme.app")
  }

  @Test func `A match in the values of the key is an exception in reports`() throws {
    let compiled = CompiledPlan(Plan(Self.app))
    let found = compiled.matches(in: bytes("API_KEY = com.acme.app\nID = com.acme.app"))
    #expect(found.map(\.key) == [bytes("API_KEY"), nil])
    #expect(found.map { $0.meanings.map(\.isCanonical) } == [[false], [true]])
  }
}

// Leaks that are found in one file without any values, and texts that are not reported.

import TestSupport

@testable import Platform
@testable import Rules
@testable import Verify

struct LeakScannerTests {
  @Test(arguments: ScannedFile.leaking + ScannedFile.checked + ScannedFile.silent)
  func `A leak is reported at its place, and project texts and placeholders are not`(file: ScannedFile) throws {
    let found = try file.found()
    #expect(found == file.expected, "\(found)")
  }

  @Test(arguments: [
    ("a.x", FilterAttribute.munged, "dev.me dev.same", ["dev.me", "dev.same"], ["git munge repair a.x"]),
    ("a.x", .unspecified, "dev.me dev.same", ["dev.me"], ["echo", "write com.acme"]),
    ("a.x", .declined, "dev.me", ["dev.me"], ["write com.acme"]),
    (".gitattributes", .munged, "dev.me dev.same", ["dev.me"], ["write com.acme"]),
    ("a.x", .munged, "\0dev.me", ["dev.me"], ["write com.acme"]),
  ])
  func `One's own texts are found with what to do, those that all developers have only in a munged file`(
    path: String, attribute: FilterAttribute, content: String, texts: [String], steps: [String]
  ) throws {
    let rules = try RulesFile.parse(
      bytes(
        """
        [rule "own"]
        \tcanonical = com.acme.one
        \tlocal = dev.${handle}
        [rule "same"]
        \tcanonical = com.acme.two
        \tlocal = dev.same
        [variable "handle"]
        \tkind = label

        """))
    let own = try Compiler(rules, values: [VariableValue(name: "handle", text: bytes("me"), origin: .argument)]).plan()
    let hits = try LeakScanner(rules, own: own).ownHits(in: bytes(content), Path(path), attribute)
    #expect(hits.compactMap(\.detail.leaked).uniqued == texts.map { bytes($0) })
    for hit in hits {
      #expect(hit.detail.steps.map { $0.words(for: [Path(path)]) }.elementsEqual(steps) { $0.contains($1) })
    }
  }

  @Test(arguments: [
    ("", true), ("none", true), ("XXX", true), ("your-team", true), ("$(TEAM)", true), ("TEAM_ID", true), ("A_9", true),
    ("= =", true),
    ("TEAM__ID", false), ("_TEAM", false), ("9_A", false), ("Team_ID", false), ("TEAM", false), ("ABCDE12345", false),
  ])
  func `A reference, a placeholder and the name of a constant are no values`(text: String, isNoValue: Bool) {
    #expect(NonIdentifierCheck.isNoValue(bytes(text)) == isNoValue)
  }

  @Test func `A long line with many leaks takes no longer than many lines`() throws {
    let count = 5_000
    let one = (0..<count).map { "\"team\": \"XL4476DR\($0 % 90 + 10)\"" }.joined(separator: ", ")
    let file = ScannedFile("l.json", "{\(one)}", at: "")
    let start = ContinuousClock.now
    #expect(try file.found().count == count)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  private static let backtracking = """
    [rule "app"]
    	canonical = com.acme.app
    	local = dev.zebra.${a}.${b}.${c}.end
    [variable "a"]
    	kind = bundle-id
    [variable "b"]
    	kind = bundle-id
    [variable "c"]
    	kind = bundle-id

    """

  @Test func `A search that exceeds its budget is reported where it ended, with the findings so far`() throws {
    let hostile = "dev.zebra" + String(repeating: ".a", count: 120) + "\n"
    let leak = "dev.zebra.a.b.c.d.e.f.end\n"
    let file = ScannedFile("a.txt", leak + hostile + leak, Self.backtracking)
    let expected = [
      "looks-local 1:1 dev.zebra.a.b.c.d.e.f.end", "partly-searched 2:1 ", "looks-local 3:1 dev.zebra.a.b.c.d.e.f.end",
    ]
    #expect(try file.found() == expected)
    let many = ScannedFile("a.txt", String(repeating: hostile, count: 1000) + leak, Self.backtracking)
    #expect(try many.found() == ["partly-searched 1:1 "], "nothing is searched once the budget is used")
  }

  @Test func `Of more than 10,000 values in a file the rest is not searched, which is reported`() throws {
    let rules =
      """
      [rule "team"]
      \tcanonical = ABCDE12345
      \tlocal = ${t}
      \tkey = TEAM
      [variable "t"]
      \tkind = team-id

      """
    let found = try ScannedFile("a.txt", String(repeating: "TEAM = XYZZY99999\n", count: 10_002), rules).found()
    #expect(found.count == 10_001)
    #expect(found.suffix(2) == ["foreign-value 10000:8 XYZZY99999", "partly-searched 10001:8 "])
  }

  @Test func `Any value can be that of a rule without a canonical text`() throws {
    let rules = "[rule \"name\"]\ncanonical =\nlocal = ${n}\nkey = NAME\n[variable \"n\"]\nkind = text\n"
    for value in ["Fred", "12", "org.fred.app"] {
      #expect(try ScannedFile("a.txt", "NAME = \(value)\n", rules).found() == ["foreign-value 1:8 \(value)"])
    }
  }

  @Test func `A value that is canonical for one key is a finding under a key of another rule`() throws {
    let rules = ["one", "two"].map { "[rule \"\($0)\"]\ncanonical = com.acme.\($0)\nlocal = ${x}\nkey = \($0)\n" }
      .joined()
    let file = ScannedFile(
      "a.conf", "one = com.acme.one\ntwo = com.acme.one\n", rules + "[variable \"x\"]\nkind = bundle-id\n")
    #expect(try file.found() == ["foreign-value 2:7 com.acme.one"])
  }
}

struct ScannedFile: Sendable, CustomTestStringConvertible {
  let path: String
  let content: [UInt8]
  let rules: String
  /// `kind line:column text` for each finding.
  let expected: [String]

  init(_ path: String, bytes: [UInt8], _ rules: String = ScannedFile.usual, at expected: String...) {
    (self.path, content, self.rules, self.expected) = (path, bytes, rules, expected)
  }

  init(_ path: String, _ text: String, _ rules: String = ScannedFile.usual, at expected: String...) {
    (self.path, content, self.rules, self.expected) = (path, bytes(text), rules, expected)
  }

  var testDescription: String { "\(path): \(String(decoding: content.prefix(80), as: UTF8.self))" }

  func found() throws -> [String] {
    let rules = try RulesFile.parse(bytes(rules))
    let scanner = try LeakScanner(rules, own: nil)
    return scanner.reading(content, Path(path), .munged, compared: false).found.map { found in
      let location = found.finding.location
      let text = String(decoding: found.finding.detail.leaked ?? [], as: UTF8.self)
      return "\(found.finding.kind.rawValue) \(location?.line ?? 0):\(location?.column ?? 0) \(text)"
    }
  }

  static let usual = """
    [rule "id"]
    \tcanonical = com.acme.app
    \tlocal = dev.${handle}.acme
    [rule "team"]
    \tkey = DEVELOPMENT_TEAM
    \tkey = team
    \tcanonical = ABCDE12345
    \tlocal = ${team}
    \texcept = EXTERNAL01
    [rule "android"]
    \tkey = applicationId
    \tcanonical = com.acme.android
    \tlocal = ${application}
    \texcept = com.other.free
    [variable "handle"]
    \tkind = label
    [variable "team"]
    \tkind = team-id
    [variable "application"]
    \tkind = application-id

    """
}

// Values of keys that a rule only checks, and values that it does not check.

import TestSupport

extension ScannedFile {
  static let checked = foreign + own + tolerated + excluded + prefixed

  private static func rule(_ lines: String, local: String = "dev.${x}.acme", kind: String = "label") -> String {
    """
    [rule "r"]
    canonical = com.acme.app
    local = \(local)
    \(lines)
    [variable "x"]
    kind = \(kind)

    """
  }

  /// Applies everywhere, and checks one key.
  private static let everywhere = rule("check = id\nexcept = com.other.kept")
  /// The same with a local text that can be any identifier.
  private static let vague = rule("check = id", local: "${x}", kind: "bundle-id")
  private static let two = everywhere + "[rule \"server\"]\ncanonical = api.acme.com\nlocal = localhost:8080\n"

  private static let foreign = [
    ScannedFile("a.xcconfig", "id = com.other.app", everywhere, at: "foreign-value 1:6 com.other.app"),
    ScannedFile(
      "p.pbxproj", "\t\tid = \"com.other.the-app\";\n", everywhere, at: "foreign-value 1:9 com.other.the-app"),
    ScannedFile(
      "i.plist", "<key>id</key>\n<string>com.other.app</string>", everywhere, at: "foreign-value 2:9 com.other.app"),
    ScannedFile("a.conf", "id = org.other.app.Tests", vague, at: "foreign-value 1:6 org.other.app.Tests"),
    ScannedFile(
      "a.conf", "id = dev.fred.acme\nname = dev.fred.acme", everywhere, at: "foreign-value 1:6 dev.fred.acme",
      "looks-local 2:8 dev.fred.acme"),
    ScannedFile("a.conf", "id = dev.fred.acme.Tests", everywhere, at: "foreign-value 1:6 dev.fred.acme.Tests"),
    ScannedFile("a.conf", "id = com.apple.widget", everywhere, at: "foreign-value 1:6 com.apple.widget"),
    ScannedFile("a.conf", "id = my-com.acme.app", everywhere, at: "foreign-value 1:6 my-com.acme.app"),
    ScannedFile(
      "a.conf", "key = com.other.app\nid = com.other.app", rule("key = key\ncheck = id"),
      at: "foreign-value 2:6 com.other.app"),
  ]

  private static let own =
    [
      "com.acme.app", "com.acme.app.Widget", "group.com.acme.app", "com.acme.appTests", "com.other.kept",
      "$(BASE).tests", "${ID}", "",
      "\"\"", "YOUR_ID", "42", "Runner", "8D2F39A1-52A4-4D20-9D52-0B0FD0B1A2C3", "api.acme.com", "api.acme.com.x",
    ].map { ScannedFile("a.xcconfig", "id = \($0)\n", two) } + [
      ScannedFile("a.conf", "name = com.other.app\n// id = com.other.app", everywhere),
      ScannedFile("a.conf", "id = com.other.app", rule("check = id\npath = *.plist")),
      ScannedFile("a.gradle", "id = other.name", everywhere),
    ]

  private static let prefixed = [
    ScannedFile("a.conf", "url = share-com.acme.app", rule("prefix = share-")),
    ScannedFile(
      "a.conf", "url = share-dev.fred.acme", rule("prefix = share-"), at: "looks-local 1:7 share-dev.fred.acme"),
    ScannedFile("a.conf", "id = share-com.acme.app.x", rule("prefix = share-\ncheck = id")),
  ]

  /// Values of keys that a rule excludes.
  private static let excluded = [
    ScannedFile("a.conf", "id = com.acme.app\nkey = com.acme.app", rule("except-key = id")),
    ScannedFile(
      "a.conf", "id = com.acme.app\nid = com.other.app", rule("except-key = id\ncheck = id"),
      at: "foreign-value 2:6 com.other.app"),
    ScannedFile(
      "a.conf", "id = com.acme.app",
      rule("except-key = id") + "[rule \"s\"]\ncanonical = net.acme\nlocal = dev.net.acme\nkey = id\n"),
    ScannedFile("a.conf", "id = dev.fred.acme", rule("except-key = id"), at: "looks-local 1:6 dev.fred.acme"),
    ScannedFile(
      "a.conf", "id = dev.acme.temp", rule("except-key = id", local: "dev.acme.temp"),
      at: "local-text 1:6 dev.acme.temp"),
  ]

  /// Keys of a rule whose values are not checked.
  private static let tolerated = [
    ScannedFile("a.conf", "id = com.other.app", rule("key = id\ncheck =")),
    ScannedFile("a.conf", "id = com.other.app", rule("key = id\ncheck =", local: "${x}", kind: "bundle-id")),
    ScannedFile("a.conf", "id = dev.fred.acme", rule("key = id\ncheck ="), at: "looks-local 1:6 dev.fred.acme"),
    ScannedFile("a.conf", "id = com.other.app", rule("key = id\ncheck = other")),
  ]
}

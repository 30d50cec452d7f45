import Smudge
import TestSupport

@testable import WorkingTree

struct IdentifierTextTests {
  @Test(arguments: [
    ("com.acme.app", "com.acme.app"), ("group.com.acme.app", "group.com.acme.app"),
    ("iCloud.com.acme", "iCloud.com.acme"),
    ("$(AppIdentifierPrefix)com.acme.app", "com.acme.app"), ("$(TeamIdentifierPrefix)group.com.acme", "group.com.acme"),
    ("ABCDE12345.com.acme.app", "com.acme.app"), ("ABCDE12345.group.com.acme", "group.com.acme"),
    ("$(BUNDLE_ID:default=com.acme.app)", "com.acme.app"), ("com.acme.$(PRODUCT_NAME)", "com.acme"),
    ("$(PREFIX)com.acme.app", "com.acme.app"), ("$(ID:default=com.acme).app", "com.acme"),
    ("com.acme.-dollar-app", "com.acme.-dollar-app"),
    ("com.acme.app*", "com.acme.app"), ("com.acme-labs.my_app", "com.acme-labs.my_app"),
    ("com.bacon.2095", "com.bacon.2095"),
    ("group.data", "group.data"), ("iCloud.acmeapp", "iCloud.acmeapp"),
  ])
  func `An identifier is taken out of its value`(value: String, full: String) {
    #expect(IdentifierText(value)?.full == full)
  }

  @Test(arguments: [
    "", "app", "YES", "1.0.2", "$(PRODUCT_BUNDLE_IDENTIFIER)", "$(BUNDLE_ID_PREFIX).app", "Info.plist",
    "App/App.entitlements",
    "com..app", ".com.acme", "com.acme app", "-com.acme", "com.acme-", "https://acme.com", "$(A)$(B)", "$(A)widget.app",
  ])
  func `Other values are no identifiers`(value: String) { #expect(IdentifierText(value) == nil) }

  @Test func `A value is split into its team, prefix and name`() throws {
    let text = try #require(IdentifierText("ABCDE12345.group.com.acme.$(NAME)"))
    #expect(text.team == "ABCDE12345")
    #expect(text.prefix == "group")
    #expect(text.name == "com.acme")
    #expect(text.isPartial)
  }

  @Test(arguments: [
    ("ABCDE12345", true, true), ("PZYM8XX95Q", true, false), ("XYZ0123456", true, true), ("DEVELOPERS", false, false),
    ("abcde12345", false, true), ("A1A1A1A1A1", true, true),
  ])
  func `A team has a digit, and examples of teams are recognized`(text: String, isTeam: Bool, isExample: Bool) {
    #expect(IdentifierText.isTeam(text) == isTeam)
    #expect(IdentifierText.isExampleTeam(text) == isExample)
  }
}

struct OccurrenceTests {
  private func occurrence(_ line: String) throws -> Occurrence {
    let content = bytes("before\n  \(line)\nafter\n")
    return try #require(Occurrence.words(of: TextSearch([bytes("com.acme.app")]), in: content).first)
  }

  @Test(arguments: [
    ("let id = \"group.com.acme.app.shared\"", "group.com.acme.app.shared"), ("id: com.acme.app.", "com.acme.app"),
    ("$(P)com.acme.app,", "com.acme.app"),
  ])
  func `The word has the dots around it`(line: String, word: String) throws {
    #expect(try occurrence(line).word == word)
    #expect(try occurrence(line).line == line)
  }

  @Test(
    arguments: [
      ("let id = \"com.acme.app\"", ["literal"]), ("<id>com.acme.app</id>", ["literal"]),
      ("BUNDLE_ID=com.acme.app", []),
      ("id: com.acme.app", []), ("// com.acme.app", ["comment"]),
      ("x = 1 # com.acme.app", ["comment"]), ("#define ID \"com.acme.app\"", ["literal"]),
      ("-- com.acme.app", ["comment"]),
      ("--id com.acme.app", []), ("see https://x.org/?id=com.acme.app", ["link"]),
      ("print(\"a \\\" # b\", \"com.acme.app\")", ["literal"]), ("package com.acme.app;", ["code"]),
      ("import com.acme.app.R", ["code"]),
      ("namespace = \"com.acme.app\"", ["literal", "code"]),
      ("open(\"msauth.com.acme.app://auth\")", ["literal"]),
      ("Logger(subsystem: \"com.acme.app\")", ["literal", "label"]), ("(com.acme.app)", []),
      ("RESTServerAPIKey: com.acme.app", ["api"]),
    ] as [(String, Set<String>)])
  func `What is around a text says what it is`(line: String, expected: Set<String>) throws {
    let found = try occurrence(line)
    let properties: [(String, Bool)] = [
      ("literal", found.isWholeLiteral),
      ("comment", found.isComment), ("link", found.isLink), ("code", found.isCodeName), ("label", found.isLabel),
      ("api", found.isAPIKey),
    ]
    #expect(Set(properties.filter(\.1).map(\.0)) == expected)
  }
}

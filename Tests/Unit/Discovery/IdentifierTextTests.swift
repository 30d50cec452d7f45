import Testing

@testable import WorkingTree

struct IdentifierTextTests {
  @Test(arguments: [
    ("com.acme.app", "com.acme.app"), ("group.com.acme.app", "group.com.acme.app"), ("iCloud.com.acme", "iCloud.com.acme"),
    ("$(AppIdentifierPrefix)com.acme.app", "com.acme.app"), ("$(TeamIdentifierPrefix)group.com.acme", "group.com.acme"),
    ("ABCDE12345.com.acme.app", "com.acme.app"), ("ABCDE12345.group.com.acme", "group.com.acme"),
    ("$(BUNDLE_ID:default=com.acme.app)", "com.acme.app"), ("com.acme.$(PRODUCT_NAME)", "com.acme"),
    ("com.acme.app*", "com.acme.app"), ("com.acme-labs.my_app", "com.acme-labs.my_app"), ("com.bacon.2095", "com.bacon.2095"),
    ("group.data", "group.data"), ("iCloud.acmeapp", "iCloud.acmeapp"),
  ])
  func `An identifier is taken out of its value`(value: String, full: String) {
    #expect(IdentifierText(value)?.full == full)
  }

  @Test(arguments: [
    "", "app", "YES", "1.0.2", "$(PRODUCT_BUNDLE_IDENTIFIER)", "$(BUNDLE_ID_PREFIX).app", "Info.plist", "App/App.entitlements",
    "com..app", ".com.acme", "com.acme app", "-com.acme", "com.acme-", "https://acme.com", "$(A)$(B)",
  ])
  func `Other values are no identifiers`(value: String) {
    #expect(IdentifierText(value) == nil)
  }

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

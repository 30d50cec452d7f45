import Platform
import Testing

@testable import WorkingTree

struct IdentifierFamilyTests {
  private func sightings(_ found: [(IdentifierSource.Meaning, String, String)]) -> Sightings {
    var sightings = Sightings()
    sightings.all = found.map { Sighting(meaning: $0, key: $1, value: $2, path: Path("x")) }
    return sightings
  }

  private func apps(_ names: String...) -> Sightings { sightings(names.map { (.app, "PRODUCT_BUNDLE_IDENTIFIER", $0) }) }

  /// `base+suffix` of each family.
  private func families(_ sightings: Sightings) -> [String] {
    sightings.families.map { ([$0.base] + $0.suffixes).joined(separator: "+") }
  }

  @Test func `Extensions belong to their app, and siblings without a dot are suffixes`() {
    #expect(families(apps("com.acme.app", "com.acme.app.Widget", "com.acme.appTests", "com.acme.app-beta")) == ["com.acme.app+-beta+Tests"])
    #expect(families(apps("com.acme.app", "com.acme.apple")) == ["com.acme.app", "com.acme.apple"], "another word")
  }

  @Test func `Apps that share three words have one base, of two words four do`() {
    #expect(families(apps("com.acme.suite.mail", "com.acme.suite.calendar")) == ["com.acme.suite"])
    #expect(families(apps("com.acme.mail", "com.acme.calendar")) == ["com.acme.calendar", "com.acme.mail"])
    #expect(families(apps("com.acme.a", "com.acme.b", "com.acme.c", "com.acme.d")) == ["com.acme"])
  }

  @Test func `Bundle ids of tests and frameworks are no bases`() {
    var found = apps("com.acme.app", "com.acme.Kit", "com.acme.Specs")
    (found.tests, found.frameworks) = (["com.acme.Specs"], ["com.acme.Kit"])
    #expect(families(found) == ["com.acme.app"])
  }

  @Test func `Identifiers of vendors, placeholders and references are no bases`() {
    #expect(families(apps("com.apple.Foo", "$(BUNDLE_ID)", "com.yourcompany.app", "io.flutter.flutter.app", "com.acme.app")) == ["com.acme.app"])
  }

  @Test func `A bundle id of a property list counts only without one of a project`() {
    let plist = (IdentifierSource.Meaning.app, "CFBundleIdentifier", "org.other.thing")
    #expect(families(sightings([plist])) == ["org.other.thing"])
    #expect(families(sightings([plist, (.app, "PRODUCT_BUNDLE_IDENTIFIER", "com.acme.app")])) == ["com.acme.app"])
  }

  @Test func `A prefix counts only without an identifier`() {
    #expect(families(sightings([(.prefix, "bundleIdPrefix", "com.acme")])) == ["com.acme"])
    #expect(families(sightings([(.prefix, "bundleIdPrefix", "com.acme"), (.app, "bundleId", "com.acme.app")])) == ["com.acme.app"])
  }

  @Test func `A group of another name is a family of its own`() {
    let group = (IdentifierSource.Meaning.group, "com.apple.security.application-groups", "group.data.acme")
    let own = (IdentifierSource.Meaning.group, "keychain-access-groups", "$(AppIdentifierPrefix)com.acme.app")
    #expect(families(sightings([group, own, (.app, "bundleId", "com.acme.app")])) == ["com.acme.app", "group.data.acme"])
  }

  @Test func `An application id of Android is munged by its keys`() {
    let android = sightings([
      (.application, "applicationId", "com.acme.droid"), (.application, "package_name", "com.acme.droid.debug"),
      (.application, "package_name", "org.other.app"),
    ])
    #expect(android.families.map(\.reach) == [.keys(["applicationId", "package_name"])])
    let both = sightings([(.app, "bundleId", "com.acme.app"), (.application, "applicationId", "com.acme.app")])
    #expect(both.families.map(\.applicationKeys) == [["applicationId"]])
    #expect(both.families.map(\.reach) == [.text])
  }

  @Test func `The most frequent team comes first, and made-up ones do not count`() {
    func team(_ key: String, _ value: String) -> (IdentifierSource.Meaning, String, String) { (.team, key, value) }
    let found = sightings([
      team("DEVELOPMENT_TEAM", "PZYM8XX95Q"), team("DEVELOPMENT_TEAM", "99KV9Z6BKV"), team("team_id", "99KV9Z6BKV"),
      team("DEVELOPMENT_TEAM", ""), team("com.apple.developer.team-identifier", "XYZ0123456"), team("teamId", "$(TEAM)"),
    ]).teams
    #expect(found.ids == ["99KV9Z6BKV", "PZYM8XX95Q"])
    #expect(found.hasEmpty)
    #expect(found.keys == ["DEVELOPMENT_TEAM", "DevelopmentTeam", "team_id"])
  }

  @Test func `A word that ends with the base after a hyphen needs a prefix line`() {
    var found = apps("com.acme.app")
    found.buildTexts = ["share-com.acme.app", "share-com.acme.apple", "x.share-com.acme.app", "com.acme.app"]
    #expect(found.families.map(\.prefixes) == [["share-"]])
  }
}

import Platform
import Testing

@testable import WorkingTree

struct IdentifierFamilyTests {
  private typealias Found = (IdentifierSource.Meaning, key: String, value: String)

  private static func sightings(_ found: [Found]) -> Sightings {
    var sightings = Sightings()
    sightings.all = found.map { Sighting(meaning: $0, key: $1, value: $2, path: Path("x")) }
    return sightings
  }

  private static func apps(_ names: String...) -> [Found] { names.map { (.app, "PRODUCT_BUNDLE_IDENTIFIER", $0) } }

  /// `base+suffix` of each family.
  private static func families(_ sightings: Sightings) -> [String] {
    sightings.families.map { ([$0.base] + $0.suffixes).joined(separator: "+") }
  }

  private static let plist: Found = (.app, "CFBundleIdentifier", "org.other.thing")
  private static let prefix: Found = (.prefix, "bundleIdPrefix", "com.acme")

  private static let rows: [(found: [Found], families: [String])] = [
    // Extensions belong to their app, and siblings without a dot are suffixes, unless they are another word.
    (
      apps("com.acme.app", "com.acme.app.Widget", "com.acme.appTests", "com.acme.app-beta"),
      ["com.acme.app+-beta+Tests"]
    ),
    (apps("com.acme.app", "com.acme.apple"), ["com.acme.app", "com.acme.apple"]),
    // Apps that share three words have one base, of two words four do.
    (apps("com.acme.suite.mail", "com.acme.suite.calendar"), ["com.acme.suite"]),
    (apps("com.acme.mail", "com.acme.calendar"), ["com.acme.calendar", "com.acme.mail"]),
    (apps("com.acme.a", "com.acme.b", "com.acme.c", "com.acme.d"), ["com.acme"]),
    // Identifiers of vendors, placeholders and references are no bases.
    (
      apps("com.apple.Foo", "$(BUNDLE_ID)", "com.yourcompany.app", "io.flutter.flutter.app", "com.acme.app"),
      ["com.acme.app"]
    ),
    // A bundle id of a property list counts only without one of a project, and a prefix only without an identifier.
    ([plist], ["org.other.thing"]), ([plist] + apps("com.acme.app"), ["com.acme.app"]),
    ([(.app, "CFBundleIdentifier", "com.acme.app")] + apps("com.acme.app.one", "com.acme.app.two"), ["com.acme.app"]),
    // A placeholder counts if there is nothing else.
    (apps("com.example.app"), ["com.example.app"]), (apps("com.yourcompany.app"), ["com.yourcompany.app"]),
    (apps("com.example.app", "com.replace.me") + [(.application, "applicationId", "com.acme.app")], ["com.acme.app"]),
    ([prefix], ["com.acme"]), ([prefix] + apps("com.acme.app"), ["com.acme.app"]),
    // A group of another name is a family of its own.
    (
      [
        (.group, "com.apple.security.application-groups", "group.data.acme"),
        (.group, "keychain-access-groups", "$(AppIdentifierPrefix)com.acme.app"),
      ] + apps("com.acme.app"), ["com.acme.app", "group.data.acme"]
    ),
  ]

  @Test(arguments: rows.indices) func `Identifiers with a common base are one family`(index: Int) {
    #expect(Self.families(Self.sightings(Self.rows[index].found)) == Self.rows[index].families)
  }

  @Test func `Bundle ids of tests and frameworks are no bases`() {
    var found = Self.sightings(Self.apps("com.acme.app", "com.acme.Kit", "com.acme.Specs"))
    found.products = ["com.acme.Specs": .tests, "com.acme.Kit": .framework]
    #expect(Self.families(found) == ["com.acme.app"])
  }

  @Test func `An application id of Android is munged by its keys`() {
    let android = Self.sightings([
      (.application, "applicationId", "com.acme.droid"), (.application, "package_name", "com.acme.droid.debug"),
      (.application, "package_name", "org.other.app"),
    ])
    #expect(android.families.map(\.keys) == [["applicationId", "package_name"]])
    let both = Self.sightings([(.app, "bundleId", "com.acme.app"), (.application, "applicationId", "com.acme.app")])
    #expect(both.families.map(\.applicationKeys) == [["applicationId"]])
    #expect(both.families.map(\.keys) == [[]])
  }

  @Test func `The most frequent team comes first, and made-up ones do not count`() {
    func team(_ key: String, _ value: String) -> Found { (.team, key, value) }
    let found = Self.sightings([
      team("DEVELOPMENT_TEAM", "PZYM8XX95Q"), team("DEVELOPMENT_TEAM", "99KV9Z6BKV"), team("team_id", "99KV9Z6BKV"),
      team("DEVELOPMENT_TEAM", ""), team("com.apple.developer.team-identifier", "XYZ0123456"),
      team("teamId", "$(TEAM)"),
    ]).teams
    #expect(found.ids == ["99KV9Z6BKV", "PZYM8XX95Q"])
    #expect(found.hasEmpty)
    #expect(found.keys == ["DEVELOPMENT_TEAM", "DevelopmentTeam", "team_id"])
    var none = Self.sightings([])
    none.projects = [Path("x")]
    #expect(none.teams.hasEmpty && none.teams.keys == ["DEVELOPMENT_TEAM", "DevelopmentTeam"], "a later one is seen")
  }
}

// Values of keys that a rule only checks, and values that it does not check.

import TestSupport

extension ScannedFile {
  static let checked = foreign + own + tolerated + excluded + prefixed

  private static func rule(_ lines: String, local: String = "dev.${x}.acme", kind: String = "label") -> String {
    "[rule \"r\"]\ncanonical = com.acme.app\nlocal = \(local)\n\(lines)\n[variable \"x\"]\nkind = \(kind)\n"
  }

  /// Applies everywhere, and checks one key.
  private static let everywhere = rule("check = id\nexcept = com.other.kept")
  /// The same with a local text that can be any identifier.
  private static let vague = rule("check = id", local: "${x}", kind: "bundle-id")
  private static let two = everywhere + "[rule \"server\"]\ncanonical = api.acme.com\nlocal = localhost:8080\n"

  private static let foreign = [
    ScannedFile("a.xcconfig", "id = com.other.app", everywhere, at: "foreign-value 1:6 com.other.app"),
    ScannedFile("p.pbxproj", "\t\tid = \"com.other.the-app\";\n", everywhere, at: "foreign-value 1:9 com.other.the-app"),
    ScannedFile("i.plist", "<key>id</key>\n<string>com.other.app</string>", everywhere, at: "foreign-value 2:9 com.other.app"),
    ScannedFile("a.conf", "id = org.other.app.Tests", vague, at: "foreign-value 1:6 org.other.app.Tests"),
    ScannedFile("a.conf", "id = dev.fred.acme\nname = dev.fred.acme", everywhere, at: "foreign-value 1:6 dev.fred.acme", "looks-local 2:8 dev.fred.acme"),
    ScannedFile("a.conf", "id = dev.fred.acme.Tests", everywhere, at: "foreign-value 1:6 dev.fred.acme.Tests"),
    ScannedFile("a.conf", "id = com.apple.widget", everywhere, at: "foreign-value 1:6 com.apple.widget"),
    ScannedFile("a.conf", "id = my-com.acme.app", everywhere, at: "foreign-value 1:6 my-com.acme.app"),
    ScannedFile("a.conf", "key = com.other.app\nid = com.other.app", rule("key = key\ncheck = id"), at: "foreign-value 2:6 com.other.app"),
  ]

  private static let own = [
    "com.acme.app", "com.acme.app.Widget", "group.com.acme.app", "com.acme.appTests", "com.other.kept", "$(BASE).tests", "${ID}", "",
    "\"\"", "YOUR_ID", "42", "Runner", "8D2F39A1-52A4-4D20-9D52-0B0FD0B1A2C3", "api.acme.com", "api.acme.com.x",
  ].map { ScannedFile("a.xcconfig", "id = \($0)\n", two) }
    + [
      ScannedFile("a.conf", "name = com.other.app\n// id = com.other.app", everywhere),
      ScannedFile("a.conf", "id = com.other.app", rule("check = id\npath = *.plist")),
      ScannedFile("a.gradle", "id = other.name", everywhere),
    ]

  private static let prefixed = [
    ScannedFile("a.conf", "url = share-com.acme.app", rule("prefix = share-")),
    ScannedFile("a.conf", "url = share-dev.fred.acme", rule("prefix = share-"), at: "looks-local 1:7 share-dev.fred.acme"),
    ScannedFile("a.conf", "id = share-com.acme.app.x", rule("prefix = share-\ncheck = id")),
  ]

  /// Values of keys that a rule excludes.
  private static let excluded = [
    ScannedFile("a.conf", "id = com.acme.app\nkey = com.acme.app", rule("except-key = id")),
    ScannedFile("a.conf", "id = com.acme.app\nid = com.other.app", rule("except-key = id\ncheck = id"), at: "foreign-value 2:6 com.other.app"),
    ScannedFile("a.conf", "id = com.acme.app", rule("except-key = id") + "[rule \"s\"]\ncanonical = net.acme\nlocal = dev.net.acme\nkey = id\n"),
    ScannedFile("a.conf", "id = dev.fred.acme", rule("except-key = id"), at: "looks-local 1:6 dev.fred.acme"),
    ScannedFile("a.conf", "id = dev.acme.temp", rule("except-key = id", local: "dev.acme.temp"), at: "local-text 1:6 dev.acme.temp"),
  ]

  /// Keys of a rule whose values are not checked.
  private static let tolerated = [
    ScannedFile("a.conf", "id = com.other.app", rule("key = id\ncheck =")),
    ScannedFile("a.conf", "id = com.other.app", rule("key = id\ncheck =", local: "${x}", kind: "bundle-id")),
    ScannedFile("a.conf", "id = dev.fred.acme", rule("key = id\ncheck ="), at: "looks-local 1:6 dev.fred.acme"),
    ScannedFile("a.conf", "id = com.other.app", rule("key = id\ncheck = other")),
  ]
}

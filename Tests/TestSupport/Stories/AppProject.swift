// A small app for Apple's platforms, in its committed form and as its rules show it.

import TestSupport

/// The files of an app with a group, a test target, code of others and texts that have to stay.
package enum AppProject {
  package static let files: [String: String] = [
    "App.xcodeproj/project.pbxproj": projectText([
      ProjectTarget("application", "DEVELOPMENT_TEAM = PZYM8XX95Q", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app"),
      ProjectTarget("bundle.unit-test", "DEVELOPMENT_TEAM = \"\"", "PRODUCT_BUNDLE_IDENTIFIER = org.acme.specs"),
    ]),
    "App/App.entitlements": """
    <dict>
    \t<key>com.apple.security.application-groups</key>
    \t<array>
    \t\t<string>group.com.acme.app</string>
    \t</array>
    \t<key>keychain-access-groups</key>
    \t<array>
    \t\t<string>$(AppIdentifierPrefix)com.acme.app</string>
    \t\t<string>QRST9876UV.com.acme.app</string>
    \t</array>
    </dict>

    """,
    "App/Info.plist": """
    <dict>
    \t<key>UTTypeIdentifier</key>
    \t<string>com.acme.app.document</string>
    \t<key>CFBundleURLSchemes</key>
    \t<array>
    \t\t<string>share-com.acme.app</string>
    \t</array>
    \t<key>Endpoint</key>
    \t<string>$(AppIdentifierPrefix)com.acme.app</string>
    </dict>

    """,
    "App/Group.swift": "let group = \"group.com.acme.app\"\n// com.acme.app is the identifier.\n",
    "App/Store.swift": "let product = \"com.acme.app.pro\"\n",
    "App/Products.storekit": "{\"productID\" : \"com.acme.app.pro\"}\n",
    "AppTests/Tests.swift": "let id = \"com.acme.app\"\n",
    "Pods/Other/Info.plist": "<key>CFBundleIdentifier</key><string>com.acme.app</string>\n",
    "README.md": "The id is `com.acme.app`, see https://acme.com/com.acme.app.\n",
    "Makefile": "ID = com.acme.app\n",
  ]

  /// The files that differ in a working tree with handle=bnr and team=BNR1234567.
  package static let local: [String: String] = [
    "App.xcodeproj/project.pbxproj": changed(
      "App.xcodeproj/project.pbxproj",
      [
        ("PZYM8XX95Q", "BNR1234567"), ("DEVELOPMENT_TEAM = \"\"", "DEVELOPMENT_TEAM = BNR1234567"),
        ("com.acme.app;", "com.acme.bnr.app;"),
      ]),
    "App/App.entitlements": changed(
      "App/App.entitlements",
      [("group.com.acme.app", "group.com.acme.bnr.app"), (")com.acme.app", ")com.acme.bnr.app")]),
    "App/Info.plist": changed(
      "App/Info.plist", [(")com.acme.app", ")com.acme.bnr.app")]),
    "App/Group.swift": changed("App/Group.swift", [("com.acme.app", "com.acme.bnr.app")]),
    "Makefile": changed("Makefile", [("com.acme.app", "com.acme.bnr.app")]),
  ]

  private static func changed(_ path: String, _ texts: [(String, String)]) -> String {
    texts.reduce(files[path] ?? "") { $0.replacing($1.0, with: $1.1) }
  }
}

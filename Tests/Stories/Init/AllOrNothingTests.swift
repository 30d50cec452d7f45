// What `git munge init` munges together, and what it leaves together: a text is munged in all places that a build or a
// program reads, or in none.

import Rules
import Smudge
import StorySupport

@Suite struct AllOrNothingTests {
  /// A project, and its lines that change in the tree of a developer.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let files: [String: String]
    /// The lines after the installation, by path; files without an entry stay.
    let changed: [String: String]
    /// What init says.
    var said = ""
  }

  private static let group =
    """
    <key>com.apple.security.application-groups</key>
    <array>
    <string>group.com.acme.app</string>
    </array>

    """
  private static let own =
    """
    <key>com.apple.security.application-groups</key>
    <array>
    <string>group.com.acme.bnr.app</string>
    </array>

    """
  private static let config = "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app\n"
  private static let ownConfig = "PRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.app\n"

  /// A project file with a target of an app, and these settings, without the last semicolon.
  private static func project(_ settings: String) -> String { projectText([ProjectTarget("application", settings)]) }

  static let rows = [
    Row(
      testDescription: "a group in the source code of another language",
      files: [
        "a.xcconfig": config, "a.entitlements": group, "Group.kt": "const val GROUP = \"group.com.acme.app\"\n",
        "group.hpp": "constexpr auto kGroup = \"group.com.acme.app\";\n",
      ],
      changed: [
        "a.xcconfig": ownConfig, "a.entitlements": own, "Group.kt": "const val GROUP = \"group.com.acme.bnr.app\"\n",
        "group.hpp": "constexpr auto kGroup = \"group.com.acme.bnr.app\";\n",
      ]),
    Row(
      testDescription: "a group in a file that also holds the name of a package",
      files: [
        "a.xcconfig": config, "a.entitlements": group,
        "Group.kt": "package com.acme.app\nconst val GROUP = \"group.com.acme.app\"\n",
      ],
      changed: ["a.xcconfig": ownConfig], said: "# also in Group.kt, which stays"),
    Row(
      testDescription: "a redirect URI and the source that opens it",
      files: [
        "a.xcconfig": config,
        "Info.plist": "<key>CFBundleURLSchemes</key>\n<array><string>msauth.com.acme.app</string></array>\n",
        "Login.swift": "let uri = \"msauth.com.acme.app://auth\"\n",
      ],
      changed: [
        "a.xcconfig": ownConfig,
        "Info.plist": "<key>CFBundleURLSchemes</key>\n<array><string>msauth.com.acme.bnr.app</string></array>\n",
        "Login.swift": "let uri = \"msauth.com.acme.bnr.app://auth\"\n",
      ]),
    Row(
      testDescription: "a service named by a reference in settings and by its text in source",
      files: [
        "a.xcconfig": "BASE_BUNDLE_ID = com.acme.app\nPRODUCT_BUNDLE_IDENTIFIER = $(BASE_BUNDLE_ID).Updater\n",
        "Updater.swift": "let service = \"com.acme.app.Updater\"\n",
      ],
      changed: [
        "a.xcconfig": "BASE_BUNDLE_ID = com.acme.bnr.app\nPRODUCT_BUNDLE_IDENTIFIER = $(BASE_BUNDLE_ID).Updater\n",
        "Updater.swift": "let service = \"com.acme.bnr.app.Updater\"\n",
      ]),
    Row(
      testDescription: "a command that names the app",
      files: [
        "a.xcconfig": config,
        "reset.ts": "exec('tccutil reset All com.acme.app')\nconst text = 'see https://acme.example/com.acme.app'\n",
      ],
      changed: ["a.xcconfig": ownConfig], said: "  reset.ts:1: exec('tccutil"),
    Row(
      testDescription: "an authority that the manifest makes of the application id",
      files: [
        "a.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = org.acme.ios\n",
        "app/build.gradle": "applicationId \"com.acme.app\"\n",
        "app/AndroidManifest.xml": "<provider android:authorities=\"${applicationId}.files\"/>\n",
        "app/A.kt": "val files = \"com.acme.app.files\"\n",
      ],
      changed: ["a.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = org.acme.bnr.ios\n"],
      said: "The application id com.acme.app stays: app/A.kt has a text"),
    Row(
      testDescription: "recorded logs, and a longer name in a build file",
      files: [
        "a.xcconfig": config, "snap/a.yaml": "file: com.acme.app_browser.json\n",
        "logs/crash.log": "Identifier: com.acme.app\n",
        "host.cpp": "auto host = \"com.acme.app_browser\";\n",
      ],
      changed: ["a.xcconfig": ownConfig], said: "documentation: logs/crash.log\n"),
    Row(
      testDescription: "references to files and folders",
      files: [
        "A.xcodeproj/project.pbxproj": project(
          "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app;\npath = com.acme.app.Helper.plist; sourceTree = \"<group>\""),
        "com.acme.app.Helper.plist": "<key>Label</key><string>com.acme.app.Helper</string>\n",
      ],
      changed: [
        "A.xcodeproj/project.pbxproj": project(
          "PRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.app;\npath = com.acme.app.Helper.plist; sourceTree = \"<group>\"")
      ],
      said: "names of files, folders, packages and classes: A.xcodeproj/project.pbxproj, com.acme.app.Helper.plist\n"),
    Row(
      testDescription: "lists of packages and of files",
      files: [
        "a.xcconfig": config, "manifest.json": "{\"dependencies\": {\"com.acme.app\": \"1.0.0\"}}\n",
        ".gitignore": "/com.acme.app\n",
        "package.json": "{\n  \"name\": \"com.acme.app\"\n}\n", "pod.yaml": "volume:\n  subPath: com.acme.app\n",
        "pubspec.yaml": "plugin:\n  package: com.acme.app\n",
        "pigeon.dart": "KotlinOptions(package: 'com.acme.app')\n",
      ],
      changed: ["a.xcconfig": ownConfig]),
    Row(
      testDescription: "a folder of an app that is named like tests",
      files: [
        "A.xcodeproj/project.pbxproj": project(
          "CODE_SIGN_ENTITLEMENTS = Test/App.entitlements;\nPRODUCT_BUNDLE_IDENTIFIER = com.acme.app"),
        "Test/App.entitlements": group, "OtherTests/a.plist": "<string>com.acme.app</string>\n",
      ],
      changed: [
        "A.xcodeproj/project.pbxproj": project(
          "CODE_SIGN_ENTITLEMENTS = Test/App.entitlements;\nPRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.app"),
        "Test/App.entitlements": own,
      ], said: "tests and samples: OtherTests/a.plist"),
    Row(
      testDescription: "projects of others",
      files: [
        "a.xcconfig": config,
        "Dependencies/B.xcodeproj/project.pbxproj": project(
          "PRODUCT_BUNDLE_IDENTIFIER = com.other.lib;\nDEVELOPMENT_TEAM = QWERTY7Z8X"),
      ],
      changed: ["a.xcconfig": ownConfig]),
    Row(
      testDescription: "identifiers that differ after a hyphen",
      files: [
        "a.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app-one\n",
        "b.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app-two\n",
        "c.swift": "let log = \"com.acme.log\"\n",
      ],
      changed: [
        "a.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.app-one\n",
        "b.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.app-two\n",
      ]),
    Row(
      testDescription: "a test of the identifier that the app has",
      files: [
        "a.xcconfig": config, "AppTests/IDTests.swift": "#expect(Bundle.main.bundleIdentifier == \"com.acme.app\")\n",
      ],
      changed: ["a.xcconfig": ownConfig], said: "tests and samples: AppTests/IDTests.swift\n"),
    Row(
      testDescription: "a team outside of its keys, beside an empty one",
      files: [
        "a.xcconfig": config + "DEVELOPMENT_TEAM =\n", "b.xcconfig": "DEVELOPMENT_TEAM = QWERTY7Z8X\n",
        "agent.plist": "<key>team-identifier</key>\n<string>QWERTY7Z8X</string>\n",
        "K.h": "#define kGroup @\"QWERTY7Z8X.com.acme.app\"\n",
        "mise.toml": "run = 'xcodebuild DEVELOPMENT_TEAM=QWERTY7Z8X build'\nDEVELOPMENT_TEAM=QWERTY7Z8X\n",
      ],
      changed: [
        "a.xcconfig": ownConfig + "DEVELOPMENT_TEAM = BNR1234567\n", "b.xcconfig": "DEVELOPMENT_TEAM = BNR1234567\n",
        "agent.plist": "<key>team-identifier</key>\n<string>BNR1234567</string>\n",
        "K.h": "#define kGroup @\"BNR1234567.com.acme.bnr.app\"\n",
        "mise.toml": "run = 'xcodebuild DEVELOPMENT_TEAM=BNR1234567 build'\nDEVELOPMENT_TEAM=BNR1234567\n",
      ]),
    Row(
      testDescription: "Android beside the application id",
      files: [
        "app/build.gradle": "applicationId \"com.acme.app\"\nmanifestPlaceholders[\"host\"] = \"com.acme.app.dev\"\n",
        "app/src/main/res/xml/a.xml": "<intent android:targetPackage=\"com.acme.app\"/>\n",
        "lib/X.kt": "package com.other\nval id = \"com.acme.app\"\n",
      ],
      changed: [
        "app/build.gradle":
          "applicationId \"com.acme.bnr.app\"\nmanifestPlaceholders[\"host\"] = \"com.acme.bnr.app.dev\"\n",
        "app/src/main/res/xml/a.xml": "<intent android:targetPackage=\"com.acme.bnr.app\"/>\n",
      ],
      said: "\nNot munged, and not judged: check these:\n  lib/X.kt:2: val id = \"com.acme.app\"\n"),
  ]

  @Test(arguments: rows) func `a text is munged everywhere or nowhere`(_ row: Row) throws {
    let tree = try Workshop(rules: nil, attributes: "", files: row.files).maintainer
    let outcome = try tree.munge("init", "--yes", "--no-install", "--verbose")
    #expect(row.said.isEmpty || outcome.output.contains(row.said), "\(outcome.testDescription)")
    let team = try tree.text(".gitmunge")?.contains("${team}") == true ? "team=BNR1234567" : ""
    try tree.sh(
      "git add -f .gitmunge .gitattributes; git commit --quiet -m Munge; git munge install handle=bnr \(team)")
    for (path, text) in row.files { #expect(try tree.text(path) == row.changed[path] ?? text, "\(path)") }
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("verify", "--strict").output.contains("nothing found"))
    #expect(try Self.unnamed(in: tree, outcome.output) == [])
  }

  @Test(.needsSamples, arguments: Sample.names)
  func `every file of a real project that still has a text of the rules is named`(name: String) throws {
    let tree = try Workshop(rules: nil, attributes: "", files: [:]).maintainer
    try tree.run(["sh", "-c", "cp -R \"$1\"/. . && chmod -R u+w .", "sh", "\(samples(name) / "tree")"])
    try tree.sh("git add -A -f; git commit --quiet -m Sample")
    let outcome = try tree.munge("init", "--yes", "--no-install", "--verbose")
    try tree.sh("git add -f .gitmunge .gitattributes; git commit --quiet -m Munge")
    let variables = try RulesFile.parse(bytes(tree.text(".gitmunge") ?? "")).variables.map(\.name)
    _ = try tree.munge(
      ["install", "--yes"]
        + ["handle=bnr", "team=BNR1234567"].filter { value in variables.contains { value.hasPrefix("\($0)=") } })
    #expect(try Self.unnamed(in: tree, outcome.output) == [])
    #expect(try tree.statusOfTouched() == "")
  }

  /// Tracked files that have a canonical text as whole words, also with a suffix, and that the report does not name.
  private static func unnamed(in tree: WorkingTree, _ report: String) throws -> [String] {
    let rules = try RulesFile.parse(bytes(tree.text(".gitmunge") ?? "")).rules
    let texts = rules.flatMap { rule in rule.canonicals.flatMap { text in rule.affixes.map { $0.around(text) } } }
      .filter { !$0.isEmpty }
    let search = TextSearch(texts)
    let left = report.split(separator: "\n\n").drop { !$0.hasPrefix("What a developer") }.dropFirst().joined()
    let names = try tree.git("ls-files", "-z").output.split(separator: "\0").map(String.init)
    return try names.filter { path in
      let content = try FileSystem.contents(tree.top / path) ?? []
      if [".gitmunge", ".gitattributes"].contains(path) || left.contains(path) { return false }
      var isWhole = false
      search.forEachMatch(in: content) { text, place in
        let next = content[(place + text.count)...].first
        isWhole = isWhole || Boundary.isStart(place, in: content.span) && next.map { Boundary.isIdentifier($0) } != true
      }
      return isWhole
    }
  }

  @Test(arguments: [
    ("A.xcconfig", "PRODUCT_BUNDLE_IDENTIFIER = $(A)\nA = com.$(TEAM)\n", "PRODUCT_BUNDLE_IDENTIFIER of A.xcconfig"),
    ("app.config.ts", "ios: { bundleIdentifier: Env.ID },\n", "bundleIdentifier of app.config.ts"),
  ])
  func `an identifier that is computed is named`(path: String, text: String, words: String) throws {
    let tree = try Workshop(rules: nil, attributes: "", files: [path: text]).maintainer
    #expect(
      try tree.munge("init", status: 1...1).says(
        "\(words) is no identifier: `git munge init --text VALUE` munges one that it gives."))
  }
}

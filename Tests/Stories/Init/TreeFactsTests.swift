// What `git munge init` knows of a tree besides keys: packages and classes, groups, teams, paths.

import StorySupport

@Suite struct TreeFactsTests {
  /// A tree, and the lines that differ on disk after `git munge init`.
  struct Tree: CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    var options: [String] = []
    let changed: String
  }

  private static let gradle = """
    android {
        namespace "com.acme.app"
        defaultConfig { applicationId "com.acme.app" }
    }

    """
  private static let xcode = "\t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.acme.app;\n"

  private static func groups(_ names: String...) -> String {
    "<plist><dict><key>com.apple.security.application-groups</key><array>\n"
      + names.map { "<string>\($0)</string>\n" }.joined() + "</array></dict></plist>\n"
  }

  private static let trees = [
    Tree(
      testDescription: "classes stay in every type of file",
      files: [
        "ios/A.xcodeproj/project.pbxproj": xcode, "android/build.gradle": gradle,
        "android/src/com/acme/app/ui/F.kt": "package com.acme.app.ui\nclass F\n",
        "android/src/main/res/xml/shortcuts.xml":
          "<s android:targetPackage=\"com.acme.app\"\nandroid:targetClass=\"com.acme.app.ui.F\"/>\n",
        "android/src/main/res/layout/a.xml": "<com.acme.app.ui.F\n  tools:context=\"com.acme.app.ui.F\"/>\n",
        "src/native.ts": "export const cls = \"com.acme.app.ui.F\"\n",
        "package.json": "{\n  \"javaPackageName\": \"com.acme.app\",\n  \"un\": \"adb uninstall com.acme.app\"\n}\n",
      ],
      changed: """
        android/build.gradle:    defaultConfig { applicationId "com.acme.bnr.app" }
        android/src/main/res/xml/shortcuts.xml:<s android:targetPackage="com.acme.bnr.app"
        ios/A.xcodeproj/project.pbxproj:\t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.app;
        package.json:  "un": "adb uninstall com.acme.bnr.app"

        """),
    Tree(
      testDescription: "a group in source code of Android goes with the entitlement, and the package stays",
      files: [
        "ios/A.xcodeproj/project.pbxproj": xcode, "App.entitlements": groups("group.com.acme.app"),
        "android/build.gradle": gradle,
        "android/W.kt": "package com.acme.app\nconst val P = \"group.com.acme.app\"\n",
      ],
      changed: """
        App.entitlements:<string>group.com.acme.bnr.app</string>
        android/W.kt:const val P = "group.com.acme.bnr.app"
        android/build.gradle:    defaultConfig { applicationId "com.acme.bnr.app" }
        ios/A.xcodeproj/project.pbxproj:\t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.app;

        """),
    Tree(
      testDescription: "a group that contains an identifier goes with it, beside a group that it begins with",
      files: [
        "A.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.acme.drive\n",
        "App.entitlements": groups("group.com.acme.drive", "group.com.acme"),
      ],
      changed: """
        A.xcconfig:PRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.drive
        App.entitlements:<string>group.com.acme.bnr.drive</string>
        App.entitlements:<string>group.com.bnr.acme</string>

        """),
    Tree(
      testDescription: "the name of a file stays in a property list by its key, and in files of freedesktop.org",
      files: [
        "A.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.acme.Helper\n",
        "B.swift": "let id = \"com.acme.Helper\"\n", "data/a.desktop.in": "[Desktop Entry]\nIcon=com.acme.Helper\n",
        "com.acme.Helper.plist": "<plist><dict><key>BundleProgram</key>\n"
          + "<string>Contents/com.acme.Helper</string></dict></plist>\n",
        "App.entitlements": groups("$(TeamIdentifierPrefix)com.acme.Helper.group"),
      ],
      changed: """
        A.xcconfig:PRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.Helper
        App.entitlements:<string>$(TeamIdentifierPrefix)com.acme.bnr.Helper.group</string>
        B.swift:let id = "com.acme.bnr.Helper"

        """),
    Tree(
      testDescription: "a question for the official build stays",
      files: [
        "A.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app\n",
        "B.swift": "let isOfficial = Bundle.main.bundleIdentifier == \"com.acme.app\"\n",
        "C.swift": "let name = \"com.acme.app\"\n",
      ],
      changed: """
        A.xcconfig:PRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.app
        C.swift:let name = "com.acme.bnr.app"

        """),
    Tree(
      testDescription: "an application id behind a name is followed",
      files: [
        "app/build.gradle.kts": "android { defaultConfig {\n    applicationId = Config.applicationId\n} }\n",
        "buildSrc/src/Config.kt": "object Config {\n    const val applicationId = \"com.acme.app\"\n}\n",
        "gradle/libs.versions.toml": "[versions]\nappId = \"com.acme.cat\"\n",
        "cat/build.gradle.kts": "android { defaultConfig {\n    applicationId = libs.versions.appId.get()\n} }\n",
      ],
      changed: """
        buildSrc/src/Config.kt:    const val applicationId = "com.acme.bnr.app"
        gradle/libs.versions.toml:appId = "com.acme.bnr.cat"

        """),
    Tree(
      testDescription: "an empty team behind a variable, and settings with the name of tests",
      files: [
        "A.xcodeproj/project.pbxproj": projectText([
          ProjectTarget(
            "application", "DEVELOPMENT_TEAM = \"$(ACME_TEAM)\"", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app")
        ]), "A.xcconfig": "ACME_TEAM =\n", "UITests.xcconfig": "ACME_TEAM =\n",
      ],
      changed: """
        A.xcconfig:ACME_TEAM = BNR1234567
        A.xcodeproj/project.pbxproj:\t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.acme.bnr.app;
        UITests.xcconfig:ACME_TEAM = BNR1234567

        """),
  ]

  private func repository(_ files: [String: String]) throws -> WorkingTree {
    let tree = try Workshop(rules: nil, attributes: "", files: files).maintainer
    try tree.sh(
      "git config munge.values.handle bnr; git config munge.values.team BNR1234567; "
        + "git config munge.values.text mine@acme.org")
    return tree
  }

  @Test(arguments: trees) func `init munges what the tree says is an identifier, and nothing else`(row: Tree) throws {
    let tree = try repository(row.files)
    try tree.munge(["init", "--yes"] + row.options)
    var lines: [String] = []
    for (path, old) in row.files {
      let old = old.split(separator: "\n")
      let new = try tree.text(path)?.split(separator: "\n") ?? []
      lines += zip(old, new).filter { $0 != $1 }.map { "\(path):\($1)\n" }
    }
    #expect(lines.sorted().joined() == row.changed)
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `a namespace that is the application id is named, with the line that makes it munged`() throws {
    let tree = try repository([
      "app/build.gradle": "plugins { id 'com.android.application' }\nandroid { namespace 'com.acme.app' }\n"
    ])
    #expect(try tree.munge("init", status: 1...1).says("write `applicationId \"com.acme.app\"` there"))
  }
}

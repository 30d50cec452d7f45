import TestSupport

@testable import Verify
@testable import WorkingTree

struct IdentifierScannerTests {
  /// A file, and what is found in it: `meaning key value`.
  private static let files: [(path: String, text: String, found: [String])] = [
    (
      "App.xcodeproj/project.pbxproj",
      "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app;\n\"DEVELOPMENT_TEAM[sdk=iphoneos*]\" = PZYM8XX95Q;\n",
      ["app PRODUCT_BUNDLE_IDENTIFIER com.acme.app", "team DEVELOPMENT_TEAM PZYM8XX95Q"]
    ),
    ("Local.xcconfig.template", "DEVELOPMENT_TEAM = PZYM8XX95Q\n", ["team DEVELOPMENT_TEAM PZYM8XX95Q"]),
    (
      "Info.plist.in", "<key>CFBundleIdentifier</key>\n<string>com.acme.app</string>\n",
      ["app CFBundleIdentifier com.acme.app"]
    ),
    (
      "app/AndroidManifest.xml", "<data android:scheme=\"com.acme.app\" android:path=\"/x\" />\n",
      ["application android:scheme com.acme.app"]
    ),
    ("App.xcconfig", "// PRODUCT_BUNDLE_IDENTIFIER = com.acme.old\nOTHER = com.acme.x\n", []),
    (
      "App.entitlements",
      "<key>com.apple.security.application-groups</key>\n<array><string>group.com.acme</string></array>\n",
      ["group com.apple.security.application-groups group.com.acme"]
    ),
    (
      "Info.plist", "<key>CFBundleIdentifier</key>\n<string>com.acme.app</string>\n",
      ["app CFBundleIdentifier com.acme.app"]
    ),
    (
      "Info.plist", "<key>UTTypeIdentifier</key>\n<string>com.acme.doc</string>\n",
      ["foreign UTTypeIdentifier com.acme.doc"]
    ),
    (
      "GoogleService-Info.plist", "<key>BUNDLE_ID</key>\n<string>com.acme.app</string>\n",
      ["app BUNDLE_ID com.acme.app"]
    ),
    (
      "app/build.gradle", "applicationId \"com.acme.app\"\nnamespace \"com.acme.app\"\n",
      ["application applicationId com.acme.app"]
    ),
    (
      "app/build.gradle.kts", "applicationId = \"com.acme.app\"\ntestApplicationId = \"com.acme.app.test\"\n",
      ["application applicationId com.acme.app", "application testApplicationId com.acme.app.test"]
    ),
    (
      "app/mock-google-services.json", "{\"package_name\": \"com.acme.app\"}\n",
      ["application package_name com.acme.app"]
    ),
    ("app/google-services.json", "{\"package_name\": \"com.acme.app\"}\n", ["application package_name com.acme.app"]),
    (
      "app/build.gradle.kts", "debug { manifestPlaceholders[\"host\"] = \"com.acme.app.dev\" }\n",
      ["application host com.acme.app.dev"]
    ),
    (
      "app/res/xml/shortcuts.xml", "<intent android:targetPackage=\"com.acme.app\" />\n",
      ["application android:targetPackage com.acme.app"]
    ),
    (
      "app.config.ts",
      "const ids = { dev: 'com.acme.dev', host: 'api.acme.io' }\nios: { bundleIdentifier: ids[env] }\n",
      ["app bundleIdentifier ", "app bundleIdentifier com.acme.dev"]
    ),
    (
      "app.config.js", "name: 'com.acme.name'\nios: { bundleIdentifier: 'com.acme.app' }\n",
      ["app bundleIdentifier com.acme.app"]
    ),
    (
      "CMakeLists.txt",
      "set(MACOSX_BUNDLE_GUI_IDENTIFIER \"com.acme.app\")\nset(XCODE_ATTRIBUTE_DEVELOPMENT_TEAM PZYM8XX95Q)\n",
      ["app MACOSX_BUNDLE_GUI_IDENTIFIER com.acme.app", "team XCODE_ATTRIBUTE_DEVELOPMENT_TEAM PZYM8XX95Q"]
    ),
    (
      "export_presets.cfg",
      "application/bundle_identifier=\"com.acme.app\"\napplication/app_store_team_id=\"PZYM8XX95Q\"\npackage/unique_name=\"com.acme.droid\"\n",
      [
        "app application/bundle_identifier com.acme.app", "team application/app_store_team_id PZYM8XX95Q",
        "application package/unique_name com.acme.droid",
      ]
    ),
    (
      "Config/DefaultEngine.ini", "BundleIdentifier=com.acme.app\nIOSTeamID=PZYM8XX95Q\nPackageName=com.acme.droid\n",
      ["app BundleIdentifier com.acme.app", "team IOSTeamID PZYM8XX95Q", "application PackageName com.acme.droid"]
    ),
    (
      "Tuist/ProjectDescriptionHelpers/S.swift", "[\"DEVELOPMENT_TEAM\": \"PZYM8XX95Q\"]\n",
      ["team DEVELOPMENT_TEAM PZYM8XX95Q"]
    ),
    (
      "fastlane/Appfile", "app_identifier(\"com.acme.app\")\nteam_id(\"PZYM8XX95Q\")\nitc_team_id(\"1234567\")\n",
      ["app app_identifier com.acme.app", "team team_id PZYM8XX95Q"]
    ),
    ("fastlane/Matchfile", "# app_identifier([\"tools.fastlane.app\"])\n", []),
    ("Podfile", "  config.build_settings['DEVELOPMENT_TEAM'] = 'PZYM8XX95Q'\n", ["team DEVELOPMENT_TEAM PZYM8XX95Q"]),
    ("Makefile", "\txcodebuild DEVELOPMENT_TEAM=PZYM8XX95Q -scheme App build\n", ["team DEVELOPMENT_TEAM PZYM8XX95Q"]),
    ("Makefile", "SETTINGS = -scheme App \\\n  DEVELOPMENT_TEAM=XYZ0123456 \\\n", []),
    ("project.yml", "bundleIdPrefix: com.acme\n", ["prefix bundleIdPrefix com.acme"]),
    ("Project.swift", "Target(bundleId: \"com.acme.app\")\n", ["app bundleId com.acme.app"]),
    ("capacitor.config.ts", "  appId: \"com.acme.app\",\n", ["app appId com.acme.app"]),
    ("nativescript.config.ts", "  id: 'com.acme.app',\n", ["app id com.acme.app"]),
    ("src-tauri/tauri.conf.json", "{\"identifier\": \"com.acme.app\"}\n", ["app identifier com.acme.app"]),
    ("electron_builder.json", "{\"appId\": \"com.acme.app\"}\n", ["app appId com.acme.app"]),
    ("electron-builder.json", "{\"appId\": \"com.acme.app\"}\n", ["app appId com.acme.app"]),
    ("package.json", "{\"build\": {\"appId\": \"com.acme.app\"}}\n", ["app appId com.acme.app"]),
    (
      "app.json",
      "{\"ios\": {\"bundleIdentifier\": \"com.acme.app\"}, \"android\": {\"package\": \"com.acme.droid\"}}\n",
      ["app bundleIdentifier com.acme.app", "application package com.acme.droid"]
    ),
    ("app/BUILD", "bundle_id = \"com.acme.app\",\n", ["app bundle_id com.acme.app"]),
    (
      "ids.bzl",
      "bundle_id = \"com.acme.x\"\n",
      ["app bundle_id com.acme.x"]
    ),
    (
      "ProjectSettings/ProjectSettings.asset",
      "  applicationIdentifier:\n    Standalone: com.acme.game\n  buildNumber: {}\n",
      ["app applicationIdentifier com.acme.game"]
    ),
    ("App.csproj", "<ApplicationId>com.acme.app</ApplicationId>\n", ["application ApplicationId com.acme.app"]),
    (
      "Platforms/Android/A.cs", "[IntentFilter(new[] { Intent.ActionView }, DataScheme = \"com.acme.app\")]\n",
      ["application DataScheme com.acme.app"]
    ),
    ("config.xml", "<widget id=\"com.acme.app\" version=\"1\">\n", ["app id com.acme.app"]),
    (
      ".github/workflows/a.yml", "  ASC_PROVIDER: 'PZYM8XX95Q'\n  BUNDLE_ID: com.acme.app\n",
      ["team ASC_PROVIDER PZYM8XX95Q"]
    ),
    ("gradle.properties", "APP_ID=com.acme.app\n", []),
    (
      "bench/src/B.kt", "rule.measureRepeated(packageName = \"com.acme.app\")\n",
      ["application packageName com.acme.app"]
    ),
    ("Products.storekit", "\"productID\" : \"com.acme.pro\",\n", ["foreign productID com.acme.pro"]),
    ("notes.txt", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app\n", []),
  ]

  @Test(arguments: files.indices)
  func `Each kind of file has its keys`(index: Int) {
    let (path, text, expected) = Self.files[index]
    var found = Sightings()
    IdentifierScanner().read(bytes(text), Path(path), &found)
    #expect(found.all.map { "\($0.meaning) \($0.key) \($0.value)" } == expected, "\(path)")
  }

  @Test func `Every kind of file is in this table`() {
    let paths = Self.files.map { Path($0.path) }
    for (index, source) in IdentifierSource.all.enumerated() {
      #expect(
        paths.contains { source.covers($0) } || source.covers(Path("a.xcscheme"))
          || source.covers(Path("CMakeLists.txt")), "\(index)")
    }
  }

  @Test func `The settings that a value refers to are found, whatever their names`() {
    var found = Sightings()
    let config =
      """
      A = $(B:default=com.acme.x).app.$(N)
      B = $(C)
      C = com.acme
      "MY_TEAM[sdk=*]"=PZYM8XX95Q // ours
      OTHER = com.other.app
      N = My.App

      """
    let project = "PRODUCT_BUNDLE_IDENTIFIER = \"$(A)\";\nDEVELOPMENT_TEAM = \"$(MY_TEAM)\";\n"
    let others = "env:\n  C: registry.acme.io\n"
    for (path, text) in [("a.xcconfig", config), ("App.xcodeproj/project.pbxproj", project), ("compose.yml", others)] {
      IdentifierScanner().read(bytes(text), Path(path), &found)
    }
    found.follow()
    #expect(
      found.all.dropFirst(2).map { "\($0.meaning) \($0.key) \($0.value)" } == [
        "app A $(B:default=com.acme.x).app.$(N)", "app B $(C)", "app C com.acme", "team MY_TEAM PZYM8XX95Q",
      ])
  }

  @Test func `A bundle id is that of a target, through lists of configurations`() {
    let objects = projectText([
      ProjectTarget("application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app"),
      ProjectTarget("bundle.unit-test", "PRODUCT_BUNDLE_IDENTIFIER = \"com.acme.app-tests\""),
    ])
    #expect(XcodeTargets(bytes(objects)).products == ["com.acme.app": .app, "com.acme.app-tests": .tests])
    #expect(XcodeTargets([]).products == [:])
  }

  @Test(
    arguments: [
      ("App/Info.plist", nil), ("Pods/Firebase/Info.plist", .vendored), ("README.md", .document),
      ("docs/a.yml", .document), ("AppTests/Info.plist", .test), ("examples/a/app.json", .test),
      ("e2e/app.json", .test),
      ("en.lproj/a.strings", .translation), ("fastlane/.env.beta", .release), ("fastlane/Appfile", nil),
      (".github/workflows/a.yml", .release), ("flatpak/com.acme.app.yml", .release),
      ("App.xcodeproj/project.pbxproj", nil), ("Makefile", nil), ("Jenkinsfile", .release),
      ("generated/Info.plist", .vendored), ("app.spec.ts", .test), ("app.spec.json", nil),
    ] as [(String, LeaveReason?)])
  func `A path can be the reason to leave a file alone`(path: String, reason: LeaveReason?) {
    #expect(LeaveReason(Path(path)) == reason)
  }

  @Test(
    arguments: [
      ("examples/a/A.swift", true), ("templates/a.xcconfig", true), ("e2e/app.json", true), ("docs/conf.py", true),
      ("docs/a.md", false), ("AppTests/A.swift", false), ("fixtures/a.json", false), ("en.lproj/a.strings", false),
    ])
  func `A build can read samples, drivers and code of documentation`(path: String, isBuilt: Bool) {
    #expect(LeaveReason.isBuilt(Path(path)) == isBuilt)
  }
}

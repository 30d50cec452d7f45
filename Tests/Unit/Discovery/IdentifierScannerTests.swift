import TestSupport

@testable import WorkingTree

struct IdentifierScannerTests {
  /// A file, and what is found in it: `meaning key value`.
  private static let files: [(path: String, text: String, found: [String])] = [
    ("App.xcodeproj/project.pbxproj", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app;\n\"DEVELOPMENT_TEAM[sdk=iphoneos*]\" = PZYM8XX95Q;\n",
      ["app PRODUCT_BUNDLE_IDENTIFIER com.acme.app", "team DEVELOPMENT_TEAM PZYM8XX95Q"]),
    ("a/App.xcconfig", "APP_BUNDLE_ID[config=Debug] = com.acme.app // the app\n", ["app APP_BUNDLE_ID com.acme.app"]),
    ("App.xcconfig", "ACME_BUNDLE_ID_PROD = com.acme.app\nACME_TEAM = PZYM8XX95Q\nSTEAM_KEY = steam\n",
      ["app ACME_BUNDLE_ID_PROD com.acme.app", "team ACME_TEAM PZYM8XX95Q", "team STEAM_KEY steam"]),
    ("App.xcconfig", "A_APPLICATION_IDENTIFIER[sdk=a*][arch=*] = $(P)com.acme.app\n", ["app A_APPLICATION_IDENTIFIER $(P)com.acme.app"]),
    ("App.xcodeproj/project.pbxproj", "\t\"ACME_BUNDLE_ID[sdk=iphoneos*]\" = \"com.acme.-app\";\n", ["app ACME_BUNDLE_ID com.acme.-app"]),
    ("Local.xcconfig.template", "DEVELOPMENT_TEAM = PZYM8XX95Q\nAPP_ID = com.acme.app\n", ["team DEVELOPMENT_TEAM PZYM8XX95Q", "app APP_ID com.acme.app"]),
    ("Info.plist.in", "<key>CFBundleIdentifier</key>\n<string>com.acme.app</string>\n", ["app CFBundleIdentifier com.acme.app"]),
    ("app/AndroidManifest.xml", "<data android:scheme=\"com.acme.app\" android:path=\"/x\" />\n", ["application android:scheme com.acme.app"]),
    ("App.xcconfig", "// PRODUCT_BUNDLE_IDENTIFIER = com.acme.old\nOTHER = com.acme.x\n", []),
    ("App.entitlements", "<key>com.apple.security.application-groups</key>\n<array><string>group.com.acme</string></array>\n",
      ["group com.apple.security.application-groups group.com.acme"]),
    ("Info.plist", "<key>CFBundleIdentifier</key>\n<string>com.acme.app</string>\n", ["app CFBundleIdentifier com.acme.app"]),
    ("Info.plist", "<key>UTTypeIdentifier</key>\n<string>com.acme.doc</string>\n", ["foreign UTTypeIdentifier com.acme.doc"]),
    ("GoogleService-Info.plist", "<key>BUNDLE_ID</key>\n<string>com.acme.app</string>\n", ["app BUNDLE_ID com.acme.app"]),
    ("app/build.gradle", "applicationId \"com.acme.app\"\nnamespace \"com.acme.app\"\n", ["application applicationId com.acme.app"]),
    ("app/build.gradle.kts", "applicationId = \"com.acme.app\"\ntestApplicationId = \"com.acme.app.test\"\n",
      ["application applicationId com.acme.app", "application testApplicationId com.acme.app.test"]),
    ("app/mock-google-services.json", "{\"package_name\": \"com.acme.app\"}\n", ["application package_name com.acme.app"]),
    ("app/google-services.json", "{\"package_name\": \"com.acme.app\"}\n", ["application package_name com.acme.app"]),
    ("fastlane/Appfile", "app_identifier(\"com.acme.app\")\nteam_id(\"PZYM8XX95Q\")\nitc_team_id(\"1234567\")\n",
      ["app app_identifier com.acme.app", "team team_id PZYM8XX95Q"]),
    ("fastlane/Matchfile", "# app_identifier([\"tools.fastlane.app\"])\n", []),
    ("Podfile", "  config.build_settings['DEVELOPMENT_TEAM'] = 'PZYM8XX95Q'\n", ["team DEVELOPMENT_TEAM PZYM8XX95Q"]),
    ("Makefile", "\txcodebuild DEVELOPMENT_TEAM=PZYM8XX95Q -scheme App build\n", ["team DEVELOPMENT_TEAM PZYM8XX95Q"]),
    ("Makefile", "SETTINGS = -scheme App \\\n  DEVELOPMENT_TEAM=XYZ0123456 \\\n", []),
    ("project.yml", "bundleIdPrefix: com.acme\n", ["prefix bundleIdPrefix com.acme"]),
    ("app.yml", "settings:\n  BASE_BUNDLE_IDENTIFIER: com.acme.app\n", ["app BASE_BUNDLE_IDENTIFIER com.acme.app"]),
    ("app/target.yml", "APP_GROUP_IDENTIFIER: group.io.acme\ngroup: group.io.other\n", ["group APP_GROUP_IDENTIFIER group.io.acme"]),
    ("Project.swift", "Target(bundleId: \"com.acme.app\")\n", ["app bundleId com.acme.app"]),
    ("capacitor.config.ts", "  appId: \"com.acme.app\",\n", ["app appId com.acme.app"]),
    ("src-tauri/tauri.conf.json", "{\"identifier\": \"com.acme.app\"}\n", ["app identifier com.acme.app"]),
    ("electron_builder.json", "{\"appId\": \"com.acme.app\"}\n", ["app appId com.acme.app"]),
    ("electron-builder.json", "{\"appId\": \"com.acme.app\"}\n", ["app appId com.acme.app"]),
    ("package.json", "{\"build\": {\"appId\": \"com.acme.app\"}}\n", ["app appId com.acme.app"]),
    ("app.json", "{\"ios\": {\"bundleIdentifier\": \"com.acme.app\"}, \"android\": {\"package\": \"com.acme.droid\"}}\n",
      ["app bundleIdentifier com.acme.app", "application package com.acme.droid"]),
    ("app/BUILD", "bundle_id = \"com.acme.app\",\n", ["app bundle_id com.acme.app"]),
    ("ids.bzl", "APP_BUNDLE_ID = \"com.acme.app\"\n\"\"\"As in\n  bundle_id = \"com.acme.doc\",\n\"\"\"\nbundle_id = \"com.acme.x\"\n",
      ["app bundle_id com.acme.x", "app APP_BUNDLE_ID com.acme.app"]),
    ("ProjectSettings/ProjectSettings.asset", "  applicationIdentifier:\n    Standalone: com.acme.game\n  buildNumber: {}\n",
      ["app applicationIdentifier com.acme.game"]),
    ("App.csproj", "<ApplicationId>com.acme.app</ApplicationId>\n", ["application ApplicationId com.acme.app"]),
    ("config.xml", "<widget id=\"com.acme.app\" version=\"1\">\n", ["app id com.acme.app"]),
    (".github/workflows/a.yml", "  ASC_PROVIDER: 'PZYM8XX95Q'\n  BUNDLE_ID: com.acme.app\n", ["team ASC_PROVIDER PZYM8XX95Q"]),
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
      #expect(paths.contains { source.covers($0) } || source.covers(Path("a.xcscheme")) || source.covers(Path("CMakeLists.txt")), "\(index)")
    }
  }

  @Test func `A bundle id is that of a target, through lists of configurations`() {
    let objects = projectObjects([
      ProjectTarget("application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app"),
      ProjectTarget("bundle.unit-test", "PRODUCT_BUNDLE_IDENTIFIER = \"com.acme.app-tests\""),
    ])
    #expect(XcodeTargets(objects).products == ["com.acme.app": .app, "com.acme.app-tests": .tests])
    #expect(XcodeTargets("").products == [:])
  }

  @Test(arguments: [
    ("App/Info.plist", nil), ("Pods/Firebase/Info.plist", "third-party code"), ("README.md", "documentation"),
    ("docs/a.yml", "documentation"), ("AppTests/Info.plist", "tests and samples"), ("examples/a/app.json", "tests and samples"), ("e2e/app.json", "tests and samples"),
    ("en.lproj/a.strings", "translations"), ("fastlane/.env.beta", "scripts that release or deploy"), ("fastlane/Appfile", nil),
    (".github/workflows/a.yml", "scripts that release or deploy"), ("flatpak/com.acme.app.yml", "listings and packages that are published"),
    ("App.xcodeproj/project.pbxproj", nil), ("Makefile", nil), ("Jenkinsfile", "scripts that release or deploy"), ("k8s/enc-values.yaml", "encrypted files"), ("a.sops.yaml", "encrypted files"),
    ("generated/Info.plist", "third-party code"),
  ] as [(String, String?)])
  func `A path can be the reason to leave a file alone`(path: String, reason: String?) {
    #expect(LeaveReason.of(Path(path))?.reason.rawValue == reason)
  }
}

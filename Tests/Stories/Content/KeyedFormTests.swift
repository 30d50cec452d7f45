// Values of keys in files of all formats: smudge and clean change them and nothing else.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct KeyedFormTests {
  /// What is committed, with `«»` around the values that smudge changes.
  private static let files = [
    "App.xcodeproj/project.pbxproj":
      KeyedProject.settings("ONE", [
        "TEAM = «ABCDE12345»", "\"TEAM[sdk=iphoneos*]\" = \"«ABCDE12345»\"", "OTHER_TEAM = ABCDE12345",
        "APP_ID = «com.acme.app»", "APP_ID = «com.acme.app».tests", "NAME = com.acme.app",
      ]),
    "App.xcconfig":
      "TEAM = «ABCDE12345»\nTEAM[sdk=iphoneos*] = «ABCDE12345» // why\nOTHER = ABCDE12345\nAPP_ID=«com.acme.app»\n",
    "Info.plist": """
      <dict>
      \t<key>CFBundleIdentifier</key>
      \t<string>«com.acme.app»</string>
      \t<key>CFBundleName</key>
      \t<string>com.acme.app</string>
      </dict>

      """,
    "build.gradle":
      "android {\n    namespace 'com.acme.app'\n    applicationId '«com.acme.app»'\n    id 'ABCDE12345'\n}\n",
    "build.gradle.kts":
      "android {\n    namespace = \"com.acme.app\"\n    applicationId = \"«com.acme.app»\" // com.acme.app\n}\n",
    "values.yaml":
      "app:\n  appId: «com.acme.app» # com.acme.app\n  name: com.acme.app\n"
      + "  all: { appId: \"«com.acme.app»\", n: com.acme.app }\n"
      + "APP_ID:\n  - «com.acme.app»\n  - \"«com.acme.app»\" # com.acme.app\nnames:\n  - com.acme.app\n",
    "fastlane/Appfile": "APP_ID([\"«com.acme.app»\", \"«com.acme.app».widget\"])\nteam(\"com.acme.app\")\n",
    "Keys.kt": "const val APP_ID: String = \"«com.acme.app»\"\nval NAME: String = \"com.acme.app\"\n",
    "Keys.m": "NSString *const APP_ID = @\"«com.acme.app»\";\nNSString *const NAME = @\"com.acme.app\";\n",
    "package.json":
      "{\n  \"name\": \"com.acme.app\",\n  \"appId\": \"«com.acme.app»\",\n  \"a\": {\"appId\":\"«com.acme.app»\", \"x\": 1}\n}\n",
    ".env": "APP_ID=«com.acme.app»\nexport APP_ID=\"«com.acme.app»\"\nNAME=com.acme.app\nTEAM=«ABCDE12345»\n",
    "app.properties": "app.id=«com.acme.app»\napp.name=com.acme.app\napp.id.more=com.acme.app\n",
    "App.csproj":
      "<PropertyGroup>\n  <ApplicationId>«com.acme.app»</ApplicationId>\n"
      + "  <RootNamespace>com.acme.app</RootNamespace>\n</PropertyGroup>\n",
    "AndroidManifest.xml": "<provider android:authorities=\"«com.acme.app».files\" android:name=\"com.acme.app\"/>\n",
    "notes.txt": "com.acme.app of ABCDE12345\n",
  ].mapValues { $0.hasPrefix("\t\t") ? KeyedProject.file($0) : $0 }

  private static let rules = """
    [rule "team"]
    \tkey = TEAM
    \tcanonical = ABCDE12345
    \tlocal = ${team}
    [rule "app"]
    \tkey = APP_ID
    \tkey = CFBundleIdentifier
    \tkey = applicationId
    \tkey = appId
    \tkey = app.id
    \tkey = ApplicationId
    \tkey = android:authorities
    \tcanonical = com.acme.app
    \tlocal = dev.${handle}.app
    [variable "team"]
    \tkind = team-id
    [variable "handle"]
    \tkind = label

    """

  private static func committed(_ marked: String) -> String { marked.replacing("«", with: "").replacing("»", with: "") }

  private static func shown(_ marked: String) -> String {
    committed(marked.replacing("«ABCDE12345»", with: Team.mine).replacing("«com.acme.app»", with: "dev.my-self.app"))
  }

  private func expect(_ tree: WorkingTree, _ text: (String) -> String, location: SourceLocation = #_sourceLocation) throws {
    for (path, marked) in Self.files {
      #expect(try tree.text(path) == text(marked), "\(path)", sourceLocation: location)
    }
    #expect(try tree.statusOfTouched() == "", sourceLocation: location)
  }

  @Test func `smudge changes the values of the keys only, and clean restores them`() throws {
    let tree = try Workshop(rules: Self.rules, files: Self.files.mapValues(Self.committed)).clone()
    try tree.munge("install", "team=\(Team.mine)", "handle=my-self")
    try expect(tree, Self.shown)
    #expect(try tree.treeOfAll() == tree.treeOfHead())
    #expect(try tree.munge("status").output.contains("  team  ABCDE12345 -> \(Team.mine)"))
    try tree.run(["sh", "-c", "git ls-files -z | xargs -0 rm && git checkout -- ."])
    try expect(tree, Self.shown)

    // Each file is edited around the values.
    for (path, marked) in Self.files { try tree.write(path, Self.shown(marked) + "// the end\n") }
    #expect(try tree.git("add", "--all").errors == "")
    for (path, marked) in Self.files {
      #expect(try tree.staged(path) == Self.committed(marked) + "// the end\n", "\(path)")
    }
    try tree.git("reset", "--quiet", "--hard")
    try tree.munge("uninstall")
    try expect(tree, Self.committed)
  }

  @Test func `a local text outside the keys stays, with a warning on stderr and in status`() throws {
    let tree = try Workshop(rules: Self.rules, files: ["a.env": "TEAM=ABCDE12345\n"])
      .munged(values: "team=\(Team.mine)", "handle=me")
    try tree.write("a.env", "TEAM=\(Team.mine)\nMINE=\(Team.mine)\n")
    let why = "a.env: '\(Team.mine)' will be committed as is: outside the keys of its rule; run `git munge status` for the fix"
    #expect(try tree.git("add", "a.env").errors == "git-munge: \(why)\n")
    #expect(try tree.staged("a.env") == "TEAM=ABCDE12345\nMINE=\(Team.mine)\n")
    #expect(try tree.munge("status", status: 1...1).says("a.env:2:6: error: \(Team.mine) "))
  }
}

// Files of all formats, with and without leaks.

import TestSupport

extension ScannedFile {
  static let leaking = keyed + shaped + formed

  private static let keyed: [ScannedFile] =
    ([
      ("p.pbxproj", "\t\tDEVELOPMENT_TEAM = XL4476DR2X;\n", "1:22"),
      ("p.pbxproj", "\t\tDEVELOPMENT_TEAM = \"XL4476DR2X\";\n", "1:23"),
      ("p.pbxproj", "\"DEVELOPMENT_TEAM[sdk=iphoneos*]\" = XL4476DR2X;", "1:37"),
      ("p.pbxproj", "A = 1; DEVELOPMENT_TEAM = XL4476DR2X /* Fred */;", "1:27"),
      ("p.pbxproj", "/* one */ DEVELOPMENT_TEAM = XL4476DR2X;", "1:30"),
      ("x.xcconfig", "DEVELOPMENT_TEAM[sdk=iphoneos*][arch=*] = XL4476DR2X // me", "1:43"),
      ("i.plist", "<key>team</key>\n<string>XL4476DR2X</string>", "2:9"), ("b.kt", "val team = \"XL4476DR2X\"", "1:13"),
      ("c.yml", "a:\n  - team: XL4476DR2X # Fred's\n", "2:11"),
      ("c.yml", "team: 'XL4476DR2X'\r\nteam: ABCDE12345\r\n", "1:8"),
      ("c.json", #"{"note": "see #12 // x", "a": {"team": "XL4476DR2X"}}"#, "1:41"),
      ("c.json", #"{"team": ["ABCDE12345", "XL4476DR2X"]}"#, "1:26"),
      ("c.toml", "[a]\nteam = \"XL4476DR2X\" # Fred", "2:9"),
      ("c.tf", "  team = \"XL4476DR2X\"", "1:11"), ("c.tfvars", "team = \"XL4476DR2X\"", "1:9"),
      (".env", "export team=XL4476DR2X", "1:13"), ("c.properties", "team=XL4476DR2X", "1:6"),
      ("C.swift", "let team = \"XL4476DR2X\"", "1:13"), ("a.txt", "team: XL4476DR2X", "1:7"),
      ("Fastfile", "  team \"XL4476DR2X\"", "1:9"), ("e.xcconfig", "é = 1; DEVELOPMENT_TEAM = XL4476DR2X", "1:27"),
      ("e.xcconfig", "\u{1F600} DEVELOPMENT_TEAM = XL4476DR2X", "1:22"),
      ("e.xcconfig", "\u{FEFF}DEVELOPMENT_TEAM = XL4476DR2X", "1:20"),
    ] as [(String, String, String)]).map { ScannedFile($0, $1, at: "foreign-value \($2) XL4476DR2X") } + [
      ScannedFile(
        "i.plist",
        """
        <!-- a --><key>team</key>
        <array>
        <string>ABCDE12345</string>
        <string>XL4476DR2X</string>
        </array>
        """,
        at: "foreign-value 4:9 XL4476DR2X"),
      ScannedFile("b.gradle", "applicationId \"org.fred.app\"", at: "foreign-value 1:16 org.fred.app"),
      ScannedFile("b.gradle", "applicationId 'org.fred.app'", at: "foreign-value 1:16 org.fred.app"),
      ScannedFile("b.gradle", "applicationId = 'org.fred.app' // debug", at: "foreign-value 1:18 org.fred.app"),
      ScannedFile("b.gradle.kts", "applicationId = \"org.fred.app\"", at: "foreign-value 1:18 org.fred.app"),
      ScannedFile("build.sh", "DEVELOPMENT_TEAM=XL4476DR2X xcodebuild", at: "foreign-value 1:18 XL4476DR2X xcodebuild"),
      ScannedFile(
        "e.xcconfig", bytes: unescaped(#"\xe9 DEVELOPMENT_TEAM = XL4476DR2X"#), at: "foreign-value 1:22 XL4476DR2X"),
    ]

  private static let shaped = [
    ScannedFile("a.conf", "id = dev.fred.acme", at: "looks-local 1:6 dev.fred.acme"),
    ScannedFile("a.plist", "<string>group.dev.fred.acme.shared</string>", at: "looks-local 1:15 dev.fred.acme"),
    ScannedFile("a.md", "Run it as `dev.fred.acme`", at: "looks-local 1:12 dev.fred.acme"),
    ScannedFile("a.xcconfig", "ID = dev.fred.acme.$(NAME)", at: "looks-local 1:6 dev.fred.acme"),
    ScannedFile(
      "a.txt", "a.com.wire.app b", rule("com.wire.app", "${x}.com.wire.app"), at: "looks-local 1:1 a.com.wire.app"),
    ScannedFile(
      "a.txt", "x = com.acme.app-fred", rule("com.acme.app", "com.acme.app-${x}"),
      at: "looks-local 1:5 com.acme.app-fred"),
    ScannedFile(
      "a.txt", "x = org.acme.app.temp;", rule("org.acme.app", "org.acme.app.temp"),
      at: "local-text 1:5 org.acme.app.temp"),
    ScannedFile(
      "a.conf", "id = Apple Development: Fred", rule("Apple Development", "Apple Development: ${x}", "key = id"),
      at: "foreign-value 1:6 Apple Development: Fred"),
    ScannedFile("a.conf", "id = apple.app", rule("app", "${x}.app", "key = id"), at: "foreign-value 1:6 apple.app"),
    ScannedFile("a.conf", "id = 17", rule("1", "${x}", "key = id"), at: "foreign-value 1:6 17"),
    ScannedFile("a.conf", "id = XL4476DR2X.com.acme.app", prefixed, at: "looks-local 1:6 XL4476DR2X.com.acme.app"),
    ScannedFile(
      "a.txt", "group.org.acme.app.temp", rule("org.acme.app", "org.acme.app.temp"),
      at: "local-text 1:7 org.acme.app.temp"),
    ScannedFile("a.conf", "id = fred.app", rule("app", "${x}.app", "key = id"), at: "foreign-value 1:6 fred.app"),
    ScannedFile(
      "a.conf", "id = com.acme.app-fred", rule("com.acme.app", "com.acme.app-${x}", "key = id"),
      at: "foreign-value 1:6 com.acme.app-fred"),
  ]

  /// A team before an identifier of another rule.
  private static let prefixed =
    rule("com.acme.app", "dev.${x}.acme") + """
      [rule "t"]
      \tcanonical = ABCDE12345.com.acme.app
      \tlocal = ${t}.com.acme.app
      [variable "t"]
      \tkind = team-id

      """

  private static func rule(_ canonical: String, _ local: String, _ more: String...) -> String {
    "[rule \"r\"]\n\tcanonical = \(canonical)\n\tlocal = \(local)\n" + more.map { "\t\($0)\n" }.joined()
      + "[variable \"x\"]\n\tkind = label\n"
  }

  static let silent = nobodys + code + projects + vague + otherForms

  /// Placeholders.
  private static let nobodys =
    [
      "", "\"\"", "$(TEAM)", "${TEAM}", "$TEAM", "$(inherited)", "\"$(TEAM)\"", "@TEAM@", "%TEAM%", "%(team)s",
      "{{ team }}", "<%= team %>",
      "__TEAM__", "YOUR_TEAM_ID", "\"YOUR TEAM ID\"", "YourTeamID", "XXXXXXXXXX", "0000000000", "TEAM_ID", "null",
      "nil", "none",
      "\"<team>\"", "{team}", "CHANGEME", "EXTERNAL01", "ABCDE12345", "\"ABCDE12345\"", "\"\"; // XL4476DR2X",
    ].map { ScannedFile("a.xcconfig", "DEVELOPMENT_TEAM = \($0)\n") }
    + [
      "// DEVELOPMENT_TEAM = XL4476DR2X", "# team: ask Fred", "  # team: XL4476DR2X",
      "/* DEVELOPMENT_TEAM = XL4476DR2X; */",
      " * DEVELOPMENT_TEAM = XL4476DR2X", "; team = XL4476DR2X", "-- team = XL4476DR2X",
      "A = 1 // DEVELOPMENT_TEAM = XL4476DR2X",
      "a: 1 # team: XL4476DR2X", "<!-- <key>team</key><string>XL4476DR2X</string> -->",
      "<!--\n<key>team</key>\n<string>XL4476DR2X</string>\n-->",
      "team: ~", "team:", "team: &anchor XL4476DR2X", "team: *anchor", "team: |", "team = <<EOF", "teams: XL4476DR2X",
      "other: XL4476DR2X", "team == XL4476DR2X", "team.id = XL4476DR2X",
    ].map { ScannedFile("a.conf", $0 + "\n") }

  /// Names of variables, parameters and functions.
  private static let code = [
    ScannedFile("a.tf", "team = var.team\nteam = local.team[0]\nteam = \"${var.team}\""),
    ScannedFile(
      "a.gradle",
      """
      applicationId appId
      applicationId = appId
      applicationId project.id
      applicationIdSuffix ".debug"

      """),
    ScannedFile("a.gradle", "applicationId \"$prefix.app\"\napplicationId \"com.other.free\""),
    ScannedFile("a.gradle.kts", "applicationId = libs.versions.id.get()"),
    ScannedFile(
      "A.swift", "func f(team: String, x: Int) { g(team: team) }\nlet team = other.team\nlet team: String = load()"),
    ScannedFile("a.py", "team = os.environ['TEAM']\nteam = config.team"),
    ScannedFile("Fastfile", "match(team: options[:team])\nteam = ENV"),
    ScannedFile("a.js", "const team = process.env.TEAM;\nf({team: other, team})"),
    ScannedFile("a.md", "Set DEVELOPMENT_TEAM = yours in it, or team: the one of Fred."),
    ScannedFile("README", "team: somebody"),
  ]

  /// Extensions of a canonical text.
  private static let projects =
    [
      "com.acme.app", "com.acme.app.Widget", "group.com.acme.app", "iCloud.com.acme.app", "ABCDE12345.com.acme.app",
      "com.acme.appTests",
      "com.acme.app-dev", "Xcom.acme.app", "dev.acme", "dev..acme", "dev.-.acme", "mydev.fred.acme", "dev.fred.acmes",
      "dev.fred.x.acme",
      "com.other.app", "\(String(repeating: "dev.", count: 5000))x",
    ].map { ScannedFile("a.plist", "<string>\($0)</string>\n") } + [
      ScannedFile(
        "a.conf", "id = com.acme.app.Widget\nid = group.com.acme.app", rule("com.acme.app", "dev.${x}.acme", "key = id")
      ),
      ScannedFile("a.conf", "id = com.acme.appTests", rule("com.acme.app", "dev.${x}.acme", "key = id")),
      ScannedFile(
        "a.conf", "id = com.acme.two.Widget\nid = com.acme.oneTests",
        rule("com.acme.one", "dev.${x}.acme", "canonical = com.acme.two", "key = id")),
      ScannedFile(
        "a.txt", "group.com.wire.app AB12345678.com.wire.app com.wire.app.x", rule("com.wire.app", "${x}.com.wire.app")),
      ScannedFile("a.txt", "com.acme.user-thing-dev", rule("com.acme.user-thing", "com.acme.user-${x}")),
    ]

  /// Local texts without a fixed part, which match anything.
  private static let vague = [
    ScannedFile("a.pbxproj", "path = Fred.app; com.apple.product-type.application;", rule("com.acme.app", "${x}.app")),
    ScannedFile("a.plist", "com.google.ios com.fred.thing", rule("com.acme.app", "com.${x}")),
    ScannedFile(
      "a.plist", "com.apple.app com.google.app",
      rule("com.acme.app", "com.${x}.app", "except = com.apple", "except = com.google")),
    ScannedFile("a.txt", "see https://docs/v1", rule("https://acme/v1", "https://${x}/v1")),
    ScannedFile("a.txt", "com.acme.app.fred com.acme.appfred", rule("com.acme.app", "com.acme.app.${x}")),
    ScannedFile("a.txt", "XL4476DR2X", rule("ABCDE12345", "${x}")),
  ]

  /// Values of another form than the texts of the rule.
  private static let otherForms = [
    ScannedFile(
      "a.pbxproj", "DEVELOPMENT_TEAM = Automatic;\nDEVELOPMENT_TEAM = 12345678;\nDEVELOPMENT_TEAM = com.fred.team;\n"),
    ScannedFile(
      "a.json", #"{"id": "8d2f39a1-52a4-4d20-9d52-0b0fd0b1a2c3", "a": {"id": "42"}, "b": {"id": "1.0.2"}}"#,
      id("${x}", "bundle-id")),
    ScannedFile("a.xml", "<data id=\"https\"/><data id='main'/>", id("${x}", "bundle-id")),
    ScannedFile("a.yml", "id: 3\nid: Runner\nid: 8D2F39A1-52A4-4D20-9D52-0B0FD0B1A2C3\n", id("dev.${x}.acme", "label")),
    ScannedFile("a.yml", "id: 3\nid: Runner\nid: https://docs\n", id("com.me.app", "label")),
    ScannedFile("a.yml", "id: 3\nid: https\nid: Runner\n", id("${x}", "host")),
    ScannedFile("a.yml", "id: 3\nid: 3.1.4\n", id("${x}", "text")),
    ScannedFile("a.yml", "id: 42\nid: 8D2F39A1-52A4-4D20-9D52-0B0FD0B1A2C3\n", rule("acme", "${x}", "key = id")),
  ]

  private static func id(_ local: String, _ kind: String) -> String {
    """
    [rule "r"]
    \tkey = id
    \tcanonical = com.acme.app
    \tlocal = \(local)
    [variable "x"]
    \tkind = \(kind)

    """
  }

  /// Values of the form of the rule's texts, with a variable that accepts almost anything.
  private static let formed = [
    ScannedFile("a.yml", "id: fred", rule("acme", "${x}", "key = id"), at: "foreign-value 1:5 fred"),
    ScannedFile("a.yml", "id: com.fred.app", id("${x}", "text"), at: "foreign-value 1:5 com.fred.app"),
    ScannedFile("a.yml", "id: com.fred.my_app", id("${x}", "bundle-id"), at: "foreign-value 1:5 com.fred.my_app"),
    ScannedFile("a.yml", "id: localhost:8080", id("${x}", "host"), at: "foreign-value 1:5 localhost:8080"),
    ScannedFile("a.yml", "id: 192.168.0.7", id("${x}", "host"), at: "foreign-value 1:5 192.168.0.7"),
    ScannedFile("a.yml", "id: net.other.tests", id("dev.${x}.acme", "label"), at: "foreign-value 1:5 net.other.tests"),
    ScannedFile("a.yml", "id: net.other.tests", id("com.me.app", "label"), at: "foreign-value 1:5 net.other.tests"),
    ScannedFile(
      "a.plist", "<key>team</key><string>XL4476DR2X.com.other.app</string>",
      at: "foreign-value 1:24 XL4476DR2X.com.other.app"),
  ]
}

import Platform
import TestSupport
import Testing

@testable import Munge

/// What the expressions do to content: Python reads them as git-filter-repo does.
@Suite(.enabled(if: TestInput.program("python3") != nil, "there is no python3 here to apply the expressions"))
struct ReplacingTests {
  /// Content before and after, with one value or text replaced in it.
  struct Row: Sendable {
    let before: String
    let after: String

    init(_ before: String, _ after: String) { (self.before, self.after) = (before, after) }
    /// It stays as it is.
    init(_ content: String) { self.init(content, content) }
  }

  private func expect(_ rows: [Row], _ matters: [Finding.Matter], rules: String = "", rule: String? = nil) throws {
    let findings = matters.map { Finding($0, .error, rule: rule.map(bytes), fingerprint: "") }
    let made = ReplaceText(findings, rules: try RulesFile.parse(bytes(rules)))
    let found = try made.applied(to: rows.map { bytes($0.before) })
    try #require(found.count == rows.count)
    for (row, found) in zip(rows, found) {
      #expect(difference(found, bytes(row.after)) == nil, "\(escaped(bytes(row.before)))")
    }
  }

  private func leak(_ text: String, _ canonical: String) -> Finding.Matter { .localText(bytes(text), canonical: bytes(canonical)) }

  // MARK: Values of keys

  private static let values = [
    Row("\t\t\tTEAM = V1;\n", "\t\t\tTEAM = C;\n"),
    Row("TEAM=V1", "TEAM=C"),
    Row("TEAM = V1\r\nx", "TEAM = C\r\nx"),
    Row("TEAM = V1 // mine\n", "TEAM = C // mine\n"),
    Row("TEAM = \"V1\";", "TEAM = \"C\";"),
    Row("TEAM='V1'\n", "TEAM='C'\n"),
    Row("TEAM[sdk=iphoneos*] = V1;\n", "TEAM[sdk=iphoneos*] = C;\n"),
    Row("\"TEAM[sdk=iphoneos*]\" = \"V1\";\n", "\"TEAM[sdk=iphoneos*]\" = \"C\";\n"),
    Row("<key>TEAM</key>\n\t<string>V1</string>\n", "<key>TEAM</key>\n\t<string>C</string>\n"),
    Row("<key>TEAM</key><!-- a --> <string>V1</string>", "<key>TEAM</key><!-- a --> <string>C</string>"),
    Row(
      "<key>TEAM</key> <array>\n<string>a</string>\n<string>V1</string></array>",
      "<key>TEAM</key> <array>\n<string>a</string>\n<string>C</string></array>"),
    Row("<TEAM>V1</TEAM>", "<TEAM>C</TEAM>"),
    Row("<TEAM a=\"b\">V1</TEAM>", "<TEAM a=\"b\">C</TEAM>"),
    Row("<data x=\"1\" TEAM=\"V1\"/>", "<data x=\"1\" TEAM=\"C\"/>"),
    Row("<data android:TEAM=\"V1\"/>"),
    Row("TEAM: V1\n", "TEAM: C\n"),
    Row("  TEAM: 'V1' # mine\n", "  TEAM: 'C' # mine\n"),
    Row("TEAM: V1 # mine\n", "TEAM: C # mine\n"),
    Row("\"TEAM\": \"V1\",\n", "\"TEAM\": \"C\",\n"),
    Row("{\"TEAM\":\"V1\"}", "{\"TEAM\":\"C\"}"),
    Row("{ TEAM: V1, a: b }", "{ TEAM: C, a: b }"),
    Row("{a: b, TEAM: V1}", "{a: b, TEAM: C}"),
    Row("TEAM \"V1\"\n", "TEAM \"C\"\n"),
    Row("TEAM(\"V1\")\n", "TEAM(\"C\")\n"),
    Row("TEAM = (a, V1, \"$(inherited)\",);", "TEAM = (a, C, \"$(inherited)\",);"),
    Row("TEAM = (\n\t\"$(x)\",\n\tV1,\n);", "TEAM = (\n\t\"$(x)\",\n\tC,\n);"),
    Row("TEAM = [\"a\", \"V1\"]\n", "TEAM = [\"a\", \"C\"]\n"),
    Row("TEAM: [a, V1]\n", "TEAM: [a, C]\n"),
    Row("\"TEAM\": [\"V1\"]", "\"TEAM\": [\"C\"]"),
    // None of these is a value of the key, or the whole of one.
    Row("OTHER = V1;\n"),
    Row("MY_TEAM = V1;\n"),
    Row("TEAMS = V1;\n"),
    Row("TEAM.x = V1;\n"),
    Row("x:TEAM = V1;\n"),
    Row("TEAM == V1\n"),
    Row("TEAM = V10;\n"),
    Row("TEAM = V1.x;\n"),
    Row("TEAM = xV1;\n"),
    Row("TEAM = \"a V1\";\n"),
    Row("a ? TEAM:V1\n"),
    Row("TEAM::V1\n"),
    Row("TEAM: V1, b\n"),
    Row("TEAM\nV1\n"),
    Row("<key>TEAM</key>\n<true/>\n<string>V1</string>"),
    Row("<TEAMS>V1</TEAMS>"),
    Row("V1"),
  ]

  @Test func `A value of a key is replaced in every form that the filter knows`() throws {
    let foreign = Finding.Matter.foreignValue(bytes("V1"), key: bytes("TEAM"), canonicals: [bytes("C")])
    let twice = Self.values.map { Row($0.before + "\n" + $0.before, $0.after + "\n" + $0.after) }
    try expect(Self.values + twice, [foreign])
  }

  private static let emptied = [
    Row("\tTEAM = V1;\n", "\tTEAM = \"\";\n"),
    Row("\tTEAM = \"V1\";\n", "\tTEAM = \"\";\n"),
    Row("TEAM = V1\n", "TEAM = \n"),
    Row("TEAM=V1\n", "TEAM=\n"),
    Row("<key>TEAM</key>\n<string>V1</string>", "<key>TEAM</key>\n<string></string>"),
    Row("TEAM: V1\n", "TEAM: \"\"\n"),
    Row("{\"TEAM\": \"V1\"}", "{\"TEAM\": \"\"}"),
    Row("{TEAM: V1}", "{TEAM: \"\"}"),
    Row("TEAM = (V1, a);", "TEAM = (\"\", a);"),
  ]

  @Test func `An empty canonical text is written so that it can be read`() throws {
    try expect(Self.emptied, [.foreignValue(bytes("V1"), key: bytes("TEAM"), canonicals: [[]])])
  }

  private static let filled = [
    Row("\tTEAM = \"\";\n", "\tTEAM = \"C-1\";\n"),
    Row("TEAM = ;\n", "TEAM = \"C-1\";\n"),
    Row("TEAM=\n", "TEAM=C-1\n"),
    Row("<key>TEAM</key><string></string>", "<key>TEAM</key><string>C-1</string>"),
    Row("\"TEAM\": \"\"", "\"TEAM\": \"C-1\""),
    Row("TEAM:\n  a: b\n"),
    Row("TEAM = {\n"),
    Row("TEAM = (a, b);"),
  ]

  @Test func `An empty value is replaced where it is seen to be one`() throws {
    try expect(Self.filled, [.foreignValue([], key: bytes("TEAM"), canonicals: [bytes("C-1")])])
  }

  private static let wordy = [
    Row("ID = V;\n", "ID = \"iPhone Distribution\";\n"),
    Row("ID = V\n", "ID = iPhone Distribution\n"),
    Row("ID: V\n", "ID: \"iPhone Distribution\"\n"),
    Row("{ID: V}", "{ID: \"iPhone Distribution\"}"),
    Row("ID = (V);", "ID = (\"iPhone Distribution\");"),
    Row("ID = \"V\";", "ID = \"iPhone Distribution\";"),
  ]

  @Test func `A canonical text gets quotes where it needs them`() throws {
    try expect(Self.wordy, [.foreignValue(bytes("V"), key: bytes("ID"), canonicals: [bytes("iPhone Distribution")])])
  }

  private static let android = """
    [rule "id"]
    canonical = com.acme.the-app
    key = appId
    local = com.acme.${h}
    [variable "h"]
    kind = label
    """

  private static let parts = [
    Row("appId \"com.acme.bob\"\n", "appId \"com.acme.the-app\"\n"),
    Row("appId = \"com.acme.bob.debug\"\n", "appId = \"com.acme.the-app.debug\"\n"),
    Row("appId = group.com.acme.bob\n", "appId = group.com.acme.the-app\n"),
    Row("appId = com.acme.bob;\n", "appId = \"com.acme.the-app\";\n"),
    Row("{appId: x.com.acme.bob, a: com.acme.bob}", "{appId: x.com.acme.the-app, a: com.acme.bob}"),
    Row("appId = [\"a\", \"x.com.acme.bob\"]", "appId = [\"a\", \"x.com.acme.the-app\"]"),
    Row("<key>appId</key><string>x.com.acme.bob</string>", "<key>appId</key><string>x.com.acme.the-app</string>"),
    Row("namespace \"com.acme.bob\"\n"),
    Row("appId \"com.acme.bobby\"\n"),
    Row("appId \"xcom.acme.bob\"\n"),
    Row("appId == com.acme.bob\n"),
    Row("appId \"x\" + \"com.acme.bob\"\n"),
  ]

  @Test func `A local text of a rule with keys is replaced as a part of their values`() throws {
    let own = Finding.Matter.ownText(bytes("com.acme.bob"), canonical: bytes("com.acme.the-app"))
    try expect(Self.parts, [own], rules: Self.android, rule: "id")
  }

  // MARK: Texts that stand alone

  private static let alone = [
    Row("com.bob", "com.acme.the-app"),
    Row("group.com.bob.x com.bob", "group.com.acme.the-app.x com.acme.the-app"),
    Row("ID = com.bob;\n", "ID = \"com.acme.the-app\";\n"),
    Row("ID = \"com.bob\";\n", "ID = \"com.acme.the-app\";\n"),
    Row("com.bobby xcom.bob com-bob comxbob com.bob-x com.bob_"),
    Row("[rule \"a\"]\n\tlocal = com.bob\n\tcanonical = com.acme.the-app\n"),
    Row("\tlocal=com.bob"),
    Row("\tlocal = \"com.bob\""),
    Row("é com.bob é", "é com.acme.the-app é"),
  ]

  @Test func `A text is replaced where it stands alone, but in the rules`() throws {
    try expect(Self.alone, [leak("com.bob", "com.acme.the-app")])
  }

  @Test func `No text is replaced in what another one was replaced by`() throws {
    let leaks = [leak("acme", "other"), leak("dev.me", "com.acme.app"), leak("com.acme.app.dev", "com.acme.app")]
    let row = Row(
      "dev.me acme com.acme com.acme.app com.acme.app.dev x.com.acme.app.y",
      "com.acme.app other com.other com.acme.app com.acme.app x.com.acme.app.y")
    try expect([row], leaks)
  }

  @Test func `Digits and signs in a canonical text are what they are`() throws {
    let foreign = Finding.Matter.foreignValue(bytes("V"), key: bytes("TEAM"), canonicals: [bytes(#"1\2==>$(x)"#)])
    try expect([Row("TEAM = V\nTEAM = \"V\"\n", "TEAM = 1\\2==>$(x)\nTEAM = \"1\\2==>$(x)\"\n")], [foreign])
  }
}

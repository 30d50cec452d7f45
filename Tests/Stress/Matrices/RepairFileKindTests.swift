// Repairs of files of all kinds keep the encoding and the line endings.

import StorySupport

@Suite struct RepairFileKindTests {
  private static let rules = Rules.team(keys: ["DEVELOPMENT_TEAM", "teamID"], "on-insert = drop")

  /// The texts of a file before a leak, with it, and repaired, with the rest of the leaking commit.
  typealias Texts = (before: String, leaked: String, ideal: String)

  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let path: String
    let before: [UInt8]
    let leaked: [UInt8]
    let ideal: [UInt8]
    let attributes: String

    init(
      _ description: String, _ path: String = "a.env", _ texts: Texts = text, attributes: String = "",
      encode: (String) -> [UInt8] = { bytes($0) }
    ) {
      (testDescription, self.path, self.attributes) = (description, path, attributes)
      (before, leaked, ideal) = (encode(texts.before), encode(texts.leaked), encode(texts.ideal))
    }
  }

  private static let text: Texts = (
    before: "teamID = \(Team.second)\na\nb = 1\n", leaked: "teamID = \(Team.another)\na\nb = 2\n",
    ideal: "teamID = \(Team.second)\na\nb = 2\n"
  )

  private static func plist(_ team: String, _ more: String = "") -> String {
    """
    <plist>
    <dict>
    \t<key>teamID</key>
    \t<string>\(team)</string>
    \(more)\t<key>id</key>
    \t<string>x</string>
    </dict>
    </plist>

    """
  }

  private static func json(_ team: String, _ number: Int) -> String {
    "{\"teamID\": \"\(team)\", \"DEVELOPMENT_TEAM\": \"\(Team.first)\", \"x\": \(number)}\n"
  }

  private static func returned(_ text: String) -> [UInt8] { bytes(text).flatMap { $0 == 10 ? [13, 10] : [$0] } }

  private static let kinds =
    [
      Kind("plain"),
      Kind(
        "no newline at the end", "a.env",
        ("x\nteamID=\(Team.second)", "x\nteamID=\(Team.another)", "x\nteamID=\(Team.second)")),
      Kind("CRLF", encode: returned), Kind("CRLF by git", attributes: "*.env text eol=crlf\n", encode: returned),
      Kind("a mark of UTF-8") { [0xEF, 0xBB, 0xBF] + bytes($0) }, Kind("no UTF-8") { bytes($0) + [0xFF, 0xFE, 10] },
      Kind(
        "a property list", "a.plist",
        (plist(Team.second), plist(Team.another, "<!-- -->\n"), plist(Team.second, "<!-- -->\n"))),
      Kind("JSON on one line", "a.json", (json(Team.second, 1), json(Team.another, 2), json(Team.second, 2))),
    ]
    + [
      ("a part of a value", "com.acme.app.widget", "dev.other.app.widget"),
      ("a text of another kind", "com.acme.app", "org.else"),
    ].map { name, canonical, foreign in
      let lines = ["\(canonical) # x", "\"\(foreign)\" # y", "\"\(canonical)\" # y"].map {
        "PRODUCT_BUNDLE_IDENTIFIER: \($0)\n"
      }
      return Kind("YAML with \(name)", "a.yml", (lines[0], lines[1], lines[2]))
    }

  private func leaked(_ kind: Kind) throws -> WorkingTree {
    let workshop = try Workshop(rules: Self.rules, attributes: "* filter=munge\n" + kind.attributes)
    let file = workshop.maintainer.top / kind.path
    try TestFile.write(file, kind.before, mode: 0o755)
    try workshop.maintainer.commitAll("Before")
    try TestFile.write(file, kind.leaked, mode: 0o755)
    try workshop.maintainer.commitAll("Leaked")
    return workshop.maintainer
  }

  @Test(arguments: kinds) func `without an installation repair writes the canonical file`(_ kind: Kind) throws {
    let tree = try leaked(kind)
    try tree.munge("repair", kind.path)
    #expect(try FileSystem.contents(tree.top / kind.path) == kind.ideal)
    #expect(try FileSystem.status(tree.top / kind.path)?.mode == 0o755)
    #expect(try tree.munge("repair", "--dry-run", kind.path).says("only the staged version has a leak"))
  }

  @Test(arguments: kinds) func `in a munged clone git add stages the canonical file`(_ kind: Kind) throws {
    let expected = try leaked(kind)
    try TestFile.write(expected.top / kind.path, kind.ideal, mode: 0o755)
    try expected.git("add", kind.path)
    let ideal = try expected.git("ls-files", "-s", kind.path).output
    try expected.git("reset", "--quiet")
    let tree = try expected.workshop.munged(values: "team=\(Team.mine)", "handle=me")
    let outcome = try tree.munge("repair", kind.path)
    #expect(try FileSystem.contents(tree.top / kind.path) == kind.ideal)
    try tree.git("add", kind.path)
    #expect(try tree.git("ls-files", "-s", kind.path).output == ideal, "\(outcome)")
    try tree.git("commit", "--quiet", "-m", "Repair")
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("install")
    #expect(try tree.statusOfTouched() == "")
    let shown = try FileSystem.contents(tree.top / kind.path)
    try tree.run(["rm", kind.path])
    try tree.git("checkout", "--quiet", "--", kind.path)
    #expect(try FileSystem.contents(tree.top / kind.path) == shown)
  }
}

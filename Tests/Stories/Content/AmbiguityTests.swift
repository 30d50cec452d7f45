// Local texts that stand for more than one canonical text: clean decides by the committed version of the file.

import StorySupport

@Suite struct AmbiguityTests {
  /// Rules with overlapping texts, a file that holds them, and its content after smudge.
  struct Collision: CustomTestStringConvertible {
    let testDescription: String
    let rules: String
    var values: [String] = []
    let committed: String
    let shown: String
  }

  private static let collisions = [
    Collision(
      testDescription: "one local text inside another",
      rules: Rules.constant(("com.acme", "dev.me"), ("com.acme.ios", "dev.me.app")),
      committed: """
        a com.acme
        b com.acme.ios
        c com.acme.app
        d com.acme.ios.x
        e com.acme.app.y

        """,
      shown: """
        a dev.me
        b dev.me.app
        c dev.me.app
        d dev.me.app.x
        e dev.me.app.y

        """),
    Collision(
      testDescription: "two canonical texts, one local text",
      rules: Rules.rule("one", "canonical = M8L2WTLA8W", "local = ${one}")
        + Rules.rule("two", "canonical = 9C84TZ7Q6Z", "local = ${two}")
        + Rules.variables(["one": "team-id", "two": "team-id"]),
      values: ["one=6V7D786XTL", "two=6V7D786XTL"],
      committed: "a M8L2WTLA8W\nb 9C84TZ7Q6Z\nc M8L2WTLA8W\nd 9C84TZ7Q6Z 9C84TZ7Q6Z\n",
      shown: "a 6V7D786XTL\nb 6V7D786XTL\nc 6V7D786XTL\nd 6V7D786XTL 6V7D786XTL\n"),
    Collision(
      testDescription: "a blob that holds the local text already",
      rules: Rules.constant((canonical, local)),
      committed: "a \(canonical)\nb \(local)\nc \(canonical).x\nd \(local).y\n",
      shown: "a \(local)\nb \(local)\nc \(local).x\nd \(local).y\n"),
    Collision(
      testDescription: "a local text that is another rule's canonical one",
      rules: Rules.constant(("com.acme.one", "com.acme.two"), ("com.acme.two", "com.acme.three")),
      committed: "a com.acme.one\nb com.acme.two\nc com.acme.three\n",
      shown: "a com.acme.two\nb com.acme.three\nc com.acme.three\n"),
    Collision(
      testDescription: "a local text that contains its canonical one",
      rules: Rules.constant(("org.btcmap.app", "org.btcmap.app.temp")),
      committed: "a org.btcmap.app\nb org.btcmap.app.temp\nc org.btcmap.app.temp.temp\n",
      shown: "a org.btcmap.app.temp\nb org.btcmap.app.temp\nc org.btcmap.app.temp.temp\n"),
  ]

  private func workshop(_ collision: Collision, isCRLF: Bool = false) throws -> Workshop {
    let attributes = isCRLF ? "* filter=munge text eol=crlf\n.git* -text eol=lf\n" : "* filter=munge\n"
    return try Workshop(rules: collision.rules, attributes: attributes, files: ["app.txt": collision.committed])
  }

  private func crlf(_ text: String) -> String { text.replacing("\n", with: "\r\n") }

  @Test(arguments: collisions, [false, true])
  func `ambiguous texts survive install, checkout, edits, a commit and uninstall`(_ collision: Collision, isCRLF: Bool)
    throws
  {
    let tree = try workshop(collision, isCRLF: isCRLF).clone()
    func onDisk(_ text: String) -> String { isCRLF ? crlf(text) : text }
    func edited(_ text: String) -> String { "first line\n" + text + "last line\n" }
    func expect(_ text: String, status: String = "", location: SourceLocation = #_sourceLocation) throws {
      #expect(try tree.text("app.txt") == onDisk(text), sourceLocation: location)
      #expect(try tree.statusOfTouched() == status, sourceLocation: location)
    }
    try tree.munge(["install"] + collision.values)
    try expect(collision.shown)
    #expect(try tree.treeOfAll() == tree.treeOfHead())
    try tree.run(["sh", "-c", "rm app.txt && git checkout -- app.txt"])
    try expect(collision.shown)

    try tree.write("app.txt", onDisk(edited(collision.shown)))
    try tree.munge("uninstall")
    try expect(edited(collision.committed), status: " M app.txt\n")
    try tree.munge(["install"] + collision.values)
    try tree.commitAll("Edit")
    #expect(try tree.blob("HEAD:app.txt") == edited(collision.committed))
    try expect(edited(collision.shown))
    try tree.munge("uninstall")
    try expect(edited(collision.committed))
  }

  @Test func `install names the two ambiguous texts and the reason`() throws {
    let outcome = try workshop(AmbiguityTests.collisions[0]).clone().munge("install")
    #expect(
      outcome.says(
        """
        Ambiguous rules; clean reads the committed version of the file to decide:
          rules 'r0' and 'r1': dev.me is contained in dev.me.app
        """))
  }
}

// Local texts that stand for more than one canonical text: clean decides by the committed version of the file.

import StorySupport
import TestSupport
import Testing

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
      committed: "a com.acme\nb com.acme.ios\nc com.acme.app\nd com.acme.ios.x\ne com.acme.app.y\n",
      shown: "a dev.me\nb dev.me.app\nc dev.me.app\nd dev.me.app.x\ne dev.me.app.y\n"),
    Collision(
      testDescription: "two canonical texts, one local text",
      rules: """
        [rule "one"]
        \tcanonical = M8L2WTLA8W
        \tlocal = ${one}
        [rule "two"]
        \tcanonical = 9C84TZ7Q6Z
        \tlocal = ${two}
        [variable "one"]
        \tkind = team-id
        [variable "two"]
        \tkind = team-id

        """,
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
  func `ambiguous texts survive install, checkout, edits, a commit and uninstall`(_ collision: Collision, isCRLF: Bool) throws {
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

  @Test func `a side of a conflict keeps its line endings when values change`() throws {
    let collision = AmbiguityTests.collisions[1]
    let tree = try workshop(collision, isCRLF: true).clone()
    try tree.munge(["install"] + collision.values)
    for branch in ["theirs", "ours"] {
      try tree.git("switch", "--quiet", "--create", branch, "main")
      try tree.write("app.txt", crlf(collision.shown) + "\(branch)\r\n")
      try tree.commitAll(branch)
    }
    // git records no operation in progress here, so values can change.
    try tree.git("cherry-pick", "--no-commit", "theirs", status: 1...1)
    try tree.git("checkout", "--ours", "--", "app.txt")
    try tree.munge("set", "one=ZZZZZ99999", "two=ZZZZZ99999")
    #expect(try tree.text("app.txt") == crlf(collision.shown.replacing("6V7D786XTL", with: "ZZZZZ99999")) + "ours\r\n")
  }

  @Test(arguments: collisions)
  func `branches, merges and patches keep ambiguous texts`(_ collision: Collision) throws {
    let tree = try workshop(collision).clone()
    try tree.munge(["install"] + collision.values)
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.write("app.txt", "topic\n" + collision.shown)
    try tree.commitAll("Topic")
    try tree.git("format-patch", "--quiet", "-1", "--output", "../topic.patch")
    try tree.git("switch", "--quiet", "main")
    #expect(try tree.text("app.txt") == collision.shown)
    try tree.write("app.txt", collision.shown + "main\n")
    try tree.commitAll("Main")
    try tree.git("merge", "--quiet", "topic", "-m", "Merge")
    #expect(try tree.blob("HEAD:app.txt") == "topic\n" + collision.committed + "main\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.git("reset", "--quiet", "--hard", "HEAD~")
    try tree.git("am", "--quiet", "../topic.patch")
    #expect(try tree.blob("HEAD:app.txt") == "topic\n" + collision.committed + "main\n")
    #expect(try tree.text("app.txt") == "topic\n" + collision.shown + "main\n")
    #expect(try tree.statusOfTouched() == "")
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

  @Test func `install refuses two rules with one canonical text and different local texts`() throws {
    let rules = Rules.constant(("com.acme.one", "dev.one"), ("com.acme.one", "dev.two"))
    let tree = try Workshop(rules: rules, files: ["app.txt": "com.acme.one\n"]).clone()
    let outcome = try tree.unchanged { try tree.munge("install", status: 2...2) }
    #expect(outcome.errors.contains("com.acme.one"))
  }

  @Test func `clean keeps a retired local text that the committed version holds`() throws {
    let tree = try Workshop(files: ["app.txt": "a \(canonical)\nb \(local)\n"]).munged()
    try tree.munge("install", "handle=other")
    #expect(try tree.text("app.txt") == "a com.blah.user-other\nb \(local)\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.write("app.txt", "a com.blah.user-other\nb \(local)\nnew line\n")
    try tree.commitAll("Edit")
    #expect(try tree.blob("HEAD:app.txt") == "a \(canonical)\nb \(local)\nnew line\n")
  }
}

// The commands that `git munge status` and `install` print for .gitattributes and .gitmunge, typed as printed.

import StorySupport

@Suite struct PrintedFixTests {
  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(
      attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n", "sub/other.txt": "none\n"]
    ).munged()
  }

  @Test(arguments: [
    "new.plain", "sub/deep/new.plain", "with space.plain", "quo\"te.plain", "it's.plain", "*.plain", "[a]?.plain",
    "back\\slash.plain", "é.plain", "!bang.plain", "#hash.plain", "-dash.plain", "tab\t.plain", "new\nline.plain",
    "trailing .plain", "a=b.plain", "\"quoted\".plain", "esc\u{1B}.plain",
  ])
  func `the printed command for .gitattributes works, for that file only`(_ name: String) throws {
    try tree.write(name, "id = \(canonical)\n")
    try tree.write("sub/x\(name.split(separator: "/").last ?? "")", "none\n")
    let status = try tree.munge("install", "-n")
    #expect(status.says("\(escaped(bytes(name))):\n  warning: ") && status.says("[missing-attribute]"))
    let command = try #require(status.steps.first)
    try tree.run(["sh", "-ec", command])
    #expect(try tree.text(name) == "id = \(local)\n", "\(command)")
    let munged = try tree.git("ls-files", "-z", "--others", ":(attr:filter=munged)").output
    #expect(!munged.contains("sub/x"), "no other file is munged")
    try tree.expectSafe()
    #expect(try tree.blob("HEAD:\(name)") == "id = \(canonical)\n")
  }

  /// What happens without the fix, shown in a copy so that the test can continue.
  private func expectLeak(_ path: String, _ text: String) throws {
    try tree.run(["cp", "-Rp", "\(tree.top)", "../careless"])
    let careless = tree.workshop.tree("careless")
    try careless.touchAll()
    try careless.git("add", "--all")
    #expect(try careless.blob(":\(path)").contains(text))
  }

  @Test(arguments: [("UI", "canonical"), ("2", "canonical"), ("-debug", "canonical"), ("UI", "local"), ("_x", "local")])
  func `the proposed suffix for a near miss works`(_ suffix: String, _ side: String) throws {
    let text = side == "local" ? local : canonical
    try tree.write("app.txt", "id = \(text)\nui = \(text)\(suffix)\n")
    for words in [["status"], ["install", "--dry-run"]] {
      let report = try tree.munge(words, status: 0...1)
      #expect(report.says("app.txt:2:6:\n") && report.says("\(text)\(suffix)"))
    }
    let status = try tree.munge("status", status: 0...1)
    if side == "local" { try expectLeak("app.txt", "\(local)\(suffix)") }
    try tree.sh(#require(status.steps.first { $0.contains("suffix") }) + " --yes")
    #expect(try tree.text("app.txt") == "id = \(local)\nui = \(local)\(suffix)\n")
    try tree.expectSafe()
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nui = \(canonical)\(suffix)\n")
  }

  @Test func `an except line also ends the report of a near miss`() throws {
    try tree.write("app.txt", "my-\(canonical) \(canonical)UI\n")
    let status = try tree.munge("status")
    try expectSnapshot("exception-ends-near-miss-too", status)
    for command in status.steps where command.contains("except") { try tree.sh(command + " --yes") }
    #expect(try !tree.munge("status").says("near-miss"))
  }
}

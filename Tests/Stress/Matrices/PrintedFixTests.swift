// The lines that `git munge status` and `install` propose for .gitattributes and .gitmunge, used as printed.

import StorySupport

@Suite struct PrintedFixTests {
  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(
      attributes: Situation.attributes, files: ["app.txt": "id = \(canonical)\n", "sub/other.txt": "none\n"]
    ).munged()
  }

  /// The proposed lines, which are in backquotes after these words.
  private func lines(after words: String, in outcome: Outcome) -> [String] {
    guard let start = outcome.output.firstRange(of: words) else { return [] }
    let pieces = outcome.output[start.upperBound...].prefix { $0 != "\n" }.split(separator: "`")
    return pieces.filter { $0 != ", " && $0 != ": " }.map { String($0) }
  }

  @Test(arguments: [
    "new.plain", "sub/deep/new.plain", "with space.plain", "quo\"te.plain", "it's.plain", "*.plain", "[a]?.plain",
    "back\\slash.plain", "é.plain", "!bang.plain", "#hash.plain", "-dash.plain", "tab\t.plain", "new\nline.plain",
    "trailing .plain", "a=b.plain", "\"quoted\".plain", "esc\u{1B}.plain",
  ])
  func `the proposed line for .gitattributes works, for that file only`(_ name: String) throws {
    try tree.write(name, "id = \(canonical)\n")
    try tree.write("sub/x\(name.split(separator: "/").last ?? "")", "none\n")
    let words = "or -filter if this is intended"
    let status = try tree.munge("install", "-n")
    #expect(status.says("\(escaped(bytes(name))): warning: ") && status.says("[missing-attribute]"))
    let found = lines(after: words, in: status)
    #expect(try found == lines(after: words, in: tree.munge("install", "--dry-run")))
    try #require(found.count == 1)
    try tree.write(".gitattributes", Situation.attributes + found[0] + "\n")
    try tree.munge("install")
    #expect(try tree.text(name) == "id = \(local)\n", "\(found[0])")
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
    let line = "suffix = \(suffix)"
    for words in [["status"], ["install", "--dry-run"]] {
      let report = try tree.munge(words, status: 0...1)
      #expect(report.says("app.txt:2:6: ") && report.says("\(text)\(suffix)"))
      #expect(report.says("add `\(line)` to rule 'bundle-id' to munge it"))
    }
    try tree.munge("status", status: 1...1)
    if side == "local" { try expectLeak("app.txt", "\(local)\(suffix)") }
    let rule = "[rule \"bundle-id\"]\n"
    try tree.write(".gitmunge", Rules.handle.replacing(rule, with: rule + "\t\(line)\n"))
    try tree.munge("install", "--yes")
    #expect(try tree.text("app.txt") == "id = \(local)\nui = \(local)\(suffix)\n")
    try tree.expectSafe()
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nui = \(canonical)\(suffix)\n")
  }

  @Test func `an except line also ends the report of a near miss`() throws {
    try tree.write("app.txt", "my-\(canonical) \(canonical)UI\n")
    let status = try tree.munge("status")
    try expectSnapshot("exception-ends-near-miss-too", status)
    let rule = "[rule \"bundle-id\"]\n"
    let lines = "\texcept = my-\(canonical)\n\texcept = \(canonical)UI\n"
    try tree.write(".gitmunge", Rules.handle.replacing(rule, with: rule + lines))
    try tree.munge("install", "--yes")
    #expect(try !tree.munge("status").says("near-miss"))
  }
}

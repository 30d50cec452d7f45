// Local texts that clean does not replace because no rule covers them: the filter warns before they are committed.

import StorySupport

@Suite struct NearLeakTests {
  let tree: WorkingTree

  init() throws { tree = try Workshop(files: ["app.txt": "id = \(canonical)\n"]).munged() }

  @Test func `a constant local text in the rules file gives no warning`() throws {
    let tree = try Workshop(rules: Rules.constant(("com.acme.one", "dev.me")), files: ["app.txt": "com.acme.one\n"])
      .clone()
    try tree.munge("install")
    try tree.write(".gitmunge", Rules.constant(("com.acme.one", "dev.me")) + "# dev.me\n")
    #expect(try tree.git("add", ".gitmunge").errors == "")
    #expect(try !tree.munge("status", status: 0...1).says("Warnings of the filter"))
  }

  @Test func `clean leaves local texts that no rule covers, warns on stderr, and status reports them`() throws {
    try tree.write("app.txt", "id = \(local)\nui = \(local)UI\n")
    try expectSnapshot("inside-a-longer-word", tree.git("add", "app.txt"), tree.munge("status", status: 1...1))
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nui = \(local)UI\n")
    try tree.write("app.txt", "id = \(local)\n")
    try tree.git("add", "app.txt")
    #expect(try tree.munge("status").says("Munged: "), "the text is gone")
    try tree.write("data.bin", "\u{0}\u{1} \(local) \u{0}")
    try tree.write(".gitattributes", "* filter=munge\n# \(local)\n")
    for path in ["data.bin", ".gitattributes"] {
      let why = "\(path): '\(local)' will be committed as is: files of this kind are never munged"
      #expect(try tree.git("add", path).errors.contains(why))
    }
    try tree.munge("install", "handle=other")
    try tree.write("app.txt", "id = com.blah.user-other\nui = \(local)UI\n")
    #expect(
      try tree.git("add", "app.txt").errors.contains("app.txt: '\(local)' will be committed as is"), "a former text")
  }

  @Test(arguments: [
    ("a.env", "MINE=", "\n"), ("a.pbxproj", "{\n\tMINE = \"", "\";\n}\n"),
    ("a.plist", "<key>MINE</key>\n\t<string>", "</string>\n"),
    ("a.json", "{ \"other\": 1,\n  \"MINE\": \"", "\" }\n"), ("a.yml", "MINE:\n  - ", "\n"),
  ])
  func `outside the keys, the line to add to the rule munges the text`(
    _ path: String, _ before: String, _ after: String
  ) throws {
    let tree = try Workshop(rules: Rules.keyedTeam, files: [path: "\n"]).munged(values: "team=\(Team.mine)")
    try tree.write(path, before + Team.mine + after)
    let status = try tree.munge("status", status: 1...1)
    #expect(status.steps.first == "write ABCDE12345 there")
    try tree.sh(#require(status.steps.last) + " --yes")
    try tree.git("add", "--all")
    #expect(try tree.blob(":\(path)") == before + "ABCDE12345" + after)
  }
}

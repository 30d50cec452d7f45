// What a repair writes at a leaked place: the text of the parent of the commit that introduced the leak.

import StorySupport

@Suite struct RepairResultTests {
  /// A rule with the key `ID`, and a repository with these versions of `a.x`, the first one before the rules.
  private func tree(_ local: String, canonical: String = "com.acme.app", _ versions: String...) throws -> WorkingTree {
    let workshop = try Workshop(rules: nil, files: ["a.x": versions[0]])
    try workshop.maintainer.write(
      ".gitmunge",
      Rules.rule("app", "canonical = \(canonical)", "local = \(local)", "key = ID")
        + Rules.variables(["handle": "label", "team": "team-id", "id": "bundle-id", "any": "text"]))
    try workshop.maintainer.commitAll("Rules")
    for version in versions.dropFirst() {
      try workshop.maintainer.commit("a.x", version, "More")
    }
    return workshop.maintainer
  }

  private func expect(
    _ tree: WorkingTree, _ text: String, says: String? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let repair = try tree.munge("repair", "a.x", status: 0...1)
    #expect(try tree.text("a.x") == text, sourceLocation: location)
    if let says { #expect(repair.says(says), "\(repair)", sourceLocation: location) }
  }

  @Test(arguments: [
    ("com.acme.dev-${handle}", "com.cleo.app.Share"), ("me.${handle}.app", "com.cleo.app.Share"),
    ("${id}", "com.cleo.app.Share"),
    ("me.${handle}.app", "me.cleo.app.Share"), ("dev.${handle}.app", "dev.cleo.app.Share"),
  ])
  func `repair restores a value with what follows its canonical text`(_ local: String, _ leaked: String) throws {
    try expect(tree(local, "ID = com.acme.app.Share;\n", "ID = \(leaked);\n"), "ID = com.acme.app.Share;\n")
  }

  @Test func `without an earlier version repair keeps what follows the local text`() throws {
    try expect(tree("me.${handle}.app", "", "ID = me.cleo.app.Share;\n"), "ID = com.acme.app.Share;\n")
  }

  @Test(arguments: ["me.${handle}.app", "me.app.${handle}", "${id}", "${any}"])
  func `a value that never was canonical stays and is listed, until an except line allows it`(_ local: String) throws {
    let text = "ID = \"me.app\";\nID = \"net.other.tests\";\n"
    let tree = try tree(local, canonical: "me.app", "", text)
    try expect(
      tree, text,
      says: """
        Not repaired:
          a.x:2:7: ID is net.other.tests, not the project's me.app of rule 'app' [foreign-value]

        """)
    #expect(try tree.munge("repair", "a.x", status: 1...1).errors == "")
    try tree.write(
      ".gitmunge", (tree.text(".gitmunge") ?? "").replacing("key =", with: "except = net.other.tests\n\tkey ="))
    #expect(try tree.munge("repair", "a.x").output == "Nothing to repair in 1 munged file.\n")
  }

  @Test(arguments: [
    ("0", "1", "0", "${any}"), ("https", "web", "https", "${any}"),
    ("x", "{00000000-1111-2222-3333-444444444444}", "{11111111-1111-2222-3333-444444444444}", "me.${handle}.app"),
    ("$(BASE).x", "net.one", "net.two", "me.${handle}.app"),
  ])
  func `a changed value that was not canonical stays`(before: String, old: String, new: String, local: String) throws {
    let text = { (value: String) in "ID = com.acme.app;\nID = \"\(value)\";\n" }
    try expect(tree(local, text(before), text(old), text(new)), text(new))
  }

  @Test func `a leak next to such a value is repaired, also on the same line`() throws {
    for (before, leaked, after) in [
      (
        "ID = com.acme.app;\nID = net.other;\n", "ID = com.cleo.x;\nID = net.other;\n",
        "ID = com.acme.app;\nID = net.other;\n"
      ),
      (
        #"{"ID": "com.acme.app", "ID": "net.other"}"#, #"{"ID": "com.cleo.x", "ID": "net.other"}"#,
        #"{"ID": "com.acme.app", "ID": "net.other"}"#
      ),
    ] {
      try expect(tree("me.${handle}", before, leaked), after)
    }
  }

  @Test func `a team in a new file is repaired, and a value of another form stays`() throws {
    let tree = try tree("${team}", canonical: "AAAAAAAAAA", "ID = AAAAAAAAAA;\n")
    try tree.write("a.x", "ID = OTHERTEAM9;\nID = Apple;\n")
    try tree.run(["mv", "a.x", "b.x"])
    try tree.commitAll("New")
    try expectSnapshot("team-new-file-guess-name", tree.munge("repair", "b.x"))
    #expect(try tree.text("b.x") == "ID = AAAAAAAAAA;\nID = Apple;\n")
  }

  @Test func `a leak that is left on a repaired line is shown`() throws {
    let text = { (id: String) in #"{"ID": "\#(id)", "ID": "net.other"}"# + "\n" }
    let tree = try tree("me.${handle}", text("com.acme.app"), text("com.cleo.x"))
    let repair = try tree.munge("repair", "a.x")
    #expect(repair.says(#"a.x:1: {"ID": "com.acme.app", "ID": "net.other"}"#), "\(repair)")
  }

  @Test func `many leaks of one text each are repaired, and the first ones are printed`() throws {
    let text = { (value: (Int) -> String) in (0..<140).map { "key\($0) {\n\tID = \(value($0));\n}\n" }.joined() }
    let tree = try tree("me.${handle}", text { _ in "com.acme.app" }, text { "com.cleo.x\($0)" })
    try expect(tree, text { _ in "com.acme.app" }, says: "  and 40 more: `git diff` shows them\n")
  }
}

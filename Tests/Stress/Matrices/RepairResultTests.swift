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

  @Test func `many leaks of one text each are repaired, and the first ones are printed`() throws {
    let text = { (value: (Int) -> String) in (0..<140).map { "key\($0) {\n\tID = \(value($0));\n}\n" }.joined() }
    let tree = try tree("me.${handle}", text { _ in "com.acme.app" }, text { "com.cleo.x\($0)" })
    try expect(tree, text { _ in "com.acme.app" }, says: "  and 40 more: `git diff` shows them\n")
  }
}

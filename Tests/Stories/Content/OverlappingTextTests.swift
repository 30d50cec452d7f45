// A local text that begins in a canonical one: clean replaces it, and the guards find it.

import StorySupport

@Suite struct OverlappingTextTests {
  private static let rules =
    Rules.rule("app", "canonical = com.acme.drive", "local = com.acme.drive.${handle}")
    + Rules.rule("group", "canonical = group.com.acme", "local = group.com.acme.${handle}")
    + Rules.variables(["handle": "label"])
  private static let blob = "com.acme.drive\ngroup.com.acme\n"

  let tree: WorkingTree

  init() throws {
    tree = try Workshop(rules: Self.rules, files: ["app.txt": Self.blob]).munged(values: "--hooks", "handle=tom")
  }

  @Test func `it is committed as its canonical text, and no rule is ambiguous`() throws {
    let shown = try #require(try tree.text("app.txt"))
    #expect(shown == "com.acme.drive.tom\ngroup.com.acme.tom\n")
    try tree.write("app.txt", shown + "group.com.acme.drive.tom\n")
    #expect(try tree.git("commit", "--all", "--quiet", "-m", "Change").errors == "")
    #expect(try tree.blob("HEAD:app.txt") == Self.blob + "group.com.acme.drive\n")
    #expect(try !tree.munge("status", status: 0...1).says("mbiguous"))
  }

  @Test func `past the filter, the guard stops it and verify finds it`() throws {
    let leak = "group.com.acme.drive.tom\n"
    let blob = try tree.git("hash-object", "-w", "--stdin", "--no-filters", input: leak).output.prefix(40)
    try tree.git("update-index", "--cacheinfo", "100644,\(blob),app.txt")
    #expect(try tree.git("commit", "--quiet", "-m", "Leak", status: 1...1).says("[own-text]"))
    try tree.git("commit", "--quiet", "--no-verify", "-m", "Leak")
    #expect(try tree.munge("verify", status: 1...1).says("com.acme.drive.tom"))
  }
}

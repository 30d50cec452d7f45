// What install reports; Tests/Stress/Transitions has what it changes in files of every kind.

import StorySupport

@Suite struct InstallTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app(["plain.txt": "nothing\n"]).clone() }

  @Test func `the first install reports what it did, and a second one rewrites nothing and changes no file of git`()
    throws
  {
    try expectSnapshot("first-installation-says-did", tree.munge("install", "handle=bnr"))
    try tree.expectShown("app.txt", "id = \(local)\n")
    try tree.settle()
    // The second time, the value is configured.
    let outcomes = try tree.unchanged { try [tree.munge("install", "handle=bnr"), tree.munge("install")] }
    try expectSnapshot("second-one-rewrites-nothing-changes", outcomes)
  }

  @Test func `a dry run prints the same report and changes nothing`() throws {
    try tree.write("app.txt", "id = \(canonical)\nedited\n")
    let outcome = try tree.unchanged { try tree.munge("install", "handle=bnr", "--dry-run") }
    try expectSnapshot("dry-run-same-changes", outcome)
    #expect(try tree.munge("install", "-n", "handle=bnr").output == outcome.output)
  }

  @Test func `a file with local texts typed by hand becomes unmodified and is reported`() throws {
    try tree.write("app.txt", "id = \(local)\n")
    #expect(try tree.status() == " M app.txt\n")
    try expectSnapshot("file-kept-local-ids-hand", tree.munge("install", "handle=bnr"))
    try tree.expectShown("app.txt", "id = \(local)\n")
  }
}

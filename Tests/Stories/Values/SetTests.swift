// `git munge set` stores values and updates the working tree in one step.

import StorySupport

@Suite struct SetTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.values().mungedWithTeam() }

  private func app(_ handle: String, _ team: String = "BNR1234567") -> String {
    "id = com.blah.user-\(handle)\nteam = \(team)\n"
  }

  private func configured(_ name: String, _ level: String = "--local") throws -> String {
    try tree.git("config", level, "--get-all", "munge.values.\(name)", status: 0...1).output
  }

  @Test func `set stores several values and updates the files`() throws {
    try expectSnapshot("several-values", tree.munge("set", "handle=second-handle", "team=OTHER12345"))
    #expect(try tree.text("app.txt") == app("second-handle", "OTHER12345"))
    #expect(try tree.text("other.txt") == "com.blah.user-second-handle\n")
    #expect(try configured("handle") == "second-handle\n")
    #expect(try configured("team") == "OTHER12345\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("status").says("Munged: "))
  }

  @Test(arguments: [["set", "handle=second"], ["set", "--unset", "handle"]])
  func `a missing filter program is replaced by the one next to git-munge, with a warning`(_ words: [String]) throws {
    let missing = tree.workshop.sandbox.directory / "gone/git-munge-filter"
    try tree.setKeys(to: "\(missing)")
    #expect(try !tree.munge(words + ["--dry-run"]).says("not found"))
    let outcome = try tree.munge(words)
    #expect(
      outcome.errors == "git-munge: filter program \(missing) not found; git runs \(tree.filter) now\n", "\(outcome)")
    try tree.sh("echo edited >> app.txt")
    try tree.git("commit", "--quiet", "--all", "-m", "Edit")
    #expect(try tree.blob("HEAD:app.txt").contains(canonical))
    try tree.munge("status", "--check")
  }

  @Test func `set --global stores the value in the global configuration, and install in another clone applies it`()
    throws
  {
    let second = try tree.workshop.clone("second")
    try second.munge("install", "team=BNR1234567", status: 1...1)
    try tree.munge("set", "--unset", "handle")
    try expectSnapshot("value-all-clones-kept-global", tree.munge("set", "--global", "handle=everywhere"))
    #expect(try tree.text("app.txt") == app("everywhere"))
    #expect(try configured("handle", "--global") == "everywhere\n")
    #expect(try configured("handle") == "", "the value is stored globally only")

    #expect(try second.text("app.txt") == app("thing"))
    #expect(try second.munge("install").says("user-everywhere"))
    try second.expectShown("app.txt", app("everywhere"))
  }

  @Test func `a value of the clone that overrides the global one is reported`() throws {
    try expectSnapshot(
      "clone-own-value-outvotes-global", tree.munge("set", "--global", "handle=everywhere", status: 1...1))
    #expect(try tree.text("app.txt") == app("bnr"))
    #expect(try configured("handle", "--global") == "everywhere\n")
  }

  @Test func `a value whose local text equals the canonical one is accepted and reported`() throws {
    try expectSnapshot("value-canonical-one-makes-rule", tree.munge("set", "handle=thing"))
    try tree.expectShown("app.txt", app("thing"))
    #expect(try tree.munge("status").says("Munged: "), "the state is munged, without replacements")
    try tree.write("other.txt", "\(local)\nsaved late\n")
    try tree.git("add", "other.txt")
    #expect(try tree.blob(":other.txt") == "\(canonical)\nsaved late\n")
  }
}

// Where values come from, which values are refused, and what happens to rules without values.

import StorySupport

@Suite struct InstallValueTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.values().clone() }

  private func app(_ handle: String, _ team: String) -> String {
    "id = com.blah.user-\(handle)\nteam = \(team)\n"
  }

  @Test func `values are read from the arguments, the clone's and the global configuration`() throws {
    try tree.sh("git config --global munge.values.handle global; git config --global munge.values.team GLOBAL1234")
    try tree.sh("git config munge.values.team LOCAL12345; git config --global munge.values.of-another-project x")
    let install = try tree.munge("install")
    #expect(try tree.text("app.txt") == app("global", "LOCAL12345"))
    #expect(
      try tree.git("config", "--local", "munge.values.handle", status: 1...1).output == "",
      "a value that is configured elsewhere stays there")

    let given = try tree.munge("install", "handle=given")
    #expect(try tree.text("app.txt") == app("given", "LOCAL12345"))
    #expect(try tree.git("config", "--local", "munge.values.handle").output == "given\n")
    try expectSnapshot("values-of-all-levels", install, given, tree.munge("status"))
  }

  @Test func `a given value that another configuration level overrides is reported`() throws {
    try tree.sh("git config extensions.worktreeConfig true; git config --worktree munge.values.handle outvoting")
    try expectSnapshot(
      "given-value-another-level-configuration", tree.munge("install", "handle=bnr", "team=BNR1234567", status: 1...1))
  }

  @Test(arguments: [("munge.values.team", "abc"), ("munge.values.handle", "")])
  func `an invalid configured value is refused, with its place`(_ key: String, _ value: String) throws {
    try tree.git("config", "--global", key, value)
    let outcome = try tree.unchanged { try tree.munge("install", status: 2...2) }
    #expect(outcome.errors.contains("(global config, \(tree.workshop.sandbox.home / ".gitconfig"))"))
    try tree.munge("install", "handle=bnr", "team=BNR1234567")
    #expect(try tree.text("app.txt") == app("bnr", "BNR1234567"), "the given value overrides it")
  }

  @Test func `without a terminal, a missing value leaves its rule unused and sets the exit code`() throws {
    let outcome = try tree.munge("install", "handle=bnr", status: 1...1)
    try tree.expectShown("app.txt", app("bnr", "ABCDE12345"))
    try expectSnapshot("a-missing-value", outcome, tree.munge("status"))

    try tree.munge("install", "team=BNR1234567")
    #expect(try tree.text("app.txt") == app("bnr", "BNR1234567"))
    #expect(try tree.munge("status").says("Munged"))
  }
}

// `git munge set --unset` removes values and restores the canonical texts.

import StorySupport

@Suite struct UnsetTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.values().mungedWithTeam() }

  private func app(_ handle: String, _ team: String) -> String {
    "id = com.blah.user-\(handle)\nteam = \(team)\n"
  }

  @Test func `unset restores the canonical text`() throws {
    try expectSnapshot("value-taken-away-gives-canonical", tree.munge("set", "--unset", "handle"))
    #expect(try tree.text("app.txt") == app("thing", "BNR1234567"))
    #expect(try tree.git("config", "--get-regexp", "^munge.values").output == "munge.values.team BNR1234567\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("set", "handle=bnr")
    #expect(try tree.text("app.txt") == app("bnr", "BNR1234567"))
  }

  @Test func `unset --global removes a value from the global configuration`() throws {
    try tree.sh("git munge set --unset handle; git munge set --global handle=everywhere")
    let refused = try tree.munge("set", "--unset", "handle", status: 2...2)
    #expect(try tree.text("app.txt") == app("everywhere", "BNR1234567"))
    try expectSnapshot("global-value", refused, tree.munge("set", "--unset", "--global", "handle"))
    #expect(try tree.text("app.txt") == app("thing", "BNR1234567"))
    #expect(try tree.git("config", "--get", "munge.values.handle", status: 1...1).output == "")
  }

  @Test func `unset of the clone's value reports the global value that applies again`() throws {
    try tree.munge("set", "--global", "handle=everywhere", status: 1...1)
    try expectSnapshot("global-value-counts-again-when", tree.munge("set", "--unset", "handle", status: 1...1))
    try tree.expectShown("app.txt", app("everywhere", "BNR1234567"))
  }
}

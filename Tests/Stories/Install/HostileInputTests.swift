// Hostile file names and rules in commits, and git state such as locks and sequencers, against the commands that are
// proposed.

import StorySupport

@Suite struct HostileInputTests {
  @Test func `a fix for a path with quotes is quoted as one shell word`() throws {
    let tree = try Workshop(files: ["app.txt": canonical]).munged()
    try tree.git("config", "core.hooksPath", "a';touch PWNED;'")
    try tree.write("a';touch PWNED;'/pre-push", "git munge hook pre-push\n")
    let status = try tree.munge("status", status: 1...1)
    try tree.run(["sh", "-ec", #require(status.steps.first { $0.hasPrefix("chmod") })])
    #expect(!FileSystem.exists(tree.top / "PWNED"))
    #expect(FileSystem.isExecutable(tree.top / "a';touch PWNED;'/pre-push"))
  }

  @Test func `git munge diff writes no textconv cache notes`() throws {
    let tree = try Workshop(attributes: "* filter=munge diff=t\n", files: ["app.txt": "id = \(canonical)\n"]).munged()
    try tree.sh("git config diff.t.textconv cat; git config diff.t.cachetextconv true")
    #expect(try tree.munge("diff").says("-id = \(canonical)\n+id = \(local)\n"))
    #expect(try tree.git("for-each-ref", "refs/notes").output == "")
    try tree.git("fsck", "--strict")
  }

  @Test func `changed rules without values are shown before they are approved`() throws {
    let tree = try Workshop(files: ["app.txt": canonical]).clone()
    try tree.munge("install", status: 1...1)
    try tree.write(".gitmunge", Rules.handle.replacing("com.blah.user-${handle}", with: "evil.${handle}.app"))
    let words = "rule 'bundle-id' local: com.blah.user-${handle} -> evil.${handle}.app"
    #expect(try tree.munge("install", status: 2...2).says(words))
    try tree.munge("set", "handle=bnr", status: 1...1)
    #expect(try tree.text("app.txt") == canonical, "a rule that is not approved does nothing")
  }

  @Test func `set shows and reports values that changed in the configuration before it`() throws {
    let tree = try Scene.values().mungedWithTeam()
    try tree.git("config", "munge.values.team", "OTHER12345")
    try expectSnapshot("values-changed-in-configuration", tree.munge("set", "handle=other"))
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\nteam = OTHER12345\n")
  }

  @Test func `install changes nothing between two picks of a cherry-pick`() throws {
    let tree = try Workshop(files: ["app.txt": "one\n", "b.txt": "\(canonical)\n"]).munged()
    try tree.git("checkout", "--quiet", "-b", "topic")
    for text in ["two\n", "three\n"] {
      try tree.commit("app.txt", text, text)
    }
    try tree.git("checkout", "--quiet", "main")
    try tree.commit("app.txt", "other\n", "Other")
    try tree.git("cherry-pick", "topic~1", "topic", status: 1...1)
    try tree.commit("app.txt", "two\n", "Resolved")
    try tree.git("config", "munge.values.handle", "other")
    try expectSnapshot("between-two-several-picks-nothing", tree.munge("install", "--yes", status: 2...2))
    #expect(try tree.text("b.txt") == "\(local)\n")
  }
}

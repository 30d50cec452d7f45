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

// A clone in which git-munge is not installed, on a machine whose global configuration sets the filter.

import StorySupport

@Suite struct WithoutInstallationTests {
  let workshop: Workshop
  let ben: WorkingTree

  init() throws {
    workshop = try Workshop(files: ["app.txt": "id = com.blah.user-thing\nlocal = com.blah.user-bnr\n"])
    let filter = "\(workshop.bin / "git-munge-filter")"
    for (key, value) in [
      ("process", "\(filter) process"), ("clean", "\(filter) clean %f"), ("smudge", "\(filter) smudge %f"),
      ("required", "true"),
    ] {
      try workshop.maintainer.git("config", "--global", "filter.munged.\(key)", value)
    }
    ben = try workshop.clone("ben")
  }

  @Test func `without an installation git commands work as without a filter`() throws {
    try ben.expectShown("app.txt", "id = \(canonical)\nlocal = \(local)\n")
    try ben.write("app.txt", "id = \(canonical)\nmine = \(local)\n")
    try ben.git("switch", "--quiet", "--create", "topic")
    #expect(try ben.git("commit", "--all", "-m", "Mine").errors == "")
    #expect(
      try ben.blob("HEAD:app.txt") == "id = \(canonical)\nmine = \(local)\n", "without a plan clean replaces nothing")
    #expect(
      try ben.objects(holding: local).contains("mine = \(local)\n"), "the search for objects finds a text that is there"
    )
    try ben.git("switch", "--quiet", "main")
    #expect(try ben.text("app.txt") == "id = \(canonical)\nlocal = \(local)\n")
    try ben.git("merge", "--quiet", "topic")
    try ben.expectShown("app.txt", "id = \(canonical)\nmine = \(local)\n")
    #expect(try ben.text(".git/munge/plan") == nil)
  }

  @Test func `status, install and uninstall handle a repository without rules`() throws {
    let plain = try Workshop(rules: nil, attributes: "", files: ["app.txt": canonical]).maintainer
    func answers() throws -> [Outcome] {
      let refused = try ["install", "uninstall"].map { try plain.munge($0, status: 2...2) }
      return try [plain.munge(), plain.munge("status"), plain.munge("status", "--check")] + refused
    }
    try expectSnapshot("without-rules", answers())
    try plain.write("App/.gitmunge", Rules.handle)
    try expectSnapshot("rules-elsewhere", answers())
    let outside = try plain.run(["sh", "-c", "cd ../.. && git munge"], status: 2...2).errors
    #expect(outside.hasPrefix("git-munge: not in a git working tree; ") && outside.split(separator: "\n").count == 1)
  }
}

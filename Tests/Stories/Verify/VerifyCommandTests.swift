// `git munge verify` as a command: its output, exit codes and options, and that it changes nothing.

import StorySupport

/// A repository with a foreign team that was committed without a filter.
@Suite struct VerifyCommandTests {
  private static let bad = Scene.badTeam

  let tree: WorkingTree

  init() throws { tree = try Scene.team().clone() }

  private func leak() throws {
    try tree.write("app.txt", "first\n" + Self.bad)
    try tree.git("commit", "--quiet", "--all", "--message", "Leak")
  }

  @Test func `without findings verify prints one line and exits with 0, and warnings fail only with --strict`() throws {
    let outcome = try tree.munge("verify")
    try expectSnapshot("nothing-found-one-line-exit", outcome)
    #expect(outcome.errors == "")
    try tree.write("app.txt", "nothing\n")
    try tree.git("commit", "--quiet", "--all", "--message", "Unused")
    try expectSnapshot("warnings-fail-only-where-they", tree.munge("verify"))
    #expect(try tree.munge("verify", "--strict", status: 1...1).says("[unused-rule]"))
  }

  @Test func `a leak is reported with line, commit and fix`() throws {
    try leak()
    let outcomes = try [["HEAD^..HEAD"], []].map { try tree.munge(["verify"] + $0, status: 1...1) }
    let since = try tree.git("log", "-1", "--format=%H").output
    #expect(outcomes[0].says("added by commit \(since.prefix(12)) ["))
    try expectSnapshot("leak", outcomes)
  }

  @Test func `a baseline accepts what an earlier report has`() throws {
    try leak()
    let report = try tree.munge("verify", "--history", "--report", "json", status: 1...1)
    let document = try report.document(errors: "git-munge: 2 commits, 2 new versions of files, 1 rule: 1 error.\n")
    #expect(document["findings"]?.list.count == 1)
    try tree.munge("verify", "--history", "--report", "baseline=../accepted.txt", status: 1...1)
    #expect(
      try tree.munge("verify", "--history", "--baseline", "../accepted.txt").output
        == "2 commits, 2 new versions of files, 1 rule: nothing found (and 1 accepted).\n")
    try tree.write("app.txt", "first\n" + Self.bad + Self.bad)
    try tree.git("commit", "--quiet", "--all", "--message", "Another")
    #expect(
      try tree.munge("verify", "--history", "--baseline", "../accepted.txt", status: 1...1).says("app.txt:3:8:\n"))
  }

  @Test func `reports in files come with the report on standard output`() throws {
    try leak()
    let shown = try tree.munge("verify", status: 1...1).output
    let words = [
      "verify", "--report", "json=../verify.json", "--report", "gitlab=../a=b.json", "--report", "human=../verify.txt",
    ]
    #expect(try tree.munge(words, status: 1...1).output == shown)
    #expect(try tree.text("../verify.txt") == shown)
    #expect(try tree.text("../verify.json") == tree.munge("verify", "--report", "json", status: 1...1).output)
    #expect(try JSON(tree.text("../a=b.json") ?? "").list.isEmpty == false)
    try tree.munge("verify", "--report", "json=nowhere/verify.json", status: 2...2)
    try tree.munge("verify", "nothing", "--report", "json=../none.json", status: 2...2)
    #expect(!FileSystem.exists(tree.top / "../none.json"))
  }

  @Test func `generated values round-trip the committed content`() throws {
    try expectSnapshot("generated-values-lead-back-committed", tree.munge("verify", "--simulate"))
  }

  @Test func `verify writes nothing, and reports the same in every clone`() throws {
    try leak()
    try tree.write("app.txt", "edited\n")
    try tree.unchanged {
      for words in [[], ["HEAD^..HEAD"], ["--history"], ["--staged"], ["--worktree"]] {
        try tree.munge(["verify"] + words, status: 0...1)
      }
    }
    try tree.git("push", "--quiet", "origin", "HEAD:refs/heads/leak")
    let bare = tree.workshop.tree("bare.git")
    try tree.git(["clone", "--quiet", "--bare", "\(tree.top)", "\(bare.top)"])
    for words in [["verify"], ["verify", "HEAD^..HEAD"], ["verify", "--history"]] {
      #expect(try bare.munge(words, status: 1...1).output == tree.munge(words, status: 1...1).output, "\(words)")
    }
  }

  @Test func `verify --worktree reports files that differ from the commit`() throws {
    var outcomes = [try tree.munge("verify", "--worktree")]
    try tree.git("config", "core.autocrlf", "true")
    try tree.write("app.txt", "TEAM = ABCDE12345\r\n")
    outcomes.append(try tree.munge("verify", "--worktree"))
    try tree.write("app.txt", "TEAM = ABCDE12346\r\n")
    outcomes.append(try tree.munge("verify", "--worktree", status: 1...1))
    try expectSnapshot("files-on-disk", outcomes)
    try tree.write("app.txt", "TEAM = ABCDE12345\r\nMORE = 1\r\n")
    #expect(try tree.munge("verify", "--worktree", status: 1...1).says("app.txt:\n"))
    try FileSystem.remove(tree.top / "app.txt")
    #expect(try tree.munge("verify", "--worktree", status: 1...1).says("app.txt:\n"))
    try tree.sh("git checkout --quiet app.txt; git munge install team=BNR1234567")
    let outcome = try tree.munge("verify", "--worktree", status: 1...1)
    #expect(outcome.says("[filter-active]") && outcome.says("app.txt:\n"))
    try tree.sh("git munge uninstall; git munge verify --worktree")
  }
}

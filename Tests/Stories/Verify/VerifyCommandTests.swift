// `git munge verify` as a command: its output, exit codes and options, and that it changes nothing.

import Platform
import StorySupport
import TestSupport
import Testing

/// A repository with a foreign team that was committed without a filter.
@Suite struct VerifyCommandTests {
  private static let good = "TEAM = ABCDE12345\n", bad = "TEAM = XYZZY99999\n"

  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(rules: Rules.keyedTeam, attributes: "*.txt filter=munge\n", files: ["app.txt": Self.good])
    tree = try workshop.clone()
  }

  private func leak() throws {
    try tree.write("app.txt", "first\n" + Self.bad)
    try tree.git("commit", "--quiet", "--all", "--message", "Leak")
  }

  // MARK: Output and exit codes

  @Test func `without findings verify prints one line and exits with 0`() throws {
    let outcome = try tree.munge("verify")
    try expectSnapshot("nothing-found-one-line-exit", outcome)
    #expect(outcome.errors == "")
  }

  @Test func `a leak is reported with line, commit, author and fix, and its text is masked`() throws {
    try leak()
    let commit = try tree.git("rev-parse", "HEAD").output.prefix(12)
    let author = try tree.git("log", "-1", "--format=%an <%ae>").output
    let repair = "`git munge repair 'app.txt'` restores the canonical text; if it is intended, add an `except` line to rule 'team'"
    #expect(try tree.munge("verify", "HEAD^..HEAD", status: 1...1).output == """
      app.txt:2:8: error: TEAM is XY********, which is not canonical in rule 'team': ABCDE12345 [foreign-value]
          since \(commit) by \(author)To fix, at the top of the working tree:
        \(repair)
        the commits that added a local text keep it: rewrite them before you push (`git rebase -i`)
      1 commit, 1 new version of files, 1 rule: 1 error.

      """)
    #expect(try !tree.munge("verify", status: 1...1).says("XYZZY"))
    #expect(try tree.munge("verify", "--show-values", status: 1...1).says("TEAM is XYZZY99999"))
  }

  @Test func `warnings fail only with --strict`() throws {
    try tree.write("app.txt", "nothing\n")
    try tree.git("commit", "--quiet", "--all", "--message", "Unused")
    try expectSnapshot("warnings-fail-only-where-they", tree.munge("verify"))
    #expect(try tree.munge("verify", "--strict", status: 1...1).says("[unused-rule]"))
  }

  @Test(arguments: [
    ["--staged", "--history"], ["HEAD", "--worktree"], ["HEAD", "HEAD^"], ["--simulate", "-1"], ["--simulate", "3", "--staged"],
    ["--format", "xml"], ["--report", "json"], ["--report", "xml=x"], ["--hook", "post-merge"],
  ])
  func `conflicting options are bad usage`(words: [String]) throws {
    #expect(try tree.munge(["verify"] + words, status: 64...64).output == "")
  }

  @Test(arguments: [["nothing"], ["nothing..HEAD"], ["HEAD:app.txt"], ["--baseline", "none.json"]])
  func `what cannot be checked exits with 2 and a message`(words: [String]) throws {
    let outcome = try tree.munge(["verify"] + words, status: 2...2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("git-munge: "), "\(outcome.testDescription)")
  }

  // MARK: Reports

  @Test func `a JSON report conforms to its schema and works as a baseline`() throws {
    try leak()
    let report = try tree.munge("verify", "--history", "--format", "json", status: 1...1)
    let document = try report.document(errors: "git-munge: 2 commits, 2 new versions of files, 1 rule: 1 error.\n")
    let schema = try String(decoding: #require(try FileSystem.contents(root / "docs/verify.schema.json")), as: UTF8.self)
    #expect(try JSONSchema(schema).flaws(of: document) == [])
    #expect(document["findings"]?.list.count == 1)
    #expect(!report.output.contains("XYZZY"))
    try tree.write("../accepted.json", report.output)
    #expect(
      try tree.munge("verify", "--history", "--baseline", "../accepted.json").output
        == "2 commits, 2 new versions of files, 1 rule: nothing found (and 1 accepted).\n")
    try tree.write("app.txt", "first\n" + Self.bad + Self.bad)
    try tree.git("commit", "--quiet", "--all", "--message", "Another")
    #expect(try tree.munge("verify", "--history", "--baseline", "../accepted.json", status: 1...1).says("app.txt:3:8: error"))
  }

  @Test func `reports in files come with the report on standard output`() throws {
    try leak()
    let shown = try tree.munge("verify", status: 1...1).output
    let words = ["verify", "--report", "json=../verify.json", "--report", "junit=../a=b.xml", "--report", "human=../verify.txt"]
    #expect(try tree.munge(words, status: 1...1).output == shown)
    #expect(try tree.text("../verify.txt") == shown)
    #expect(try tree.text("../verify.json") == tree.munge("verify", "--format", "json", status: 1...1).output)
    #expect(try XML(tree.text("../a=b.xml") ?? "").name == "testsuites")
    try tree.munge("verify", "--report", "json=nowhere/verify.json", status: 2...2)
    try tree.munge("verify", "nothing", "--report", "json=../none.json", status: 2...2)
    #expect(!FileSystem.exists(tree.top / "../none.json"))
  }

  private var root: Path { Repository.root }

  @Test func `generated value sets round-trip the committed content`() throws {
    let outcome = try tree.munge("verify", "--simulate", "5")
    try expectSnapshot("generated-values-lead-back-committed", outcome)
    #expect(try tree.munge("verify", "--simulate", "5").output == outcome.output)
  }

  // MARK: What it leaves unchanged

  @Test func `verify writes nothing, and reports the same in every clone`() throws {
    try leak()
    try tree.write("app.txt", "edited\n")
    let before = try DirectoryState(tree)
    for words in [["verify"], ["verify", "HEAD^..HEAD"], ["verify", "--history"], ["verify", "--staged"], ["verify", "--worktree"]] {
      try tree.munge(words, status: 0...1)
      #expect(try DirectoryState(tree).changes(since: before) == "", "\(words)")
    }
    try tree.git("push", "--quiet", "origin", "HEAD:refs/heads/leak")
    let bare = workshop.tree("bare.git")
    try tree.git(["clone", "--quiet", "--bare", "\(tree.top)", "\(bare.top)"])
    for words in [["verify"], ["verify", "HEAD^..HEAD"], ["verify", "--history"]] {
      #expect(try bare.munge(words, status: 1...1).output == tree.munge(words, status: 1...1).output, "\(words)")
    }
  }

  @Test func `verify --worktree reports files that differ from the commit`() throws {
    try expectSnapshot("files-disk-not-commit-holds-verify", tree.munge("verify", "--worktree"))
    try tree.git("config", "core.autocrlf", "true")
    try tree.write("app.txt", "TEAM = ABCDE12345\r\n")
    try expectSnapshot("files-disk-not-commit-holds-verify-2", tree.munge("verify", "--worktree"))
    try tree.write("app.txt", "TEAM = ABCDE12346\r\n")
    try expectSnapshot("files-disk-not-commit-holds-verify-3", tree.munge("verify", "--worktree", status: 1...1))
    try tree.write("app.txt", "TEAM = ABCDE12345\r\nMORE = 1\r\n")
    #expect(try tree.munge("verify", "--worktree", status: 1...1).says("app.txt:2:1: error: "), "not at the first line")
    try FileSystem.remove(tree.top / "app.txt")
    #expect(try tree.munge("verify", "--worktree", status: 1...1).says("app.txt:1:1: error: "))
    try tree.git("checkout", "--quiet", "app.txt")
    try tree.munge("install", "team=BNR1234567")
    let outcome = try tree.munge("verify", "--worktree", status: 1...1)
    #expect(outcome.says("[filter-active]") && outcome.says("app.txt:1:8: error: "))
    try tree.munge("uninstall")
    try tree.munge("verify", "--worktree")
  }
}

// `git munge hook pre-receive`: what a server rejects, and what it accepts.

import StorySupport

/// A bare repository with the hook, and a clone of it. `main` has rules, `older` is from before them.
@Suite struct PreReceiveTests {
  private static let good = Scene.goodTeam, bad = Scene.badTeam
  private static let hook = "#!/bin/sh\nexec git munge hook pre-receive\n"

  let tree: WorkingTree
  private var server: Path { tree.workshop.sandbox.directory / "server.git" }
  private var bare: WorkingTree { tree.workshop.tree("server.git") }

  init() throws {
    let workshop = try Scene.older(
      ["other.txt": "one\n"], rules: Rules.keyedTeam, attributes: "*.txt filter=munge\n", ["app.txt": Self.good])
    tree = try workshop.clone()
    try tree.git("branch", "older", "origin/older")
    try tree.git(["clone", "--quiet", "--bare", "\(tree.top)", "\(server)"])
    try tree.sh("git remote set-url origin '\(server)'; git fetch --quiet")
    try write(Self.hook)
  }

  private func write(_ hook: String) throws { try bare.write("hooks/pre-receive", hook, mode: 0o755) }

  private func commit(_ text: String, in file: String = "app.txt") throws {
    try tree.commit(file, text, "Change")
  }

  private func push(_ words: String..., isRejected: Bool = false) throws -> Outcome {
    let before = try refs()
    let outcome = try tree.git(["push", "--quiet", "origin"] + words, status: isRejected ? 1...1 : 0...0)
    #expect(outcome.says("pre-receive hook declined") == isRejected)
    if isRejected { #expect(try refs() == before) } else { #expect(try refs() != before) }
    return outcome
  }

  private func refs() throws -> String { try bare.git("for-each-ref").output }

  private func message(_ outcome: Outcome) -> String {
    outcome.errors.split(separator: "\n").filter { $0.hasPrefix("remote: ") }
      .map { $0.dropFirst("remote: ".count).replacing(/[ ]+$/, with: "") + "\n" }.joined()
  }

  @Test func `a leak is rejected with its commit, its place and the remedy`() throws {
    try commit("first\n" + Self.bad)
    let outcome = try push("main", isRejected: true)
    let name = try tree.git("rev-parse", "HEAD").output.prefix(12)
    #expect(message(outcome).contains("added by commit \(name) [foreign-value]"))
    let words = message(outcome)
    try expectSnapshot(
      "leak", words.replacing(/by commit [0-9a-f]+/, with: "by commit OBJECT"))
    try rewrite(as: words)
    #expect(try push("main").errors == "")
  }

  /// Runs the printed command that rewrites the commits.
  private func rewrite(as words: String) throws {
    let command = try #require(words.firstMatch(of: /:  (git munge repair --commits)\n/)).output.1
    try tree.sh("\(command) --yes")
  }

  @Test(arguments: [false, true]) func `a leak that a later commit fixes is rejected, in loose objects and packs`(
    isPacked: Bool
  ) throws {
    try bare.git("config", "receive.unpackLimit", isPacked ? "1" : "1000")
    try commit(Self.bad)
    try commit(Self.good)
    for words in [["main"], ["main:new"], ["main:refs/tags/v1"], ["HEAD~:main"]] {
      _ = try push(words[0], isRejected: true)
    }
    try tree.git("reset", "--quiet", "--hard", "origin/main")
    try commit(Self.good + "more\n")
    #expect(try push("main").errors == "")
  }

  @Test func `only commits that no ref of the server has are checked`() throws {
    try FileSystem.remove(server / "hooks/pre-receive")
    try commit(Self.bad)
    _ = try push("main")
    try write(Self.hook)
    for words in [["main:refs/heads/again"], ["main:refs/tags/v1"], ["main~:refs/heads/former"], [":again"]] {
      #expect(try push(words[0]).errors == "")
    }
    try commit("new\n", in: "other.txt")
    #expect(try push("main").errors == "")
    try tree.git("commit", "--quiet", "--amend", "--message", "Other words")
    #expect(try push("--force", "main").errors == "")
    try tree.git("reset", "--quiet", "--hard", "HEAD~2")
    #expect(try push("--force", "main").errors == "")
    try commit(Self.bad + "again\n")
    #expect(try push("--force", "main", isRejected: true).says("[foreign-value]"))
  }

  @Test func `tags name their commit, and tags of files and directories pass`() throws {
    try tree.sh("git tag file HEAD:app.txt; git tag directory 'HEAD^{tree}'")
    try tree.git("tag", "--annotate", "--message", "A file", "signed", "HEAD:app.txt")
    #expect(try push("--tags").errors == "")
    try commit("new\n", in: "other.txt")
    #expect(try push("main").errors == "", "the server has tags of other objects")
    try commit(Self.bad)
    try tree.sh("git tag --annotate --message 'A leak' v1; git tag --annotate --message 'The same' v2 v1")
    _ = try push("v2", isRejected: true)
  }

  @Test func `each ref is checked, and one leak rejects all`() throws {
    try commit("new\n", in: "other.txt")
    try tree.git("switch", "--quiet", "--create", "topic", "HEAD~")
    try commit(Self.bad)
    try tree.git("remote", "set-url", "origin", "file://\(server)")
    let outcome = try push("main", "topic", ":older", isRejected: true)
    #expect(message(outcome).contains("\n2 commits, 2 new versions of files, 1 rule: 1 error.\n"))
    #expect(try push("main", ":older").errors == "")
  }

  @Test func `the rules of another ref in the same push hide no leak`() throws {
    try commit(Self.bad)
    try tree.sh("git switch --quiet --create topic HEAD~; git rm --quiet .gitmunge .gitattributes")
    try tree.git(
      "commit", "--quiet", "--message", "No rules", environment: ["GIT_COMMITTER_DATE": "2030-01-01T00:00:00Z"])
    #expect(try push("topic", "main", isRejected: true).says("[foreign-value]"))
  }

  @Test func `a repository without rules accepts all`() throws {
    try tree.git("push", "--quiet", "origin", "--delete", "older")
    try FileSystem.removeTree(server)
    try tree.git(["init", "--quiet", "--bare", "\(server)"])
    try write(Self.hook)
    try tree.git("switch", "--quiet", "older")
    try commit(Self.bad)
    #expect(try push("older").errors == "")
    #expect(try push("older:refs/heads/main", "main:refs/heads/rules").errors == "")
  }

  @Test func `a branch from before the rules is checked by those of the default branch`() throws {
    try tree.git("switch", "--quiet", "older")
    try commit("two\n", in: "other.txt")
    #expect(try push("older").errors == "", "the commit removes nothing")
    try commit(Self.bad)
    #expect(try push("older", isRejected: true).says("app.txt:1:8:"))
  }

  @Test func `a rule that the default branch no longer has does not apply to a branch from before that`() throws {
    try tree.git("switch", "--quiet", "--create", "topic")
    try commit("new\n", in: "other.txt")
    #expect(try push("topic").errors == "")
    try tree.git("switch", "--quiet", "main")
    try commit(Rules.keyedTeam.replacing("key = TEAM", with: "key = OTHER"), in: ".gitmunge")
    _ = try push("main")
    try tree.sh("git switch --quiet topic; git merge --quiet main")
    try commit(Self.bad)
    #expect(try push("topic").errors == "")
    try commit("OTHER = XYZZY99999\n")
    #expect(try push("topic", isRejected: true).says("[foreign-value]"))
  }

  @Test(arguments: ["main", "main:refs/heads/new"])
  func `a push that removes or changes the rules does not hide its leak`(reference: String) throws {
    try bare.git("symbolic-ref", "HEAD", "refs/heads/older")
    try tree.write(".gitmunge", Rules.keyedTeam.replacing("key = TEAM", with: "key = TEAM\n\texcept = XYZZY99999"))
    try commit(Self.good + Self.bad)
    #expect(try push(reference).says("[accepted-by-change]"))
    try tree.git("push", "--quiet", "--force", "origin", "HEAD~:main")
    _ = try tree.git("push", "--quiet", "origin", ":new", status: 0...1)
    try write(Self.hook.replacing("hook", with: "hook --strict"))
    #expect(try push("--force", reference, isRejected: true).says("[accepted-by-change]"))
    try tree.sh("git rm --quiet .gitmunge .gitattributes; git commit --quiet --amend --message 'No rules'")
    try write(Self.hook)
    #expect(try push("--force", reference, isRejected: true).says("[foreign-value]"))
  }

  @Test func `the hook of the guide rejects a leak, also without a home directory`() throws {
    let block = try #require(GuideProject.blocks(of: "GUIDE.md").first { $0.text.contains("pre-receive") })
    #expect(block.text == Self.hook)
    let homeless = Self.hook.replacing("exec git", with: "unset HOME XDG_CONFIG_HOME GIT_CONFIG_GLOBAL\nexec git")
    for hook in [Self.hook, homeless] {
      try write(hook)
      try commit(Self.good + hook)
      #expect(try push("main").errors == "")
      try commit(Self.bad)
      let words = try message(push("main", isRejected: true))
      #expect(words.hasPrefix("git munge verify rejects this push:\napp.txt:1:8:\n"))
      try tree.git("reset", "--quiet", "--hard", "HEAD~")
    }
  }

  @Test(arguments: ["cat >/dev/null\n", "echo nonsense | "])
  func `a check that fails rejects the push with its error`(start: String) throws {
    try write(Self.hook.replacing("exec ", with: start))
    try commit(Self.good + "more\n")
    let found = start.hasPrefix("cat") ? "found nothing" : "found `nonsense`"
    #expect(
      try message(push("main", isRejected: true)) == """
        git-munge: expected `<old object> <new object> <ref>` on standard input, as git writes it to a pre-receive hook; \(found)

        """)
  }

  @Test func `without the program the push is rejected, and the documented line lets it pass`() throws {
    try commit(Self.bad)
    try FileSystem.remove(tree.workshop.bin / "git-munge")
    #expect(try push("main", isRejected: true).says("'munge' is not a git command"))
    try write(Self.hook.replacing("exec", with: "command -v git-munge >/dev/null || exit 0\nexec"))
    #expect(try push("main").errors == "")
  }
}

// verify checks a range by the rules and attributes of its base and of its own, so that a change cannot hide its leaks.

import StorySupport

/// A repository with rules, and a branch older than the rules.
@Suite struct VerifyBaseTests {
  private static let rules =
    Rules.rule("id", "canonical = com.acme.app", "local = com.acme.dev-${handle}")
    + Rules.rule("team", "key = TEAM", "canonical = ABCDE12345", "local = ${team}")
    + Rules.variables(["handle": "label", "team": "team-id"])
  private static let good = "ID = com.acme.app;\nTEAM = ABCDE12345;\n"
  private static let leaked = "ID = com.acme.dev-fred;\nTEAM = FRED098765;\n"

  private let workshop: Workshop
  private var tree: WorkingTree { workshop.maintainer }

  init() throws {
    workshop = try Scene.older(["a.x": Self.good, "b.txt": "b\n"], rules: Self.rules, attributes: "*.x filter=munge\n")
  }

  private func topic(from start: String = "main") throws {
    try tree.git("switch", "--quiet", "--create", "topic", start)
  }

  /// A change of the rules and attributes files, on a branch of its own; `nil` for a deleted file.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var rules: String? = VerifyBaseTests.rules
    var attributes: String? = "*.x filter=munge\n"
    var text = leaked

    static let all = [
      Change(testDescription: "rules deleted", rules: nil),
      Change(testDescription: "attributes deleted", attributes: nil),
      Change(testDescription: "-filter", attributes: "*.x filter=munge\na.x -filter\n"),
      Change(
        testDescription: "a path without the file",
        rules: VerifyBaseTests.rules.replacing("\tlocal", with: "\tpath = *.x\n\tpath = !a.x\n\tlocal")),
      Change(testDescription: "a NUL", text: leaked + "\0"),
      Change(testDescription: "rules that cannot be read", rules: "[rule\n"),
    ]
  }

  @Test(arguments: Change.all) func `a change of rules, attributes or encoding hides no leak`(_ change: Change) throws {
    let leak: Set = ["a.x:1:6 error looks-local", "a.x:2:8 error foreign-value"]
    try topic()
    for (file, text) in [(".gitmunge", change.rules), (".gitattributes", change.attributes)] {
      if let text { try tree.write(file, text) } else { try FileSystem.remove(tree.top / Path(file)) }
    }
    try tree.write("a.x", change.text)
    try tree.git("add", "--all")
    #expect(try leak.isSubset(of: tree.found("--staged", status: 1...1)))
    try tree.git("commit", "--quiet", "-m", "Hidden")
    #expect(try leak.isSubset(of: tree.found("main..topic", status: 1...1)))
    // Also when a later commit of the range removes the leak.
    try tree.commit("a.x", Self.good, "Good")
    #expect(try leak.isSubset(of: tree.found("main..topic", status: 1...1)))
  }

  @Test func `a branch older than the rules is checked by the rules of the range's base`() throws {
    try topic(from: "older")
    try tree.commit("a.x", Self.leaked, "Leak")
    try expectSnapshot("branch-older-than-rules-judged", tree.munge("verify", "main..topic", status: 1...1))
    try tree.git("reset", "--quiet", "--hard", "older")
    try tree.commit("a.x", Self.good + "more\n", "Canonical")
    #expect(try tree.found("main..topic") == [], "the commit removes nothing")
  }

  @Test func `a file that a change removes from munging is reported, and one on a branch that is only older is not`()
    throws
  {
    try topic()
    try tree.write("c.x", "\n")
    try tree.commit("d.x", "\n", "Files")
    try tree.git("switch", "--quiet", "--create", "away")
    try tree.commit(".gitattributes", "a.x filter=munge\n", "Away")
    let outcome = try tree.munge("verify", "topic..away")
    #expect(
      outcome.says("c.x:\n  warning: the file and 1 other have lost filter=munge (")
        && outcome.says(" has it) [no-longer-munged]"))
    try tree.git("switch", "--quiet", "main")
    try tree.commit(".gitattributes", "* filter=munge\n", "All files")
    #expect(try tree.found("main..topic") == [])
  }

  @Test(arguments: [
    ("canonical = com.acme.app", "canonical = com.acme.dev-fred", ".gitmunge:1:1"),
    ("\tlocal = com", "\texcept = com.acme.dev-fred\n\tlocal = com", ".gitmunge:1:1"),
    ("\tkey = TEAM\n", "\tkey = TEAM\n\texcept = FRED098765\n", ".gitmunge:4:1"),
    ("\tcanonical = ABC", "\tcanonical = FRED098765\n\tcanonical = ABC", ".gitmunge:4:1"),
  ])
  func `rules that accept a leak as canonical are a warning at their rule`(
    _ old: String, _ new: String, _ place: String
  ) throws {
    try topic()
    try tree.write(".gitmunge", Self.rules.replacing(old, with: new))
    try tree.write(
      "a.x",
      new.contains("FRED")
        ? "ID = com.acme.app;\nTEAM = FRED098765;\n" : "ID = com.acme.dev-fred;\nTEAM = ABCDE12345;\n")
    try tree.commitAll("Accepted")
    #expect(try tree.found("main..topic").contains("\(place) warning accepted-by-change"))
    #expect(try !tree.found("main..topic").contains { $0.hasPrefix("a.x") })
    #expect(try tree.munge("verify", "main..topic").says("first: a.x:"))
    try tree.git("reset", "--quiet", "--soft", "main")
    #expect(try tree.found("--staged").contains("\(place) warning accepted-by-change"))
  }

  @Test func `a push is checked by the rules of the remote's default branch`() throws {
    let remote = workshop.tree("remote.git")
    try tree.git("clone", "--quiet", "--bare", ".", "\(remote.top)")
    let clone = workshop.tree("clone")
    try tree.git("clone", "--quiet", "\(remote.top)", "\(clone.top)")
    try clone.git("switch", "--quiet", "--create", "topic", "origin/older")
    try clone.commit("a.x", Self.leaked, "Leak")
    let head = try clone.git("rev-parse", "HEAD").output.dropLast()
    let line = "refs/heads/topic \(head) refs/heads/topic \(String(repeating: "0", count: 40))\n"
    let outcome = try clone.git(
      ["munge", "hook", "pre-push", "origin", "\(remote.top)"], input: line, status: 1...1)
    #expect(outcome.says("[looks-local]") && outcome.says("[foreign-value]"))
  }
}

/// verify does not succeed when there is nothing to check.
@Suite struct VerifyNothingTests {
  @Test(arguments: [
    ([], "HEAD"), (["HEAD"], "HEAD"), (["main"], "main"), (["main^..main"], "main^..main"), (["--staged"], "the index"),
    (["--history"], "HEAD"), (["--worktree"], "HEAD"),
  ])
  func `verify without rules fails in every format`(_ words: [String], _ name: String) throws {
    let tree = try Workshop(rules: nil, attributes: "").maintainer
    try tree.commit("a.x", "a\n", "Two")
    let formats = ["github", "json", "gitlab", "markdown", "sarif"].map { ["--report", $0] }
    for more in [[], ["--strict"]] + formats {
      let outcome = try tree.munge(["verify"] + words + more, status: 2...2)
      #expect(
        outcome.output == "" && outcome.errors.hasPrefix("git-munge: no .gitmunge in \(name): nothing to check; "))
    }
  }

  @Test func `a guard without rules passes silently`() throws {
    let outcome = try Workshop(rules: nil, attributes: "").maintainer.munge("hook", "pre-commit")
    #expect(outcome.output == "" && outcome.errors == "")
  }

  @Test func `replace refs and a configured fsmonitor hide no leak`() throws {
    let tree = try Workshop(files: ["a.txt": "\(canonical)\n"]).maintainer
    try tree.commit("a.txt", "\(local)\n", "Leak")
    try tree.commit("a.txt", "\(canonical)\n", "Good")
    func expectLeak(_ why: Comment) throws {
      for words in [["HEAD~2..HEAD"], ["--history"], ["HEAD^"]] {
        #expect(try tree.munge(["verify"] + words, status: 0...1).says("[looks-local]"), why)
      }
    }
    try expectLeak("as it is")
    try tree.git("replace", "HEAD^:a.txt", "HEAD:a.txt")
    try expectLeak("a replaced blob")
    try tree.git("replace", "--force", "HEAD^", "HEAD")
    try expectLeak("a replaced commit")
    try tree.write("../eat", "#!/bin/sh\ncat >/dev/null\n", mode: 0o755)
    try tree.git("config", "core.fsmonitor", "\(tree.workshop.sandbox.directory)/eat")
    try expectLeak("a program that reads what git is fed")
  }

  @Test func `verify and install follow no link to a directory outside the tree`() throws {
    let tree = try Workshop(files: ["sub/a.txt": "\(canonical)\n"]).clone()
    try tree.munge("verify", "--worktree")
    try tree.run([
      "sh", "-c",
      "mkdir ../outside && printf '%s\\n' \(canonical) >../outside/a.txt && rm -r sub && ln -s ../outside sub",
    ])
    #expect(try tree.munge("verify", "--worktree", status: 1...1).says("sub/a.txt:\n"), "the file is missing")
    try tree.munge("install", "handle=bnr")
    #expect(try tree.text("../outside/a.txt") == "\(canonical)\n")
    #expect(try !tree.munge("status", status: 0...1).says("sub/a.txt:"))
  }
}

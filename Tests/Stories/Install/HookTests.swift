// Hooks that follow rules: silently to those that were agreed to, with a word to others, never in the middle of something.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct HookTests {
  let workshop: Workshop
  let tree: WorkingTree
  private static let other = "com.blah.dev-bnr"

  /// `main` with one local text, `next` with another that the developer has agreed to, `unseen` with a third.
  init() throws {
    workshop = try Workshop(files: ["app.txt": "\(canonical)\n", "log.txt": "one\n"])
    tree = try workshop.clone()
    try tree.munge("install", "--hooks", "handle=bnr")
    try tree.git("switch", "--quiet", "--create", "next")
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
    try tree.munge("refresh", "--yes")
    try tree.commitAll("Other rules")
    try tree.git("switch", "--quiet", "--create", "unseen")
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "new-${"))
    try tree.git("commit", "--quiet", "--all", "-m", "Rules that nobody has seen")
    try tree.git("switch", "--quiet", "main")
  }

  private func expect(_ text: String, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try tree.text("app.txt") == "\(text)\n", comment, sourceLocation: sourceLocation)
    #expect(try tree.statusOfTouched() == "", comment, sourceLocation: sourceLocation)
  }

  private func commit(_ name: String) throws {
    try tree.write("log.txt", (tree.text("log.txt") ?? "") + "\(name)\n")
    try tree.git("commit", "--quiet", "--all", "-m", name)
  }

  @Test func `switching back and forth between rules that were agreed to is silent, and the files follow`() throws {
    try expect(local, "as installed")
    #expect(try tree.git("switch", "--quiet", "next").errors == "")
    try expect(Self.other, "the rules of next")
    #expect(try tree.git("switch", "--quiet", "main").errors == "")
    try expect(local, "the rules of main")
    #expect(try tree.state() == "munged")
  }

  @Test(arguments: [["merge", "--quiet", "--ff-only", "next"], ["merge", "--quiet", "--no-ff", "next"], ["pull", "--quiet", "--no-rebase", ".", "next"]])
  func `a merge brings the files behind it`(_ words: [String]) throws {
    #expect(try tree.git(words).errors == "")
    try expect(Self.other, "merged")
  }

  @Test(arguments: ["--merge", "--apply"]) func `so does a rebase, when it is over`(_ backend: String) throws {
    for name in ["two", "three"] { try commit(name) }
    #expect(try tree.git("rebase", "--quiet", backend, "next").errors == "")
    try expect(Self.other, "rebased")
    #expect(try tree.objects(holding: "com.blah.dev-bnr") == "")
  }

  @Test func `a new working tree shows what its branch says`() throws {
    try tree.git("worktree", "add", "--quiet", "../linked", "next")
    let linked = workshop.tree("linked")
    #expect(try linked.text("app.txt") == "\(Self.other)\n")
    #expect(try linked.statusOfTouched() == "")
    try expect(local, "the first tree stays as it is")
  }

  @Test func `rules that nobody has agreed to are named, and nothing is changed`() throws {
    let outcome = try tree.git("switch", "--quiet", "unseen")
    #expect(outcome.errors.hasPrefix("git-munge: rule 'bundle-id' has changed: `git munge refresh` shows it and asks\n"))
    try expect(local, "by the plan of before")
    try tree.munge("refresh", "--yes")
    try expect("com.blah.new-bnr", "agreed")
  }

  @Test func `what no hook follows, the filter tells`() throws {
    let notice = ".gitmunge is not what this working tree was munged by"
    #expect(try tree.git("reset", "--quiet", "--hard", "next").errors.contains(notice))
    try tree.git("reset", "--quiet", "--hard", "main@{1}")
    try tree.git("switch", "--quiet", "--force-create", "behind", "main~0")
    #expect(try tree.git("rebase", "--quiet", "next").errors.contains(notice), "one with nothing to replay runs no hook behind it")
  }

  @Test func `where canonical files are wanted nothing is followed`() throws {
    try tree.munge("canonical", "--", "git", "worktree", "add", "--quiet", "../release", "next")
    #expect(try workshop.tree("release").text("app.txt") == "\(canonical)\n")
    let plan = try tree.text(".git/munge/plan")
    try tree.munge("canonical", "--", "git", "checkout", "--quiet", "--ignore-other-worktrees", "next")
    #expect(try tree.text(".git/munge/plan") == plan)
  }

  @Test func `a changed value waits for its developer`() throws {
    try tree.git("config", "munge.values.handle", "fred")
    let outcome = try tree.git("checkout", "--quiet", "--detach")
    #expect(outcome.errors.contains("the value of handle has changed"))
    try expect(local, "not yet")
  }

  @Test func `rules that cannot be read are told, and a branch without any is not`() throws {
    try tree.git("switch", "--quiet", "--create", "bad")
    try tree.write(".gitmunge", "[rule]\n")
    try tree.git("commit", "--quiet", "--all", "--no-verify", "-m", "Bad")
    try tree.git("switch", "--quiet", "main")
    #expect(try tree.git("switch", "--quiet", "bad").errors.contains(".gitmunge:1:"))
    try tree.git("rm", "--quiet", ".gitmunge")
    try tree.git("commit", "--quiet", "--no-verify", "-m", "None")
    try tree.git("switch", "--quiet", "main")
    #expect(try tree.git("switch", "--quiet", "bad").errors == "")
    try expect(local, "the plan goes on")
  }

  /// Ways to be in the middle of something while the rules of `next` are on disk.
  private static let middles = [
    ("rebase", [["rebase", "--interactive", "main~0", "next"], ["commit", "--amend", "--no-edit"]], ["rebase", "--abort"]),
    ("bisect", [["bisect", "start", "next", "main"], ["checkout", "--quiet", "next"]], ["bisect", "reset"]),
    ("cherry-pick", [["cherry-pick", "next", "topic"]], ["cherry-pick", "--abort"]),
    ("merge", [["merge", "--no-commit", "--no-ff", "next"], ["checkout", "next", "--", "."]], ["merge", "--abort"]),
  ]

  @Test(arguments: middles.map(\.0)) func `in the middle of something nothing follows`(_ name: String) throws {
    let middle = try #require(Self.middles.first { $0.0 == name })
    try tree.git("switch", "--quiet", "--create", "topic")
    try commit("topic")
    try tree.git("switch", "--quiet", "main")
    try commit("main")
    let plan = try tree.text(".git/munge/plan")
    for words in middle.1 {
      try tree.git(words, environment: ["GIT_SEQUENCE_EDITOR": "sed -i.bak '1s/^pick/edit/'"], status: 0...1)
      #expect(try tree.text(".git/munge/plan") == plan, "\(words)")
    }
    try #require(try tree.git("status").output.contains(name == "cherry-pick" ? "herry-pick" : name.prefix(5)), "else nothing was tried")
    try tree.git(middle.2)
    try tree.git("switch", "--quiet", "main")
    try expect(local, "afterwards")
  }

  @Test func `a hook of a clone in which nothing is installed, or on a machine without the program, is silent`() throws {
    try tree.munge("uninstall")
    let line = #"! command -v git-munge >/dev/null || git-munge refresh --hook post-checkout "$@""#
    try tree.write(".git/hooks/post-checkout", "#!/bin/sh\n\(line)\n", mode: 0o755)
    #expect(try tree.git("checkout", "--quiet", "--detach").errors == "")
    try tree.munge("install", "--hooks")
    try tree.run(["rm", "\(workshop.bin)/git-munge"])
    #expect(try tree.git("switch", "--quiet", "main").errors == "")
    #expect(try tree.git("merge", "--quiet", "next").errors.contains("no such") == false)
  }

  @Test func `whatever goes wrong, a checkout ends well and says so in a line`() throws {
    try tree.git("config", "munge.values.handle", "no label!")
    let outcome = try tree.git("checkout", "--quiet", "--detach")
    #expect(outcome.errors.hasPrefix("git-munge: handle = no label!"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }
}

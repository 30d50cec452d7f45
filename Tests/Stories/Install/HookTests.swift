// Hooks apply approved rules silently, report other rules, and change nothing while git has an operation in progress.

import StorySupport

@Suite struct HookTests {
  let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }
  private static let other = "com.blah.dev-bnr"

  /// `main` has one local text, `next` another one with approved rules, `unseen` a third one with rules that are not
  /// approved.
  init() throws {
    tree = try Workshop(files: ["app.txt": "\(canonical)\n", "log.txt": "one\n"]).clone()
    try tree.sh("git munge install --hooks handle=bnr; git switch --quiet --create next")
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
    try tree.munge("install", "--yes")
    try tree.commitAll("Other rules")
    try tree.git("switch", "--quiet", "--create", "unseen")
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "new-${"))
    try tree.sh("git commit --quiet --all -m 'Rules that are not approved'; git switch --quiet main")
  }

  private func expect(_ text: String, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try tree.text("app.txt") == "\(text)\n", comment, sourceLocation: sourceLocation)
    #expect(try tree.statusOfTouched() == "", comment, sourceLocation: sourceLocation)
  }

  private func commit(_ name: String) throws {
    try tree.write("log.txt", (tree.text("log.txt") ?? "") + "\(name)\n")
    try tree.git("commit", "--quiet", "--all", "-m", name)
  }

  @Test func `switching between approved rules is silent and updates the files`() throws {
    try expect(local, "as installed")
    #expect(try tree.git("switch", "--quiet", "next").errors == "")
    try expect(Self.other, "the rules of next")
    #expect(try tree.git("switch", "--quiet", "main").errors == "")
    try expect(local, "the rules of main")
    #expect(try tree.state() == "munged")
  }

  @Test(arguments: [
    ["merge", "--quiet", "--ff-only", "next"], ["merge", "--quiet", "--no-ff", "next"],
    ["pull", "--quiet", "--no-rebase", ".", "next"],
  ])
  func `a merge updates the files`(_ words: [String]) throws {
    #expect(try tree.git(words).errors == "")
    try expect(Self.other, "merged")
  }

  @Test(arguments: ["--merge", "--apply"]) func `a rebase updates the files when it ends`(_ backend: String) throws {
    for name in ["two", "three"] { try commit(name) }
    #expect(try tree.git("rebase", "--quiet", backend, "next").errors == "")
    try expect(Self.other, "rebased")
    #expect(try tree.objects(holding: "com.blah.dev-bnr") == "")
  }

  @Test func `rules that are not approved are reported once, and nothing changes`() throws {
    try tree.sh("git switch --quiet unseen --detach; git switch --quiet main")
    let outcome = try tree.git("switch", "--quiet", "unseen")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.hasPrefix("git-munge: rule 'bundle-id' has changed: run `git munge install` to review and apply\n")
    )
    try expect(local, "the plan is unchanged")
    try tree.munge("install", "--yes")
    try expect("com.blah.new-bnr", "approved")
  }

  @Test func `hooks change nothing without smudge`() throws {
    let canonicalOnly = ["GIT_MUNGE_SKIP_SMUDGE": "1"]
    try tree.git("worktree", "add", "--quiet", "../release", "next", environment: canonicalOnly)
    let release = workshop.tree("release")
    #expect(
      try release.text("app.txt") == "\(canonical)\n"
        && release.git("status", "--porcelain", environment: canonicalOnly).output == "")
    let plan = try tree.text(".git/munge/plan")
    try tree.git("checkout", "--quiet", "--ignore-other-worktrees", "next", environment: canonicalOnly)
    #expect(try tree.text(".git/munge/plan") == plan)
  }

  @Test(arguments: [("fred", "the value of handle has changed"), ("no label!", "git-munge: handle = no label!")])
  func `a changed or invalid value is reported on one line and not applied`(_ value: String, _ words: String) throws {
    try tree.git("config", "munge.values.handle", value)
    let outcome = try tree.git("checkout", "--quiet", "--detach")
    #expect(outcome.errors.contains(words) && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    try expect(local, "the value is not applied")
  }

  @Test func `invalid rules are reported, and a branch without rules is silent`() throws {
    try tree.git("switch", "--quiet", "--create", "bad")
    try tree.write(".gitmunge", "[rule]\n")
    try tree.sh("git commit --quiet --all --no-verify -m Bad; git switch --quiet main")
    #expect(try tree.git("switch", "--quiet", "bad").errors.contains(".gitmunge:1:"))
    try tree.sh("git rm --quiet .gitmunge; git commit --quiet --no-verify -m None; git switch --quiet main")
    #expect(try tree.git("switch", "--quiet", "bad").errors == "")
    try expect(local, "the plan stays in use")
  }

  /// Operations in progress while the rules of `next` are on disk.
  private static let operations = [
    (
      "rebase", [["rebase", "--interactive", "main~0", "next"], ["commit", "--amend", "--no-edit"]],
      ["rebase", "--abort"]
    ),
    ("bisect", [["bisect", "start", "next", "main"], ["checkout", "--quiet", "next"]], ["bisect", "reset"]),
    ("cherry-pick", [["cherry-pick", "next", "topic"]], ["cherry-pick", "--abort"]),
    ("merge", [["merge", "--no-commit", "--no-ff", "next"], ["checkout", "next", "--", "."]], ["merge", "--abort"]),
  ]

  @Test(arguments: operations.map(\.0)) func `hooks change nothing while an operation is in progress`(_ name: String)
    throws
  {
    let operation = try #require(Self.operations.first { $0.0 == name })
    try tree.git("switch", "--quiet", "--create", "topic")
    try commit("topic")
    try tree.git("switch", "--quiet", "main")
    try commit("main")
    let plan = try tree.text(".git/munge/plan")
    for words in operation.1 {
      try tree.git(words, environment: ["GIT_SEQUENCE_EDITOR": "sed -i.bak '1s/^pick/edit/'"], status: 0...1)
      #expect(try tree.text(".git/munge/plan") == plan, "\(words)")
    }
    try #require(
      try tree.git("status").output.contains(name == "cherry-pick" ? "herry-pick" : name.prefix(5)),
      "the operation is in progress")
    try tree.git(operation.2)
    try tree.git("switch", "--quiet", "main")
    try expect(local, "after the operation")
  }

  @Test func `a hook is silent without an installation or without the program`() throws {
    try tree.munge("uninstall")
    let line = #"! command -v git-munge >/dev/null || git-munge hook post-checkout "$@""#
    try tree.write(".git/hooks/post-checkout", "#!/bin/sh\n\(line)\n", mode: 0o755)
    #expect(try tree.git("checkout", "--quiet", "--detach").errors == "")
    try tree.sh("git munge install --hooks; rm '\(workshop.bin)/git-munge'")
    #expect(try tree.git("switch", "--quiet", "main").errors == "")
    #expect(try tree.git("merge", "--quiet", "next").errors.contains("no such") == false)
  }
}

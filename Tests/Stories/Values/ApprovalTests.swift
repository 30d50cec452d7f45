// What install does without approval, and when it changes nothing.

import StorySupport

@Suite struct ApprovalTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app().munged() }

  private static let renamed = Rules.handle.replacing("user-${", with: "dev-${")

  /// Runs install, which must change nothing, and returns its error.
  private func refusal() throws -> String {
    let outcome = try tree.unchanged { try tree.munge("install", "--yes", status: 2...2) }
    #expect(outcome.output == "")
    return outcome.errors
  }

  @Test func `install does not apply an unmerged rules file, even one that is valid`() throws {
    try tree.startConflict(in: ".gitmunge", topic: Self.renamed, main: Rules.handle.replacing("user-${", with: "my-${"))
    #expect(try refusal().contains("found the conflict marker '<<<<<<<'"))
    try tree.git("checkout", "--quiet", "--theirs", ".gitmunge")
    #expect(
      try refusal().contains(".gitmunge is in conflict; resolve it, `git add` it, then run `git munge install`\n"))
    try tree.git("add", ".gitmunge")
    #expect(try refusal().contains("a merge is in progress: finish or abort it, then run this command again"))
    try tree.sh("git commit --quiet -m Merge; git munge install --yes")
    try tree.expectShown("app.txt", "id = com.blah.dev-bnr\n")
  }

  /// Two branches that conflict, and a changed value; each operation stops half-way.
  @Test(arguments: [
    ("merge", ["merge", "topic"]), ("rebase", ["rebase", "topic"]), ("cherry-pick", ["cherry-pick", "topic"]),
    ("revert", ["revert", "--no-edit", "HEAD~1"]), ("rebase", ["rebase", "--apply", "topic"]),
    ("bisect", ["bisect", "start"]),
  ])
  func `install keeps the plan while git has an operation in progress`(_ name: String, _ words: [String]) throws {
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.commit("app.txt", "topic \(local)\n", "Topic")
    try tree.git("switch", "--quiet", "main")
    for line in ["main", "again"] {
      try tree.commit("app.txt", "\(line) \(local)\n", line)
    }
    try tree.git(words, status: 0...1)
    try tree.git("config", "munge.values.handle", "other")
    #expect(
      try refusal()
        == "git-munge: a \(name) is in progress: finish or abort it, then run this command again; no file was changed\n"
    )
    try tree.git(words[0], name == "bisect" ? "reset" : "--abort")
    try tree.munge("install", "--yes")
    try tree.expectShown("app.txt", "again com.blah.user-other\n")
  }

  @Test func `during a merge install still updates stale files`() throws {
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.commit("app.txt", "topic\n", "Topic")
    try tree.sh("git switch --quiet main; git merge --quiet --no-ff --no-commit topic; rm other.txt")
    try tree.git("checkout", "--", "other.txt", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    try tree.munge("install")
    #expect(try tree.text("other.txt") == "\(local)\n")
    #expect(try tree.status() == "M  app.txt\n")
  }

  @Test func `install updates files that were checked out without the filter`() throws {
    try tree.write("other.txt", "\(local)\nedited \(local)\n")
    try tree.sh("git add other.txt; rm app.txt other.txt")
    try tree.git("checkout", "--", ".", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    try expectSnapshot("files-were-checked-out-without", tree.munge("install"))
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    try tree.expectShown("other.txt", "\(local)\nedited \(local)\n", status: "M  other.txt\n")
  }

  @Test func `status reports files that pulled attributes exclude, and install makes them canonical`() throws {
    try tree.workshop.maintainer.commit(
      ".gitattributes", "* filter=munge\nother.txt -filter\napp.txt !filter\n", "Attributes")
    try tree.git("pull", "--quiet")
    #expect(try tree.statusOfTouched() == "", "git cleans them until then")
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try expectSnapshot("pulled-attributes-take-files-out", tree.munge("status"), tree.munge("install"))
    #expect(try tree.text("other.txt") == "\(canonical)\n")
    try tree.expectShown("app.txt", "id = \(canonical)\nedited\n", status: " M app.txt\n")
  }
}

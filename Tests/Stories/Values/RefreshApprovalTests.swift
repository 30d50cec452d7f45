// What refresh does without approval, and when it changes nothing.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct RefreshApprovalTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app().munged() }

  private static let renamed = Rules.handle.replacing("user-${", with: "dev-${")

  /// Runs refresh, which must change nothing, and returns its output.
  private func refreshWithoutChange(_ words: String...) throws -> String {
    let outcome = try tree.unchanged { try tree.munge(["refresh"] + words, status: 1...1) }
    #expect(outcome.errors == "")
    return outcome.output
  }

  @Test func `refresh with nothing to do prints and writes nothing`() throws {
    let outcome = try tree.unchanged { try tree.munge("refresh") }
    #expect(outcome.output + outcome.errors == "")
  }

  @Test func `changed comments and spaces in the rules file need no refresh`() throws {
    try tree.write(".gitmunge", "# of use\n" + Rules.handle.replacing(" = ", with: "="))
    let outcome = try tree.munge("refresh")
    #expect(outcome.output + outcome.errors == "")
    try FileSystem.remove(tree.top / "app.txt")
    #expect(try tree.git("checkout", "--", "app.txt").errors == "", "the filter accepts the rules file")
    try tree.munge("set", "handle=other")
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\n", "set accepts the rules file")
  }

  @Test(arguments: [
    (nil, ".gitmunge is missing; restore it with `git checkout HEAD -- .gitmunge`"),
    ("<<<<<<< ours\n", ".gitmunge:1:1: expected rules, found the conflict marker '<<<<<<<'"),
    ("[rule \"x\"]\n\tcanonical = a\n", ".gitmunge:"),
  ] as [(String?, String)])
  func `refresh without valid rules changes nothing, and works once they are restored`(_ rules: String?, _ words: String) throws {
    if let rules { try tree.write(".gitmunge", rules) } else { try FileSystem.remove(tree.top / ".gitmunge") }
    #expect(try refreshWithoutChange("--yes").hasPrefix("The working tree is not changed: \(words)"))
    try tree.git("checkout", "HEAD", "--", ".")
    #expect(try tree.munge("refresh").output == "")
  }

  @Test func `refresh does not apply an unmerged rules file, even one that is valid`() throws {
    try tree.startConflict(in: ".gitmunge", topic: Self.renamed, main: Rules.handle.replacing("user-${", with: "my-${"))
    #expect(try refreshWithoutChange("--yes").contains("found the conflict marker '<<<<<<<'"))
    try tree.git("checkout", "--quiet", "--theirs", ".gitmunge")
    #expect(try refreshWithoutChange("--yes").contains(".gitmunge is in conflict; resolve it, `git add` it, then run `git munge refresh` again."))
    try tree.git("add", ".gitmunge")
    #expect(try refreshWithoutChange("--yes").contains("a merge is in progress; run `git munge refresh` after it."))
    try tree.git("commit", "--quiet", "-m", "Merge")
    try tree.munge("refresh", "--yes")
    #expect(try tree.text("app.txt") == "id = com.blah.dev-bnr\n")
    #expect(try tree.statusOfTouched() == "")
  }

  /// Two branches that conflict, and a changed value; each operation stops half-way.
  @Test(arguments: [
    ("merge", ["merge", "topic"]), ("rebase", ["rebase", "topic"]), ("cherry-pick", ["cherry-pick", "topic"]),
    ("revert", ["revert", "--no-edit", "HEAD~1"]), ("rebase", ["rebase", "--apply", "topic"]), ("bisect", ["bisect", "start"]),
  ])
  func `refresh keeps the plan while git has an operation in progress`(_ name: String, _ words: [String]) throws {
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.write("app.txt", "topic \(local)\n")
    try tree.commitAll("Topic")
    try tree.git("switch", "--quiet", "main")
    for line in ["main", "again"] {
      try tree.write("app.txt", "\(line) \(local)\n")
      try tree.commitAll(line)
    }
    try tree.git(words, status: 0...1)
    try tree.git("config", "munge.values.handle", "other")
    #expect(try refreshWithoutChange("--yes") == "The working tree is not changed: a \(name) is in progress; run `git munge refresh` after it.\n")
    try tree.git(words[0], name == "bisect" ? "reset" : "--abort")
    try tree.munge("refresh", "--yes")
    #expect(try tree.text("app.txt") == "again com.blah.user-other\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `during a merge refresh still updates stale files`() throws {
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.write("app.txt", "topic\n")
    try tree.commitAll("Topic")
    try tree.git("switch", "--quiet", "main")
    try tree.git("merge", "--quiet", "--no-ff", "--no-commit", "topic")
    try FileSystem.remove(tree.top / "other.txt")
    try tree.git("checkout", "--", "other.txt", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    try tree.munge("refresh")
    #expect(try tree.text("other.txt") == "\(local)\n")
    #expect(try tree.status() == "M  app.txt\n")
  }

  @Test func `refresh updates files that were checked out without the filter`() throws {
    try tree.write("other.txt", "\(local)\nedited \(local)\n")
    try tree.git("add", "other.txt")
    try FileSystem.remove(tree.top / "app.txt")
    try FileSystem.remove(tree.top / "other.txt")
    try tree.git("checkout", "--", ".", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    try expectSnapshot("files-were-checked-out-without", tree.munge("refresh"))
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.text("other.txt") == "\(local)\nedited \(local)\n")
    #expect(try tree.statusOfTouched() == "M  other.txt\n")
  }

  @Test func `status reports files that pulled attributes exclude, and refresh makes them canonical`() throws {
    try tree.workshop.maintainer.write(".gitattributes", "* filter=munge\nother.txt -filter\napp.txt !filter\n")
    try tree.workshop.maintainer.commitAll("Attributes")
    try tree.git("pull", "--quiet")
    #expect(try tree.statusOfTouched() == " M app.txt\n M other.txt\n", "git would commit them with local texts")
    try tree.write("app.txt", "id = \(local)\nedited\n")
    #expect(try tree.text("other.txt") == "\(local)\n")
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says("app.txt:1:6: error: ") && status.says("other.txt:1:1: error: ") && status.says("[own-text]"))
    try expectSnapshot("pulled-attributes-take-files-out", tree.munge("refresh"))
    #expect(try tree.text("other.txt") == "\(canonical)\n")
    #expect(try tree.text("app.txt") == "id = \(local)\nedited\n", "an edited file is not rewritten")
    #expect(try tree.statusOfTouched() == " M app.txt\n")
  }
}

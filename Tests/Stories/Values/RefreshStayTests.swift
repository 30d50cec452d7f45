// What refresh does without asking, and when it leaves a working tree as it is.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct RefreshStayTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(files: ["app.txt": "id = com.blah.user-thing\n", "other.txt": "com.blah.user-thing\n"])
    tree = try workshop.munged()
  }

  private static let renamed = Rules.handle.replacing("user-${", with: "dev-${")

  /// Refreshes, which must change nothing, and answers what it said.
  private func kept(_ words: String...) throws -> String {
    let before = try DirectoryState(tree)
    let outcome = try tree.munge(["refresh"] + words, status: 1...1)
    #expect(outcome.errors == "")
    #expect(try DirectoryState(tree).changes(since: before) == "")
    return outcome.output
  }

  @Test func `where nothing is to be done it says nothing and writes nothing`() throws {
    let before = try DirectoryState(tree)
    let outcome = try tree.munge("refresh")
    #expect(outcome.output + outcome.errors == "")
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  @Test func `a comment changes nothing that anybody has to hear of`() throws {
    try tree.write(".gitmunge", "# of use\n" + Rules.handle.replacing(" = ", with: "="))
    let outcome = try tree.munge("refresh")
    #expect(outcome.output + outcome.errors == "")
    try FileSystem.remove(tree.top / "app.txt")
    #expect(try tree.git("checkout", "--", "app.txt").errors == "", "the filter knows this file too")
    try tree.munge("set", "handle=other")
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\n", "and so do the other commands")
  }

  @Test(arguments: [
    (nil, "there is no .gitmunge now; `git checkout HEAD -- .gitmunge` brings it back"),
    ("<<<<<<< ours\n", ".gitmunge:1:1: expected rules, found the conflict marker '<<<<<<<'"),
    ("[rule \"x\"]\n\tcanonical = a\n", ".gitmunge:"),
  ] as [(String?, String)])
  func `without readable rules the plan goes on`(_ rules: String?, _ words: String) throws {
    if let rules { try tree.write(".gitmunge", rules) } else { try FileSystem.remove(tree.top / ".gitmunge") }
    #expect(try kept("--yes").hasPrefix("The working tree stays as it is: \(words)"))
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nedited\n", "the filter still cleans")
    try tree.git("checkout", "HEAD", "--", ".")
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.munge("refresh").output == "")
  }

  @Test func `rules that are unmerged are left to whoever merges, even if they could be read`() throws {
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.write(".gitmunge", Self.renamed)
    try tree.commitAll("Topic")
    try tree.git("switch", "--quiet", "main")
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "my-${"))
    try tree.commitAll("Main")
    try tree.git("merge", "topic", status: 1...1)
    #expect(try kept("--yes").contains("found the conflict marker '<<<<<<<'"))
    try tree.git("checkout", "--quiet", "--theirs", ".gitmunge")
    #expect(try kept("--yes").contains(".gitmunge is in conflict; resolve it, `git add` it, then refresh again."))
    try tree.git("add", ".gitmunge")
    #expect(try kept("--yes").contains("a merge is not finished; refresh again when it is."))
    try tree.git("commit", "--quiet", "-m", "Merge")
    try tree.munge("refresh", "--yes")
    #expect(try tree.text("app.txt") == "id = com.blah.dev-bnr\n")
    #expect(try tree.statusOfTouched() == "")
  }

  /// Two branches that do not merge, with other rules beside; what is begun in between stops half-way.
  @Test(arguments: [
    ("merge", ["merge", "topic"]), ("rebase", ["rebase", "topic"]), ("cherry-pick", ["cherry-pick", "topic"]),
    ("revert", ["revert", "--no-edit", "HEAD~1"]), ("rebase", ["rebase", "--apply", "topic"]), ("bisect", ["bisect", "start"]),
  ])
  func `in the middle of something unfinished the plan stays`(_ name: String, _ words: [String]) throws {
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
    #expect(try kept("--yes") == "The working tree stays as it is: a \(name) is not finished; refresh again when it is.\n")
    try tree.git(words[0], name == "bisect" ? "reset" : "--abort")
    try tree.munge("refresh", "--yes")
    #expect(try tree.text("app.txt") == "again com.blah.user-other\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `in the middle of a merge, files that only lag behind are still brought up to date`() throws {
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

  @Test func `where nothing is installed it says how to, and changes nothing`() throws {
    let fresh = try workshop.clone("fresh")
    let before = try DirectoryState(fresh)
    try expectSnapshot("where-nothing-installed-says-how", fresh.munge("refresh", "--yes", status: 2...2))
    #expect(try DirectoryState(fresh).changes(since: before) == "")
  }

  @Test func `files that were checked out without the filter are brought up to date unasked`() throws {
    try tree.write("other.txt", "\(local)\nedited \(local)\n")
    try tree.git("add", "other.txt")
    try FileSystem.remove(tree.top / "app.txt")
    try FileSystem.remove(tree.top / "other.txt")
    try tree.git("checkout", "--", ".", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    let outcome = try tree.munge("refresh")
    try expectSnapshot("files-were-checked-out-without", outcome)
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.text("other.txt") == "\(local)\nedited \(local)\n")
    #expect(try tree.statusOfTouched() == "M  other.txt\n")
  }

  @Test func `pulled attributes that take files out are named, and refresh gives those files back`() throws {
    try workshop.maintainer.write(".gitattributes", "* filter=munge\nother.txt -filter\napp.txt !filter\n")
    try workshop.maintainer.commitAll("Attributes")
    try tree.git("pull", "--quiet")
    #expect(try tree.statusOfTouched() == " M app.txt\n M other.txt\n", "they would be committed as they are")
    try tree.write("app.txt", "id = \(local)\nedited\n")
    #expect(try tree.text("other.txt") == "\(local)\n")
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says("app.txt:1:6: error: ") && status.says("other.txt:1:1: error: ") && status.says("[own-text]"))
    let outcome = try tree.munge("refresh")
    try expectSnapshot("pulled-attributes-take-files-out", outcome)
    #expect(try tree.text("other.txt") == "\(canonical)\n")
    #expect(try tree.text("app.txt") == "id = \(local)\nedited\n", "an edited file may say what its developer means")
    #expect(try tree.statusOfTouched() == " M app.txt\n")
    #expect(outcome.says("app.txt:1:6: error: "))
  }
}

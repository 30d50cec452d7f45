// Values are set while something else is going on: edits, merges, other rules, other working trees.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct SetWhileTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      files: ["app.txt": "id = com.blah.user-thing\n", "other.txt": "com.blah.user-thing\n", "third.txt": "com.blah.user-thing\n"])
    tree = try workshop.munged()
  }

  @Test(arguments: ["xyz", "somebody-else", "b"])
  func `edits and staged edits stay exactly, and nothing else is staged`(_ handle: String) throws {
    try tree.write("app.txt", "id = \(local)\nstaged \(local)\n")
    try tree.write("new.txt", "new \(local)\n")
    try tree.git("add", "app.txt", "new.txt")
    try tree.write("app.txt", "id = \(local)\nstaged \(local)\nedited \(local)\n")
    try tree.write("other.txt", "\(local)\nedited \(local)\n")
    try tree.write("untracked.txt", "untracked \(local)\n")
    try FileSystem.remove(tree.top / "third.txt")
    let before = try (tree.git("diff", "--cached").output, tree.git("diff").output, tree.status())

    try tree.munge("set", "handle=\(handle)")
    let now = "com.blah.user-\(handle)"
    #expect(try tree.text("app.txt") == "id = \(now)\nstaged \(now)\nedited \(now)\n")
    #expect(try tree.text("other.txt") == "\(now)\nedited \(now)\n")
    #expect(try tree.text("untracked.txt") == "untracked \(now)\n")
    #expect(try tree.text("third.txt") == nil)
    #expect(try tree.git("diff", "--cached").output == before.0)
    #expect(try tree.git("diff").output == before.1)
    #expect(try tree.status() == before.2)
    try tree.munge("unset", "handle")
    #expect(try tree.git("diff", "--cached").output == before.0)
    #expect(try tree.git("diff").output == before.1)
    #expect(try tree.text("app.txt") == "id = \(canonical)\nstaged \(canonical)\nedited \(canonical)\n")
  }

  @Test func `before an installation values are only kept, and the installation uses them`() throws {
    let fresh = try workshop.clone("fresh")
    let before = try DirectoryState(fresh, except: ["config"])
    let outcome = try fresh.munge("set", "handle=early")
    try expectSnapshot("before-installation-values-only-kept-set", outcome)
    #expect(try DirectoryState(fresh, except: ["config"]).changes(since: before) == "")
    #expect(try fresh.statusOfTouched() == "")
    try expectSnapshot("before-installation-values-only-kept-install", fresh.munge("install"))
    #expect(try fresh.text("app.txt") == "id = com.blah.user-early\n")
  }

  @Test func `in an idle linked working tree values are kept, and its files stay canonical`() throws {
    let ben = try workshop.clone("ben")
    try ben.git("worktree", "add", "--quiet", "../second", "-b", "second")
    let second = workshop.tree("second")
    try ben.munge("install", "handle=bnr")
    let outcome = try second.munge("set", "handle=other")
    try expectSnapshot("idle-linked-working-tree-values-set", outcome)
    #expect(try second.text("app.txt") == "id = \(canonical)\n")
    #expect(try second.statusOfTouched() == "")
    #expect(try ben.text("app.txt") == "id = \(local)\n")
    try expectSnapshot("idle-linked-working-tree-values-refresh", ben.munge("refresh", "--yes"))
    #expect(try ben.text("app.txt") == "id = com.blah.user-other\n")
  }

  @Test func `other working trees keep what they show, are named, and follow by refresh`() throws {
    try tree.git("worktree", "add", "--quiet", "../second", "-b", "second")
    let second = workshop.tree("second")
    let outcome = try tree.munge("set", "handle=other")
    try expectSnapshot("other-working-trees-keep-they", outcome)
    #expect(try second.text("app.txt") == "id = \(local)\n")
    #expect(try second.statusOfTouched() == "")
    try second.munge("refresh", "--yes")
    #expect(try second.text("app.txt") == "id = com.blah.user-other\n")
    #expect(try second.statusOfTouched() == "")
    #expect(try second.munge("set", "handle=third").says("\n  \(tree.top)\n"))
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\n")
  }

  @Test func `with other rules than those agreed to the value is kept, and no file is changed`() throws {
    try workshop.maintainer.write(".gitmunge", Rules.handle.replacing("com.blah.user-${", with: "com.blah.dev-${"))
    try workshop.maintainer.commitAll("Other rules")
    try tree.git("pull", "--quiet")
    let before = try DirectoryState(tree, except: ["config"])
    let outcome = try tree.munge("set", "handle=other", status: 1...1)
    try expectSnapshot("other-rules-than-those-agreed-set", outcome)
    #expect(try DirectoryState(tree, except: ["config"]).changes(since: before) == "")
    #expect(try tree.git("config", "munge.values.handle").output == "other\n")
    try expectSnapshot("other-rules-than-those-agreed-unset", tree.munge("unset", "handle", status: 1...1))
    try tree.munge("set", "handle=other", status: 1...1)
    try tree.munge("refresh", "--yes")
    #expect(try tree.text("app.txt") == "id = com.blah.dev-other\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test(arguments: [nil, "<<<<<<< ours\n", "[rule \"x\"]\n\tcanonical = a\n"])
  func `without readable rules set changes nothing, and unset only takes the value away`(_ rules: String?) throws {
    if let rules { try tree.write(".gitmunge", rules) } else { try FileSystem.remove(tree.top / ".gitmunge") }
    let before = try DirectoryState(tree)
    #expect(try tree.munge("set", "handle=other", status: 2...2).errors.contains(".gitmunge"))
    #expect(try DirectoryState(tree).changes(since: before) == "")
    let unset = try tree.munge("unset", "handle", status: 1...1)
    #expect(unset.says("No file was changed: .gitmunge "))
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.statusOfTouched().replacing(" D .gitmunge\n", with: "").replacing(" M .gitmunge\n", with: "") == "")
  }

  @Test func `in the middle of a merge the value is kept, and refresh follows when that is over`() throws {
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.write("app.txt", "topic \(local)\n")
    try tree.commitAll("Topic")
    try tree.git("switch", "--quiet", "main")
    try tree.write("app.txt", "main \(local)\n")
    try tree.commitAll("Main")
    try tree.git("merge", "topic", status: 1...1)
    let before = try DirectoryState(tree, except: ["config"])
    let outcome = try tree.munge("set", "handle=other", status: 1...1)
    try expectSnapshot("middle-merge-value-kept-refresh", outcome)
    #expect(try DirectoryState(tree, except: ["config"]).changes(since: before) == "")
    try tree.write("app.txt", "both \(local)\n")
    try tree.git("commit", "--quiet", "--all", "-m", "Merge")
    #expect(try tree.blob("HEAD:app.txt") == "both \(canonical)\n")
    try tree.munge("refresh", "--yes")
    #expect(try tree.text("app.txt") == "both com.blah.user-other\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test(arguments: [(["set", "handle=other"]), (["unset", "handle"])])
  func `while git's configuration is locked by another program nothing is changed`(_ words: [String]) throws {
    try tree.write(".git/config.lock", "")
    let before = try DirectoryState(tree)
    #expect(try tree.munge(words, status: 2...2).errors.hasPrefix("git-munge: "))
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }
}

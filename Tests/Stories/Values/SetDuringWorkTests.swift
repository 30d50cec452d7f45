// set during other work: edits, merges, other rules, other working trees.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct SetDuringWorkTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      files: ["app.txt": "id = com.blah.user-thing\n", "other.txt": "com.blah.user-thing\n", "third.txt": "com.blah.user-thing\n"])
    tree = try workshop.munged()
  }

  @Test(arguments: ["xyz", "somebody-else", "b"])
  func `set keeps edits and staged edits, and stages nothing`(_ handle: String) throws {
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

  @Test func `before install, set only stores values, and install uses them`() throws {
    let fresh = try workshop.clone("fresh")
    let before = try DirectoryState(fresh, except: ["config"])
    let outcome = try fresh.munge("set", "handle=early")
    try expectSnapshot("before-installation-values-only-kept-set", outcome)
    #expect(try DirectoryState(fresh, except: ["config"]).changes(since: before) == "")
    #expect(try fresh.statusOfTouched() == "")
    try expectSnapshot("before-installation-values-only-kept-install", fresh.munge("install"))
    #expect(try fresh.text("app.txt") == "id = com.blah.user-early\n")
  }

  @Test func `in a canonical linked working tree set stores values and changes no file`() throws {
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

  @Test func `set lists other working trees, which keep their texts until refresh`() throws {
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

  @Test func `with rules that are not approved, set stores the value and changes no file`() throws {
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
  func `without valid rules set changes nothing, and unset removes the value only`(_ rules: String?) throws {
    if let rules { try tree.write(".gitmunge", rules) } else { try FileSystem.remove(tree.top / ".gitmunge") }
    let before = try DirectoryState(tree)
    #expect(try tree.munge("set", "handle=other", status: 2...2).errors.contains(".gitmunge"))
    #expect(try DirectoryState(tree).changes(since: before) == "")
    let unset = try tree.munge("unset", "handle", status: 1...1)
    #expect(unset.says("No file was changed: the rules "))
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.statusOfTouched().replacing(" D .gitmunge\n", with: "").replacing(" M .gitmunge\n", with: "") == "")
  }

  @Test func `during a merge set stores the value, and refresh applies it afterwards`() throws {
    try tree.startConflict(in: "app.txt", topic: "topic \(local)\n", main: "main \(local)\n")
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
  func `a locked configuration file makes set and unset change nothing`(_ words: [String]) throws {
    try tree.write(".git/config.lock", "")
    let before = try DirectoryState(tree)
    #expect(try tree.munge(words, status: 2...2).errors.hasPrefix("git-munge: "))
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }
}

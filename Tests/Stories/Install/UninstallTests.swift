// uninstall restores the canonical tree byte for byte and leaves nothing in git's configuration but values.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct UninstallTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(files: [
      "app.txt": "id = com.blah.user-thing\n", "other.txt": "com.blah.user-thing\n",
    ])
    tree = try workshop.clone()
  }

  @Test func `uninstall restores the state before install, except for the value`() throws {
    let time = WorkingTree.someTime
    try tree.settle(at: time)
    let before = try DirectoryState(tree, except: ["config", "index"])
    let settings = try tree.git("config", "--local", "--list").output
    try tree.munge("install", "handle=bnr")
    let outcome = try tree.munge("uninstall")
    try expectSnapshot("all-before-installation-but-value", outcome)
    // The files have new times: their content changed twice.
    try tree.settle(at: time)
    #expect(try DirectoryState(tree, except: ["config", "index"]).changes(since: before) == "")
    #expect(try tree.git("config", "--local", "--list").output == settings + "munge.values.handle=bnr\n")
    #expect(try FileSystem.status(tree.gitDirectory / "munge") == nil)
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.state() == "not-installed")
  }

  @Test func `uninstall keeps edits and staged changes`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.write("app.txt", "id = \(local)\nstaged \(local)\n")
    try tree.git("add", "app.txt")
    try tree.write("app.txt", "id = \(local)\nstaged \(local)\nlater \(local)\n")
    try tree.write("new.txt", "untracked \(local)\n")
    let staged = try tree.git("diff", "--cached").output
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "id = \(canonical)\nstaged \(canonical)\nlater \(canonical)\n")
    #expect(try tree.text("new.txt") == "untracked \(canonical)\n")
    #expect(try tree.git("diff", "--cached").output == staged)
    #expect(try tree.statusOfTouched() == "MM app.txt\n?? new.txt\n")
  }

  @Test func `a second uninstall, and one without an installation, report that nothing is to be done`() throws {
    for command in [["install", "handle=bnr"], ["uninstall"]] { try tree.munge(command) }
    let outcome = try tree.munge("uninstall", status: 2...2)
    try expectSnapshot("second-one-says-there-nothing", outcome)
    #expect(try workshop.clone("second").munge("uninstall", status: 2...2).errors == outcome.errors)
  }

  @Test func `uninstall in a linked working tree affects that tree only`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.git("worktree", "add", "--quiet", "../linked")
    let linked = workshop.tree("linked")
    let outcome = try linked.munge("uninstall")
    try expectSnapshot("linked-working-tree-uninstalled-alone", outcome)
    #expect(try linked.text("app.txt") == "id = \(canonical)\n")
    #expect(try linked.statusOfTouched() == "")
    #expect(try linked.munge("status").says("Idle: "))
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.statusOfTouched() == "")
    try linked.run(["sh", "-c", "rm app.txt && git checkout -- app.txt"])
    #expect(try linked.text("app.txt") == "id = \(canonical)\n")
    try tree.munge("uninstall")
    #expect(try linked.statusOfTouched() == "")
  }

  @Test func `uninstall in the main working tree refuses while linked trees are munged, and lists them`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.git("worktree", "add", "--quiet", "../linked one", "-b", "linked")
    let linked = workshop.tree("linked one")
    try linked.munge("install", "handle=other")
    let before = try DirectoryState(tree)
    let outcome = try tree.munge("uninstall", status: 2...2)
    try expectSnapshot("main-working-tree-waits-linked", outcome)
    #expect(try DirectoryState(tree).changes(since: before) == "")
    try linked.munge("uninstall")
    try tree.munge("uninstall")
    #expect(try tree.git("config", "--get-regexp", "^filter", status: 1...1).output == "")
  }

  @Test func `a linked working tree that uses the main plan counts as munged`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.git("worktree", "add", "--quiet", "../linked")
    let linked = workshop.tree("linked")
    #expect(try linked.text("app.txt") == "id = \(local)\n")
    let outcome = try tree.munge("uninstall", status: 2...2)
    try expectSnapshot("linked-working-tree-goes-main", outcome)
  }

  @Test func `uninstall keeps and reports keys at other levels`() throws {
    let process = "\(workshop.bin / "git-munge-filter") process"
    try tree.git("config", "--global", "filter.munge.process", process)
    try tree.munge("install", "handle=bnr")
    let outcome = try tree.munge("uninstall")
    try expectSnapshot("keys-other-levels-left-reported", outcome)
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `uninstall cleans files whose rules and attributes were deleted`() throws {
    try tree.munge("install", "handle=bnr")
    try FileSystem.remove(tree.top / ".gitmunge")
    try FileSystem.remove(tree.top / ".gitattributes")
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.status() == " D .gitattributes\n D .gitmunge\n")
  }
}

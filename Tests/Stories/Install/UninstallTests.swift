// The way back: the canonical tree, byte for byte, and nothing left in git's configuration but values.

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

  @Test func `all is as it was before the installation, but for the value`() throws {
    let time = WorkingTree.someTime
    try tree.settle(at: time)
    let before = try DirectoryState(tree, except: ["config", "index"])
    let settings = try tree.git("config", "--local", "--list").output
    try tree.munge("install", "handle=bnr")
    let outcome = try tree.munge("uninstall")
    try expectSnapshot("all-before-installation-but-value", outcome)
    // Their times are new, as their content has changed twice.
    try tree.settle(at: time)
    #expect(try DirectoryState(tree, except: ["config", "index"]).changes(since: before) == "")
    #expect(try tree.git("config", "--local", "--list").output == settings + "munge.values.handle=bnr\n")
    #expect(try FileSystem.status(tree.gitFolder / "munge") == nil)
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.state() == "not-installed")
  }

  @Test func `edits and what is staged are kept`() throws {
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

  @Test func `a second one says that there is nothing to do, and so does one without an installation`() throws {
    for command in [["install", "handle=bnr"], ["uninstall"]] { try tree.munge(command) }
    let outcome = try tree.munge("uninstall", status: 2...2)
    try expectSnapshot("second-one-says-there-nothing", outcome)
    #expect(try workshop.clone("second").munge("uninstall", status: 2...2).errors == outcome.errors)
  }

  @Test func `a linked working tree is uninstalled alone`() throws {
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

  @Test func `the main working tree waits for the linked ones, and names them`() throws {
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

  @Test func `a linked working tree that goes by the main plan is munged too, and is waited for`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.git("worktree", "add", "--quiet", "../linked")
    let linked = workshop.tree("linked")
    #expect(try linked.text("app.txt") == "id = \(local)\n")
    let outcome = try tree.munge("uninstall", status: 2...2)
    try expectSnapshot("linked-working-tree-goes-main", outcome)
  }

  @Test func `keys at other levels are left, and reported`() throws {
    let process = "\(workshop.bin / "git-munge-filter") process"
    try tree.git("config", "--global", "filter.munge.process", process)
    try tree.munge("install", "handle=bnr")
    let outcome = try tree.munge("uninstall")
    try expectSnapshot("keys-other-levels-left-reported", outcome)
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `rules and attributes that are gone by now do not keep files local`() throws {
    try tree.munge("install", "handle=bnr")
    try FileSystem.remove(tree.top / ".gitmunge")
    try FileSystem.remove(tree.top / ".gitattributes")
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.status() == " D .gitattributes\n D .gitmunge\n")
  }
}

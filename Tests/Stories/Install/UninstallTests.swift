// uninstall restores the canonical tree byte for byte and leaves nothing in git's configuration but values.

import StorySupport

@Suite struct UninstallTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app().clone() }

  @Test func `uninstall restores the state before install, except for the value, and a second one has nothing to do`()
    throws
  {
    let time = WorkingTree.someTime
    try tree.settle(at: time)
    let before = try DirectoryState(tree, except: ["config", "index"])
    let settings = try tree.git("config", "--local", "--list").output
    try tree.munge("install", "handle=bnr")
    try expectSnapshot("all-before-installation-but-value", tree.munge("uninstall"))
    // The files have new times: their content changed twice.
    try tree.settle(at: time)
    #expect(try DirectoryState(tree, except: ["config", "index"]).changes(since: before) == "")
    #expect(try tree.git("config", "--local", "--list").output == settings + "munge.values.handle=bnr\n")
    #expect(try FileSystem.status(tree.gitDirectory / "munge") == nil)
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.state() == "not-installed")
    let outcome = try tree.munge("uninstall", status: 2...2)
    try expectSnapshot("second-one-says-there-nothing", outcome)
    #expect(try tree.workshop.clone("second").munge("uninstall", status: 2...2).errors == outcome.errors)
  }

  @Test
  func
    `uninstall asks for linked working trees, with a plan of their own or not, and --this-worktree affects its own tree only`()
    throws
  {
    try tree.munge("install", "handle=bnr")
    for name in ["linked", "other one"] {
      try tree.git("worktree", "add", "--quiet", "-b", "of-\(name.prefix(5))", "../\(name)")
    }
    let (linked, other) = (tree.workshop.tree("linked"), tree.workshop.tree("other one"))
    try other.munge("install", "handle=other")
    let before = try DirectoryState(tree)
    var outcomes = [try tree.munge("uninstall", status: 2...2)]
    #expect(try DirectoryState(tree).changes(since: before) == "")
    for each in [linked, other] {
      outcomes.append(try each.munge("uninstall", "--this-worktree"))
      try each.expectShown("app.txt", "id = \(canonical)\n")
      #expect(try each.munge("status", status: 1...1).says("Not installed: "))
      try tree.expectShown("app.txt", "id = \(local)\n")
    }
    try linked.run(["sh", "-c", "rm app.txt && git checkout -- app.txt"])
    #expect(try linked.text("app.txt") == "id = \(canonical)\n")
    outcomes.append(try tree.munge("uninstall"))
    #expect(try linked.statusOfTouched() == "")
    #expect(try tree.git("config", "--get-regexp", "^filter", status: 1...1).output == "")
    try expectSnapshot("linked-working-trees", outcomes)
  }

  @Test func `uninstall names rr-cache if recorded conflicts there hold local texts`() throws {
    try tree.sh("git munge install handle=bnr; git config rerere.enabled true")
    try tree.startConflict(in: "app.txt", topic: "id = \(local)\ntopic\n", main: "id = \(local)\nmain\n")
    try tree.sh("git merge --abort")
    try expectSnapshot("rr-cache", tree.munge("uninstall"))
    let fresh = try tree.workshop.clone("fresh")
    try fresh.sh("git munge install handle=bnr; mkdir -p .git/rr-cache/a; echo other >.git/rr-cache/a/preimage")
    #expect(try !fresh.munge("uninstall").says("rr-cache"))
  }

  @Test func `uninstall cleans files whose rules and attributes were deleted`() throws {
    try tree.sh("git munge install handle=bnr; rm .gitmunge .gitattributes; git munge uninstall")
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.status() == " D .gitattributes\n D .gitmunge\n")
  }
}

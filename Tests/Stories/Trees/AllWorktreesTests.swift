// Repositories with several working trees: uninstall in all of them, bare repositories without a main one, and trees
// on paths that cannot be reached.

import StorySupport

@Suite struct AllWorktreesTests {
  let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }

  init() throws { tree = try Scene.app().munged() }

  private func expectCanonical(_ trees: [WorkingTree], sourceLocation: SourceLocation = #_sourceLocation) throws {
    for tree in trees {
      #expect(try tree.text("app.txt") == "id = \(canonical)\n", sourceLocation: sourceLocation)
      #expect(try tree.statusOfTouched() == "", sourceLocation: sourceLocation)
    }
    let directory = try trees[0].git("rev-parse", "--path-format=absolute", "--git-common-dir").output.dropLast()
    #expect(try trees[0].run(["find", "\(directory)", "-name", "munge*"]).output == "", sourceLocation: sourceLocation)
    #expect(
      try trees[0].git("config", "--get-regexp", "^filter", status: 1...1).output == "", sourceLocation: sourceLocation)
  }

  @Test(arguments: ["clone", "one", "two"])
  func `uninstall --yes from any tree makes all trees canonical and keeps edits`(_ from: String) throws {
    let (one, two) = (try tree.linked("one"), try tree.linked("two"))
    try two.munge("set", "handle=fred")
    try one.write("other.txt", "\(local)\nedited \(local)\n")
    let outcome = try workshop.tree(from).munge("uninstall", "--yes")
    #expect(outcome.says("6 files in 3 working trees are the project's again;"))
    #expect(try one.text("other.txt") == "\(canonical)\nedited \(canonical)\n")
    #expect(try one.status() == " M other.txt\n")
    try one.git("checkout", "--", ".")
    try expectCanonical([tree, one, two])
  }

  @Test func `a tree that cannot be uninstalled is reported before any tree changes`() throws {
    let one = try tree.linked("one")
    try one.munge("set", "handle=fred")
    try tree.write(".git/worktrees/one/munge/plan", "nonsense")
    try one.write(".gitmunge", "[rule]\n")
    try tree.run(["rm", "-r", ".git/munge/trusted"])
    let before = try DirectoryState(tree)
    try expectSnapshot("cannot-done-one-tree-found", tree.munge("uninstall", "--yes", status: 2...2))
    #expect(try DirectoryState(tree).changes(since: before) == "")
    #expect(try one.text("app.txt") == "id = com.blah.user-fred\n")
  }

  @Test func `a line that one tree loses stays until all have lost it`() throws {
    try tree.munge("install", "--no-hooks")
    let one = try tree.linked("one")
    func block() throws -> String { try tree.text(".git/info/attributes") ?? "" }
    try tree.commit(".gitattributes", "app.txt filter=munge\n", "Fewer files")
    try tree.munge("install")
    try one.git("merge", "--quiet", "main")
    try one.munge("install")
    #expect(try block().contains("\n* filter=munged\n"))
    #expect(try tree.text("other.txt")?.contains(local) == true)
    try tree.munge("install")
    #expect(try !block().contains("\n* filter=munged\n"))
    for tree in [tree, one] {
      #expect(try tree.text("other.txt")?.contains(canonical) == true)
      #expect(try tree.statusOfTouched() == "")
    }
  }

  @Test(.enabled(if: TestInput.hasTerminals, TestInput.noTerminals))
  func `on a terminal uninstall asks for the other munged trees`() throws {
    let one = try tree.linked("one")
    let refused = try tree.onTerminal(
      "git munge uninstall", answers: "n\n", environment: ["NO_COLOR": "1"], status: 2...2)
    #expect(refused.contains("Also munged, in this clone:") && refused.contains("\(one.top)"), "\(refused)")
    #expect(try one.text("app.txt") == "id = \(local)\n")
    _ = try tree.onTerminal("git munge uninstall", answers: "y\n", environment: ["NO_COLOR": "1"])
    try expectCanonical([tree, one])
  }

  @Test func `an unreachable tree blocks uninstall until git worktree prune`() throws {
    let one = try tree.linked("one")
    try tree.sh("git worktree lock ../one; mv ../one ../away")
    let refused = try [["uninstall"], ["uninstall", "--yes"]].map { try tree.munge($0, status: 2...2) }
    try tree.sh("git munge set handle=fred; mv ../away ../one")
    #expect(try one.statusOfTouched() == "", "the tree keeps the plan that it was munged by")
    try tree.sh("git worktree unlock ../one; rm -r ../one")
    try expectSnapshot("unreachable-tree", refused + [tree.munge("uninstall", status: 2...2)])
    try tree.sh("git worktree prune; git munge uninstall --yes")
    try expectCanonical([tree])
  }

  @Test(arguments: ["another clone", "no repository", "a new line"])
  func `uninstall does not touch what replaced a tree at its path`(_ what: String) throws {
    let name = what == "a new line" ? "one\nand more" : "one"
    try tree.git("worktree", "add", "--quiet", "-b", "one", "../\(name)")
    let one = workshop.tree(name)
    if what == "a new line" {
      try tree.munge("uninstall", "--yes")
      return try expectCanonical([tree, one])
    }
    if what == "another clone" { try tree.run(["rm", "-r", "../one"]) } else { try tree.run(["rm", "../one/.git"]) }
    let stranger = what == "another clone" ? try workshop.munged("one") : one
    let before = try DirectoryState(stranger)
    for words in [["uninstall"], ["uninstall", "--yes"]] {
      #expect(try tree.munge(words, status: 2...2).says("are missing: \(one.top);"))
    }
    #expect(try DirectoryState(stranger).changes(since: before) == "")
    try tree.sh("rm -r .git/worktrees/one; git munge uninstall --yes")
    #expect(try DirectoryState(stranger).changes(since: before) == "")
    try expectCanonical([tree])
  }

  @Test func `each tree is cleaned by its own commits`() throws {
    let rules = """
      [rule "r"]
      \tcanonical = com.blah.one
      \tcanonical = com.blah.two
      \tlocal = dev.me
      \tkey = ID

      """
    let tree = try Workshop(rules: rules, files: ["app.txt": "ID = com.blah.one\n"]).clone("main tree")
    try tree.munge("install")
    var trees: [(tree: WorkingTree, id: String)] = [(tree, "one")]
    for name in ["a", "b", "c"] {
      let id = name == "b" ? "one" : "two"
      let linked = try tree.linked(name)
      trees.append((linked, id))
      try linked.write("app.txt", "ID = com.blah.\(id)\n")
      try linked.git(
        "commit", "--quiet", "--allow-empty", "--all", "-m", name, environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    }
    for (each, _) in trees {
      try each.write("app.txt", "ID = dev.me\nedited\n")
      try each.git("rm", "--quiet", "--cached", "app.txt")
    }
    try tree.munge("uninstall", "--yes")
    for (each, id) in trees { #expect(try each.text("app.txt") == "ID = com.blah.\(id)\nedited\n", "\(each.top)") }
  }

  @Test(.enabled(if: TestInput.program("strace") != nil, "there is no strace here"))
  func `a resumed uninstall keeps the keys that a tree installed in between needs`() throws {
    let one = try tree.linked("one")
    try one.munge("uninstall", "--this-worktree")
    let inject = "inject=unlink,unlinkat:signal=KILL:when=1"
    try tree.run(
      ["strace", "-qq", "-o", "/dev/null", "-e", "trace=unlink,unlinkat", "-e", inject, "git-munge", "uninstall"],
      status: 1...255)
    try #require(FileSystem.exists(tree.gitDirectory / "munge/journal"), "uninstall was killed half-way")
    try one.munge("install")
    try expectSnapshot("uninstallation-killed-takes-nothing-away", tree.munge("uninstall", status: 2...2))
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    try one.commit("app.txt", "id = \(local)\nedited\n", "Edit")
    #expect(try one.objects(holding: local) == "")
    try one.git("checkout", "--quiet", "HEAD~1")
    try tree.munge("uninstall", "--yes")
    try expectCanonical([tree, one])
  }

  @Test func `in a bare repository a new tree uses the last plan, and all trees can be uninstalled at once`() throws {
    try tree.git("clone", "--quiet", "--bare", "\(workshop.sandbox.top)", "../bare.git")
    let bare = workshop.tree("bare.git")
    var outcomes = [try bare.munge("status", status: 2...2)]
    let one = try bare.linked("one")
    try one.munge("install", "handle=bnr")
    let two = try bare.linked("two")
    #expect(try two.text("app.txt") == "id = \(local)\n")
    #expect(try two.state() == "munged")
    try two.munge("set", "handle=fred")
    try one.expectShown("app.txt", "id = \(local)\n", "the tree keeps its plan until an installation")
    outcomes.append(try one.munge("uninstall", "--this-worktree"))
    try two.expectShown("app.txt", "id = com.blah.user-fred\n")
    try expectSnapshot("bare-repository", outcomes + [two.munge("uninstall")])
    try expectCanonical([one, two])
    for each in [one, two] { try each.munge("install", "handle=bnr") }
    try expectSnapshot("all-trees-bare-repository-once", one.munge("uninstall", "--yes"))
    try expectCanonical([one, two])
  }
}

@Suite struct WorktreeTests {
  @Test func `a new linked working tree is munged like the main one, and keeps that plan when the main one changes`()
    throws
  {
    let main = try Scene.app().munged()
    let linked = try main.linked()
    #expect(try linked.state() == "munged")
    for change in [[], ["install", "handle=other"]] {
      if !change.isEmpty { try main.munge(change) }
      try linked.expectShown("app.txt", "id = \(local)\n")
    }
    #expect(try main.text("app.txt") == "id = com.blah.user-other\n")
    try linked.commit("app.txt", "id = \(local)\nmore \(local)\n", "More")
    #expect(try linked.blob("HEAD:app.txt") == "id = \(canonical)\nmore \(canonical)\n")
  }

  @Test(arguments: ["main", "linked"])
  func `an installation in one working tree leaves the other one canonical`(_ name: String) throws {
    let main = try Scene.app().clone("main")
    let linked = try main.linked()
    let (here, there) = name == "main" ? (main, linked) : (linked, main)
    try here.munge("install", "handle=bnr")
    try here.expectShown("app.txt", "id = \(local)\n")
    try there.expectShown("app.txt", "id = \(canonical)\n")
    #expect(try there.treeOfAll() == there.treeOfHead())
    try there.run(["sh", "-c", "rm app.txt && git checkout -- app.txt"])
    #expect(try there.text("app.txt") == "id = \(canonical)\n")
    if name == "main" { #expect(try there.munge("status", status: 1...1).says("Not installed")) }
  }
}

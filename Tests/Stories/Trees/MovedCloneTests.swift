// Clones that are moved, copied or mounted elsewhere: they commit canonical texts there as well.

import StorySupport

@Suite struct MovedCloneTests {
  /// How a clone gets to another directory.
  enum Move: String, CaseIterable {
    case renamed, copied
    /// The original is uninstalled, so its files are gone.
    case copiedFromUninstalled
  }

  /// Where the attributes of a file come from, besides the commit.
  enum Mode: String, CaseIterable {
    case olderBranch
    case privateRules
  }

  private let workshop: Workshop

  init() throws {
    workshop = try Scene.older(["a.x": "\(canonical)\n", "b.y": "\(canonical)\n"], attributes: "*.x filter=munge\n")
    try workshop.maintainer.git("branch", "plain", "older")
  }

  /// A clone on the branch `older`, munged.
  private func munged(_ mode: Mode, _ name: String = "clone") throws -> WorkingTree {
    let tree = try workshop.clone(name, "--branch", mode == .olderBranch ? "main" : "older")
    switch mode {
    case .olderBranch:
      try tree.sh("git munge install handle=bnr; git switch --quiet older")
    case .privateRules: try installPrivately(in: tree)
    }
    #expect(try tree.text("a.x") == "\(local)\n")
    return tree
  }

  private func installPrivately(in tree: WorkingTree) throws {
    let rules =
      """
      [munge]
      \tattributes = *.x filter=munge
      [rule "app"]
      \tcanonical = \(canonical)
      \tlocal = \(local)

      """
    let file = try tree.git("rev-parse", "--path-format=absolute", "--git-path", "munge/rules").output.dropLast()
    try TestFile.write(Path(String(file)), bytes(rules))
    try tree.munge("install", "--private")
  }

  private func moved(_ tree: WorkingTree, by move: Move) throws -> WorkingTree {
    let other = workshop.tree("elsewhere/\(tree.top.name)")
    try tree.run(["mkdir", "-p", "\(workshop.tree("elsewhere").top)"])
    try tree.run(
      [move == .renamed ? "mv" : "cp", move == .renamed ? "-f" : "-R", "\(tree.top)", "\(other.top)"],
      in: workshop.sandbox.top)
    if move == .copiedFromUninstalled { try tree.munge("uninstall") }
    return other
  }

  /// Edits and commits, as a developer does who knows nothing of git-munge.
  private func expectCanonicalCommit(
    in tree: WorkingTree, _ path: String = "a.x", location: SourceLocation = #_sourceLocation
  ) throws {
    try tree.write(path, "\(local)\nedited at \(tree.top)\n")
    try tree.git("commit", "--quiet", "--all", "-m", "Edit")
    #expect(try tree.blob("HEAD:\(path)") == "\(canonical)\nedited at \(tree.top)\n", sourceLocation: location)
    #expect(try tree.objects(holding: local) == "", sourceLocation: location)
  }

  @Test(arguments: Move.allCases, Mode.allCases)
  func `a clone that was moved or copied commits canonical texts, however git is started`(_ move: Move, _ mode: Mode)
    throws
  {
    let tree = try moved(munged(mode), by: move)
    #expect(try tree.text("a.x") == "\(local)\n")
    try expectCanonicalCommit(in: tree)
    #expect(try tree.munge("status").errors == "")
    #expect(try tree.statusOfTouched() == "")
    // In a subdirectory, and with the names of both directories in the environment.
    try tree.write("sub/new", "\n")
    try tree.write("a.x", "\(local)\nedited\n")
    try tree.git(["commit", "--quiet", "-m", "Edit", "../a.x"], in: tree.top / "sub")
    try tree.write("a.x", "\(local)\nagain\n")
    let names = ["GIT_DIR": "\(tree.gitDirectory)", "GIT_WORK_TREE": "\(tree.top)"]
    try tree.run(["git", "commit", "--quiet", "--all", "-m", "Again"], in: workshop.sandbox.home, environment: names)
    #expect(try tree.blob("HEAD:a.x") == "\(canonical)\nagain\n")
    #expect(try tree.objects(holding: local) == "")
  }

  @Test(arguments: Mode.allCases)
  func `a linked working tree commits canonical texts, also when it was made after the clone had moved`(_ mode: Mode)
    throws
  {
    let tree = try munged(mode)
    let early = try tree.linked("early", "origin/plain")
    #expect(try early.text("a.x") == "\(local)\n", "its first checkout is munged")
    try expectCanonicalCommit(in: early)
    let moved = try moved(tree, by: .renamed)
    try moved.git("worktree", "repair", "\(early.top)", status: 0...1)
    try moved.git("worktree", "add", "--quiet", "../late", "origin/plain")
    let late = workshop.tree("elsewhere/late")
    #expect(try late.text("a.x") == "\(local)\n")
    try expectCanonicalCommit(in: late)
    try early.write("a.x", "\(local)\nagain\n")
    try early.git("commit", "--quiet", "--all", "-m", "Again")
    #expect(try early.objects(holding: local) == "")
  }

  @Test func `uninstall in a linked working tree leaves the lines of the main one`() throws {
    let tree = try munged(.olderBranch)
    let linked = try tree.linked("linked", "origin/main")
    try linked.sh("git munge install; git munge uninstall --this-worktree")
    #expect(try linked.git("check-attr", "filter", "a.x").output == "a.x: filter: munged\n")
    #expect(try !linked.munge("status", status: 1...1).says("error"))
    try expectCanonicalCommit(in: tree)
    try tree.munge("uninstall")
    for directory in [tree.gitDirectory, tree.gitDirectory / "worktrees/linked"] {
      #expect(try FileSystem.entries(directory).allSatisfy { !$0.bytes.starts(with: bytes("munge")) })
    }
  }

  /// A working tree beside its git directory. The commands run in the clone, the second one after the move.
  struct Apart: CustomStringConvertible, Sendable {
    let description: String
    let setup: String
    let repair: String
    let tree: String
  }

  private static let apart = [
    Apart(
      description: "a linked working tree with its own attributes",
      setup:
        "git worktree add --quiet ../tree origin/main; git -C ../tree munge install; git -C ../tree switch --quiet --detach origin/plain",
      repair: "git worktree repair ../tree", tree: "tree"),
    Apart(
      description: "a separate git directory", setup: "git init --quiet --separate-git-dir ../git",
      repair: #"echo "gitdir: $(cd ../git && pwd)" > .git"#, tree: "clone"),
  ]

  @Test(arguments: apart)
  func `a working tree that moves with its git directory commits canonical texts, without a hook`(_ kind: Apart) throws
  {
    let clone = try munged(.olderBranch, "before/clone")
    try clone.sh(kind.setup)
    try clone.run(["mv", "\(workshop.tree("before").top)", "\(workshop.tree("after").top)"], in: workshop.sandbox.top)
    try workshop.tree("after/clone").sh(kind.repair)
    let tree = workshop.tree("after/\(kind.tree)")
    try expectCanonicalCommit(in: tree)
  }

  @Test func `an installation in one working tree leaves the attributes of the other ones unchanged`() throws {
    let maintainer = workshop.maintainer
    try maintainer.git("switch", "--quiet", "--create", "other")
    try maintainer.commit(".gitattributes", "*.y filter=munge\n", "Munge other files")
    let tree = try munged(.olderBranch)
    try tree.git("switch", "--quiet", "main")
    let linked = try tree.linked("linked", "origin/other")
    try linked.munge("install")
    #expect(try linked.text("b.y") == "\(local)\n")
    try tree.git("switch", "--quiet", "older")
    #expect(try tree.text("a.x") == "\(local)\n")
    try expectCanonicalCommit(in: tree)
    try linked.git("switch", "--quiet", "--detach", "origin/plain")
    #expect(try linked.text("b.y") == "\(local)\n")
    try expectCanonicalCommit(in: linked, "b.y")
    // A file that the other tree munges is munged here, too.
    for one in [tree, linked] { try one.sh("git munge install; git munge status --check") }
  }

  @Test func `on an older branch lost lines are those of the block, and without both install names where they are`()
    throws
  {
    let tree = try munged(.olderBranch)
    let files = try [".git/munge/attributes", ".git/info/attributes"].map { (path: $0, text: try tree.text($0)) }
    try FileSystem.remove(tree.top / files[0].path)
    try tree.munge("install")
    try expectCanonicalCommit(in: tree)
    for file in files { try FileSystem.remove(tree.top / file.path) }
    let install = try tree.munge("install", status: 1...1)
    #expect(install.says("take .gitattributes from a branch that has them, then: git munge install"))
    try tree.sh("git checkout --quiet main -- .gitattributes; git munge install; git reset --quiet --hard")
    try tree.sh("git switch --quiet main; git munge install")
    for file in files { #expect(try tree.text(file.path) == file.text) }
  }

  @Test(arguments: Mode.allCases)
  func `without its directory git-munge commits nothing, and the guards and status say why`(_ mode: Mode) throws {
    let tree = try munged(mode)
    if mode == .olderBranch { try tree.git("switch", "--quiet", "main") }
    try tree.sh("git munge install --hooks; git init --quiet --bare ../server; rm -r .git/munge")
    try tree.write("a.x", "\(local)\nedited\n")
    let words = "the plan file is missing"
    let commit = try tree.git("commit", "--all", "-m", "Edit", status: 1...128)
    #expect(commit.says(words), "\(commit)")
    let push = try tree.git("push", "../server", "HEAD:refs/heads/new", status: 1...1)
    #expect(push.says(words), "\(push)")
    #expect(try tree.git("ls-remote", "../server").output == "")
    #expect(try tree.munge("status", status: 1...1).says(words))
    #expect(try tree.objects(holding: local) == "")
    // Without rules nothing tells the developer's identifiers from the project's.
    let uninstall = try tree.munge("uninstall", status: mode == .olderBranch ? 0...0 : 2...2)
    #expect(try uninstall.says(words) == (tree.text("a.x") == "\(local)\nedited\n"))
  }
}

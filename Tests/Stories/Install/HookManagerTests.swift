// Hooks that are there already, and folders that others keep: git-munge touches neither, and says which line to add.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct HookManagerTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(files: ["app.txt": "\(canonical)\n"])
    tree = try workshop.clone()
  }

  private static let pushLine = "  ! command -v git-munge >/dev/null || { t=$(mktemp) && cat >\"$t\" && exec 3<\"$t\" <\"$t\" && rm \"$t\" "
    + "&& git-munge verify --hook pre-push \"$@\" <&3 && exec 3<&-; } || exit\n"
  private static let commitLine = "  ! command -v git-munge >/dev/null || git-munge verify --hook pre-commit \"$@\" || exit\n"
  private static let line = "  ! command -v git-munge >/dev/null || git-munge refresh --hook post-merge \"$@\"\n"

  /// Hooks that are not git-munge's.
  struct Keeper: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var name = "post-merge"
    /// Where hooks lie, as `core.hooksPath` says.
    var directory: String?
    /// The hook as it is there; `nil` for none.
    var hook: String? = "#!/bin/sh\necho mine\n"
    let line: String

    var file: String { "\(directory ?? ".git/hooks")/\(name)" }
    var purpose: String { name.hasPrefix("pre-") ? "stop what holds somebody's identifiers" : "follow rules" }
  }

  private static let keepers = [
    Keeper(testDescription: "the developer", line: line),
    Keeper(testDescription: "the developer, in a folder of their own", directory: "my hooks", line: line),
    Keeper(testDescription: "the developer, in an empty folder", directory: "my hooks", hook: nil, line: line),
    Keeper(testDescription: "a program", directory: ".husky/_", hook: "#!/usr/bin/env sh\n. \"$(dirname \"$0\")/h\"\n", line: line),
    Keeper(testDescription: "the developer's commits", name: "pre-commit", line: commitLine),
    Keeper(testDescription: "the developer's pushes", name: "pre-push", line: pushLine),
  ]

  @Test(arguments: keepers) func `a hook of somebody else stays, and the line to add is printed`(_ keeper: Keeper) throws {
    let directory = keeper.directory ?? ".git/hooks"
    if let path = keeper.directory {
      try tree.git("config", "core.hooksPath", path)
      try FileSystem.makeDirectories(tree.top / path)
    }
    if let hook = keeper.hook { try tree.write("\(directory)/\(keeper.name)", hook, mode: 0o755) }
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    let first = keeper.name == "pre-push" ? ", above all that reads standard input" : ""
    let place = "\(tree.top)/\(keeper.file)\(first), or to what writes it"
    #expect(outcome.says("The \(keeper.name) hook is not git-munge's; to \(keeper.purpose) there, add this line to \(place):\n\(keeper.line)"))
    #expect(try tree.text("\(directory)/\(keeper.name)") == keeper.hook)
    #expect(FileSystem.exists(tree.top / directory / "post-checkout") == (keeper.directory == nil), "git-munge writes only its own")

    try tree.run(["sh", "-c", #"printf '%s' "$2" >>"$1""#, "sh", keeper.file, keeper.line])
    #expect(try !tree.munge("install", "--hooks").says("The \(keeper.name) hook"), "the advice was followed")
    let left = try tree.munge("uninstall")
    #expect(left.says("These hooks are not git-munge's own, and still call it:\n  \(tree.top)/\(keeper.file)\n"))
    #expect(try tree.text("\(directory)/\(keeper.name)")?.hasPrefix(keeper.hook ?? "") ?? (keeper.hook == nil))
    #expect(!FileSystem.exists(tree.top / directory / "post-checkout"))
  }

  @Test func `the printed line does what our own hook does`() throws {
    try tree.write(".git/hooks/post-merge", "#!/bin/sh\n", mode: 0o755)
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("--hook post-merge") })
    try tree.write(".git/hooks/post-merge", "#!/bin/sh\n\(line)\n", mode: 0o755)
    try workshop.maintainer.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
    try workshop.maintainer.commitAll("Other rules")
    #expect(try tree.git("pull", "--quiet").errors.contains("`git munge refresh` shows it and asks"))
    let left = try tree.munge("uninstall")
    try expectSnapshot("printed-line-does-our-own", left)
  }

  @Test func `where git runs no hooks that is said, and a link is somebody else's`() throws {
    try tree.git("config", "core.hooksPath", "/dev/null")
    try expectSnapshot("where-git-runs-no-hooks-install", tree.munge("install", "--hooks", "handle=bnr"))
    try tree.git("config", "--unset", "core.hooksPath")
    try FileSystem.makeSymbolicLink(tree.gitFolder / "hooks/post-merge", to: Path("/nowhere"))
    try expectSnapshot("where-git-runs-no-hooks-install-2", tree.munge("install", "--hooks"))
    #expect(try tree.run(["readlink", ".git/hooks/post-merge"]).output == "/nowhere\n")
    try tree.run(["sh", "-c", "cd .git/hooks && rm post-* && mkfifo post-rewrite"])
    try expectSnapshot("where-git-runs-no-hooks-install-3", tree.munge("install", "--hooks"))
  }

  @Test(arguments: ["rm -rf .git/hooks; ln -s ../committed .git/hooks", "git config core.hooksPath missing", "git config core.hooksPath committed"])
  func `a folder that may be committed or shared is not written to, nor made`(_ script: String) throws {
    try tree.write("committed/README", "hooks\n")
    try tree.run(["sh", "-c", script])
    let before = try tree.git("status", "--porcelain").output
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    #expect(outcome.says("The post-checkout hook is not git-munge's"))
    #expect(!outcome.says("After post-checkout"))
    #expect(try tree.git("status", "--porcelain").output == before)
    #expect(try FileSystem.entries(tree.top / "committed").map { "\($0)" } == ["README"])
    #expect(!FileSystem.exists(tree.top / "missing"))
  }

  @Test func `hooks that cannot be written stop nothing, and it is said why`() throws {
    try tree.run(["sh", "-c", "rm -rf .git/hooks; echo >.git/hooks"])
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    #expect(outcome.says("git runs none") || outcome.says("No hooks were written"))
    #expect(try tree.state() == "munged")
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("uninstall")
  }

  @Test func `what would be written is said first, and an installation without the word writes none`() throws {
    let before = try DirectoryState(tree)
    let dry = try tree.munge("install", "--dry-run", "--hooks", "handle=bnr")
    try expectSnapshot("would-written-said-first-installation", dry)
    #expect(try DirectoryState(tree).changes(since: before) == "")
    try tree.munge("install", "handle=bnr")
    #expect(!FileSystem.exists(tree.gitFolder / "hooks/post-checkout"))
  }

  @Test func `our own are renewed, and removed by an uninstallation of the clone, unless somebody has changed them`() throws {
    try tree.munge("install", "--hooks", "handle=bnr")
    let hook = try #require(try tree.text(".git/hooks/post-merge"))
    try tree.write(".git/hooks/post-merge", hook.replacing("\(workshop.bin)", with: "/before/the move"), mode: 0o755)
    try expectSnapshot("our-own-renewed-removed-uninstallation-doctor", tree.munge("doctor", status: 1...1))
    try tree.munge("install")
    #expect(try tree.text(".git/hooks/post-merge") == hook)
    try tree.git("worktree", "add", "--quiet", "../linked")
    try workshop.tree("linked").munge("uninstall")
    #expect(try tree.text(".git/hooks/post-merge") == hook, "the other trees need it")
    try tree.write(".git/hooks/post-merge", hook + "echo mine\n", mode: 0o755)
    let outcome = try tree.munge("uninstall")
    try expectSnapshot("our-own-renewed-removed-uninstallation-uninstall", outcome)
    #expect(try tree.text(".git/hooks/post-merge") == hook + "echo mine\n")
    #expect(!FileSystem.exists(tree.gitFolder / "hooks/post-checkout"))
  }
}

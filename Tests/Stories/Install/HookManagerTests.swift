// Existing hooks, and hook directories that other tools manage: install leaves both unchanged and prints the line to add.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct HookManagerTests {
  let tree: WorkingTree

  init() throws { tree = try Workshop(files: ["app.txt": "\(canonical)\n"]).clone() }

  private static let pushLine = "  ! command -v git-munge >/dev/null || { t=$(mktemp) && cat >\"$t\" && exec 3<\"$t\" <\"$t\" && rm \"$t\" "
    + "&& git-munge verify --hook pre-push \"$@\" <&3 && exec 3<&-; } || exit\n"
  private static let commitLine = "  ! command -v git-munge >/dev/null || git-munge verify --hook pre-commit \"$@\" || exit\n"
  private static let line = "  ! command -v git-munge >/dev/null || git-munge refresh --hook post-merge \"$@\"\n"

  /// A hook that git-munge does not own.
  struct ForeignHook: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var name = "post-merge"
    /// The directory of the hooks, as `core.hooksPath` has it.
    var directory: String?
    /// The content of the hook; `nil` for none.
    var hook: String? = "#!/bin/sh\necho mine\n"
    let line: String

    var file: String { "\(directory ?? ".git/hooks")/\(name)" }
    var purpose: String { name.hasPrefix("pre-") ? "block local identifiers" : "apply approved rule changes" }
  }

  private static let foreignHooks = [
    ForeignHook(testDescription: "the developer", line: line),
    ForeignHook(testDescription: "the developer, in a directory of their own", directory: "my hooks", line: line),
    ForeignHook(testDescription: "the developer, in an empty directory", directory: "my hooks", hook: nil, line: line),
    ForeignHook(testDescription: "a program", directory: ".husky/_", hook: "#!/usr/bin/env sh\n. \"$(dirname \"$0\")/h\"\n", line: line),
    ForeignHook(testDescription: "the developer's commits", name: "pre-commit", line: commitLine),
    ForeignHook(testDescription: "the developer's pushes", name: "pre-push", line: pushLine),
  ]

  @Test(arguments: foreignHooks)
  func `install keeps a hook that it does not own and prints the line to add`(_ foreign: ForeignHook) throws {
    let directory = foreign.directory ?? ".git/hooks"
    if let path = foreign.directory {
      try tree.git("config", "core.hooksPath", path)
      try FileSystem.makeDirectories(tree.top / path)
    }
    if let hook = foreign.hook { try tree.write("\(directory)/\(foreign.name)", hook, mode: 0o755) }
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    let first = foreign.name == "pre-push" ? ", before anything that reads standard input" : ""
    let place = "\(tree.top)/\(foreign.file)\(first), or to the tool that writes it"
    #expect(outcome.says("The \(foreign.name) hook is not git-munge's; to \(foreign.purpose), add this line to \(place):\n\(foreign.line)"))
    #expect(try tree.text("\(directory)/\(foreign.name)") == foreign.hook)
    #expect(FileSystem.exists(tree.top / directory / "post-checkout") == (foreign.directory == nil), "only into its own directory")

    try tree.run(["sh", "-c", #"printf '%s' "$2" >>"$1""#, "sh", foreign.file, foreign.line])
    #expect(try !tree.munge("install", "--hooks").says("The \(foreign.name) hook"), "the line was added")
    let left = try tree.munge("uninstall")
    #expect(left.says("These hooks were not written by git-munge, and still call it:\n  \(tree.top)/\(foreign.file)\n"))
    #expect(try tree.text("\(directory)/\(foreign.name)")?.hasPrefix(foreign.hook ?? "") ?? (foreign.hook == nil))
    #expect(!FileSystem.exists(tree.top / directory / "post-checkout"))
  }

  @Test func `the printed line does the same as the installed hook`() throws {
    try tree.write(".git/hooks/post-merge", "#!/bin/sh\n", mode: 0o755)
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("--hook post-merge") })
    try tree.write(".git/hooks/post-merge", "#!/bin/sh\n\(line)\n", mode: 0o755)
    try tree.workshop.maintainer.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
    try tree.workshop.maintainer.commitAll("Other rules")
    #expect(try tree.git("pull", "--quiet").errors.contains("run `git munge refresh` to review and apply"))
    try expectSnapshot("printed-line-does-our-own", tree.munge("uninstall"))
  }

  @Test func `install reports that git runs no hooks, and keeps a hook that is a link`() throws {
    try tree.git("config", "core.hooksPath", "/dev/null")
    var outcomes = [try tree.munge("install", "--hooks", "handle=bnr")]
    try tree.git("config", "--unset", "core.hooksPath")
    try FileSystem.makeSymbolicLink(tree.gitDirectory / "hooks/post-merge", to: Path("/nowhere"))
    outcomes.append(try tree.munge("install", "--hooks"))
    #expect(try tree.run(["readlink", ".git/hooks/post-merge"]).output == "/nowhere\n")
    try tree.run(["sh", "-c", "cd .git/hooks && rm post-* && mkfifo post-rewrite"])
    try expectSnapshot("no-hooks", outcomes + [tree.munge("install", "--hooks")])
  }

  @Test(arguments: ["rm -rf .git/hooks; ln -s ../committed .git/hooks", "git config core.hooksPath missing", "git config core.hooksPath committed"])
  func `install neither creates nor writes a hook directory that can be tracked or shared`(_ script: String) throws {
    try tree.write("committed/README", "hooks\n")
    try tree.run(["sh", "-c", script])
    let before = try tree.git("status", "--porcelain").output
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    #expect(outcome.says("The post-checkout hook is not git-munge's"))
    #expect(!outcome.says("Hooks written: post-checkout"))
    #expect(try tree.git("status", "--porcelain").output == before)
    #expect(try FileSystem.entries(tree.top / "committed").map { "\($0)" } == ["README"])
    #expect(!FileSystem.exists(tree.top / "missing"))
  }

  @Test func `an unwritable hook directory is reported and does not fail install`() throws {
    try tree.run(["sh", "-c", "rm -rf .git/hooks; echo >.git/hooks"])
    let outcome = try tree.munge("install", "--hooks", "handle=bnr")
    #expect(outcome.says("git runs none") || outcome.says("No hooks were written"))
    #expect(try tree.state() == "munged")
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("uninstall")
  }

  @Test func `a dry run lists the hooks, and install without --hooks writes none`() throws {
    let dryRun = try tree.unchanged { try tree.munge("install", "--dry-run", "--hooks", "handle=bnr") }
    try expectSnapshot("would-written-said-first-installation", dryRun)
    try tree.munge("install", "handle=bnr")
    #expect(!FileSystem.exists(tree.gitDirectory / "hooks/post-checkout"))
  }

  @Test func `install renews its own hooks, and uninstall removes them unless they were edited`() throws {
    try tree.munge("install", "--hooks", "handle=bnr")
    let hook = try #require(try tree.text(".git/hooks/post-merge"))
    try tree.write(".git/hooks/post-merge", hook.replacing("\(tree.workshop.bin)", with: "/before/the move"), mode: 0o755)
    let doctor = try tree.munge("doctor", status: 1...1)
    try tree.munge("install")
    #expect(try tree.text(".git/hooks/post-merge") == hook)
    try tree.git("worktree", "add", "--quiet", "../linked")
    try tree.workshop.tree("linked").munge("uninstall")
    #expect(try tree.text(".git/hooks/post-merge") == hook, "the other working trees need it")
    try tree.write(".git/hooks/post-merge", hook + "echo mine\n", mode: 0o755)
    try expectSnapshot("own-hooks", doctor, tree.munge("uninstall"))
    #expect(try tree.text(".git/hooks/post-merge") == hook + "echo mine\n")
    #expect(!FileSystem.exists(tree.gitDirectory / "hooks/post-checkout"))
  }
}

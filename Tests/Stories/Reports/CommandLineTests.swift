// Usage, help and exit codes.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct CommandLineTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(files: ["app.txt": "id = com.blah.user-thing\n", "sub/x.txt": "com.blah.user-thing\n"])
    tree = try workshop.clone()
  }

  @Test func `git munge without a command refers to status when something is wrong`() throws {
    let tree = try Workshop(files: ["app.txt": "com.blah.user-thing\n"]).munged()
    try tree.write("app.txt", "\(local)s\n")
    let outcome = try tree.munge([], status: 1...1)
    try expectSnapshot("git-munge-alone-sends-status", outcome)
    #expect(try tree.munge("status", status: 1...1).says("app.txt:1:1: error: "))
  }

  @Test func `git munge without a command prints the state and the commands`() throws {
    let fresh = try tree.munge(status: 1...1)
    try expectSnapshot("git-munge-alone-says-how-1", fresh)
    try tree.munge("install", "handle=bnr")
    let munged = try tree.munge()
    try expectSnapshot("git-munge-alone-says-how-2", munged)
  }

  @Test func `status exits with 0 when all is well, and with 1 when something needs attention`() throws {
    try expectSnapshot("status-exits-0-when-all-status", tree.munge("status", status: 1...1))
    try tree.munge("install", "handle=bnr")
    let status = try tree.munge("status")
    try expectSnapshot("status-exits-0-when-all-status-2", status)
    #expect(status.errors == "")
  }

  @Test(arguments: [
    ["install", "--frobnicate"], ["status", "extra"], ["uninstall", "extra"], ["--frobnicate"],
  ])
  func `bad usage exits with 64 and prints the usage`(_ words: [String]) throws {
    let outcome = try tree.munge(words, status: 64...64)
    #expect(outcome.errors.contains("Usage: git-munge"))
    #expect(outcome.output == "")
  }

  @Test(arguments: [("stauts", "; did you mean 'status'?"), ("frobnicate", " (see `git munge --help`)")])
  func `an unknown command is bad usage, with the nearest command as a hint`(word: String, hint: String) throws {
    let outcome = try tree.munge(word, status: 64...64)
    #expect(outcome.errors == "git-munge: unknown command '\(word)'\(hint)\n")
    #expect(outcome.output == "")
  }

  @Test func `both programs have the same version`() throws {
    let version = try tree.munge("--version").output
    #expect(version.hasPrefix("git-munge "))
    let filter = try tree.run(["git-munge-filter", "--version"]).output
    #expect(filter == version.replacing("git-munge ", with: "git-munge-filter "))
  }

  // Run as `git-munge`: `git munge --help` opens the manual page.
  @Test(arguments: [
    (["--help"], "Exit codes: 0 success, 1 something needs attention, 2 failure, 64 bad usage."),
    (["install", "--help"], "--dry-run"), (["uninstall", "--help"], "linked working tree"),
    (["status", "--help"], "--clear"), (["help", "install"], "--force"), (["-h"], "SUBCOMMANDS"),
  ])
  func `each command prints its help`(_ words: [String], _ expected: String) throws {
    let outcome = try tree.run(["git-munge"] + words)
    #expect(outcome.output.replacing("\n", with: " ").contains(expected))
    #expect(outcome.errors == "")
  }

  @Test(arguments: [[], ["process", "extra"], ["frobnicate"]])
  func `the filter explains its purpose when it is run by hand`(_ words: [String]) throws {
    let outcome = try tree.run(["git-munge-filter"] + words, status: 64...64)
    #expect(outcome.errors.contains("git runs this program; `git munge install` configures it."))
  }

  @Test func `every command works in a subdirectory`() throws {
    let sub = tree.top / "sub"
    try tree.munge(["install", "handle=bnr"], in: sub)
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.text("sub/x.txt") == "\(local)\n")
    #expect(try tree.munge(["status"], in: sub).says("2 places in 2 files"))
    #expect(try tree.statusOfTouched() == "")
    try tree.munge(["uninstall"], in: sub)
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
  }

  @Test func `GIT_DIR, GIT_WORK_TREE and git -C select the repository`() throws {
    let outside = workshop.sandbox.directory
    try tree.git(["-C", "clone", "munge", "install", "handle=bnr"], in: outside)
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    let environment = ["GIT_DIR": "clone/.git", "GIT_WORK_TREE": "clone"]
    try tree.munge(["install", "handle=other"], in: outside, environment: environment)
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.git(["status", "--porcelain"], in: outside, environment: environment).output == "")
    try tree.munge(["uninstall"], in: outside, environment: environment)
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
  }

  @Test(arguments: ["install", "uninstall", "status"])
  func `each command fails outside a working tree`(_ command: String) throws {
    let outside = try tree.munge([command], in: workshop.sandbox.home, status: 2...2)
    #expect(outside.errors.hasPrefix("git-munge: not in a git working tree: "))
    try tree.git("clone", "--quiet", "--bare", ".", "../bare.git")
    let bare = try tree.munge([command], in: workshop.sandbox.directory / "bare.git", status: 2...2)
    #expect(bare.errors.hasPrefix("git-munge: this is a bare repository without files to munge"))
    #expect(outside.output + bare.output == "")
  }
}

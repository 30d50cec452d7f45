// Usage, help and exit codes.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct CommandLineTests {
  let tree: WorkingTree

  init() throws { tree = try Workshop(files: ["app.txt": "id = \(canonical)\n", "sub/x.txt": "\(canonical)\n"]).clone() }

  @Test func `git munge without a command refers to status when something is wrong`() throws {
    let tree = try Workshop(files: ["app.txt": "com.blah.user-thing\n"]).munged()
    try tree.write("app.txt", "\(local)s\n")
    try expectSnapshot("git-munge-alone-sends-status", tree.munge([], status: 1...1))
    #expect(try tree.munge("status", status: 1...1).says("app.txt:1:1: error: "))
  }

  @Test func `git munge without a command prints the state and the commands, and the exit code is that of status`() throws {
    let before = try [tree.munge(status: 1...1), tree.munge("status", status: 1...1)]
    try tree.munge("install", "handle=bnr")
    try expectSnapshot("state-and-commands", before + [tree.munge(), tree.munge("status")])
  }

  @Test func `both programs have the same version`() throws {
    let version = try tree.munge("--version").output
    #expect(version.hasPrefix("git-munge "))
    let filter = try tree.run(["git-munge-filter", "--version"]).output
    #expect(filter == version.replacing("git-munge ", with: "git-munge-filter "))
  }

  // Run as `git-munge`: `git munge --help` opens the manual page.
  @Test(arguments: [(["help", "install"], ["install", "--help"]), (["-h"], ["--help"])])
  func `each form of asking for help prints the same`(_ words: [String], _ usual: [String]) throws {
    let outcome = try tree.run(["git-munge"] + words)
    #expect(try outcome.output == tree.run(["git-munge"] + usual).output && outcome.errors == "")
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
    try tree.munge(["set", "handle=other"], in: sub)
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\n")
    try tree.munge(["uninstall"], in: sub)
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
  }

  @Test func `GIT_DIR, GIT_WORK_TREE and git -C select the repository`() throws {
    let outside = tree.workshop.sandbox.directory
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
    let outside = try tree.munge([command], in: tree.workshop.sandbox.home, status: 2...2)
    #expect(outside.errors.hasPrefix("git-munge: not in a git working tree: "))
    try tree.git("clone", "--quiet", "--bare", ".", "../bare.git")
    let bare = try tree.munge([command], in: tree.workshop.sandbox.directory / "bare.git", status: 2...2)
    #expect(bare.errors.hasPrefix("git-munge: this is a bare repository without files to munge"))
    #expect(outside.output + bare.output == "")
  }
}

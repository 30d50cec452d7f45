// Locks that others hold, folders that may not be written, checkouts without a smudge: nothing is lost.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct AdversityTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(files: [
      "app.txt": "id = com.blah.user-thing\n", "sub/deep.txt": "com.blah.user-thing\n", "zoo.txt": "com.blah.user-thing\n",
    ])
    tree = try workshop.munged()
  }

  @Test func `a checkout that skips the smudge is clean, and is brought up to date by an installation`() throws {
    try tree.run(["rm", "app.txt", "zoo.txt"])
    try tree.git("checkout", "--", ".", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.statusOfTouched() == "")
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says("app.txt: error: ") && status.says("zoo.txt: error: ") && status.says("[stale]"))
    try tree.munge("install")
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("status").status == 0)
  }

  @Test(arguments: ["0", "false", "no", ""])
  func `a variable that says no does not skip the smudge`(_ value: String) throws {
    try FileSystem.remove(tree.top / "app.txt")
    try tree.git("checkout", "--", ".", environment: ["GIT_MUNGE_SKIP_SMUDGE": value])
    #expect(try tree.text("app.txt") == "id = \(local)\n")
  }

  @Test func `clean works whether the smudge is skipped or not`() throws {
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.git("commit", "--quiet", "--all", "-m", "Edit", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nedited\n")
  }

  @Test(arguments: ["install", "uninstall"])
  func `an index that another git holds is named, and afterwards the same command goes through`(
    _ command: String
  ) throws {
    try tree.write("app.txt", "id = \(local)\nedited\n")
    let lock = tree.gitFolder / "index.lock"
    try TestFile.write(lock, [])
    let words = command == "install" ? ["install", "handle=other"] : ["uninstall"]
    let outcome = try tree.munge(words, status: 2...2)
    #expect(outcome.errors.contains("\(lock) exists"))
    #expect(outcome.errors.contains("killed command"), "no process can hold it")
    #expect(try FileSystem.status(lock) != nil, "it is not ours to remove")

    try FileSystem.remove(lock)
    try tree.munge(words)
    let name = command == "install" ? "com.blah.user-other" : canonical
    #expect(try tree.text("app.txt") == "id = \(name)\nedited\n")
    #expect(try tree.text("zoo.txt") == "\(name)\n")
    #expect(try tree.statusOfTouched() == " M app.txt\n")
    try tree.commitAll("Edit")
    #expect(try tree.objects(holding: "user-other") == "")
    #expect(try tree.objects(holding: local) == "")
  }

  @Test(.enabled(if: Environment.processes(in: Path("/")) != nil, "this system does not tell what runs where"))
  func `a git command that holds the index is named while it runs, and waited for if it ends soon`() throws {
    try tree.write("app.txt", "id = \(local)\nedited\n")
    let script = """
      GIT_EDITOR='sleep 1; true' git commit --quiet --all -m x -e >commit.log 2>&1 &
      until test -e .git/index.lock; do sleep 0.01; done
      git munge set handle=other >soon.log 2>&1; echo $? >soon.status; wait
      echo more >>app.txt
      GIT_EDITOR='sleep 4; true' git commit --quiet --all -m x -e >commit.log 2>&1 &
      until test -e .git/index.lock; do sleep 0.01; done
      git --no-pager -C . munge set handle=third >late.log 2>&1; echo $? >late.status; wait
      """
    try tree.run(["sh", "-c", script])
    #expect(try tree.text("soon.status") == "0\n")
    #expect(try tree.text("late.status") == "2\n")
    let said = try #require(try tree.text("late.log"))
    #expect(said.contains("index.lock exists: running here: `git commit` (process "))
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\nedited\nmore\n", "nothing has begun")
  }

  @Test func `a configuration that another program writes stops the installation before anything changes`() throws {
    let fresh = try workshop.clone("fresh")
    try TestFile.write(fresh.gitFolder / "config.lock", [])
    let before = try DirectoryState(fresh)
    let outcome = try fresh.munge("install", "handle=bnr", status: 2...2)
    #expect(outcome.errors.contains("config: "))
    #expect(try DirectoryState(fresh).changes(since: before) == "")
    try fresh.run(["rm", ".git/config.lock"])
    try fresh.munge("install", "handle=bnr")
    #expect(try fresh.statusOfTouched() == "")
  }

  @Test func `an uninstallation that cannot write the configuration can be run again`() throws {
    try TestFile.write(tree.gitFolder / "config.lock", [])
    #expect(try tree.munge("uninstall", status: 2...2).errors.contains("config: "))
    #expect(try tree.status() == "")
    try tree.run(["rm", ".git/config.lock"])
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.git("config", "--get-regexp", "^filter", status: 1...1).output == "")
  }

  /// How to be somebody whom permissions stop: `root` is stopped by none.
  private static let mortal: [String]? = {
    let probe = try? GitSandbox().run(["id", "-u"])
    if probe?.output != bytes("0\n") { return [] }
    return TestInput.program("setpriv") == nil ? nil : ["setpriv", "--bounding-set", "-dac_override", "--"]
  }()

  @Test(
    .enabled(if: mortal != nil, "root may write anywhere, and there is no setpriv to take that away"),
    arguments: ["sub", ".", ".git"])
  func `a folder that may not be written stops it, and nothing is lost`(_ directory: String) throws {
    let mortal = try #require(AdversityTests.mortal)
    try tree.write("zoo.txt", "\(local)\nedited\n")
    try tree.run(["chmod", "555", directory])
    defer { _ = try? tree.run(["chmod", "755", directory]) }
    let outcome = try tree.run(mortal + ["git", "munge", "install", "handle=other"], status: 2...2)
    #expect(outcome.errors.contains("Permission denied"))
    let shown = try ["app.txt", "sub/deep.txt", "zoo.txt"].map { try tree.text($0) ?? "missing" }
    #expect(shown.allSatisfy { $0.contains("com.blah.user-bnr") || $0.contains("com.blah.user-other") })
    #expect(shown[2].hasSuffix("\nedited\n"))
    try tree.run(["chmod", "755", directory])
    #expect(try tree.status() == " M zoo.txt\n", "what was rewritten does not look modified")

    try tree.munge("install", "handle=other")
    #expect(try tree.text("sub/deep.txt") == "com.blah.user-other\n")
    #expect(try tree.text("zoo.txt") == "com.blah.user-other\nedited\n")
    #expect(try tree.statusOfTouched() == " M zoo.txt\n")
    try tree.commitAll("Edit")
    #expect(try tree.objects(holding: "user-other") == "")
  }
}

// Locks that other programs hold, read-only directories, edits within the time resolution of the index: no change is
// lost.

import StorySupport

@Suite struct LockAndPermissionTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      attributes: "* filter=munge\n*.md -filter\n",
      files: [
        "app.txt": "id = \(canonical)\n", "sub/deep.txt": "\(canonical)\n", "zoo.txt": "\(canonical)\n",
        "notes.md": "aaaaa\n",
      ])
    tree = try workshop.munged()
  }

  @Test func `a git command that holds the index is waited for, and reported if it keeps running`() throws {
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
    #expect(try tree.text("late.log")?.contains("index.lock exists: another git command is running here") == true)
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\nedited\nmore\n", "the second set changed nothing")
  }

  @Test(.enabled(if: Killing.isPossible, Killing.why))
  func `a git command that begins while a command writes its journal stops it before it changes anything`() throws {
    let script = """
      { until test -e .git/munge/journal; do sleep 0.01; done; : >.git/index.lock; } &
      strace -f -qq -o /dev/null -e trace=rename -e inject=rename:delay_exit=1000000:when=1 \\
        git-munge set handle=other >set.log 2>&1 || echo $? >set.status
      wait
      """
    try tree.sh(script)
    #expect(try tree.text("set.status") == "2\n")
    #expect(try tree.text("set.log")?.contains("index.lock exists: another git command is running here") == true)
    #expect(!FileSystem.exists(tree.gitDirectory / "munge/journal"))
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.git("config", "munge.values.handle").output == "bnr\n")
  }

  @Test(arguments: [["install", "handle=bnr"], ["set", "handle=other"], ["set", "--unset", "handle"]])
  func `a locked configuration stops a command before it changes anything`(_ words: [String]) throws {
    let tree = words[0] == "install" ? try workshop.clone("fresh") : tree
    try tree.write(".git/config.lock", "")
    #expect(try tree.unchanged { try tree.munge(words, status: 2...2) }.errors.contains("config: "))
    try tree.run(["rm", ".git/config.lock"])
    try tree.munge(words)
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `an uninstall that cannot write the configuration can be run again`() throws {
    try TestFile.write(tree.gitDirectory / "config.lock", [])
    #expect(try tree.munge("uninstall", status: 2...2).errors.contains("config: "))
    #expect(try tree.status() == "")
    try tree.sh("rm .git/config.lock; git munge uninstall")
    try tree.expectShown("app.txt", "id = \(canonical)\n")
    #expect(try tree.git("config", "--get-regexp", "^filter", status: 1...1).output == "")
  }

  /// A prefix under which permissions apply to commands: they do not apply to `root`.
  private static let unprivileged: [String]? = {
    let probe = try? GitSandbox().run(["id", "-u"])
    if probe?.output != bytes("0\n") { return [] }
    return TestInput.program("setpriv") == nil ? nil : ["setpriv", "--bounding-set", "-dac_override", "--"]
  }()

  @Test(
    .enabled(if: unprivileged != nil, "root may write anywhere, and there is no setpriv to take that away"),
    arguments: ["sub", ".", ".git"])
  func `a read-only directory stops install, and no change is lost`(_ directory: String) throws {
    let unprivileged = try #require(LockAndPermissionTests.unprivileged)
    try tree.write("zoo.txt", "\(local)\nedited\n")
    try tree.run(["chmod", "555", directory])
    defer { _ = try? tree.run(["chmod", "755", directory]) }
    let outcome = try tree.run(unprivileged + ["git", "munge", "install", "handle=other"], status: 2...2)
    #expect(outcome.errors.contains("Permission denied"))
    let shown = try ["app.txt", "sub/deep.txt", "zoo.txt"].map { try tree.text($0) ?? "missing" }
    #expect(shown.allSatisfy { $0.contains("com.blah.user-bnr") || $0.contains("com.blah.user-other") })
    #expect(shown[2].hasSuffix("\nedited\n"))
    try tree.run(["chmod", "755", directory])
    #expect(try tree.status() == " M zoo.txt\n", "rewritten files are not modified for git")

    if directory == "sub" {
      try tree.munge("status", status: 0...1)
      #expect(try tree.text("sub/deep.txt") == "com.blah.user-other\n", "any command resumes an interrupted one")
    }
    try tree.munge("install", "handle=other")
    #expect(try tree.text("sub/deep.txt") == "com.blah.user-other\n")
    try tree.expectShown("zoo.txt", "com.blah.user-other\nedited\n", status: " M zoo.txt\n")
    try tree.commitAll("Edit")
    #expect(try tree.objects(holding: "user-other") == "")
  }

  @Test(
    .enabled(if: unprivileged != nil && Killing.isPossible, "no setpriv, or no strace"),
    arguments: [["set", "handle=other"], ["uninstall"]])
  func `a file that cannot be written stops no completion, and is cleaned until it is done`(_ words: [String]) throws {
    let unprivileged = try #require(LockAndPermissionTests.unprivileged)
    let strace = [
      "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=renameat2", "-e", "inject=renameat2:signal=KILL:when=1",
    ]
    try tree.run(strace + ["git-munge"] + words, status: 0...255)
    try tree.run(["chmod", "555", "sub"])
    defer { _ = try? tree.run(["chmod", "755", "sub"]) }
    let outcome = try tree.run(unprivileged + ["git", "munge"], status: 1...1)
    #expect(outcome.errors.contains("sub/deep.txt: "))
    #expect(outcome.errors.contains("Permission denied; it stays as it is: `git diff -- ':/sub/deep.txt'`"))
    #expect(outcome.errors.contains("run `git munge uninstall` again") == (words == ["uninstall"]))
    #expect(try tree.text("sub/deep.txt") == "\(local)\n")
    #expect(try tree.text("zoo.txt") == (words == ["uninstall"] ? "\(canonical)\n" : "com.blah.user-other\n"))
    try tree.sh("chmod 755 sub; echo edited >>sub/deep.txt; git add sub")
    #expect(try tree.blob(":sub/deep.txt") == "\(canonical)\nedited\n")
    try tree.munge(words == ["uninstall"] ? words : ["install"])
    #expect(try tree.files(showing: local) == "")
    try tree.git("add", "sub")
    #expect(try tree.blob(":sub/deep.txt") == "\(canonical)\nedited\n")
  }

  @Test func `an edit in the same second as git add is still visible after install`() throws {
    let fresh = try workshop.clone("fresh")
    try fresh.write("notes.md", "bbbbb\n")
    // Same size and same second as in the index: git detects the edit by comparing times only.
    try fresh.run(["sh", "-c", "touch -t 202311142213.20 notes.md && git add notes.md"])
    try fresh.write("notes.md", "ccccc\n")
    try fresh.run(["sh", "-c", "touch -t 202311142213.20 notes.md .git/index"])
    try fresh.sh("git config core.trustctime false; git config core.checkStat minimal")
    #expect(try fresh.status() == "MM notes.md\n", "git sees the edit before install")
    try fresh.run(["touch", "-t", "202311142213.20", ".git/index"])
    for words in [["install", "handle=bnr"], ["uninstall"]] {
      try fresh.munge(words)
      #expect(try fresh.status() == "MM notes.md\n")
    }
  }
}

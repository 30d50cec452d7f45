// Usage, help, exit codes, and the processes that a command starts.

import StorySupport

@Suite struct CommandLineTests {
  let tree: WorkingTree

  init() throws {
    tree = try Workshop(files: ["app.txt": "id = \(canonical)\n", "sub/x.txt": "\(canonical)\n"]).clone()
  }

  @Test func `git munge without a command is git munge status`() throws {
    func expectSame(_ options: String..., status: ClosedRange<Int32>) throws {
      let outcome = try tree.munge(options, status: status)
      let usual = try tree.munge(["status"] + options, status: status)
      #expect(outcome.output == usual.output && outcome.errors == usual.errors && outcome.status == usual.status)
    }
    try expectSame(status: 1...1)
    try tree.munge("install", "handle=bnr")
    try expectSame(status: 0...0)
    try expectSame("--json", status: 0...0)
    try tree.write("app.txt", "\(local)UI\n")
    try expectSame(status: 1...1)
  }

  @Test func `both programs have the same version`() throws {
    let version = try tree.munge("--version").output
    #expect(version.hasPrefix("git-munge "))
    let filter = try tree.run(["git-munge-filter", "--version"]).output
    #expect(filter == version.replacing("git-munge ", with: "git-munge-filter "))
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
    try tree.expectShown("app.txt", "id = com.blah.user-other\n")
    #expect(try tree.git(["status", "--porcelain"], in: outside, environment: environment).output == "")
    try tree.munge(["uninstall"], in: outside, environment: environment)
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
  }

  @Test(arguments: ["install", "uninstall", "status"])
  func `each command fails outside a working tree`(_ command: String) throws {
    let outside = try tree.munge([command], in: tree.workshop.sandbox.home, status: 2...2)
    #expect(outside.errors.hasPrefix("git-munge: not in a git working tree; change to a clone of your project, or "))
    try tree.git("clone", "--quiet", "--bare", ".", "../bare.git")
    let bare = try tree.munge([command], in: tree.workshop.sandbox.directory / "bare.git", status: 2...2)
    #expect(bare.errors.hasPrefix("git-munge: this is a bare repository without files to munge"))
    #expect(outside.output + bare.output == "")
  }

  @Test func `the words of git about a repository that it refuses are on their own lines`() throws {
    let refused = try tree.munge("status", environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"], status: 2...2).errors
      .split(separator: "\n")
    #expect(
      refused.first?.hasPrefix(
        "git-munge: git cannot use this repository: detected dubious ownership in repository at ") == true)
    #expect(refused.last?.hasPrefix("  git config --global --add safe.directory ") == true, "\(refused)")
  }

  @Test func `without git in PATH every command says where git comes from`() throws {
    let program = "\(tree.workshop.bin)/git-munge"
    for command in ["status", "verify", "install"] {
      let outcome = try tree.run(["sh", "-c", "PATH=/nowhere exec '\(program)' \(command)"], status: 2...2)
      #expect(
        outcome.errors
          == "git-munge: git was not found in PATH: install it (https://git-scm.com/downloads), or add its directory to PATH\n"
      )
    }
  }
}

/// The number of processes of git that a command starts, against the table in docs/performance.md.
@Suite struct ProcessBudgetTests {
  private static let rows: [(command: String, limit: Int)] = {
    let lines = (try? Repository.text("docs/performance.md")) ?? ""
    return lines.split(separator: "\n").compactMap { line in
      let match = line.wholeMatch(of: /\| `git munge (.+)` \| (\d+) \|/)
      return match.flatMap { match in Int(match.2).map { (String(match.1), $0) } }
    }
  }()

  @Test func `The table has a row for each command that is run often`() {
    let commands = ["status", "verify HEAD", "set", "install", "status --check"]
    let hooks = ["hook pre-commit", "hook pre-push origin", "hook post-checkout", "hook post-rewrite amend"]
    #expect(Set(Self.rows.map(\.command)) == Set(commands + hooks))
  }

  @Test(arguments: rows)
  func `A command starts no more processes of git than its row allows`(_ command: String, _ limit: Int) throws {
    let workshop = try Workshop(
      attributes: "*.txt filter=munge\n", files: ["app.txt": "id = com.blah.user-thing\n", "app.c": "int a;\n"])
    let tree = try workshop.munged()
    // git compares files that are as new as the index.
    try tree.sh("touch -t 202002020000 app.txt; git status")
    // A commit in which the guard has nothing to find.
    if command.hasPrefix("hook") { try tree.sh("echo 'int b;' >>app.c; git add app.c") }
    var input = ""
    if command.hasPrefix("hook pre-push") {
      let names = try tree.sh("git commit --quiet --no-verify -m More; git rev-parse @ @~").output
        .split(separator: "\n")
      input = "refs/heads/main \(names[0]) refs/heads/main \(names[1])\n"
    }
    let trace = workshop.sandbox.directory / "trace"
    let words = command == "set" ? ["set", "handle=ann"] : command.split(separator: " ").map(String.init)
    _ = try tree.run(["git-munge"] + words, input: input, environment: ["GIT_TRACE2_EVENT": "\(trace)"])
    let started = try #require(try FileSystem.contents(trace)).split(separator: 10)
      .filter { String(decoding: $0, as: UTF8.self).contains(#""event":"start""#) }
    #expect((1...limit).contains(started.count), "\(started.map { escaped($0) }.joined(separator: "\n"))")
  }
}

// Guard hooks: a commit or push with a foreign text is blocked in every way of making it, and others pass.

import StorySupport

/// A clone with guard hooks, and another team in a file, which clean does not replace.
@Suite struct GuardTests {
  let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }

  private static let good = Scene.goodTeam, bad = Scene.badTeam

  init() throws {
    tree = try Scene.team(["other.txt": "one\n"]).clone()
    try tree.sh("git munge install --hooks team=BNR1234567; git remote add server '\(workshop.bare("remote").top)'")
    try tree.git("push", "--quiet", "server", "main")
  }

  private func commit(_ tree: WorkingTree, _ words: [String], status: ClosedRange<Int32> = 0...0) throws -> Outcome {
    try tree.git(["commit", "--quiet", "-m", "Change"] + words, status: status)
  }

  private func head(_ tree: WorkingTree) throws -> String { try tree.git("rev-parse", "HEAD").output }

  private func expectBlocked(_ outcome: Outcome) {
    #expect(outcome.status == 1)
    #expect(outcome.says("TEAM is XY") && outcome.says("[chosen-value]"), "\(outcome.testDescription)")
  }

  /// Arguments of `git commit`, and whether the change is added before.
  private static let ways: [(words: [String], isAdded: Bool)] = [
    ([], true), (["--all"], false), (["--only", "app.txt"], false), (["--include", "app.txt"], false),
    (["--amend", "--all"], false), (["--allow-empty"], true),
  ]

  @Test(arguments: ways.indices, [false, true])
  func `a commit with a foreign text is blocked, and one without passes`(way: Int, isLinked: Bool) throws {
    let tree = isLinked ? workshop.tree("linked") : tree
    if isLinked { try self.tree.git("worktree", "add", "--quiet", "-b", "linked", "../linked") }
    let (words, isAdded) = Self.ways[way]
    let before = try head(tree)
    // The developer's own text passes, as clean replaces it.
    for text in [Self.bad, "TEAM = BNR1234567\nmore\n"] {
      try tree.write("app.txt", text)
      if isAdded { try tree.git("add", "app.txt") }
      let outcome = try commit(tree, words, status: 0...1)
      if text == Self.bad {
        expectBlocked(outcome)
      } else {
        #expect(outcome.errors == "", "a passing guard prints nothing")
      }
      #expect(try (head(tree) == before) == (text == Self.bad), "\(outcome.testDescription)")
    }
    #expect(try tree.status() == "")
    #expect(try tree.blob("HEAD:app.txt") == Self.good + "more\n")
  }

  @Test func `the pre-commit guard checks only what would be committed`() throws {
    try tree.write("app.txt", Self.bad)
    try tree.write("other.txt", "two\n")
    try tree.git("add", "app.txt")
    _ = try commit(tree, ["--only", "other.txt"])
    #expect(try tree.git("show", "--format=", "--name-only").output == "other.txt\n")
    expectBlocked(try commit(tree, [], status: 1...1))
    _ = try commit(tree, ["--no-verify"])
  }

  private func leak(_ words: String...) throws {
    try tree.write("app.txt", Self.bad)
    _ = try commit(tree, ["--all", "--no-verify"] + words)
  }

  private func push(_ words: String..., status: ClosedRange<Int32> = 0...0) throws -> Outcome {
    try tree.git(["push", "--quiet", "server"] + words, status: status)
  }

  @Test func `a push with a foreign text in any commit is blocked`() throws {
    try leak()
    #expect(try push("main", status: 1...1).says("[foreign-value]"))
    try tree.write("app.txt", Self.good)
    _ = try commit(tree, ["--all"])
    for reference in ["main", "main:refs/heads/new", "HEAD~1:refs/tags/v1"] {
      #expect(try push(reference, status: 1...1).says("[foreign-value]"), "\(reference)")
    }
    #expect(try push("main~2:refs/heads/old", ":refs/heads/nothing", status: 0...1).says("foreign-value") == false)
    try tree.git("reset", "--quiet", "--soft", "server/main")
    _ = try commit(tree, ["--allow-empty"])
    #expect(try push("main").errors == "")
  }

  /// Runs the printed command that undoes a repair of commits, then undoes that.
  private func expectUndone(_ repair: Outcome, _ before: String) throws {
    let after = try tree.git("rev-parse", "HEAD").output
    try tree.sh(String(#require(repair.output.firstMatch(of: /To undo it: (.+)/)).output.1))
    #expect(try tree.git("rev-parse", "HEAD").output == before && after != before)
    try tree.sh("git reset --quiet --keep \(after)")
  }

  @Test func `the command that a refused push prints removes the leak from commits that no remote has`() throws {
    try leak()
    try tree.write("app.txt", Self.good)
    _ = try commit(tree, ["--all"])
    let before = try tree.git("rev-parse", "HEAD").output
    #expect(
      try push("main", status: 1...1).says("    rewrite the commits that no remote has:  git munge repair --commits"))
    let asked = try tree.munge("repair", "--commits", status: 1...1)
    #expect(asked.says("2 commits to rewrite:\n") && asked.says("`git munge repair --commits --yes` asks nothing"))
    #expect(try tree.git("rev-parse", "HEAD").output == before)
    try expectUndone(tree.munge("repair", "--commits", "--yes"), before)
    _ = try push("main")
    #expect(try tree.munge("repair", "--commits").says("No commit that only this clone has adds a local text."))
    try leak()
    _ = try push("--no-verify", "main:refs/heads/leaked")
    try tree.sh("git remote add fork '\(workshop.bare("fork").top)'; git push --quiet fork main~1:refs/heads/old")
    let again = try tree.git("push", "--quiet", "fork", "main", status: 1...1)
    #expect(again.says("rewrite the commits that no remote has"))
    #expect(try tree.munge("repair", "--commits").says("No commit that only this clone has adds a local text."))
  }

  @Test func `merges are kept, and the working tree shows local texts afterwards`() throws {
    try leak()
    try tree.sh(
      """
      git switch --quiet -c side HEAD~1; echo side >side.txt; git add side.txt; git commit --quiet -m Side
      git switch --quiet main; git merge --quiet --no-verify -m Merge side
      """)
    try tree.write("app.txt", "id = \(local)\n")
    _ = try commit(tree, ["--all", "--no-verify"])
    let shape = ["log", "--format=%s %p", "server/main.."]
    let count = try tree.git(shape).output.split(separator: "\n").count
    let before = try tree.git("rev-parse", "HEAD").output
    try expectUndone(tree.munge("repair", "--commits", "--yes"), before)
    let log = try tree.git(shape).output
    #expect(log.contains("Merge ") && log.split(separator: "\n").count == count, "\(log)")
    #expect(try tree.text("app.txt") == "id = \(local)\n" && tree.statusOfTouched() == "")
    _ = try push("main")
  }

  @Test func `commits are not rewritten during another operation, or where git refuses to rebase`() throws {
    try leak()
    let head = try tree.git("rev-parse", "HEAD").output
    try tree.sh("git update-ref CHERRY_PICK_HEAD HEAD")
    let refused = try tree.munge("repair", "--commits", "--yes", status: 2...2)
    #expect(refused.errors.contains("a cherry-pick is in progress"), "\(refused)")
    try tree.sh("git update-ref -d CHERRY_PICK_HEAD; echo x >>app.txt")
    #expect(try tree.munge("repair", "--commits", "--yes", status: 1...1).says("The rebase has stopped"))
    #expect(try tree.git("rev-parse", "HEAD").output == head)
  }

  @Test func `commits that the remote has, and pushes with --no-verify, pass`() throws {
    try leak()
    _ = try push("--no-verify", "main")
    _ = try push("main:refs/heads/again")
    _ = try push("--delete", "again")
    try tree.write("other.txt", "two\n")
    _ = try commit(tree, ["other.txt"])
    _ = try push("main")
    try tree.git("tag", "--annotate", "-m", "Tag", "v1")
    _ = try push("v1")
    try tree.git("push", "--quiet", "\(workshop.sandbox.directory)/remote", "main:refs/heads/by-address")
    try tree.sh("git remote add fork '\(workshop.bare("fork").top)'; git push --quiet fork main")
  }

  @Test(arguments: ["cat >/dev/null", "git rev-parse --quiet HEAD >/dev/null </dev/null; exec </dev/null"])
  func `without its input a guard checks all branches that the remote lacks`(_ thief: String) throws {
    try tree.write(".git/hooks/pre-push", "#!/bin/sh\n\(thief)\ngit-munge hook pre-push \"$@\" || exit\n", mode: 0o755)
    try tree.write("other.txt", "two\n")
    _ = try commit(tree, ["--all"])
    #expect(try push("main").errors == "")
    try leak()
    let outcome = try push("main", status: 1...1)
    #expect(outcome.says("[foreign-value]") && outcome.says("the hook got no refs"))
    try tree.git("switch", "--quiet", "--create", "next", "server/main")
    #expect(try push("main", status: 1...1).says("[foreign-value]"), "another branch")
    try tree.git("switch", "--quiet", "--detach", "main")
    try tree.sh("git branch --quiet -D main; git branch --quiet -D next")
    #expect(try push("HEAD:main", status: 1...1).says("[foreign-value]"), "a detached HEAD")
    try tree.sh("git switch --quiet --create main server/main; git push --quiet server main:x")
    try tree.sh("git switch --quiet --orphan empty; git push --quiet server --delete x")
  }

  @Test func `a push of nothing, and of a deletion, passes although another branch has a leak`() throws {
    _ = try push("main:refs/heads/old")
    try tree.sh("git switch --quiet --create topic")
    try leak()
    #expect(try push("main").errors == "")
    _ = try push("--delete", "old")
    #expect(try push("topic", status: 1...1).says("[foreign-value]"))
  }
}

/// The input that a guard passes on, and its result without the program; the program only records its calls.
@Suite struct GuardScriptTests {
  let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }

  init() throws {
    tree = try Workshop(files: ["app.txt": "\(canonical)\n"]).munged()
    try tree.sh("git munge install --hooks; git remote add server '\(workshop.bare("a remote").top)'")
  }

  private var calls: Path { workshop.sandbox.directory / "calls" }

  private func replaceProgram(status: Int) throws {
    try FileSystem.remove(workshop.bin / "git-munge")
    let script =
      "#!/bin/sh\nprintf '%s\\n' \"$@\" \"${GIT_INDEX_FILE##*/}\" >'\(calls)'\ncat >>'\(calls)'\nexit \(status)\n"
    try TestFile.write(workshop.bin / "git-munge", bytes(script), mode: 0o755)
  }

  private func recordedCalls() throws -> String? {
    defer { try? FileSystem.remove(calls) }
    return try FileSystem.contents(calls).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [0, 1, 2]) func `a guard passes git's input to the program and returns its exit code`(status: Int)
    throws
  {
    try replaceProgram(status: status)
    let before = try tree.git("rev-parse", "HEAD").output
    try tree.write("app.txt", "\(local)\nmore\n")
    try tree.git("commit", "--quiet", "--all", "-m", "Change", status: 0...1)
    #expect(try recordedCalls() == "hook\n--alone\npre-commit\nindex.lock\n")
    #expect(try (tree.git("rev-parse", "HEAD").output == before) == (status > 0))
    try tree.git("push", "--quiet", "server", "main", status: 0...1)
    let head = try tree.git("rev-parse", "HEAD").output.dropLast()
    let line = "refs/heads/main \(head) refs/heads/main \(String(repeating: "0", count: 40))\n"
    #expect(
      try recordedCalls() == """
        hook
        --alone
        pre-push
        server
        \(workshop.sandbox.directory)/a remote

        \(line)
        """)
    #expect(try (tree.git("ls-remote", "server").output == "") == (status > 0))
  }

  @Test func `without the program a guard blocks and prints the fix`() throws {
    try FileSystem.remove(workshop.bin / "git-munge")
    let commit = ["commit", "--quiet", "--allow-empty", "-m", "Change"]
    let outcome = try tree.git(commit, status: 1...1)
    #expect(
      outcome.errors == """
        git-munge: \(workshop.bin)/git-munge is missing, so nothing was checked: run 'git munge install'
          or reinstall git-munge; without git-munge, remove .git/hooks/pre-commit. --no-verify skips this once.

        """)
    #expect(try tree.git("push", "server", "main", status: 1...1).errors.contains("remove .git/hooks/pre-push."))
    try tree.git(commit + ["--no-verify"])
    try tree.git("push", "--quiet", "--no-verify", "server", "main")
  }

  @Test func `the printed lines block like the guards, and do nothing without the program`() throws {
    try tree.munge("uninstall")
    for name in ["pre-commit", "pre-push"] { try tree.write(".git/hooks/\(name)", "#!/bin/sh\n", mode: 0o755) }
    let lines = try tree.munge("install", "--hooks").output.split(separator: "\n").filter {
      $0.contains("git-munge hook")
    }
    try #require(lines.count == 2)
    for (name, line) in zip(["pre-commit", "pre-push"], lines) {
      try tree.write(".git/hooks/\(name)", "#!/bin/sh\n\(line)\n", mode: 0o755)
    }
    try replaceProgram(status: 1)
    try tree.git("commit", "--quiet", "--allow-empty", "-m", "Change", status: 1...1)
    #expect(try recordedCalls() == "hook\npre-commit\nindex\n")
    try tree.git("push", "--quiet", "server", "main", status: 1...1)
    #expect(try recordedCalls()?.hasPrefix("hook\npre-push\nserver\n") == true)
    try FileSystem.remove(workshop.bin / "git-munge")
    try tree.sh("git commit --quiet --allow-empty -m 'Without the program'; git push --quiet server main")
  }

  @Test func `a command after two dashes gets the input of a push that passes, and its exit code is the result`() throws
  {
    let line = "git-munge hook pre-push \"$@\" -- sh -c 'cat >rest; exit $0'"
    func push(_ status: Int) throws -> (Outcome, String?) {
      try tree.write(".git/hooks/pre-push", "#!/bin/sh\n\(line) \(status)\n", mode: 0o755)
      try tree.sh("rm -f rest")
      return try (tree.git("push", "server", "main", status: 0...1), tree.text("rest"))
    }
    let head = try tree.git("rev-parse", "HEAD").output.dropLast()
    let input = "refs/heads/main \(head) refs/heads/main \(String(repeating: "0", count: 40))\n"
    let failed = try push(3)
    #expect(failed.0.status == 1 && failed.1 == input)
    try tree.write(".git/hooks/pre-push", "#!/bin/sh\ngit-munge hook pre-push \"$@\" -- no-such\n", mode: 0o755)
    #expect(try tree.git("push", "server", "main", status: 1...1).errors.hasPrefix("git-munge: no-such: "))
    let passed = try push(0)
    #expect(passed.0.status == 0 && passed.1 == input)
    // More than a pipe holds, to a command that reads nothing.
    let lines = String(repeating: "\(input)", count: 2000)
    try tree.run(["git-munge", "hook", "pre-push", "server", "url", "--", "true"], input: lines)
    try tree.write("app.txt", "\(local)UI\n")
    try tree.sh("git commit --quiet --all --no-verify -m Leak")
    let blocked = try push(0)
    #expect(blocked.0.status == 1 && blocked.0.says("Nothing was pushed") && blocked.1 == nil)
  }
}

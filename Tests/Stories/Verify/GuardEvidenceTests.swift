// A guard notes the commit that it runs on; status takes the last commit as evidence, and checks one without a note.

import StorySupport

@Suite struct GuardEvidenceTests {
  let tree: WorkingTree

  private static let missing = "[missing-guard]"
  /// Commits of the sandbox are older than the installation.
  private static let later = ["GIT_COMMITTER_DATE": "4000000000 +0000"]

  init() throws {
    tree = try Workshop(files: ["app.txt": "id = \(canonical)\n", "log.txt": "one\n"]).clone()
    try tree.sh("git munge install --hooks handle=bnr")
  }

  @discardableResult
  private func commit(_ words: String...) throws -> Outcome {
    try tree.write("log.txt", (tree.text("log.txt") ?? "") + "more\n")
    return try tree.git(["commit", "--quiet", "--all", "-m", "Change"] + words, environment: Self.later)
  }

  /// Commits a local text that the filter does not clean.
  private func leak() throws {
    let blob = try tree.git("hash-object", "-w", "--stdin", input: "id = \(local)\n").output.dropLast()
    try tree.git("update-index", "--cacheinfo", "100644,\(blob),app.txt")
    try tree.git("commit", "--quiet", "--no-verify", "-m", "Leak", environment: Self.later)
    #expect(try tree.blob("HEAD:app.txt").contains(local))
  }

  private func status(_ expected: Int32 = 0) throws -> Outcome {
    try tree.munge("status", status: expected...expected)
  }

  private func name() throws -> String { try String(tree.git("rev-parse", "HEAD").output.dropLast()) }

  @Test func `status is silent about a guard that ran on the last commit, and install has nothing to do`() throws {
    let before = try name()
    try commit()
    #expect(try tree.text(".git/munge/checked") == "\(before)\n")
    try commit("--amend")
    try tree.sh("git switch --quiet --create topic; git switch --quiet main")
    #expect(try !status().says(Self.missing))
    #expect(try tree.munge("install").output == nothingToDo)
    #expect(try !tree.munge("status", "--check").says(Self.missing))
  }

  @Test func `a leak of a commit that no hook has checked is an error, until a commit is checked or it is gone`() throws
  {
    try leak()
    let leaked = try name()
    let outcome = try status(1)
    #expect(outcome.says("no hook has checked commit \(leaked.prefix(12)): app.txt:1:6: \(local) is your text"))
    try expectSnapshot("leak", outcome, tree.munge("install", status: 1...1))
    try tree.sh("git switch --quiet --discard-changes --create other HEAD~1")
    #expect(try status(1).says("[own-text]"), "the branch still has it")
    try tree.sh("git branch --quiet --force main HEAD")
    #expect(try !status().says(Self.missing), "no branch has it")
    try tree.sh("git reset --quiet --soft \(leaked)")
    try commit("--amend")
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\n")
    #expect(try !status().says(Self.missing), "amended with the guard")
  }

  @Test func `a commit with --no-verify that holds nothing is a note`() throws {
    try commit("--no-verify")
    let outcome = try status()
    #expect(outcome.says("note: no hook has checked commit") && !outcome.says("warning: "))
    try tree.sh("git rebase --quiet --force-rebase HEAD~1")
    #expect(try !status().says(Self.missing), "the commit was rewritten")
    try commit("--no-verify")
    #expect(try status().says(Self.missing))
    try tree.munge("install", "--no-hooks")
    #expect(try !status().says(Self.missing), "no hooks are wanted")
  }

  @Test func `a guard that blocks, or a commit that is aborted, hides no other note`() throws {
    let before = try name()
    try commit()
    try tree.sh("! GIT_EDITOR=false git commit --quiet --allow-empty --edit -m Aborted")
    #expect(try !status().says(Self.missing))
    #expect(try tree.text(".git/munge/checked") == "\(before)\n\(name())\n")
    try tree.write("app.txt", "id = \(local)UI\n")
    _ = try tree.git("commit", "--quiet", "--all", "-m", "Blocked", status: 1...1)
    #expect(try tree.text(".git/munge/checked") == "\(before)\n\(name())\n", "a guard that blocks notes nothing")
    try tree.sh(
      "git checkout --quiet app.txt; for i in 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0; do git munge hook pre-commit; done"
    )
    #expect(try tree.text(".git/munge/checked")?.split(separator: "\n").count == 20)
  }

  @Test func `commits that git makes without a hook, or that are older than the installation, prove nothing`() throws {
    try tree.git("commit", "--quiet", "--allow-empty", "--no-verify", "-m", "Old")
    try tree.sh("git switch --quiet --create topic HEAD~1")
    try commit()
    try tree.sh("git switch --quiet main; git cherry-pick topic; git revert --no-edit HEAD")
    #expect(try !status().says(Self.missing))
  }
}

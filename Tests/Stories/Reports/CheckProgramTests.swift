// `git munge status --check` of the programs: git, the filter, and git's start of the filter.

import StorySupport

@Suite struct CheckProgramTests {
  private let tree: WorkingTree

  init() throws { tree = try Workshop(files: ["app.txt": "id = \(canonical)\n"]).munged() }

  private func expect(_ words: String, _ remedy: String, in outcome: Outcome) {
    #expect(outcome.says(words) && outcome.says("    \(remedy)\n"), "\(outcome.testDescription)")
  }

  /// An installation leaves the problem.
  private func expectNotFixed(_ words: String, _ remedy: String) throws {
    expect(words, remedy, in: try tree.munge("status", "--check", status: 1...1))
    let before = try DirectoryState(tree)
    try tree.munge("install", status: 0...2)
    expect(words, remedy, in: try tree.munge("status", "--check", status: 1...1))
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  /// Replaces the filter that git starts by a script; `$FILTER` is the original.
  private func replaceFilter(with script: String) throws {
    let real = try FileSystem.realPath(tree.filter)
    try TestFile.write(tree.filter, bytes("#!/bin/sh\nFILTER='\(real)'\n\(script)\n"), mode: 0o755)
  }

  @Test func `a missing filter with no other next to git-munge is one problem`() throws {
    let alone = tree.workshop.sandbox.directory / "alone"
    try FileSystem.makeDirectories(alone)
    try tree.run(["cp", "\(BuiltProgram.munge.path)", "\(alone)"])
    try FileSystem.remove(tree.filter)
    let command = ["\(alone / "git-munge")", "status", "--check"]
    let outcome = try tree.run(command, status: 1...1)
    expect(
      "filter program \(tree.filter) not found; commits will fail", "git munge install", in: outcome)
    #expect(
      try tree.run(["\(alone / "git-munge")", "install"], status: 2...2).says(
        "install both programs into one directory"))
    #expect(try JSON(tree.run(command + ["--json"], status: 1...1).output)["findings"]?.list.count == 1)
  }

  @Test func `a filter of another version, and another program, is a problem`() throws {
    try replaceFilter(with: "echo git-munge-filter 0.0.1")
    try expectNotFixed(
      "\(tree.filter) is git-munge-filter 0.0.1, but this is git-munge \(version())",
      "install both programs of one version into one directory, then: git munge install")
    try replaceFilter(with: "exit 1")
    let outcome = try tree.munge("status", "--check", status: 1...1)
    #expect(outcome.says("\(tree.filter) is not git-munge-filter, but this is git-munge \(try version()) ["))
    #expect(outcome.says("git could not filter app.txt: "))
  }

  private func version() throws -> String {
    String(try tree.munge("--version").output.split(separator: "\n")[0].split(separator: " ")[1])
  }

  @Test func `a wrong key at a level with higher precedence is a problem that install leaves`() throws {
    try tree.sh("git config extensions.worktreeConfig true; git config --worktree filter.munged.clean cat")
    let file = ".git/config.worktree"
    try expectNotFixed(
      "the filter configuration is wrong: filter.munged.clean = cat (worktree config, \(file))",
      "git config --file \(file) --unset-all filter.munged.clean")
    try tree.run(["sh", "-c", "git config --file '\(file)' --unset-all filter.munged.clean"])
    try tree.munge("status", "--check")
  }
}

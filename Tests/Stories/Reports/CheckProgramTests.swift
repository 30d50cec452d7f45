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

  @Test func `a git that is too old is a problem`() throws {
    let directory = tree.workshop.sandbox.directory / "old"
    let git = try #require(TestInput.program("git"))
    let script =
      "#!/bin/sh\nfor word do [ \"$word\" = version ] && { echo git version 2.30.9; exit; }; done\nexec '\(git)' \"$@\"\n"
    try TestFile.write(directory / "git", bytes(script), mode: 0o755)
    // git puts its own directory first on PATH.
    let path = tree.workshop.path(directory, tree.workshop.bin)
    let outcome = try tree.run(["git-munge", "status", "--check"], environment: path, status: 1...1)
    expect("git 2.30.9 is older than 2.31 [old-git]", "install a newer version of git", in: outcome)
  }

  @Test func `a filter missing next to git-munge is a problem before install`() throws {
    try tree.munge("uninstall")
    let alone = tree.workshop.sandbox.directory / "alone"
    try FileSystem.makeDirectories(alone)
    try tree.run(["cp", "\(BuiltProgram.munge.path)", "\(alone)"])
    let outcome = try tree.run(["\(alone / "git-munge")", "status", "--check"], status: 1...1)
    expect(
      "git-munge-filter is not next to git-munge (\(alone))",
      "install both programs into one directory", in: outcome)
  }

  @Test func `a missing filter with no other next to git-munge is one problem`() throws {
    let alone = tree.workshop.sandbox.directory / "alone"
    try FileSystem.makeDirectories(alone)
    try tree.run(["cp", "\(BuiltProgram.munge.path)", "\(alone)"])
    try FileSystem.remove(tree.filter)
    let command = ["\(alone / "git-munge")", "status", "--check"]
    let outcome = try tree.run(command, status: 1...1)
    expect(
      "filter program \(tree.filter) not found; commits will fail; none is next to git-munge either (\(alone))",
      "install both programs into one directory, then: git munge install", in: outcome)
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

  @Test func `a filter inside the working tree is a problem`() throws {
    let inside = tree.top / "tools/git-munge-filter"
    try tree.sh("mkdir -p tools; cp '\(try FileSystem.realPath(tree.filter))' '\(inside)'")
    // The copied program is megabytes of content that this test does not need in git.
    try tree.write(".git/info/exclude", "tools/\n")
    try tree.setKeys(to: "\(inside)")
    let words = "\(inside) is inside this working tree, where a commit could replace it"
    expect(
      words, "install git-munge elsewhere, then: git munge install",
      in: try tree.munge("status", "--check", status: 1...1))
    try tree.munge("install")
    try tree.munge("status", "--check")
  }

  @Test func `a filter that all users can write to is a problem`() throws {
    let program = tree.workshop.sandbox.directory / "shared/git-munge-filter"
    try FileSystem.makeDirectories(tree.workshop.sandbox.directory / "shared")
    try tree.run(["cp", "\(try FileSystem.realPath(tree.filter))", "\(program)"])
    try FileSystem.setMode(program, 0o777)
    try tree.setKeys(to: "\(program)")
    let words = "\(program) is writable by every user of this machine"
    expect(words, "chmod o-w \(program)", in: try tree.munge("status", "--check", status: 1...1))
    try tree.run(["sh", "-c", "chmod o-w '\(program)'"])
    try tree.munge("status", "--check")
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

  @Test func `a wrong key on the command line is a problem`() throws {
    let outcome = try tree.git("-c", "filter.munged.required=false", "munge", "status", "--check", status: 1...1)
    expect(
      "the filter configuration is wrong: filter.munged.required = false (command)",
      "leave it out of the command",
      in: outcome)
  }

  @Test func `a filter that fails is a problem`() throws {
    try replaceFilter(
      with: "[ \"$1\" = --version ] || exit 3\nexec \"$FILTER\" \"$@\"")
    let outcome = try tree.munge("status", "--check", status: 1...1)
    expect(
      "git could not filter app.txt: ", "fix the other problems; if there are none: git munge install",
      in: outcome)
  }

  @Test(arguments: [
    "[ $1 = --version ] || export GIT_MUNGE_SKIP_SMUDGE=1; exec \"$FILTER\" \"$@\"",
    "case $1 in --version) exec \"$FILTER\" \"$@\";; process) exit 0;; *) cat;; esac",
  ])
  func `a filter whose output differs from the plan is a problem`(_ script: String) throws {
    try replaceFilter(with: script)
    let outcome = try tree.munge("status", "--check", status: 1...1)
    let words = ["the filter result for app.txt does not match the plan", "git could not filter app.txt"]
    #expect(words.contains { outcome.says($0) }, "\(outcome.testDescription)")
  }
}

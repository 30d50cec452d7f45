// Options of all commands that change files: --dry-run changes nothing.

import StorySupport

@Suite struct DryRunTests {
  private static let commands = [
    ["set", "handle=ann"], ["set", "--unset", "handle"], ["uninstall"], ["install", "handle=ann"],
  ]

  private func tree() throws -> WorkingTree {
    let tree = try Workshop(files: ["app.txt": canonical]).munged()
    try tree.munge("install", "--hooks")
    return tree
  }

  @Test func `--dry-run prints what a command would do, and changes nothing`() throws {
    let tree = try tree()
    var outcomes = try Self.commands.map { words in try tree.unchanged { try tree.munge(words + ["--dry-run"]) } }
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
    outcomes.append(try tree.unchanged { try tree.munge("install", "-n") })
    try expectSnapshot("dry", outcomes)
  }

  /// The commands that promise to write nothing.
  private static let readers = [
    ["verify"], ["verify", "--staged"], ["verify", "--worktree"], ["verify", "--simulate"], ["verify", "--history"],
    ["verify", "HEAD~1..HEAD"], ["verify", "--format", "json"], ["verify", "--format", "sarif"], ["status"],
    ["status", "--check"], ["status", "--json"], ["explain", "app.txt"], ["explain", "app.txt:1"],
    ["install", "-n"], ["set", "-n", "handle=ann"], ["uninstall", "-n"],
    ["uninstall", "--this-worktree", "-n"], ["repair", "-n", ":/"], ["repair", "-n", "--commits"], ["init", "-n"],
  ]

  /// How the clone is when a command runs in it.
  @Test(arguments: [
    "true", "cd ..; mv clone elsewhere", "git worktree add --quiet ../elsewhere",
    "touch -t 202001010000 app.txt; git add app.txt; echo \(local) >>app.txt",
    "git munge hook pre-commit", "rm .gitmunge", "git config --unset filter.munged.required",
    "git munge uninstall", "git switch --quiet --detach HEAD~1", "git munge set handle=ann",
    "git config filter.munged.process 'git-munge-filter process'", "rm -r .git/munge .git/munge.plan",
    "sed -i.old s/user-/dev-/ .gitmunge", "rm .git/info/attributes",
  ])
  func `a command that promises to write nothing leaves all of the git directory`(_ script: String) throws {
    let first = try tree()
    try first.commit("app.txt", "\(local)\nedited\n", "Two")
    try first.sh(script)
    let elsewhere = first.workshop.tree("elsewhere")
    let tree = FileSystem.exists(elsewhere.top) ? elsewhere : first
    for words in Self.readers {
      let before = try DirectoryState(tree)
      try tree.munge(words, status: 0...255)
      let changes = try DirectoryState(tree).changes(since: before)
      #expect(changes == "", "\(words)")
    }
  }

  @Test func `install --dry-run names the ambiguous rules of the new plan`() throws {
    let rules = Rules.constant(("com.acme.one", "dev.me"), ("com.acme.two", "dev.me.app"))
    let tree = try Workshop(rules: rules, files: ["app.txt": "com.acme.one\n"]).clone()
    #expect(try tree.munge("install", "--dry-run").says("Ambiguous rules;"))
  }

  @Test func `status --check --json has each finding once, and the checks without one`() throws {
    let tree = try tree()
    try tree.sh("chmod -x .git/hooks/pre-commit; touch .git/munge/new")
    let report = try JSON(tree.munge("status", "--check", "--json", status: 1...1).output)
    #expect(report["findings"]?.list.compactMap { $0["kind"]?.text } == ["ignored-hook", "displaced-edit"])
    let checks = ["plan", "program", "configuration", "rules", "attributes", "filter"]
    #expect(report["checks"]?.list.compactMap(\.text) == checks)
    #expect(try JSON(tree.munge("status", "--json", status: 1...1).output)["checks"]?.list == [])
  }
}

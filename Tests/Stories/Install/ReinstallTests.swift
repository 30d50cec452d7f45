// A second install, after the rules changed or were overwritten.

import StorySupport

@Suite struct ReinstallTests {
  @Test func `where everything is wrong at once, git munge names one command, and after it nothing is wrong`() throws {
    let tree = try Scene.app().munged()
    try tree.munge("install", "--hooks")
    let programs = tree.workshop.sandbox.directory / "moved"
    try tree.run(["cp", "-R", "\(tree.workshop.bin)", "\(programs)"])
    try tree.sh(
      "rm ../bin/git-munge-filter .git/hooks/pre-commit; echo nonsense >.git/munge/plan; echo x >.git/munge/.plan.1")
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
    func munge(_ words: String..., status: ClosedRange<Int32> = 0...0) throws -> Outcome {
      try tree.run(["\(programs / "git-munge")"] + words, status: status)
    }
    let broken = try munge(status: 1...1)
    #expect(broken.says("\n    git munge install\n"), "\(broken)")
    #expect(try munge("install", status: 2...2).says("`git munge install --yes`"))
    _ = try munge("install", "--yes")
    #expect(try munge().output.hasPrefix("Munged: com.blah.dev-bnr ("))
    #expect(try munge("status", "--check").status == 0)
    #expect(try tree.text("app.txt") == "id = com.blah.dev-bnr\n")
  }

  private static let changed = Rules.handle.replacing("user-${", with: "dev-${")

  @Test func `install does not apply pulled rules without approval, unless it is a first one`() throws {
    let tree = try Workshop(files: ["app.txt": "\(canonical)\n"]).munged()
    try tree.write(".gitmunge", Self.changed)
    let refused = try tree.unchanged { try tree.munge("install", status: 2...2) }
    #expect(try tree.munge("install", "--dry-run").says("com.blah.dev-bnr"), "a dry run shows the new local text")
    try tree.munge("install", "--yes")
    #expect(try tree.text("app.txt") == "com.blah.dev-bnr\n")
    try expectSnapshot("changed-rules", refused, tree.munge("install"))
    try tree.munge("uninstall")
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "new-${"))
    try tree.munge("install")
    #expect(try tree.text("app.txt") == "com.blah.new-bnr\n")
  }

  @Test func `with a damaged plan the texts of rules that were approved are cleaned, whatever the rules are now`()
    throws
  {
    let tree = try Workshop(files: ["app.txt": "\(canonical)\n"]).munged()
    try tree.write(".gitmunge", Self.changed.replacing(canonical, with: "com.blah.other"))
    try tree.write(".git/munge/plan", "nonsense")
    try tree.munge("install", "--yes")
    #expect(try tree.text("app.txt") == "\(canonical)\n" && tree.statusOfTouched() == " M .gitmunge\n")
    try tree.git("checkout", "--quiet", ".gitmunge")
    try tree.munge("install")
    #expect(try tree.text("app.txt") == "\(local)\n")
    try tree.write(".git/munge/plan", "nonsense")
    try tree.run(["rm", ".gitmunge"])
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "\(canonical)\n")
  }

  @Test(arguments: ["rm .git/munge/plan", "echo nonsense >.git/munge/plan", "rm -r .git/munge"])
  func `with a lost plan, texts of a value that was changed by hand are former ones`(_ loss: String) throws {
    let tree = try Self.edited()
    try tree.sh("\(loss); git config munge.values.handle other; git munge install")
    #expect(try tree.text("app.txt") == "com.blah.user-other\nedited com.blah.user-otherTests\n")
    #expect(
      try tree.text("fork.txt") == "com.blah.user-other\ncom.blah.user-fred\n",
      "a text that the repository holds is no former one")
    try tree.write("late.txt", "\(local)\n")
    try tree.commitAll("A late save")
    #expect(try tree.objects(holding: local) == "" && tree.blob("HEAD:late.txt") == "\(canonical)\n")
    #expect(try tree.blob("HEAD:fork.txt").hasSuffix("com.blah.user-fred\n"))
  }

  @Test func `uninstall with a lost plan restores texts of a value that was changed by hand`() throws {
    let tree = try Self.edited()
    try tree.sh("rm .git/munge/plan .gitmunge; git config munge.values.handle other; git munge uninstall")
    #expect(try tree.text("app.txt") == "\(canonical)\nedited \(canonical)Tests\n")
  }

  @Test func `with a lost plan, each target gets its own team back, also after the value was changed by hand`() throws {
    let tree = try Workshop.keyed()
    try tree.sh("rm .git/munge/plan; git config munge.values.team \(Team.another); git munge install")
    try tree.expectShown(KeyedProject.path, KeyedProject().text.shown(Team.another))
    try tree.sh("rm .git/munge/plan; git config munge.values.team \(Team.mine); git munge uninstall")
    try tree.expectShown(KeyedProject.path, KeyedProject().text)
  }

  /// A munged file with an edit, and one whose committed content has a text of the form of a local one.
  private static func edited() throws -> WorkingTree {
    let rules = Rules.handle.replacing("\tlocal", with: "\tsuffix = Tests\n\tlocal")
    let tree = try Workshop(
      rules: rules,
      files: ["app.txt": "\(canonical)\n\(canonical)Tests\n", "fork.txt": "\(canonical)\ncom.blah.user-fred\n"]
    ).munged()
    try tree.write("app.txt", "\(local)\nedited \(local)Tests\n")
    return tree
  }
}

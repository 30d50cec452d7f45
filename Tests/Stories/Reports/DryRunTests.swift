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

  @Test func `--dry-run of an uninstallation in all working trees changes none`() throws {
    let tree = try tree()
    let linked = try tree.linked("linked")
    let outcome = try tree.unchanged { try tree.munge("uninstall", "--yes", "-n") }
    #expect(
      outcome.output.hasPrefix(
        "Nothing was changed. Without --dry-run:\n2 files in 2 working trees are the project's again"))
    #expect(try linked.text("app.txt") == local)
  }

  @Test func `status --check --json has each finding once, and the checks without one`() throws {
    let tree = try tree()
    try tree.sh("chmod -x .git/hooks/pre-commit; touch .git/munge/new")
    let report = try JSON(tree.munge("status", "--check", "--json", status: 1...1).output)
    #expect(report["findings"]?.list.compactMap { $0["kind"]?.text } == ["ignored-hook", "displaced-edit"])
    let checks = ["plan", "program", "configuration", "rules", "attributes", "files", "git", "filter"]
    #expect(report["checks"]?.list.compactMap(\.text) == checks)
    #expect(try JSON(tree.munge("status", "--json", status: 1...1).output)["checks"]?.list == [])
  }
}

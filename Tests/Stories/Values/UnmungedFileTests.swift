// Files that hold canonical texts and are not munged, as `git munge status` names them.

import StorySupport

@Suite struct UnmungedFileTests {
  /// `older` has no rules, and the constant in another file than `main`.
  private func moved() throws -> WorkingTree {
    let workshop = try Scene.older(
      ["Old/Group.swift": "let group = \"\(canonical)\"\n", "App.entitlements": "<string>\(canonical)</string>\n"],
      attributes: "*.entitlements filter=munge\n/App/Group.swift filter=munge\n",
      ["App/Group.swift": "let group = \"\(canonical)\"\n"])
    try workshop.maintainer.sh("git rm --quiet Old/Group.swift; git commit --quiet -m Move")
    let tree = try workshop.munged()
    try tree.git("branch", "--quiet", "older", "origin/older")
    return tree
  }

  @Test func `a constant that has moved since is named on the older branch, with the line to add`() throws {
    let tree = try moved()
    #expect(try !tree.munge("status").says("missing-attribute"))
    try tree.git("switch", "--quiet", "older")
    #expect(try tree.text("App.entitlements") == "<string>\(local)</string>\n")
    try expectSnapshot("older", tree.munge("status"))
    try tree.write(".gitattributes", "/Old/Group.swift filter=munge\n")
    try tree.munge("install")
    #expect(try tree.text("Old/Group.swift") == "let group = \"\(local)\"\n")
    #expect(try !tree.munge("status").says("missing-attribute"))
  }

  @Test func `a name in the attributes of today selects the file there too`() throws {
    let tree = try moved()
    try tree.write(".gitattributes", "*.entitlements filter=munge\nGroup.swift filter=munge\n")
    try tree.sh("git commit --quiet --all -m Name; git munge install; git switch --quiet older")
    #expect(try tree.text("Old/Group.swift") == "let group = \"\(local)\"\n")
    #expect(try !tree.munge("status").says("missing-attribute"))
  }

  @Test func `documents, tests, third-party code, untracked files and other keys are not named, and ten of many are`()
    throws
  {
    let text = "let group = \"\(canonical)\"\n"
    let left = ["README.md", "docs/a.swift", "AppTests/a.swift", "Pods/a.swift", "vendor/a.swift", "declined.swift"]
    let many = (1...12).map { "Sources/\($0).swift" }
    let workshop = try Workshop(
      attributes: "*.txt filter=munge\ndeclined.swift -filter\n",
      files: Dictionary(uniqueKeysWithValues: (left + many).map { ($0, text) } + [("a.txt", canonical)]))
    let tree = try workshop.munged()
    try tree.write("untracked.swift", text)
    try expectSnapshot("many", tree.munge("status"))
    let keyed = try Scene.team(["other.yaml": "note: ABCDE12345\n", "unmunged.yaml": "TEAM: ABCDE12345\n"]).munged(
      values: "team=BNR1234567")
    let status = try keyed.munge("status")
    #expect(status.says("unmunged.yaml:\n  warning") && !status.says("other.yaml"))
  }

  @Test func `install and hooks do not search for them`() throws {
    let tree = try moved()
    try tree.munge("install", "--hooks")
    #expect(try !tree.git("switch", "older").says("missing-attribute"))
    try tree.write("App.entitlements", "<string>\(canonical)</string>\n")
    #expect(try !tree.munge("install").says("the file holds"))
  }
}

// Files that hold canonical texts and are not munged: `git munge status` names changed ones, `install -n` all.

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
    #expect(try !tree.munge("install", "--dry-run").says("missing-attribute"))
    try tree.git("switch", "--quiet", "older")
    #expect(try tree.text("App.entitlements") == "<string>\(local)</string>\n")
    #expect(try !tree.munge("status").says("missing-attribute"), "no commit would change it")
    try expectSnapshot("older", tree.munge("install", "--dry-run"))
    try tree.write(".gitattributes", "/Old/Group.swift filter=munge\n")
    try tree.munge("install")
    #expect(try tree.text("Old/Group.swift") == "let group = \"\(local)\"\n")
    #expect(try !tree.munge("install", "--dry-run").says("missing-attribute"))
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
    #expect(try !tree.munge("status").says("missing-attribute"))
    for path in left + many { try tree.write(path, text + "edited\n") }
    try expectSnapshot("many", tree.munge("status"))
    let keyed = try Scene.team(["other.yaml": "", "unmunged.yaml": ""]).munged(values: "team=BNR1234567")
    try keyed.write("other.yaml", "note: ABCDE12345\n")
    try keyed.write("unmunged.yaml", "TEAM: ABCDE12345\n")
    try keyed.git("add", "unmunged.yaml")
    let status = try keyed.munge("status")
    #expect(status.says("unmunged.yaml:\n  warning") && !status.says("other.yaml"))
  }

  @Test func `own texts are named where a commit could have them: in staged, changed and untracked files`() throws {
    let names = ["staged.swift", "changed.swift", "committed.swift"]
    let files = ["a.txt": canonical, "changed.swift": ""]
    let tree = try Workshop(attributes: "*.txt filter=munge\n", files: files).munged()
    for name in names + ["untracked.swift"] { try tree.write(name, local) }
    try tree.sh("git add committed.swift; git commit --quiet --no-verify -m Own; git add staged.swift")
    let named = try tree.munge("status", status: 1...1)
    let all = try tree.munge("install", "--dry-run", status: 0...1)
    for name in names { #expect(all.says("\(name):"), "\(name)") }
    #expect(names.filter { named.says("\($0):") } == ["staged.swift", "changed.swift"])
    #expect(named.says("untracked.swift"))
    #expect(try tree.munge("verify", status: 1...1).says("committed.swift:"))
  }
}

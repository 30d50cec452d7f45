// Linked working trees, and `git archive` from them.

import StorySupport
import TestSupport
import Testing

@Suite struct WorktreeTests {
  let workshop: Workshop
  let anna: WorkingTree

  init() throws {
    workshop = try Workshop(files: ["app.txt": "id = com.blah.user-thing\n"])
    anna = try workshop.munged("anna")
  }

  private func add(_ name: String) throws -> WorkingTree {
    try anna.git("worktree", "add", "--quiet", "../\(name)", "-b", name)
    return workshop.tree(name)
  }

  @Test func `a new linked working tree is munged like the main one`() throws {
    let linked = try add("linked")
    #expect(try linked.text("app.txt") == "id = \(local)\n")
    #expect(try linked.statusOfTouched() == "")
    #expect(try linked.state() == "munged")
    try linked.write("app.txt", "id = \(local)\nmore \(local)\n")
    try linked.commitAll("More")
    #expect(try linked.blob("HEAD:app.txt") == "id = \(canonical)\nmore \(canonical)\n")
  }

  @Test func `install leaves the other working trees unchanged`() throws {
    let ben = try workshop.clone("ben")
    try ben.git("worktree", "add", "--quiet", "../second", "-b", "second")
    let second = workshop.tree("second")
    try ben.munge("install", "handle=bnr")
    #expect(try second.text("app.txt") == "id = \(canonical)\n")
    #expect(try second.statusOfTouched() == "")
    #expect(try second.munge("status").says("Idle"))
    #expect(try second.treeOfAll() == second.treeOfHead())
  }

  @Test func `each working tree has its own installation`() throws {
    let linked = try add("linked")
    try linked.munge("install", "handle=other")
    #expect(try linked.text("app.txt") == "id = com.blah.user-other\n")
    #expect(try linked.statusOfTouched() == "")
    #expect(try anna.text("app.txt") == "id = \(local)\n", "the main tree keeps its plan")
    #expect(try anna.statusOfTouched() == "")
    try anna.write("app.txt", "id = \(local)\nanna\n")
    try anna.commitAll("Anna's")
    try linked.write("app.txt", "id = com.blah.user-other\nlinked\n")
    try linked.commitAll("Linked")
    #expect(try anna.objects(holding: local) == "")
    #expect(try anna.objects(holding: "com.blah.user-other") == "")
  }

  @Test func `a linked working tree keeps the main plan that it used when the main plan changes`() throws {
    let linked = try add("linked")
    try anna.munge("install", "handle=other")
    #expect(try anna.text("app.txt") == "id = com.blah.user-other\n")
    #expect(try linked.text("app.txt") == "id = \(local)\n")
    #expect(try linked.statusOfTouched() == "")
    try linked.write("app.txt", "id = \(local)\nmore \(local)\n")
    try linked.commitAll("More")
    #expect(try linked.blob("HEAD:app.txt") == "id = \(canonical)\nmore \(canonical)\n")
  }

  @Test func `install in a linked working tree leaves a canonical main tree unchanged`() throws {
    let ben = try workshop.clone("ben")
    try ben.git("worktree", "add", "--quiet", "../second", "-b", "second")
    let second = workshop.tree("second")
    try second.munge("install", "handle=bnr")
    #expect(try second.text("app.txt") == "id = \(local)\n")
    #expect(try second.statusOfTouched() == "")
    #expect(try ben.text("app.txt") == "id = \(canonical)\n")
    #expect(try ben.statusOfTouched() == "")
    try ben.run(["sh", "-c", "rm app.txt && git checkout -- app.txt"])
    #expect(try ben.text("app.txt") == "id = \(canonical)\n")
  }

  @Test func `a removed and pruned working tree blocks no command`() throws {
    let linked = try add("linked")
    try linked.munge("install", "handle=other")
    try anna.git("worktree", "remove", "--force", "../linked")
    try anna.munge("install", "handle=third")
    #expect(try anna.text("app.txt") == "id = com.blah.user-third\n")
    try anna.munge("uninstall")
  }

  @Test func `git archive writes local texts, and canonical ones under git munge canonical`() throws {
    try anna.git("archive", "--output=../local.tar", "HEAD")
    #expect(try anna.run(["tar", "-xOf", "../local.tar", "app.txt"]).output == "id = \(local)\n")
    try anna.git(
      "archive", "--output=../canonical.tar", "HEAD", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    #expect(try anna.run(["tar", "-xOf", "../canonical.tar", "app.txt"]).output == "id = \(canonical)\n")
  }
}

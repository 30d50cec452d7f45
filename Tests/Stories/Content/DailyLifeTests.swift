// A day with git-munge, and one in a clone without it; Tests/Stress/PlainClone has hundreds of other git commands.

import StorySupport
import TestSupport
import Testing

@Suite struct DailyLifeTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app().munged() }

  @Test func `an edit with the local id is committed, pushed and pulled with the canonical one`() throws {
    try tree.write("app.txt", "id = \(local)\nqueue = \(local).queue\n")
    #expect(try tree.git("diff").output.contains("+queue = com.blah.user-thing.queue\n"))
    try tree.git("commit", "--quiet", "--all", "-m", "Add a queue")
    let committed = "id = \(canonical)\nqueue = \(canonical).queue\n"
    #expect(try tree.blob("HEAD:app.txt") == committed)
    #expect(try tree.status() == "")
    #expect(try tree.text("app.txt") == "id = \(local)\nqueue = \(local).queue\n")
    try tree.git("push", "--quiet", "origin", "HEAD:refs/heads/queue")

    let ben = try tree.workshop.clone("ben", "--branch", "queue")
    #expect(try ben.text("app.txt") == committed, "a clone without an installation shows the committed text")
    #expect(try ben.statusOfTouched() == "")
    #expect(try ben.git("config", "--get-regexp", "filter", status: 1...1).output == "")
    try ben.write("app.txt", committed + "mine = \(local)\n")
    #expect(try ben.git("commit", "--all", "-m", "Ben's").errors == "")
    #expect(try ben.blob("HEAD:app.txt") == committed + "mine = \(local)\n")
    try ben.git("push", "--quiet", "origin", "queue")

    try tree.git("pull", "--quiet", "origin", "queue")
    #expect(try tree.text("app.txt") == "id = \(local)\nqueue = \(local).queue\nmine = \(local)\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `a conflict shows local ids, and its resolution is committed with canonical ones`() throws {
    try tree.startConflict(in: "app.txt", topic: "id = \(local).topic\nend\n", main: "id = \(local).main\nend\n")
    let conflict = "<<<<<<< HEAD\nid = \(local).main\n=======\nid = \(local).topic\n>>>>>>> topic\nend\n"
    #expect(try tree.text("app.txt") == conflict)
    #expect(try tree.status() == "UU app.txt\n")
    try tree.munge("status", status: 0...1)
    try tree.write("app.txt", "id = \(local).both\nend\n")
    try tree.git("add", "app.txt")
    try tree.git("commit", "--quiet", "-m", "Merge")
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical).both\nend\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.objects(holding: local) == "")
  }
}

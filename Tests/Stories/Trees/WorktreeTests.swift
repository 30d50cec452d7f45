// Linked working trees: which plan each uses, and which commands change which tree.

import StorySupport
import TestSupport
import Testing

@Suite struct WorktreeTests {
  @Test func `a new linked working tree is munged like the main one, and keeps that plan when the main one changes`() throws {
    let main = try Scene.app().munged()
    let linked = try main.linked()
    #expect(try linked.state() == "munged")
    for change in [[], ["install", "handle=other"]] {
      if !change.isEmpty { try main.munge(change) }
      #expect(try linked.text("app.txt") == "id = \(local)\n")
      #expect(try linked.statusOfTouched() == "")
    }
    #expect(try main.text("app.txt") == "id = com.blah.user-other\n")
    try linked.write("app.txt", "id = \(local)\nmore \(local)\n")
    try linked.commitAll("More")
    #expect(try linked.blob("HEAD:app.txt") == "id = \(canonical)\nmore \(canonical)\n")
  }

  @Test(arguments: ["main", "linked"])
  func `an installation in one working tree leaves the other one canonical`(_ name: String) throws {
    let main = try Scene.app().clone("main")
    let linked = try main.linked()
    let (here, there) = name == "main" ? (main, linked) : (linked, main)
    try here.munge("install", "handle=bnr")
    #expect(try here.text("app.txt") == "id = \(local)\n")
    #expect(try here.statusOfTouched() == "")
    #expect(try there.text("app.txt") == "id = \(canonical)\n")
    #expect(try there.statusOfTouched() == "")
    #expect(try there.treeOfAll() == there.treeOfHead())
    try there.run(["sh", "-c", "rm app.txt && git checkout -- app.txt"])
    #expect(try there.text("app.txt") == "id = \(canonical)\n")
    if name == "main" { #expect(try there.munge("status").says("Idle")) }
  }

  @Test func `each working tree has its own installation`() throws {
    let main = try Scene.app().munged()
    let linked = try main.linked()
    try linked.munge("install", "handle=other")
    for (tree, text) in [(main, local), (linked, "com.blah.user-other")] {
      #expect(try tree.text("app.txt") == "id = \(text)\n")
      #expect(try tree.statusOfTouched() == "")
      try tree.write("app.txt", "id = \(text)\nedited\n")
      try tree.commitAll("Edit")
    }
    for text in [local, "com.blah.user-other"] { #expect(try main.objects(holding: text) == "") }
  }
}

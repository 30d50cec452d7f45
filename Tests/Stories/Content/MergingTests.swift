// stash, merge, rebase, cherry-pick, revert and am: git gives the filter little context in these.

import StorySupport
import TestSupport
import Testing

@Suite struct MergingTests {
  let workshop: Workshop
  let anna: WorkingTree
  private let filling = (1...9).map { "line \($0)\n" }.joined()

  init() throws {
    workshop = try Workshop(files: [
      "app.txt": "id = com.blah.user-thing\n" + (1...9).map { "line \($0)\n" }.joined() + "end\n",
      "other.txt": "group.com.blah.user-thing\n",
    ])
    anna = try workshop.munged("anna")
  }

  private func app(_ name: String, first: String = "", last: String = "end\n") -> String {
    "id = \(name)\n\(first)\(filling)\(last)"
  }

  /// Commits a file on a new branch from `main`, then switches back.
  private func commit(on branch: String, _ path: String, _ text: String) throws {
    try anna.git("switch", "--quiet", "--create", branch, "main")
    try anna.write(path, text)
    try anna.commitAll("On \(branch)")
    try anna.git("switch", "--quiet", "main")
  }

  /// No object, reachable or not, holds the local id, and the working tree is clean.
  private func expectNoTrace(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try anna.statusOfTouched() == "", sourceLocation: sourceLocation)
    #expect(try anna.objects(holding: local) == "", sourceLocation: sourceLocation)
  }

  @Test func `a stash holds canonical text and restores edits`() throws {
    try anna.write("app.txt", app(local, first: "mine \(local)\n"))
    try anna.git("stash")
    #expect(try anna.text("app.txt") == app(local))
    #expect(try anna.status() == "")
    #expect(try anna.blob("stash@{0}:app.txt") == app(canonical, first: "mine \(canonical)\n"))
    try anna.git("stash", "pop")
    #expect(try anna.text("app.txt") == app(local, first: "mine \(local)\n"))
    #expect(try anna.status() == " M app.txt\n")
    #expect(try anna.objects(holding: local) == "")
  }

  @Test func `a stash restores staged and untracked files`() throws {
    try anna.write("app.txt", app(local, first: "staged \(local)\n"))
    try anna.git("add", "app.txt")
    try anna.write("app.txt", app(local, first: "later \(local)\n"))
    try anna.write("new.txt", "new \(local)\n")
    try anna.git("stash", "push", "--include-untracked")
    #expect(try anna.status() == "")
    #expect(try anna.text("new.txt") == nil)
    try anna.git("stash", "pop", "--index")
    #expect(try anna.status() == "MM app.txt\n?? new.txt\n")
    #expect(try anna.text("app.txt") == app(local, first: "later \(local)\n"))
    #expect(try anna.text("new.txt") == "new \(local)\n")
    #expect(try anna.blob(":app.txt") == app(canonical, first: "staged \(canonical)\n"))
    #expect(try anna.objects(holding: local) == "")
  }

  @Test func `a merge shows the local id and commits the canonical one`() throws {
    try commit(on: "topic", "app.txt", app(local, last: "end \(local)\n"))
    try anna.write("app.txt", app(local, first: "main \(local)\n"))
    try anna.commitAll("On main")
    try anna.git("merge", "--quiet", "topic", "-m", "Merge")
    #expect(try anna.text("app.txt") == app(local, first: "main \(local)\n", last: "end \(local)\n"))
    try expectNoTrace()
  }

  @Test func `a conflict shows local ids, and its resolution is committed with canonical ones`() throws {
    let end = filling + "end\n"
    try anna.startConflict(in: "app.txt", topic: "id = \(local).topic\n" + end, main: "id = \(local).main\n" + end)
    let conflict = try #require(try anna.text("app.txt"))
    #expect(
      conflict == "<<<<<<< HEAD\nid = \(local).main\n=======\nid = \(local).topic\n>>>>>>> topic\n" + end)
    #expect(try anna.status() == "UU app.txt\n")
    try anna.munge("status", status: 0...1)

    try anna.write("app.txt", "id = \(local).both\n" + end)
    try anna.git("add", "app.txt")
    try anna.git("commit", "--quiet", "-m", "Merge")
    #expect(try anna.blob("HEAD:app.txt") == "id = \(canonical).both\n" + end)
    try expectNoTrace()
  }

  @Test func `merge --abort restores the state before the merge`() throws {
    try anna.startConflict(in: "app.txt", topic: "id = \(local).topic\n", main: "id = \(local).main\n")
    try anna.git("merge", "--abort")
    #expect(try anna.text("app.txt") == "id = \(local).main\n")
    try expectNoTrace()
  }

  @Test(arguments: ["--merge", "--apply"])
  func `a rebase replays several commits with canonical text`(_ backend: String) throws {
    try anna.git("switch", "--quiet", "--create", "topic")
    for (number, line) in ["one", "two", "three"].enumerated() {
      let lines = ["one", "two", "three"].prefix(number + 1).map { "\($0) \(local)\n" }.joined()
      try anna.write("app.txt", app(local, last: "end\n" + lines))
      try anna.commitAll("Add \(line)")
    }
    try anna.git("switch", "--quiet", "main")
    try anna.write("app.txt", app(local, first: "main \(local)\n"))
    try anna.commitAll("On main")
    try anna.git("rebase", "--quiet", backend, "main", "topic")
    let lines = ["one", "two", "three"].map { "\($0) \(local)\n" }.joined()
    #expect(try anna.text("app.txt") == app(local, first: "main \(local)\n", last: "end\n" + lines))
    #expect(try anna.git("rev-list", "--count", "main..topic").output == "3\n")
    try expectNoTrace()
  }

  @Test func `cherry-pick and revert commit canonical text`() throws {
    try commit(on: "topic", "app.txt", app(local, last: "end \(local)\n"))
    try anna.write("app.txt", app(local, first: "main\n"))
    try anna.commitAll("On main")
    try anna.git("cherry-pick", "topic")
    #expect(try anna.text("app.txt") == app(local, first: "main\n", last: "end \(local)\n"))
    try anna.git("revert", "--no-edit", "HEAD")
    #expect(try anna.text("app.txt") == app(local, first: "main\n"))
    try expectNoTrace()
  }

  @Test func `format-patch writes canonical text, and git am and git apply take it`() throws {
    try commit(on: "topic", "app.txt", app(local, last: "end \(local)\n"))
    try anna.git("format-patch", "--quiet", "-1", "topic", "--output", "../topic.patch")
    let patch = try #require(try anna.text("../topic.patch"))
    #expect(patch.contains("+end \(canonical)\n"))
    #expect(!patch.contains(local))

    try anna.git("apply", "../topic.patch")
    #expect(try anna.text("app.txt") == app(local, last: "end \(local)\n"))
    try anna.git("apply", "--reverse", "../topic.patch")
    #expect(try anna.text("app.txt") == app(local))
    try anna.git("am", "--quiet", "../topic.patch")
    #expect(try anna.text("app.txt") == app(local, last: "end \(local)\n"))
    try expectNoTrace()
  }
}

// What install changes in the working tree and the index, and what it leaves unchanged.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct InstallTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(files: [
      "app.txt": "id = com.blah.user-thing\n", "other.txt": "com.blah.user-thing\n", "plain.txt": "nothing\n",
    ])
    tree = try workshop.clone()
  }

  private func staged() throws -> String { try tree.git("diff", "--cached", "--binary").output }

  @Test func `the first install reports what it did`() throws {
    let outcome = try tree.munge("install", "handle=bnr")
    #expect(outcome.errors == "")
    try expectSnapshot("first-installation-says-did", outcome)
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `a second install rewrites nothing and changes no file of git`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.settle()
    let before = try DirectoryState(tree)
    let outcome = try tree.munge("install", "handle=bnr")
    try expectSnapshot("second-one-rewrites-nothing-changes", outcome)
    #expect(try DirectoryState(tree).changes(since: before) == "")
    try tree.munge("install")
    #expect(try DirectoryState(tree).changes(since: before) == "", "the value is configured already")
  }

  @Test func `a dry run prints the same report and changes nothing`() throws {
    try tree.write("app.txt", "id = \(canonical)\nedited\n")
    let before = try DirectoryState(tree)
    let outcome = try tree.munge("install", "handle=bnr", "--dry-run")
    try expectSnapshot("dry-run-same-changes", outcome)
    #expect(outcome.says("com.blah.user-thing -> com.blah.user-bnr"))
    #expect(try DirectoryState(tree).changes(since: before) == "")
    #expect(try tree.munge("install", "-n", "handle=bnr").output == outcome.output)
  }

  @Test func `a dry run over an installation changes nothing`() throws {
    try tree.munge("install", "handle=bnr")
    let before = try DirectoryState(tree)
    let outcome = try tree.munge("install", "handle=other", "--dry-run")
    try expectSnapshot("dry-run-over-installation-changes", outcome)
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  @Test func `install keeps edits byte for byte outside of identifiers and stages nothing`() throws {
    let edit = "one\r\n\tid = %@  \nno newline at the end \u{e9}\u{0}"
    try tree.write("app.txt", edit.replacing("\u{0}", with: "").replacing("%@", with: canonical))
    try tree.write("plain.txt", "changed, and no identifier\n")
    try tree.write("new.txt", "untracked \(canonical)\n")
    try tree.munge("install", "handle=bnr")
    #expect(try tree.text("app.txt") == edit.replacing("\u{0}", with: "").replacing("%@", with: local))
    #expect(try tree.text("plain.txt") == "changed, and no identifier\n")
    #expect(try tree.text("new.txt") == "untracked \(local)\n")
    #expect(try tree.statusOfTouched() == " M app.txt\n M plain.txt\n?? new.txt\n")
    #expect(try staged() == "")
  }

  @Test func `install keeps what is staged`() throws {
    try tree.write("app.txt", "id = \(canonical)\nstaged \(canonical)\n")
    try tree.write("added.txt", "added \(canonical)\n")
    try tree.git("add", "app.txt", "added.txt")
    try tree.git("rm", "--quiet", "--cached", "plain.txt")
    try tree.write("app.txt", "id = \(canonical)\nstaged \(canonical)\nand later \(canonical)\n")
    try tree.write("intended.txt", "intended \(canonical)\n")
    try tree.git("add", "--intent-to-add", "intended.txt")
    let (before, status) = (try staged(), try tree.status())
    try tree.munge("install", "handle=bnr")
    #expect(try staged() == before)
    #expect(try tree.statusOfTouched() == status)
    #expect(try tree.text("app.txt") == "id = \(local)\nstaged \(local)\nand later \(local)\n")
    #expect(try tree.text("added.txt") == "added \(local)\n")
    #expect(try tree.text("intended.txt") == "intended \(local)\n")
    try tree.munge("uninstall")
    #expect(try staged() == before)
    #expect(try tree.statusOfTouched() == status)
  }

  @Test func `install leaves the unstaged diff unchanged`() throws {
    try tree.write("app.txt", "id = \(canonical)\nedited \(canonical)\n")
    let before = try tree.git("diff").output
    try tree.munge("install", "handle=bnr")
    #expect(try tree.git("diff").output == before)
    try tree.munge("uninstall")
    #expect(try tree.git("diff").output == before)
  }

  @Test func `a file with local texts typed by hand becomes unmodified and is reported`() throws {
    try tree.write("app.txt", "id = \(local)\n")
    #expect(try tree.status() == " M app.txt\n")
    let outcome = try tree.munge("install", "handle=bnr")
    try expectSnapshot("file-kept-local-ids-hand", outcome)
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.text("app.txt") == "id = \(local)\n")
  }

  @Test func `install does not restore a deleted file and keeps both sides of a conflict`() throws {
    try FileSystem.remove(tree.top / "other.txt")
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.write("app.txt", "id = \(canonical).topic\n")
    try tree.git("commit", "--quiet", "-m", "Topic", "app.txt")
    try tree.git("switch", "--quiet", "main")
    try tree.write("app.txt", "id = \(canonical).main\n")
    try tree.git("commit", "--quiet", "-m", "Main", "app.txt")
    try tree.git("merge", "topic", status: 1...1)
    let stages = try tree.git("ls-files", "-s").output
    try tree.munge("install", "handle=bnr")
    #expect(try tree.text("other.txt") == nil)
    #expect(try tree.git("ls-files", "-s").output == stages)
    #expect(
      try tree.text("app.txt")
        == "<<<<<<< HEAD\nid = \(local).main\n=======\nid = \(local).topic\n>>>>>>> topic\n")
  }
}

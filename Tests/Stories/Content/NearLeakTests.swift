// Local texts that clean does not replace because no rule covers them: the filter warns before they are committed.

import StorySupport
import TestSupport
import Testing

@Suite struct NearLeakTests {
  let tree: WorkingTree

  init() throws {
    let workshop = try Workshop(files: ["app.txt": "id = com.blah.user-thing\n"])
    tree = try workshop.munged()
  }

  @Test func `a constant local text in the rules file gives no warning`() throws {
    let tree = try Workshop(rules: Rules.constant(("com.acme.one", "dev.me")), files: ["app.txt": "com.acme.one\n"]).clone()
    try tree.munge("install")
    try tree.write(".gitmunge", Rules.constant(("com.acme.one", "dev.me")) + "# dev.me\n")
    #expect(try tree.git("add", ".gitmunge").errors == "")
    #expect(try !tree.munge("status", status: 0...1).says("Warnings of the filter"))
  }

  @Test func `clean leaves a local text inside a longer word, warns on stderr, and status reports it`() throws {
    try tree.write("app.txt", "id = \(local)\nui = \(local)UI\n")
    let add = try tree.git("add", "app.txt")
    #expect(
      add.errors.contains(
        "git-munge: app.txt: '\(local)' will be committed as is: part of a longer word (add `suffix` to its rule)"))
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nui = \(local)UI\n")
    try expectSnapshot("one-inside-longer-word-left", tree.munge("status", status: 1...1))
    try tree.write("app.txt", "id = \(local)\n")
    try tree.git("add", "app.txt")
    #expect(try tree.munge("status").says("Munged: "), "the text is gone")
  }

  @Test func `clean warns of a local text in a file that is never munged`() throws {
    try tree.write(".gitattributes", "* filter=munge\n# \(local)\n")
    #expect(try tree.git("add", ".gitattributes").errors.contains(".gitattributes: '\(local)' will be committed as is"))
  }

  @Test func `clean warns of a local text in a binary file`() throws {
    try tree.write("data.bin", "\u{0}\u{1} \(local) \u{0}")
    let add = try tree.git("add", "data.bin")
    #expect(add.errors.contains("data.bin: '\(local)' will be committed as is: files of this kind are never munged"))
  }

  @Test func `clean warns of a former local text`() throws {
    try tree.munge("install", "handle=other")
    try tree.write("app.txt", "id = com.blah.user-other\nui = \(local)UI\n")
    #expect(try tree.git("add", "app.txt").errors.contains("'\(local)' will be committed as is"))
  }

  @Test func `clean prints nothing for texts that it replaces`() throws {
    try tree.write("app.txt", "id = \(local)\nedited \(local).x and \(canonical)UI\n")
    #expect(try tree.git("add", "app.txt").errors == "")
    #expect(try tree.git("commit", "--quiet", "-m", "Edit").errors == "")
  }
}

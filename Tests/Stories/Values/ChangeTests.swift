// Changes of values and rules in a munged working tree: former local texts disappear and never leak.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct ChangeTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(files: [
      "app.txt": "id = com.blah.user-thing\n", "other.txt": "com.blah.user-thing\n",
    ])
    tree = try workshop.munged()
  }

  @Test(arguments: ["xyz", "somebody-else", "b", "thing"])
  func `another value replaces the old local text in all files`(_ handle: String) throws {
    try tree.write("other.txt", "\(local)\nedited by \(local)\n")
    try tree.munge("install", "handle=\(handle)")
    #expect(try tree.text("app.txt") == "id = com.blah.user-\(handle)\n")
    #expect(try tree.text("other.txt") == "com.blah.user-\(handle)\nedited by com.blah.user-\(handle)\n")
    #expect(try tree.files(showing: local) == "")
    #expect(try tree.statusOfTouched() == " M other.txt\n")
    try tree.commitAll("Edit")
    #expect(try tree.blob("HEAD:other.txt") == "\(canonical)\nedited by \(canonical)\n")
  }

  @Test func `a late save with the old local text is committed as canonical`() throws {
    try tree.munge("install", "handle=other")
    try tree.write("app.txt", "id = \(local)\nsaved late\n")
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says("app.txt: error: ") && status.says("[stale]"))
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nsaved late\n")
    try tree.munge("install", "--yes")
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\nsaved late\n")
    #expect(try tree.status() == "M  app.txt\n")
  }

  @Test func `local texts of earlier values are still cleaned`() throws {
    for handle in ["second", "third", "fourth"] { try tree.munge("install", "handle=\(handle)") }
    try tree.write("app.txt", "\(local) com.blah.user-second com.blah.user-third com.blah.user-fourth\n")
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "\(canonical) \(canonical) \(canonical) \(canonical)\n")
    try tree.munge("install", "handle=bnr")
    #expect(try tree.text("app.txt") == "\(local) \(local) \(local) \(local)\n", "the first value can be set again")
  }

  @Test func `a removed value restores the canonical texts`() throws {
    try tree.git("config", "--unset", "munge.values.handle")
    try expectSnapshot("value-taken-away-gives-canonical", tree.munge("status", status: 1...1))
    try tree.munge("install", status: 1...1)
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.write("app.txt", "id = \(local)\nsaved late\n")
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nsaved late\n")
  }

  @Test func `a branch with other rules keeps the plan until the next install`() throws {
    try tree.git("switch", "--quiet", "--create", "renamed")
    let rules = Rules.handle.replacing("com.blah", with: "org.new")
    try tree.write(".gitmunge", rules)
    try tree.write("app.txt", "id = org.new.user-thing\n")
    try tree.commitAll("Rename")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("status", status: 1...1).says("Outdated: "))

    try tree.munge("install", "--yes")
    #expect(try tree.text("app.txt") == "id = org.new.user-bnr\n")
    #expect(try tree.text("other.txt") == "\(canonical)\n", "the new rules do not cover this text")
    #expect(try tree.statusOfTouched() == "")

    try tree.git("switch", "--quiet", "main")
    #expect(try tree.text("app.txt") == "id = \(canonical)\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("install", "--yes")
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.objects(holding: "user-bnr") == "")
  }

  @Test func `a removed rule restores its canonical texts`() throws {
    let both = Rules.handle + Rules.constant(("ABCDE12345", "BNR1234567"))
    try tree.write(".gitmunge", both)
    try tree.write("other.txt", "\(local)\nABCDE12345\n")
    try tree.commitAll("A second rule")
    try tree.munge("install", "--yes")
    #expect(try tree.text("other.txt") == "\(local)\nBNR1234567\n")

    try tree.write(".gitmunge", Rules.handle)
    try expectSnapshot("rule-removed-gives-texts-back", tree.munge("status", status: 1...1))
    try tree.munge("install", "--yes")
    #expect(try tree.text("other.txt") == "\(local)\nABCDE12345\n")
    #expect(try tree.statusOfTouched() == " M .gitmunge\n")
    try tree.write("other.txt", "\(local)\nBNR1234567\nsaved late\n")
    try tree.git("add", "other.txt")
    #expect(try tree.blob(":other.txt") == "\(canonical)\nABCDE12345\nsaved late\n")
  }

  @Test func `a file that loses its attribute becomes canonical`() throws {
    try tree.write(".gitattributes", "* filter=munge\nother.txt -filter\n")
    try tree.munge("install", "--yes")
    #expect(try tree.text("other.txt") == "\(canonical)\n")
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.statusOfTouched() == " M .gitattributes\n")
  }

  @Test func `status reports a local text in a file that lost its attribute`() throws {
    try tree.write(".gitattributes", "* filter=munge\nother.txt !filter\n")
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says("other.txt:1:1: error: ") && status.says("[own-text]"))
  }

  @Test(arguments: [nil, "<<<<<<< ours\n", "[rule \"x\"]\n\tcanonical = a\n"])
  func `without valid rules the plan stays in use, and uninstall works`(_ rules: String?) throws {
    if let rules { try tree.write(".gitmunge", rules) } else { try FileSystem.remove(tree.top / ".gitmunge") }
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nedited\n")
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says("Munged by the previous rules"))
    let before = try DirectoryState(tree)
    #expect(try tree.munge("install", status: 2...2).errors.contains(".gitmunge"))
    #expect(try DirectoryState(tree).changes(since: before) == "")
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "id = \(canonical)\nedited\n")
  }
}

// Changes of values and rules in a munged working tree: former local texts disappear and never leak.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct ChangeTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app().munged() }

  @Test(arguments: [["install", "handle=other"], ["set", "handle=other"], ["unset", "handle"]])
  func `a late save with the old local text is committed as canonical`(_ change: [String]) throws {
    try tree.munge(change)
    let shown = change[0] == "unset" ? canonical : "com.blah.user-other"
    try tree.write("app.txt", "id = \(local)\nsaved late\n")
    let status = try tree.munge("status", status: 1...1)
    #expect(status.says("app.txt: error: ") && status.says("[stale]"))
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nsaved late\n")
    try tree.munge("install", "--yes", status: 0...1)
    #expect(try tree.text("app.txt") == "id = \(shown)\nsaved late\n")
    #expect(try tree.status() == "M  app.txt\n")
    #expect(try tree.objects(holding: local) == "")
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

  @Test(arguments: [nil, "<<<<<<< ours\n", "[rule \"x\"]\n\tcanonical = a\n"])
  func `without valid rules the plan stays in use, values can be removed, and uninstall works`(_ rules: String?) throws {
    if let rules { try tree.write(".gitmunge", rules) } else { try FileSystem.remove(tree.top / ".gitmunge") }
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\nedited\n", "the filter still cleans")
    let before = try DirectoryState(tree)
    let refused = [("status", 1), ("refresh --yes", 1), ("install", 2), ("set handle=other", 2)] as [(String, Int32)]
    for (words, status) in refused {
      let outcome = try tree.munge(words.split(separator: " ").map(String.init), status: status...status)
      #expect(outcome.says(".gitmunge"), "\(outcome.testDescription)")
      #expect(try DirectoryState(tree).changes(since: before) == "", "\(words)")
    }
    #expect(try tree.munge("status", status: 1...1).says("Munged by the previous rules"))
    #expect(try tree.munge("unset", "handle", status: 1...1).says("No file was changed: the rules "))
    #expect(try tree.text("app.txt") == "id = \(local)\nedited\n")
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "id = \(canonical)\nedited\n")
  }
}

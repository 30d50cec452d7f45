// set during other work: edits, merges, other rules, other working trees.

import StorySupport

@Suite struct SetDuringWorkTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app().munged() }

  @Test func `before install, set and unset change values only, and install uses them`() throws {
    let fresh = try tree.workshop.clone("fresh")
    let before = try DirectoryState(fresh, except: ["config"])
    let outcomes = try [["set", "handle=early"], ["set", "--unset", "handle"], ["set", "handle=early"]].map {
      try fresh.munge($0)
    }
    #expect(try DirectoryState(fresh, except: ["config"]).changes(since: before) == "")
    #expect(try fresh.statusOfTouched() == "")
    try expectSnapshot("before-installation", outcomes + [fresh.munge("install")])
    #expect(try fresh.text("app.txt") == "id = com.blah.user-early\n")
  }

  @Test func `set lists other working trees, which keep their texts until install`() throws {
    let second = try tree.linked("second")
    try expectSnapshot("other-working-trees-keep-they", tree.munge("set", "handle=other"))
    try second.expectShown("app.txt", "id = \(local)\n")
    try second.munge("install", "--yes")
    try second.expectShown("app.txt", "id = com.blah.user-other\n")
    #expect(try second.munge("set", "handle=third").says("\n  \(tree.top)\n"))
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\n")
  }

  @Test func `with rules that are not approved, set stores the value and changes no file`() throws {
    try tree.workshop.maintainer.commit(
      ".gitmunge", Rules.handle.replacing("com.blah.user-${", with: "com.blah.dev-${"), "Other rules")
    try tree.git("pull", "--quiet")
    let before = try DirectoryState(tree, except: ["config"])
    try expectSnapshot("other-rules-than-those-agreed-set", tree.munge("set", "handle=other", status: 1...1))
    #expect(try DirectoryState(tree, except: ["config"]).changes(since: before) == "")
    #expect(try tree.git("config", "munge.values.handle").output == "other\n")
    try expectSnapshot("other-rules-than-those-agreed-unset", tree.munge("set", "--unset", "handle", status: 1...1))
    try tree.munge("set", "handle=other", status: 1...1)
    try tree.munge("install", "--yes")
    try tree.expectShown("app.txt", "id = com.blah.dev-other\n")
  }

  @Test func `during a merge set stores the value, and install applies it afterwards`() throws {
    try tree.startConflict(in: "app.txt", topic: "topic \(local)\n", main: "main \(local)\n")
    let before = try DirectoryState(tree, except: ["config"])
    try expectSnapshot("value-kept-during-merge", tree.munge("set", "handle=other", status: 1...1))
    #expect(try DirectoryState(tree, except: ["config"]).changes(since: before) == "")
    try tree.write("app.txt", "both \(local)\n")
    try tree.sh("echo com.blah.user-other >notes.txt; git add notes.txt app.txt")
    #expect(try tree.munge("hook", "pre-commit", status: 1...1).says("notes.txt:1:1"))
    try tree.sh("git rm --quiet -f notes.txt; git commit --quiet --all -m Merge; git munge install --yes")
    try tree.expectShown("app.txt", "both com.blah.user-other\n")
  }
}

// git commit, stash, mv and others, some of which use an index of their own, with files whose teams only the index
// holds.

import StorySupport

@Suite struct KeyedCommandTests {
  private let was = KeyedProject()
  private let tree: WorkingTree
  /// What Xcode writes: settings next to two teams, one team inserted and another one deleted.
  private let disk: String
  /// The part of it that is to be committed.
  private let expected: String

  init() throws {
    tree = try Workshop.keyed(files: ["other.txt": "other\n"])
    let inserted = was.four.adding(Team.line(Team.mine))
    disk = KeyedProject.file(was.one.adding("A = 1"), was.two.adding("A = 1"), was.three.teamless, inserted).shown()
    expected = KeyedProject.file(was.one.adding("A = 1"), was.two.adding("A = 1"), was.three.teamless, was.four)
  }

  private func expectClean(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try tree.statusOfTouched() == "", sourceLocation: location)
    #expect(try tree.objects(holding: Team.mine) == "", sourceLocation: location)
  }

  private func reset() throws { try tree.git("reset", "--quiet", "--hard", "origin/main") }

  @Test func `a file moved without git mv keeps its teams when unedited, and gets guesses with a warning when edited`()
    throws
  {
    try tree.run(["mv", KeyedProject.path, "new.pbxproj"])
    #expect(try tree.git("add", "--all").errors == "")
    #expect(try tree.git("diff", "--cached", "--name-status").output == "R100\t\(KeyedProject.path)\tnew.pbxproj\n")
    try expectUncommitted()
    try reset()

    try tree.run(["mv", KeyedProject.path, "new.pbxproj"])
    try tree.write("new.pbxproj", (tree.text("new.pbxproj") ?? "").replacing("TWO.plist", with: "X"))
    let lines = try tree.git("add", "--all").errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("git-munge: new.pbxproj: ambiguous local identifier:"))
    let first = was.text.replacing("TWO.plist", with: "X").replacing(Team.second, with: Team.first)
    #expect(try tree.staged("new.pbxproj") == first.replacing("= \(Team.none);", with: "= \(Team.first);"))
    try expectSnapshot("file-moved-behind-git-back", tree.munge("status", status: 1...1))
    try expectUncommitted()
  }

  private func expectUncommitted(_ location: SourceLocation = #_sourceLocation) throws {
    try tree.git("commit", "--quiet", "-m", "Move")
    try expectClean(location)
  }

  private static let settings = KeyedProject.settings(
    "ONE",
    [
      Team.line(Team.first), "PLIST = ONE.plist", "OTHER = \(Team.first)",
      "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app.tests",
    ])

  @Test func `explain describes key values, several canonical texts and texts outside the keys`() throws {
    let tree = try Workshop.keyed(files: ["one.pbxproj": KeyedProject.file(Self.settings)])
    var outcomes = [try tree.munge("explain", "one.pbxproj")]
    try tree.write("one.pbxproj", KeyedProject.file(Self.settings.replacing(Team.first, with: Team.mine)))
    outcomes.append(try tree.munge("explain", "one.pbxproj:9"))
    // The file as a checkout without the filter leaves it.
    try tree.write("one.pbxproj", KeyedProject.file(Self.settings.replacing(Team.first, with: "\"\"")))
    try expectSnapshot("explain", outcomes + [tree.munge("explain", "one.pbxproj:7")])
  }
}

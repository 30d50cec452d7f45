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

  @Test func `commits of all files, of a path and of single hunks keep the teams`() throws {
    for words in [["--all"], ["--", KeyedProject.path], ["--include", KeyedProject.path]] {
      try tree.writeProject(disk)
      let commit = try tree.git(["commit", "--quiet", "-m", "Edit"] + words)
      #expect(commit.errors.contains("is not committed (Xcode inserted it)"), "\(words)")
      #expect(try tree.blob("HEAD:\(KeyedProject.path)") == expected, "\(words)")
      try expectClean()
      #expect(try tree.project() == disk, "\(words)")
      try reset()
    }
    try tree.writeProject(disk)
    try tree.git("add", "--patch", input: "s\ny\nn\n")
    #expect(try tree.staged() == KeyedProject.file(was.one.adding("A = 1"), was.two, was.three, was.four))
    #expect(try tree.project() == disk)
    try tree.git("checkout", "--patch", input: "a\n")
    #expect(try tree.project() == KeyedProject.file(was.one.adding("A = 1"), was.two, was.three, was.four).shown())
    #expect(try tree.status() == "M  \(KeyedProject.path)\n")
  }

  @Test func `a stash holds canonical texts and restores the local ones`() throws {
    try tree.writeProject(disk)
    try tree.write("other.txt", "edited\n")
    try tree.git("stash", "push")
    #expect(try tree.project() == was.text.shown())
    #expect(try tree.blob("stash@{0}:\(KeyedProject.path)") == expected)
    try tree.git("stash", "pop")
    #expect(try tree.project() == expected.shown())
    #expect(try tree.status() == " M \(KeyedProject.path)\n M other.txt\n")
    try tree.git("stash", "push", "--quiet", "--", KeyedProject.path)
    #expect(try tree.status() == " M other.txt\n")
    try tree.git("stash", "pop", "--quiet")
    try tree.commitAll("Edit")
    #expect(try tree.blob("HEAD:\(KeyedProject.path)") == expected)
    try expectClean()
  }

  @Test func `a file moved by git mv keeps its teams, edited or not`() throws {
    try tree.git("mv", KeyedProject.path, "new.pbxproj")
    try tree.write("new.pbxproj", disk)
    #expect(try !tree.git("add", "--all").errors.contains("ambiguous"))
    #expect(try tree.staged("new.pbxproj") == expected)
    try tree.git("commit", "--quiet", "-m", "Move")
    try expectClean()
  }

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

  @Test func `a directory renamed without git mv keeps its teams when unedited`() throws {
    try tree.writeProject(was.text.shown())
    try tree.run(["mv", "App.xcodeproj", "New.xcodeproj"])
    #expect(try tree.git("add", "--all").errors == "")
    #expect(try tree.staged("New.xcodeproj/project.pbxproj") == was.text)
    try expectUncommitted()
  }

  private func expectUncommitted(_ location: SourceLocation = #_sourceLocation) throws {
    try tree.git("commit", "--quiet", "-m", "Move")
    try expectClean(location)
  }

  @Test func `clean in a linked working tree reads the index of that tree`() throws {
    let linked = try tree.linked()
    try linked.writeProject(disk)
    try linked.git("commit", "--quiet", "--all", "-m", "Linked")
    #expect(try linked.blob("HEAD:\(KeyedProject.path)") == expected)
    #expect(try linked.statusOfTouched() == "")
    #expect(try linked.project() == disk)
    try tree.git("merge", "--quiet", "linked")
    #expect(try tree.project() == expected.shown())
    try expectClean()
  }

  @Test func `clean of many files in one process reads the index entry of each`() throws {
    let teams = [Team.first, Team.second, Team.second, Team.first, Team.second]
    for (number, team) in teams.enumerated() { try tree.write("\(number).xcconfig", "X = 1\n\(Team.line(team))\n") }
    try tree.commitAll("Many")
    for number in teams.indices { try tree.write("\(number).xcconfig", "X = 2\n\(Team.line(Team.mine))\nY = 1\n") }
    #expect(try tree.git("commit", "--quiet", "--all", "-m", "Edit").errors == "")
    for (number, team) in teams.enumerated() {
      #expect(try tree.blob("HEAD:\(number).xcconfig") == "X = 2\n\(Team.line(team))\nY = 1\n", "\(number)")
    }
    try expectClean()
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

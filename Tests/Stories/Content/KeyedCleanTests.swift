// Clean of edited files whose rule has keys: the edit is staged, and every value from before keeps its canonical text.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct KeyedCleanTests {
  typealias Project = KeyedProject

  /// What a developer or Xcode writes, and what is to be committed.
  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let disk: String
    let expected: String

    init(_ what: String, _ disk: String, _ expected: String) {
      (testDescription, self.disk, self.expected) = (what, disk, expected)
    }
  }

  private static let was = Project()
  private static let new = Project.block("NEW", Team.first)
  private static let insertion = was.four.adding(Team.line(Team.mine))

  /// Blocks on disk, and the same blocks as they are to be committed.
  private static func file(_ blocks: String...) -> String {
    Project.file(blocks.joined())
  }

  private static let edits = [
    Edit(
      "blocks in another order", file(was.four, was.three, was.two, was.one).shown(),
      file(was.four, was.three, was.two, was.one)),
    Edit("a block deleted", file(was.two, was.three, was.four).shown(), file(was.two, was.three, was.four)),
    Edit("all teams but one deleted with their blocks", file(was.three, was.four).shown(), file(was.three, was.four)),
    Edit(
      "lines inserted after a team",
      file(was.one.adding("A = 1"), was.two.adding("A = 1"), was.three.adding("B = 1"), was.four).shown(),
      file(was.one.adding("A = 1"), was.two.adding("A = 1"), was.three.adding("B = 1"), was.four)),
    Edit(
      "lines next to a team deleted", was.text.shown().replacing("\t\t\t\tSIGN = Auto;\n", with: ""),
      was.text.replacing("\t\t\t\tSIGN = Auto;\n", with: "")),
    Edit(
      "a new block", file(was.one, new, was.two, was.three, was.four).shown(),
      file(was.one, new, was.two, was.three, was.four)),
    Edit(
      "a block copied", file(was.one, was.two, was.two.replacing("TWO", with: "COPY"), was.three, was.four).shown(),
      file(was.one, was.two, Project.block("COPY", Team.first), was.three, was.four)),
    Edit("a line that Xcode inserts", file(was.one, was.two, was.three, insertion).shown(), was.text),
    Edit(
      "the same next to an edit", file(was.one, was.two, was.three, insertion.replacing("FOUR.plist", with: "X")).shown(),
      file(was.one, was.two, was.three, was.four.replacing("FOUR.plist", with: "X"))),
    Edit(
      "teams deleted", file(was.one.teamless, was.two.shown(), was.three.teamless, was.four).shown(),
      file(was.one.teamless, was.two, was.three.teamless, was.four)),
    Edit(
      "a team deleted next to an edit",
      file(was.one, was.two.teamless.replacing("TWO.plist", with: "X"), was.three, was.four).shown(),
      file(was.one, was.two.teamless.replacing("TWO.plist", with: "X"), was.three, was.four)),
    Edit(
      "a team deleted, and another inserted",
      file(was.one.shown(), was.two.teamless, was.three.shown(), insertion).shown(),
      file(was.one, was.two.teamless, was.three, was.four)),
    Edit(
      "another canonical text typed",
      file(was.one.shown(), was.two.shown().replacing(Team.mine, with: Team.first), was.three.shown(), was.four.shown()),
      was.text.replacing(Team.second, with: Team.first)),
    Edit(
      "some other team typed",
      file(was.one.shown(), was.two.shown().replacing(Team.mine, with: "CCCCCCCCCC"), was.three, was.four).shown(),
      was.text.replacing(Team.second, with: "CCCCCCCCCC")),
    Edit(
      "a value with needless quotes", was.text.shown().replacing("= \(Team.mine);", with: "= \"\(Team.mine)\";"), was.text),
  ]

  /// Stages the edit, commits it, and checks the status.
  private func expect(_ edit: Edit, in tree: WorkingTree, location: SourceLocation = #_sourceLocation) throws {
    let comment = Comment(rawValue: edit.testDescription)
    try tree.writeProject(edit.disk)
    #expect(try tree.git("add", "--all").errors == "", comment, sourceLocation: location)
    #expect(try tree.staged() == edit.expected, comment, sourceLocation: location)
    // A canonical text that was typed is still to be smudged.
    let isTyped = edit.disk.contains(" = \(Team.first);")
    #expect(try tree.munge("status", status: 0...1).status == (isTyped ? 1 : 0), comment, sourceLocation: location)
    try tree.git("commit", "--quiet", "--allow-empty", "-m", "Edit")
    #expect(try tree.statusOfTouched() == "", comment, sourceLocation: location)
    #expect(try tree.treeOfAll() == tree.treeOfHead(), comment, sourceLocation: location)
    #expect(try tree.project() == edit.disk, comment, sourceLocation: location)
    try tree.git("reset", "--quiet", "--hard", "origin/main")
  }

  @Test func `clean stages each edit and keeps every team`() throws {
    let tree = try Workshop.keyed()
    #expect(try tree.project() == Self.was.text.shown())
    #expect(try tree.statusOfTouched() == "")
    for edit in Self.edits { try expect(edit, in: tree) }
  }

  @Test func `quotes added by Xcode are no change, and the committed quotes stay`() throws {
    let tree = try Workshop.keyed(handle: "my-self")
    let edited = Project.file(Self.was.one, Self.was.two.adding("A = 1"), Self.was.three, Self.was.four)
    let shown = { (text: String) in text.shown(handle: "my-self").requoted }
    try expect(Edit("saved by Xcode", shown(Self.was.text), Self.was.text), in: tree)
    try expect(Edit("saved with an edit", shown(edited), edited), in: tree)
    try tree.writeProject(shown(Self.was.text))
    #expect(try tree.git("diff").output == "")
    #expect(try tree.munge("status").output.contains("[stale]") == false)
  }

  @Test func `without on-insert an inserted line gets the first canonical text, and a deleted line is deleted`() throws {
    let tree = try Workshop.keyed(Rules.team())
    let was = Self.was
    try expect(
      Edit(
        "both", Project.file(was.one, was.two.teamless, was.three, Self.insertion).shown(),
        Project.file(was.one, was.two.teamless, was.three, was.four.adding(Team.line(Team.first)))), in: tree)
  }

  @Test func `clean stages edits with CRLF line endings`() throws {
    let attributes = "* filter=munge text eol=crlf\n.git* -text eol=lf\n"
    let tree = try Workshop.keyed(Rules.team("on-insert = drop"), attributes: attributes)
    #expect(try tree.project() == Self.was.text.shown().windows)
    for edit in Self.edits.filter({ $0.testDescription.contains("another") || $0.testDescription.contains("next to") }) {
      try expect(Edit(edit.testDescription, edit.disk.windows, edit.expected), in: tree)
    }
  }

  @Test func `a file of lines with keys only can be new, emptied or overwritten`() throws {
    let second = "\(Team.line(Team.second))\n"
    let tree = try Workshop.keyed(files: ["A.xcconfig": second, "B.xcconfig": second])
    try tree.write("A.xcconfig", "")
    try tree.write("B.xcconfig", "DEVELOPMENT_TEAM[sdk=iphoneos*] = \(Team.mine)\n\(Team.line(Team.mine))\n")
    try tree.write("New.xcconfig", "\n\(Team.line(Team.mine))\n")
    try tree.git("add", "--intent-to-add", "New.xcconfig")
    #expect(try tree.git("diff", "--", "New.xcconfig").output.contains("+\(Team.line(Team.first))\n"))
    try tree.git("add", "--all")
    #expect(try tree.staged("A.xcconfig") == "")
    #expect(try tree.staged("B.xcconfig") == second)
    #expect(try tree.staged("New.xcconfig") == "\n\(Team.line(Team.first))\n")
  }

  @Test func `blocks with equal first lines are matched by their other lines`() throws {
    func groups(_ groups: String...) -> String {
      "<P>\n" + groups.map { "  <Group>\n\($0)  </Group>\n" }.joined() + "</P>\n"
    }
    func team(_ team: String) -> String { "    <DEVELOPMENT_TEAM>\(team)</DEVELOPMENT_TEAM>\n" }
    let (one, two, new) = ("    <Name>1</Name>\n", "    <Name>2</Name>\n    <X>1</X>\n", "    <Name>3</Name>\n")
    let (mine, first, second) = (team(Team.mine), team(Team.first), team(Team.second))
    let tree = try Workshop.keyed(files: ["a.csproj": groups(one + second, two)])
    for (disk, expected) in [
      (groups(new + mine, one + mine, two), groups(new + first, one + second, two)),
      (groups(one + mine, two, new + mine), groups(one + second, two, new + first)),
      (groups(one + mine, two + mine), groups(one + second, two)),
      (groups(one, two), groups(one, two)), (groups(two), groups(two)),
    ] {
      try tree.write("a.csproj", disk)
      try tree.git("add", "a.csproj")
      #expect(try tree.staged("a.csproj") == expected)
      try tree.git("reset", "--quiet", "--hard")
    }
  }

  @Test func `both lines of a property list key are inserted and deleted together`() throws {
    func list(_ keys: (String, String)...) -> String {
      "<dict>\n" + keys.map { "\t<key>\($0.0)</key>\n\t<string>\($0.1)</string>\n" }.joined() + "</dict>\n"
    }
    let (team, name, other) = ("DEVELOPMENT_TEAM", ("Name", "A"), ("Other", "B"))
    let tree = try Workshop.keyed(files: [
      "A.plist": list(name, (team, Team.second), other), "B.plist": list(name, other), "C.plist": list(name, (team, Team.second)),
    ])
    try tree.write("A.plist", list(name, ("Other", "edited")))
    try tree.write("B.plist", list((team, Team.mine), name, other))
    try tree.write("C.plist", list((team, Team.mine), name, other))
    try tree.git("add", "--all")
    #expect(try tree.staged("A.plist") == list(name, ("Other", "edited")))
    #expect(try tree.staged("B.plist") == list(name, other))
    #expect(try tree.staged("C.plist") == list((team, Team.second), name, other))
  }
}

extension String {
  /// With CRLF line endings.
  fileprivate var windows: String { replacing("\n", with: "\r\n") }
}

// Clean of edited files whose rule has keys: the edit is staged, and every value from before keeps its canonical text.

import Platform
import StorySupport

@Suite struct KeyedCleanTests {
  typealias Project = KeyedProject

  private static let was = Project()
  private static let insertion = was.four.adding(Team.line(Team.mine))

  /// Blocks on disk, and the same blocks as they are to be committed.
  private static func file(_ blocks: String...) -> String {
    Project.file(blocks.joined())
  }

  /// What a developer or Xcode writes, and what is to be committed; ProjectLensLawTests combines edits of each kind at
  /// random.
  private static let edits: [(what: String, disk: String, expected: String)] = [
    (
      "a line that Xcode inserts next to an edit",
      file(was.one, was.two, was.three, insertion.replacing("FOUR.plist", with: "X")).shown(),
      file(was.one, was.two, was.three, was.four.replacing("FOUR.plist", with: "X"))
    ),
    (
      "a team deleted, and another inserted",
      file(was.one.shown(), was.two.teamless, was.three.shown(), insertion).shown(),
      file(was.one, was.two.teamless, was.three, was.four)
    ),
    (
      "another canonical text typed",
      file(
        was.one.shown(), was.two.shown().replacing(Team.mine, with: Team.first), was.three.shown(), was.four.shown()),
      was.text.replacing(Team.second, with: Team.first)
    ),
    ("needless quotes", was.text.shown().replacing("= \(Team.mine);", with: "= \"\(Team.mine)\";"), was.text),
  ]

  /// Stages the edit, commits it, and checks the status. `isGuess`: whether a new line could have another team.
  private func expect(
    _ what: String, _ disk: String, _ expected: String, isGuess: Bool = false, in tree: WorkingTree,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let comment = Comment(rawValue: what)
    try tree.writeProject(disk)
    let errors = try tree.git("add", "--all").errors
    #expect(errors.contains("ambiguous local identifier") == isGuess, comment, sourceLocation: location)
    #expect(try tree.staged() == expected, comment, sourceLocation: location)
    // A canonical text that was typed is still to be smudged.
    let isTyped = disk.contains(" = \(Team.first);")
    #expect(
      try tree.munge("status", status: 0...1).status == (isTyped || isGuess ? 1 : 0), comment, sourceLocation: location)
    try tree.git("commit", "--quiet", "--allow-empty", "-m", "Edit")
    #expect(try tree.statusOfTouched() == "", comment, sourceLocation: location)
    #expect(try tree.treeOfAll() == tree.treeOfHead(), comment, sourceLocation: location)
    #expect(try tree.project() == disk, comment, sourceLocation: location)
    try tree.git("reset", "--quiet", "--hard", "origin/main")
    try FileSystem.remove(tree.gitDirectory / "munge/warnings")
  }

  @Test(arguments: [false, true]) func `clean stages each edit and keeps every team`(isCRLF: Bool) throws {
    func onDisk(_ text: String) -> String { isCRLF ? text.replacing("\n", with: "\r\n") : text }
    let attributes = isCRLF ? "* filter=munge text eol=crlf\n.git* -text eol=lf\n" : "* filter=munge\n"
    let tree = try Workshop.keyed(attributes: attributes)
    #expect(try tree.project() == onDisk(Self.was.text.shown()))
    #expect(try tree.statusOfTouched() == "")
    for edit in Self.edits {
      try expect(edit.what, onDisk(edit.disk), edit.expected, in: tree)
    }
  }

  @Test
  func `status names files that are modified only by dropped lines, with a command that ends that and stages nothing`()
    throws
  {
    let tree = try Workshop.keyed()
    #expect(try !tree.munge("status").says("git add -u"))
    try tree.writeProject(Project.file(Self.was.one, Self.was.two, Self.was.three, Self.insertion).shown())
    try tree.git("-c", "pull.rebase=true", "pull", "--quiet", status: 128...128)
    let status = try tree.munge("status")
    let command = "git add -u -- '\(Project.path)'"
    #expect(status.says("  \(command)\n"), "\(status)")
    try tree.run(["sh", "-c", command])
    #expect(try tree.git("diff", "--cached").output == "")
    #expect(try !tree.munge("status").says("git add -u"))
    try tree.git("-c", "pull.rebase=true", "pull", "--quiet")
  }

  @Test func `without on-insert an inserted line gets the text of the line above, and a deleted line is deleted`()
    throws
  {
    let tree = try Workshop.keyed(Rules.team())
    let was = Self.was
    try expect(
      "inserted", Project.file(was.one, was.two, was.three, Self.insertion).shown(),
      Project.file(was.one, was.two, was.three, was.four.adding(Team.line(Team.none))), isGuess: true, in: tree)
    try expect(
      "deleted", Project.file(was.one, was.two.teamless, was.three, was.four).shown(),
      Project.file(was.one, was.two.teamless, was.three, was.four), in: tree)
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
    #expect(try tree.staged("B.xcconfig") == "DEVELOPMENT_TEAM[sdk=iphoneos*] = \(Team.second)\n\(second)")
    #expect(try tree.staged("New.xcconfig") == "\n\(Team.line(Team.first))\n")
  }
}

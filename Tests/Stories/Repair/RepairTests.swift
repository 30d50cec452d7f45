// Repair of a committed leak, in clones with and without an installation.

import StorySupport

@Suite struct RepairTests {
  private let was = KeyedProject()
  private let workshop: Workshop

  /// A leak committed without the filter: another developer's team and handle, next to an ordinary edit.
  init() throws {
    workshop = try Workshop(
      rules: Rules.team("on-insert = drop"),
      files: [KeyedProject.path: KeyedProject().text, "Info.plist": "com.acme.app\n"])
    try workshop.maintainer.writeProject(leaked)
    try workshop.maintainer.commitAll("Leak")
  }

  private var leaked: String { edited.shown(Team.another, handle: "other") }

  /// What the commit holds once it is repaired: a setting in a block, and a new block without a team.
  private var edited: String {
    KeyedProject.file(was.one.adding("A = 1"), was.two, was.three, was.four, KeyedProject.block("FIVE", nil))
  }

  private func munged() throws -> WorkingTree { try workshop.munged(values: "team=\(Team.mine)", "handle=me") }

  private func expectRepaired(_ tree: WorkingTree, _ location: SourceLocation = #_sourceLocation) throws {
    #expect(try tree.git("diff", "--cached", "--name-only").output == "", "nothing is staged", sourceLocation: location)
    try tree.git("add", "--update")
    #expect(try tree.staged() == edited, sourceLocation: location)
    try tree.git("commit", "--quiet", "-m", "Repair")
    let verified = try tree.munge("verify", "HEAD", status: 0...1)
    #expect(verified.says("nothing found") || !verified.says("foreign-value"), "\(verified)", sourceLocation: location)
    #expect(try tree.statusOfTouched() == "", sourceLocation: location)
  }

  @Test func `without an installation repair writes canonical texts`() throws {
    let tree = try workshop.clone()
    let repair = try tree.munge("repair", KeyedProject.path)
    try expectSnapshot("where-nothing-installed-file-should", repair)
    #expect(repair.errors == "")
    #expect(try tree.project() == edited)
    #expect(
      try !FileSystem.entries(tree.gitDirectory).contains { "\($0)".hasPrefix("munge") }, "no file of git-munge is left"
    )
    try expectRepaired(tree)
  }

  @Test func `in a munged clone repaired lines are canonical until they are committed and install has run`() throws {
    let tree = try munged()
    #expect(try tree.project() == leaked, "the leaked text is not this developer's")
    try expectSnapshot("munged-clone", tree.munge("repair", KeyedProject.path))
    #expect(try tree.project() == edited)
    #expect(try tree.munge("status", status: 1...1).says("[stale]"))
    #expect(try tree.status() == " M \(KeyedProject.path)\n")
    try expectRepaired(tree)
    try tree.munge("install")
    #expect(try tree.project() == edited.shown())
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("status").says("Munged: "))
  }

  @Test func `a second repair changes nothing`() throws {
    for tree in [try workshop.clone("plain"), try munged()] {
      try tree.munge("repair", KeyedProject.path)
      try tree.settle()
      let before = try DirectoryState(tree)
      let again = try tree.munge("repair", KeyedProject.path, "Info.plist")
      #expect(again.says("\(KeyedProject.path): only the staged version has a leak: `git add --renormalize"))
      #expect(try DirectoryState(tree).changes(since: before) == "")
      try tree.commitAll("Repair")
      let last = try tree.munge("repair", ".")
      #expect(last.output == "Nothing to repair in 2 munged files.\n")
    }
  }

  @Test func `a line that Xcode has inserted stays on disk`() throws {
    let tree = try munged()
    let four = was.four.shown(Team.another, handle: "other")
    try tree.writeProject(leaked.replacing(four, with: four.adding(Team.line(Team.mine))))
    try tree.munge("repair", KeyedProject.path)
    #expect(try tree.project() == edited.replacing(was.four, with: was.four.adding(Team.line(Team.mine))))
    try expectRepaired(tree)
  }

  @Test func `a dry run prints the repair and changes nothing`() throws {
    for tree in [try workshop.clone("plain"), try munged()] {
      let before = try DirectoryState(tree)
      let dry = try tree.munge("repair", "--dry-run", KeyedProject.path)
      #expect(try DirectoryState(tree).changes(since: before) == "")
      let real = try tree.munge("repair", KeyedProject.path)
      #expect(dry.output == "Nothing was changed. Without --dry-run:\n" + real.output)
    }
  }

  @Test func `repair in a linked working tree uses its plan or the main one's`() throws {
    let main = try munged()
    try main.git("worktree", "add", "--quiet", "-b", "side", "../linked")
    let linked = workshop.tree("linked")
    try linked.munge("repair", KeyedProject.path)
    #expect(try linked.project() == edited)
    #expect(try main.project() == leaked)
    try linked.sh("git commit --quiet --all -m Repair; git munge install")
    #expect(try linked.project() == edited.shown())
  }

  @Test func `uncommitted edits stay byte for byte, and only leaked lines change`() throws {
    for (tree, team) in [(try workshop.clone("plain"), Team.second), (try munged(), Team.mine)] {
      let edits = "\t\t\t\tB = \"2\" ;  \n\né \t\n// \(Team.another)\n\t\t\t\tDEVELOPMENT_TEAM = \"\(team)\";\n"
      let text = try tree.project().replacing("\t\t\t\tA = 1;\n", with: edits).replacing(
        "/* Debug */", with: "/* Debug */\r")
      try tree.writeProject(text)
      // With another canonical team in it, the first block does not show which one it had: that is listed.
      try tree.munge("repair", KeyedProject.path, status: 0...1)
      let (before, after) = (bytes(text).split(separator: 10), bytes(try tree.project()).split(separator: 10))
      #expect(before.count == after.count)
      let changed = zip(before, after).filter { $0 != $1 }.map { String(decoding: $0.0, as: UTF8.self) }
      #expect(changed.count >= 7)
      for line in changed {
        #expect(line.contains("= \(Team.another);") || line.contains("= dev.other.app;"), "\(tree.top) \(line)")
      }
    }
  }
}

// Lines that Xcode inserts and that are not committed (`on-insert = drop`).

import StorySupport

@Suite struct DroppedLineTests {
  private let was = KeyedProject()
  private let tree: WorkingTree

  init() throws {
    tree = try Workshop.keyed()
    try insert()
  }

  /// The project with a team that Xcode has inserted.
  private func insert(_ one: String? = nil) throws {
    let four = was.four.adding(Team.line(Team.mine))
    try tree.writeProject(KeyedProject.file(one ?? was.one, was.two, was.three, four).shown())
  }

  private func note(_ line: Int) -> String {
    "\(KeyedProject.path): line \(line) is not committed (Xcode inserted it); to commit it, write \(Team.first) there\n"
  }

  @Test func `git add and status say which line is not committed, and what commits it`() throws {
    try tree.munge("install", "--hooks")
    try tree.touchAll()
    let added = try tree.git("add", "--update").errors
    #expect(added == "git-munge: \(note(38))", "\(added)")
    let heading = "Of your edits, git commits these in another form:\n  "
    #expect(try tree.munge("status").output.contains(heading + note(38)))
    try insert(was.one.adding("A = 1"))
    try tree.git("add", "--update")
    try tree.git("commit", "--quiet", "-m", "Edit")
    #expect(try tree.blob("HEAD:\(KeyedProject.path)") == was.text.replacing(was.one, with: was.one.adding("A = 1")))

    let typed = was.four.adding(Team.line(Team.first))
    try tree.writeProject(try tree.project().replacing(was.four.adding(Team.line(Team.mine)).shown(), with: typed))
    #expect(try tree.git("add", "--update").errors == "")
    #expect(try tree.staged().contains(typed))
    #expect(try !tree.munge("status", status: 0...1).says("another form"))
  }

  @Test func `an edit that set rewrites is committed without a warning, and read again without one`() throws {
    try tree.writeProject(KeyedProject.file(was.one.adding("A = 1"), was.two, was.three, was.four).shown())
    try tree.munge("set", "team=\(Team.another)")
    #expect(try tree.git("status").errors == "")
    #expect(try tree.git("commit", "--quiet", "--all", "-m", "Edit").errors == "")
    try tree.touchAll()
    let status = try tree.git("status", "--porcelain")
    #expect(status.output + status.errors == "")
    #expect(try tree.munge("status").errors == "")
  }

  @Test(arguments: [["set", "--unset", "team"], ["set", "team=\(Team.first)"], ["uninstall"]])
  func `without another local text the line leaves the disk`(_ command: [String]) throws {
    try tree.munge(command)
    #expect(try tree.project().ranges(of: "DEVELOPMENT_TEAM").count == 3)
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `git checkout --merge, which cleans the file, names the line that it loses`() throws {
    let edited = try tree.project()
    try tree.git("checkout", "--", KeyedProject.path)
    try tree.git("checkout", "--quiet", "-b", "topic")
    let topic = KeyedProject.file(was.one.adding("A = 1"), was.two, was.three, was.four).shown()
    try tree.writeProject(topic)
    try tree.git("commit", "--quiet", "--all", "-m", "Topic")
    try tree.git("checkout", "--quiet", "main")
    try tree.writeProject(edited)
    #expect(try tree.git("checkout", "--quiet", "--merge", "topic").errors.contains(note(38)))
    #expect(try tree.project() == topic)
    #expect(try tree.statusOfTouched() == "")
  }
}

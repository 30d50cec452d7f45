// Which commit a repair takes the canonical text from.

import StorySupport

@Suite struct RepairSourceTests {
  private let was = KeyedProject()
  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(rules: Rules.team(), files: [KeyedProject.path: KeyedProject().text]).clone()
  }

  private func commit(_ text: String, _ message: String = "More") throws {
    try tree.writeProject(text)
    try tree.commitAll(message)
  }

  @discardableResult private func repair(_ path: String = KeyedProject.path) throws -> Outcome {
    try tree.munge("repair", path)
  }

  @Test func `repair reads the commit before each leak`() throws {
    let (one, two, three) = (was.one.shown(Team.another), was.two.shown("ELSEBODY99"), was.three.shown(Team.another))
    try commit(KeyedProject.file(one, was.two, was.three, was.four))
    try commit(KeyedProject.file(one, two, was.three, was.four).adding("A = 1"))
    try commit(KeyedProject.file(one, two, three, was.four).adding("A = 1"))
    #expect(try repair().says("DEVELOPMENT_TEAM = AAAAAAAAAA;"))
    #expect(try tree.project() == was.text.adding("A = 1"))
  }

  @Test func `repair of a staged or unstaged leak reads HEAD`() throws {
    for isStaged in [true, false] {
      try tree.writeProject(was.text.adding("A = 1").shown(Team.another))
      if isStaged { try tree.git("add", "--all") }
      try repair()
      #expect(try tree.project() == was.text.adding("A = 1"))
      try tree.git("reset", "--quiet", "--hard")
    }
  }

  @Test func `repair follows renames of the file`() throws {
    let (odd, last) = ("Ä \"odd\"\t.pbxproj", "new.pbxproj")
    try tree.git("mv", KeyedProject.path, odd)
    try tree.commitAll("Move")
    try tree.commit(odd, was.text.adding("A = 1").shown(Team.another), "Leak")
    try tree.git("mv", odd, last)
    try repair(last)
    #expect(try tree.text(last) == was.text.adding("A = 1"))
    try tree.git("reset", "--quiet", "--hard")
    try tree.write(last, was.text.shown(Team.another))
    try tree.run(["rm", odd])
    try tree.commitAll("Move and leak at once")
    try repair(last)
    #expect(try tree.text(last) == was.text)
  }

  @Test func `repair reads the side of a merge that has the leak`() throws {
    try tree.git("switch", "--quiet", "--create", "side")
    try commit(KeyedProject.file(was.one, was.two.shown(Team.another), was.three, was.four))
    try tree.git("switch", "--quiet", "-")
    try commit(KeyedProject.file(was.one, was.two, was.three, was.four.adding("A = 1")))
    try tree.git("merge", "--quiet", "--no-edit", "side")
    try repair()
    #expect(try tree.project() == KeyedProject.file(was.one, was.two, was.three, was.four.adding("A = 1")))
  }

  @Test func `repair works during a merge`() throws {
    try tree.git("switch", "--quiet", "--create", "side")
    try commit(KeyedProject.file(was.one, was.two.shown(Team.another), was.three, was.four))
    try tree.git("switch", "--quiet", "-")
    try commit(KeyedProject.file(was.one, was.two, was.three, was.four.adding("B = 1")))
    try tree.git("merge", "--quiet", "--no-commit", "side")
    try repair()
    #expect(try tree.project() == KeyedProject.file(was.one, was.two, was.three, was.four.adding("B = 1")))
    try tree.git("reset", "--quiet", "--hard")
    try commit(KeyedProject.file(was.one, was.two.replacing("TEAM = ", with: "TEAM =  "), was.three, was.four))
    try tree.git("merge", "--quiet", "--no-commit", "side", status: 1...1)
    let before = try tree.project()
    try expectSnapshot("middle-merge", tree.munge("repair", ".", status: 2...2))
    #expect(try tree.project() == before)
  }

  @Test func `a text with several canonical texts stays where no earlier version shows which, and is listed`() throws {
    let leak = was.text.shown(Team.another, handle: "other")
    let fresh = try Workshop(rules: Rules.team(), files: [KeyedProject.path: leak]).clone()
    try fresh.writeProject(leak.replacing("\t\t\t\tDEV", with: "\t\t\t\t\tDEV"))
    try fresh.commitAll("Indented")
    try expectSnapshot("several-canonical-texts", fresh.munge("repair", KeyedProject.path, status: 1...1))
    #expect(
      try fresh.project()
        == was.text.shown(Team.another, handle: "none").replacing("dev.none.app", with: "com.acme.app")
        .replacing("\t\t\t\tDEV", with: "\t\t\t\t\tDEV"))
    try commit(was.text.shown(Team.another))
    try tree.git("clone", "--quiet", "--depth", "1", "file://\(tree.top)", "\(tree.top)/../shallow")
    try expectSnapshot("shallow", tree.workshop.tree("shallow").munge("repair", KeyedProject.path, status: 1...1))
  }

  @Test func `an inserted line with the leak is deleted, and a line of a new block stays`() throws {
    let tree = try Workshop(rules: Rules.team("on-insert = drop"), files: [KeyedProject.path: was.text]).clone()
    let five = KeyedProject.block("FIVE", Team.another)
    try tree.writeProject(
      KeyedProject.file(was.one, was.two, was.three, was.four.adding(Team.line(Team.another)), five))
    try tree.commitAll("Leak")
    try expectSnapshot("line-program-had-put-taken-repair", tree.munge("repair", KeyedProject.path, status: 1...1))
    #expect(try tree.project() == KeyedProject.file(was.one, was.two, was.three, was.four, five))
    try expectSnapshot(
      "line-program-had-put-taken-repair-2", tree.munge("repair", "--dry-run", KeyedProject.path, status: 1...1))
    try tree.git("checkout", "--quiet", "--", ".")
    try expectSnapshot(
      "line-program-had-put-taken-repair-3", tree.munge("repair", "--dry-run", KeyedProject.path, status: 1...1))
  }
}

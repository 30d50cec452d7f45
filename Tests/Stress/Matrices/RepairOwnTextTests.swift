// Repair of this developer's own texts in commits, which a munged working tree shows on purpose.

import StorySupport

@Suite struct RepairOwnTextTests {
  private let workshop: Workshop
  private let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      attributes: "* filter=munge\n*.md !filter\n",
      files: ["app.txt": "id = \(canonical)\n", "b.txt": "\(canonical)\n"])
    tree = try workshop.munged()
  }

  /// Commits or stages the file on disk without the filter; `isFresh`: and checks it out again.
  private func leak(_ text: String, isCommitted: Bool = true, isFresh: Bool = false) throws {
    try tree.write("app.txt", text)
    let off =
      ["process", "clean", "smudge"].flatMap { ["-c", "filter.munged.\($0)="] } + [
        "-c", "filter.munged.required=false",
      ]
    try tree.git(off + ["add", "--", "app.txt"])
    // An installation would replace what is staged.
    if isCommitted { try tree.sh("git commit --quiet -m Leak; git munge install") }
    if isFresh { try tree.run(["sh", "-c", "rm app.txt && git checkout --quiet -- app.txt"]) }
  }

  @Test(arguments: [true, false])
  func `repair fixes an own text added without the filter in a file that git sees as unmodified`(isCommitted: Bool)
    throws
  {
    try leak("id = \(local)\n", isCommitted: isCommitted)
    try tree.settle()
    let repair = try tree.munge("repair", "app.txt")
    let command = "git add --renormalize ':/app.txt'"
    #expect(repair.says("app.txt: only the staged version has a leak: `\(command)` stages the file on disk\n"))
    #expect(try tree.blob(":app.txt") == "id = \(local)\n", "repair stages nothing")
    try tree.sh(command)
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\n")
    #expect(try tree.text("app.txt") == "id = \(local)\n")
  }

  @Test(arguments: [true, false]) func `repair fixes an own text in a file that was checked out again`(
    isCommitted: Bool
  ) throws {
    try leak("id = \(local)\n", isCommitted: isCommitted, isFresh: true)
    let repair = try tree.munge("repair", "app.txt", "b.txt")
    #expect(
      repair.output == """
        app.txt:1: id = \(canonical)
        Nothing is staged. Check `git diff`, then:
          git add -- 'app.txt' && git commit && git munge install

        """)
    #expect(try tree.text("app.txt") == "id = \(canonical)\n", "git would see a file with the local text as unmodified")
    try tree.git("add", "app.txt")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\n")
    try tree.sh("git commit --quiet --allow-empty -m Repair; git munge install")
    try tree.expectShown("app.txt", "id = \(local)\n")
    #expect(try tree.munge("repair", ".").says("Nothing to repair in "))
    #expect(try tree.munge("verify", "HEAD").says("nothing found"))
  }

  @Test func `repair deletes an own line that only the leaking commit inserted, with on-insert set to drop`() throws {
    let rules = Rules.team("on-insert = drop")
    let was = KeyedProject()
    let workshop = try Workshop(rules: rules, files: [KeyedProject.path: was.text])
    try workshop.maintainer.writeProject(
      KeyedProject.file(was.one, was.two, was.three, was.four.adding(Team.line(Team.mine))))
    try workshop.maintainer.commitAll("Leak")
    let tree = try workshop.munged("keyed", values: "team=\(Team.mine)", "handle=me")
    try expectSnapshot("line-only-commit-leak-goes", tree.munge("repair", KeyedProject.path))
    try tree.git("add", "--update")
    #expect(try tree.staged() == was.text)
  }

  @Test func `an own text in a longer word or a binary file is reported and not repaired`() throws {
    try tree.write("app.txt", "id = \(local)UI\nother = com.blah.user-other\n")
    try TestFile.write(tree.top / "b.bin", bytes("\u{0} \(local) \n"))
    try expectSnapshot("text-longer-word-one-binary", tree.munge("repair", ".", status: 1...1))
    #expect(try tree.text("app.txt") == "id = \(local)UI\nother = \(canonical)\n")
  }
}

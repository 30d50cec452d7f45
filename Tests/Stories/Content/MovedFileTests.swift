// A munged file that is moved to a path without the attribute.

import StorySupport

@Suite struct MovedFileTests {
  let tree: WorkingTree

  /// `App/Fred.swift` is munged by its path, and was moved to `Core/Fred.swift`.
  init() throws {
    let workshop = try Workshop(
      attributes: "/App/* filter=munge\n/Vendor/** -filter\n",
      files: ["App/Fred.swift": "\"\(canonical)\"\n", "App/Info.plist": canonical])
    tree = try workshop.munged()
    try move("App/Fred.swift", to: "Core/Fred.swift")
  }

  private func move(_ path: String, to new: String) throws {
    if let directory = Path(new).parent { try FileSystem.makeDirectories(tree.top / directory) }
    try tree.git("mv", path, new)
  }

  /// Types the first command of each file that a report prints, at the top.
  private func typeRemedies(of report: Outcome) throws {
    let commands = report.steps.filter { $0.contains("filter=munge") }
    #expect(!commands.isEmpty, "\(report.testDescription)")
    for command in commands { try tree.run(["sh", "-c", command]) }
  }

  @Test func `status needs attention, and prints a command that works`() throws {
    let status = try tree.munge("status", status: 1...1)
    try expectSnapshot("moved", status)
    try typeRemedies(of: status)
    #expect(try tree.munge("status").says("Munged: \(local) ("))
    try tree.sh("git munge install; git commit --quiet --all -m Move")
    #expect(try tree.blob("HEAD:Core/Fred.swift") == "\"\(canonical)\"\n")
    #expect(try tree.text("Core/Fred.swift") == "\"\(local)\"\n")
    #expect(try tree.objects(holding: local) == "")
  }

  @Test func `an edit is kept, and the guard prints the same command`() throws {
    try tree.munge("install", "--hooks")
    try move("Core/Fred.swift", to: "Next/Fred.swift")
    try tree.write("Next/Fred.swift", "\"\(local)\"\nedited\n")
    try typeRemedies(of: tree.git("commit", "--all", "-m", "Move", status: 1...1))
    try tree.git("commit", "--quiet", "--all", "-m", "Move")
    #expect(try tree.blob("HEAD:Next/Fred.swift") == "\"\(canonical)\"\nedited\n")
    #expect(try tree.munge("verify").output.contains("nothing found"))
  }

  @Test func `a leak that is staged is removed by the command that status prints`() throws {
    try tree.touchAll()
    try tree.git("add", "--all")
    #expect(try tree.blob(":Core/Fred.swift") == "\"\(local)\"\n")
    try typeRemedies(of: tree.munge("status", status: 1...1))
    #expect(try tree.munge("status").says("Munged: \(local) ("))
    #expect(try tree.blob(":Core/Fred.swift") == "\"\(canonical)\"\n")
  }

  @Test func `install makes the file canonical, and prints the line that munges it again`() throws {
    try tree.touchAll()
    try expectSnapshot("installed-again", tree.munge("install"), tree.munge("status", status: 0...1))
    #expect(try tree.text("Core/Fred.swift") == "\"\(canonical)\"\n")
    try tree.git("commit", "--quiet", "--all", "-m", "Move")
    #expect(try tree.objects(holding: local) == "")
  }

  @Test func `a file that was moved away from the paths of its rule becomes canonical`() throws {
    let rules = Rules.handle.replacing("\tlocal", with: "\tpath = /App/\n\tlocal")
    let tree = try Workshop(rules: rules, attributes: "/App/* filter=munge\n", files: ["App/Fred.swift": canonical])
      .munged()
    try FileSystem.makeDirectories(tree.top / "Core")
    try tree.git("mv", "App/Fred.swift", "Core/Fred.swift")
    try tree.munge("install")
    #expect(try tree.text("Core/Fred.swift") == canonical)
    try tree.git("commit", "--quiet", "--all", "-m", "Move")
    #expect(try tree.objects(holding: local) == "")
  }

  @Test func `the guard stops a rename that is committed, and the same commit passes after its one line`() throws {
    try tree.sh("git reset --quiet --hard; git munge install --hooks")
    try move("App/Fred.swift", to: "Core/Fred.swift")
    let refused = try tree.git("commit", "--quiet", "-m", "Move", status: 1...1)
    try expectSnapshot("guarded", refused)
    try typeRemedies(of: refused)
    try tree.git("commit", "--quiet", "--all", "-m", "Move")
    #expect(try tree.blob("HEAD:Core/Fred.swift") == "\"\(canonical)\"\n")
    try tree.expectShown("Core/Fred.swift", "\"\(local)\"\n")
    #expect(try tree.objects(holding: local) == "")
  }
}

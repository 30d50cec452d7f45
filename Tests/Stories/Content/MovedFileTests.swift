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

  /// Types the commands that a report prints between backquotes as remedies, at the top.
  private func typeRemedies(of report: Outcome) throws {
    let lines = report.output.split(separator: "\n") + report.errors.split(separator: "\n")
    let commands = lines.filter { $0.hasPrefix("  `") }.map { String($0.split(separator: "`")[1]) }
    #expect(!commands.isEmpty, "\(report.testDescription)")
    for command in commands { try tree.run(["sh", "-c", command]) }
  }

  @Test func `status and doctor need attention, and print a command that works`() throws {
    let status = try tree.munge("status", status: 1...1)
    try expectSnapshot("moved", status, tree.munge("doctor", status: 1...1))
    try typeRemedies(of: status)
    #expect(try tree.munge("status").says("Munged: this working tree shows your identifiers."))
    try tree.sh("git munge install; git commit --quiet --all -m Move")
    #expect(try tree.blob("HEAD:Core/Fred.swift") == "\"\(canonical)\"\n")
    #expect(try tree.text("Core/Fred.swift") == "\"\(local)\"\n")
    #expect(try tree.objects(holding: local) == "")
  }

  @Test(arguments: ["Core/It's $HOME.swift", "Core/ü [a]*\\b.swift", "-core/#a"])
  func `the command quotes names`(name: String) throws {
    try move("Core/Fred.swift", to: "./" + name)
    try move("App/Info.plist", to: "Core/Info.plist")
    try typeRemedies(of: tree.munge("status", status: 1...1))
    #expect(try tree.munge("status").says("2 places in 2 files"))
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
    #expect(try tree.munge("status").says("Munged: this working tree shows your identifiers."))
    #expect(try tree.blob(":Core/Fred.swift") == "\"\(canonical)\"\n")
  }

  @Test func `install and set keep the file munged, and status says what other clones lack`() throws {
    try expectSnapshot("installed-again", tree.munge("install"), tree.munge("status"))
    #expect(try tree.text("Core/Fred.swift") == "\"\(local)\"\n")
    try tree.git("commit", "--quiet", "--all", "-m", "Move")
    #expect(try tree.objects(holding: local) == "")
    try move("App/Info.plist", to: "Core/Info.plist")
    try tree.munge("set", "handle=other")
    #expect(try tree.text("Core/Info.plist") == "com.blah.user-other")
    try tree.sh("git switch --quiet --create next; git commit --quiet --all -m Move")
    #expect(try tree.munge("status").says("2 places in 2 files"))
    try typeRemedies(of: tree.munge("status"))
    try tree.munge("install")
    #expect(try tree.munge("install").output == nothingToDo && !tree.munge("status").says("warning"))
    try tree.munge("uninstall")
    #expect(try tree.files(showing: "com.blah.user-other") == "")
  }

  @Test
  func
    `another file at the path of a moved one, on another branch, is munged there until -filter excludes it, and status names it`()
    throws
  {
    try tree.sh(
      "git munge install --hooks; git munge install; git commit --quiet --all -m Move; git switch --quiet --create other HEAD^"
    )
    try tree.write("Core/Fred.swift", "// Not \(canonical), another file\n")
    try tree.sh("git add --all; git commit --quiet -m Another; git switch --quiet main; git switch --quiet other")
    #expect(try tree.munge("status").says("Core/Fred.swift: warning: the file was munged"))
    try tree.write("Core/Fred.swift", "// Not \(local), another file\nedited\n")
    try tree.sh("git commit --quiet --all -m Edit")
    #expect(try tree.objects(holding: local) == "")
    try tree.sh(
      "echo '/Core/Fred.swift -filter' >>.gitattributes; git munge install; git commit --quiet --all -m Exclude")
    try tree.expectShown("Core/Fred.swift", "// Not \(canonical), another file\nedited\n")
    try tree.git("switch", "--quiet", "main")
    try tree.expectShown("Core/Fred.swift", "\"\(local)\"\n")
    try tree.git("switch", "--quiet", "other")
    try tree.expectShown("Core/Fred.swift", "// Not \(canonical), another file\nedited\n")
  }

  @Test func `a file that was moved on a branch without attributes stays munged after an installation`() throws {
    let older = try Scene.older(["App/Fred.swift": "\"\(canonical)\"\n"], attributes: "/App/* filter=munge\n").munged()
    try older.sh("git switch --quiet older; mkdir -p Core; git mv App/Fred.swift Core/Fred.swift")
    try older.munge("status", status: 1...1)
    try older.munge("install")
    #expect(try older.munge("status").says("1 place in 1 file"))
    try older.git("commit", "--quiet", "--all", "-m", "Move")
    #expect(try older.text("Core/Fred.swift") == "\"\(local)\"\n" && older.objects(holding: local) == "")
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

  @Test func `a file that was moved to where filter is unset becomes canonical`() throws {
    try move("Core/Fred.swift", to: "Vendor/Fred.swift")
    try tree.munge("install")
    #expect(try tree.text("Vendor/Fred.swift") == "\"\(canonical)\"\n")
  }

  private func moveWithHooks() throws {
    try tree.sh("git reset --quiet --hard; git munge install --hooks")
    try move("App/Fred.swift", to: "Core/Fred.swift")
  }

  @Test func `a rename that is committed with the hooks stays munged without a message, and status prints the line`()
    throws
  {
    try moveWithHooks()
    try tree.git("branch", "other")
    let commit = try tree.git("commit", "--quiet", "-m", "Move")
    #expect(commit.errors == "" && commit.output == "")
    try tree.expectShown("Core/Fred.swift", "\"\(local)\"\n")
    try expectSnapshot("committed", tree.munge("status"))
    for (branch, path) in [("other", "App/Fred.swift"), ("main", "Core/Fred.swift")] {
      try tree.git("switch", "--quiet", branch)
      try tree.expectShown(path, "\"\(local)\"\n")
    }
    try tree.write("Core/Fred.swift", "\"\(local)\"\nedited\n")
    try tree.git("commit", "--quiet", "--all", "-m", "Edit")
    #expect(try tree.blob("HEAD:Core/Fred.swift") == "\"\(canonical)\"\nedited\n")
    #expect(try tree.objects(holding: local) == "")
  }

  @Test func `a commit of all files that follows the rename passes when it is repeated`() throws {
    try moveWithHooks()
    try tree.git("commit", "--quiet", "--all", "-m", "Move", status: 1...1)
    try tree.git("commit", "--quiet", "--all", "-m", "Move")
    #expect(try tree.blob("HEAD:Core/Fred.swift") == "\"\(canonical)\"\n")
    try tree.expectShown("Core/Fred.swift", "\"\(local)\"\n")
  }

  @Test func `a rename that arrives by a merge, a rebase or a switch stays munged without a message`() throws {
    try tree.git("reset", "--quiet", "--hard")
    try tree.sh("git munge install --hooks; git tag start")
    let maintainer = tree.workshop.maintainer
    try maintainer.sh("mkdir Core Vendor; git mv App/Fred.swift Core/Fred.swift")
    try maintainer.write("Vendor/Fred.swift", canonical)
    try maintainer.commitAll("Move")
    let ways = [
      "git pull --quiet", "git commit --quiet --allow-empty -m Own; git pull --quiet --rebase",
      "git commit --quiet --allow-empty -m Own; git pull --quiet --no-rebase --no-edit",
      "git fetch --quiet; git switch --quiet --detach origin/main",
    ]
    for way in ways {
      let outcome = try tree.sh(way)
      #expect(outcome.errors == "", "\(way)")
      try tree.expectShown("Core/Fred.swift", "\"\(local)\"\n", "\(way)")
      try tree.expectShown("Vendor/Fred.swift", canonical, "\(way)")
      #expect(try tree.munge("status").says("Core/Fred.swift: warning: the file was munged"), "\(way)")
      // As if the rename had not been followed.
      try tree.sh("git switch --quiet main; git reset --quiet --hard start")
      let attributes = tree.top / ".git/munge.attributes"
      try FileSystem.replace(
        attributes,
        with: Array(
          String(decoding: FileSystem.contents(attributes) ?? [], as: UTF8.self)
            .replacing("/Core/Fred.swift filter=munge\n", with: "").utf8), mode: 0o600)
      try tree.munge("install")
    }
  }
}

// Programs that move, as by an upgrade: before a command, while it is interrupted, and after it.

import StorySupport

/// A munged clone whose programs move to another directory.
@Suite struct MovedProgramTests {
  private let workshop: Workshop
  private let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      rules: Rules.handleAndTeam, files: ["app.txt": "id = \(canonical)\n", "other.txt": "\(canonical)\n"])
    tree = try workshop.munged(values: "handle=bnr", "team=MYTEAM1234")
    try tree.munge("install", "--hooks")
    try tree.write("other.txt", "\(local)\nunsaved\n")
  }

  /// When the programs move.
  enum Time: String, CaseIterable { case before, during, after }

  static let commands = [
    ["install", "handle=other"], ["set", "handle=other"], ["set", "--unset", "handle"], ["install", "--yes"],
    ["uninstall"],
    ["repair", "."],
  ]

  private var elsewhere: Path { workshop.sandbox.directory / "elsewhere" }

  private func movePrograms() throws {
    try tree.run(["mv", "\(workshop.bin)", "\(elsewhere)"], environment: workshop.path(workshop.bin))
  }

  /// Runs a command that is killed when it has rewritten the files.
  private func kill(_ command: [String]) throws {
    let directory = workshop.sandbox.directory / "killing"
    let git = try #require(TestInput.program("git"))
    let script = "#!/bin/sh\nfor word do [ \"$word\" = update-index ] && kill -9 $PPID; done\nexec '\(git)' \"$@\"\n"
    try TestFile.write(directory / "git", bytes(script), mode: 0o755)
    try tree.touchAll()
    try tree.run(
      ["\(workshop.bin / "git-munge")"] + command, environment: workshop.path(directory, workshop.bin), status: 0...255)
  }

  /// Prepares what `install` and `repair` find to do.
  private func prepare(_ command: [String]) throws {
    if command == ["install", "--yes"] { try tree.git("config", "munge.values.handle", "other") }
    if command.first == "repair" {
      let off = ["-c", "filter.munged.process=", "-c", "filter.munged.clean=", "-c", "filter.munged.required=false"]
      try tree.write("leak.txt", "\(local)\n")
      try tree.git(off + ["add", "leak.txt"])
      try tree.git(off + ["commit", "--quiet", "--no-verify", "-m", "Leak", "leak.txt"])
    }
  }

  /// Where git fails, its message names the command that makes it work.
  private func git(_ words: [String]) throws {
    let first = try tree.git(words, environment: workshop.path(elsewhere), status: 0...128)
    if first.status == 0 { return }
    #expect(first.errors.contains("git munge install"), "\(first)")
    try tree.munge(["install"], environment: workshop.path(elsewhere), status: 0...1)
    try tree.git(words, environment: workshop.path(elsewhere))
  }

  private func expectCommit() throws {
    try tree.write("app.txt", (tree.text("app.txt") ?? "") + "edited\n")
    try git(["add", "--all"])
    try git(["commit", "-m", "Edit"])
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nedited\n")
    #expect(try tree.blob("HEAD:other.txt") == "\(canonical)\nunsaved\n", "no edit is lost")
    try tree.touchAll()
    #expect(try tree.git(["status", "--porcelain"], environment: workshop.path(elsewhere)).output == "")
  }

  @Test(arguments: commands, Time.allCases)
  func `every command ends in a clean state by the command that the message names`(_ command: [String], _ time: Time)
    throws
  {
    try prepare(command)
    switch time {
    case .before:
      try movePrograms()
      try tree.touchAll()
      let done = try tree.munge(command, environment: workshop.path(elsewhere), status: 0...1)
      #expect(!done.says("interrupted"), "\(done)")
    case .during:
      try kill(command)
      try movePrograms()
      let next = try tree.munge(["status"], environment: workshop.path(elsewhere), status: 0...1)
      #expect(!next.says("missing; run"), "\(next)")
    case .after:
      try tree.munge(command, status: 0...1)
      try movePrograms()
    }
    #expect(!FileSystem.exists(tree.gitDirectory / "munge/journal"))
    #expect(!FileSystem.exists(tree.gitDirectory / "index.lock"))
    try expectCommit()
    let last = try tree.munge(["uninstall"], environment: workshop.path(elsewhere), status: 0...2)
    #expect(last.status == 0 || last.says("not installed"), "\(last)")
    #expect(try tree.text("app.txt") == "id = \(canonical)\nedited\n")
  }

  @Test(arguments: [["set", "handle=other"], ["uninstall"]])
  func `an interrupted command is completed by git-munge alone, without a filter program`(_ command: [String]) throws {
    try kill(command)
    try FileSystem.removeTree(workshop.bin)
    let alone = workshop.sandbox.directory / "alone"
    try FileSystem.makeDirectories(alone)
    try tree.run(["cp", "\(BuiltProgram.munge.path)", "\(alone)"], environment: workshop.path(alone))
    let status = try tree.run(["\(alone / "git-munge")", "status"], environment: workshop.path(alone), status: 0...1)
    #expect(status.errors.contains("it is completed now"), "\(status)")
    #expect(!FileSystem.exists(tree.gitDirectory / "munge/journal"))
    #expect(try tree.text("app.txt") == "id = \(command == ["uninstall"] ? canonical : "com.blah.user-other")\n")
  }
}

// Commands that are refused, with their exit codes: nothing changes, and nothing is printed on stdout.

import StorySupport

@Suite struct RefusalTests {
  private let workshop: Workshop

  init() throws { workshop = try Scene.values() }

  /// Runs commands that must change nothing.
  private func refused(_ status: Int32, _ commands: [String], in tree: WorkingTree) throws -> [Outcome] {
    let settings = workshop.sandbox.home / ".gitconfig"
    let (before, home) = (try DirectoryState(tree), try FileSystem.contents(settings))
    return try commands.map { command in
      let outcome = try tree.munge(command.split(separator: " ").map(String.init), status: status...status)
      #expect(outcome.output == "", "\(command)")
      #expect(try DirectoryState(tree).changes(since: before) == "", "\(command)")
      #expect(try FileSystem.contents(settings) == home, "\(command)")
      return outcome
    }
  }

  @Test func `words that a command does not take are bad usage`() throws {
    let commands = [
      "--frobnicate", "stauts", "version", "frobnicate", "install --frobnicate", "install handle", "install =bnr",
      "install --rules rules", "uninstall extra", "status extra", "set", "set handle", "set handle=other =x",
      "set --unset",
      "set --unset handle=bnr", "repair", "canonical", "canonical --", "verify --staged --history",
      "verify HEAD --worktree",
      "verify HEAD HEAD^", "verify --simulate --staged", "verify --report xml",
      "verify --report json --report json=x --report human", "verify --report json=", "verify --report xml=x", "hook",
      "hook --alone",
    ]
    try expectSnapshot("usage", refused(64, commands, in: workshop.mungedWithTeam()))
  }

  @Test func `values that are invalid, unknown or not there are refused`() throws {
    let commands = [
      "set handle=other team=abc", "set handle=-x", "set team=OTHER12345 handel=other",
      "set handle=a team=OTHER12345 handle=b",
      "set handle=", "set handle=other --global team=x", "set --unset handle handel", "set --unset zzzzzzzz",
      "set --unset --global handle",
    ]
    try expectSnapshot("values", refused(2, commands, in: workshop.mungedWithTeam()))
  }

  @Test func `install refuses invalid values before it changes anything`() throws {
    let commands = [
      "install team=abc", "install handle=-x", "install handel=bnr", "install zzzzzzzz=bnr",
      "install handle=a handle=b",
      "install handle=", "install handle=bnr team=x", "uninstall",
    ]
    try expectSnapshot("installation", refused(2, commands, in: workshop.clone()))
  }

  @Test func `paths and revisions that do not exist are refused`() throws {
    let commands = [
      "explain gone.txt",
      "explain gone.txt:3", "explain gone/app.txt", "explain app.txt:0", "explain app.txt:x", "explain app.txt/",
      "explain ../repository/app.txt", "init nowhere", "verify nothing", "verify nothing..HEAD", "verify HEAD:app.txt",
      "verify --baseline none.json", "verify --report json=none/x.json",
    ]
    try expectSnapshot("names", refused(2, commands, in: workshop.mungedWithTeam()))
  }
}

// Counters on a terminal, and what Ctrl-C prints.

import StorySupport

@Suite(.enabled(if: TestInput.hasTerminals, TestInput.noTerminals))
struct ProgressTests {
  let tree: WorkingTree

  init() throws {
    let files = (1...3).map { ("app\($0).txt", "id = \(canonical)\n") }
    tree = try Workshop(files: Dictionary(uniqueKeysWithValues: files)).munged()
  }

  private func onTerminal(_ command: String, delay: String = "0", status: ClosedRange<Int32> = 0...0) throws -> String {
    return try tree.onTerminal(
      command, environment: ["GIT_TERMINAL_PROMPT": "0", "GIT_PROGRESS_DELAY": delay], status: status)
  }

  @Test(arguments: [
    ("set handle=ann", "Munging files: 33% (1/3)\r"),
    ("uninstall", "Restoring files: 33% (1/3)\r"),
    ("status", "Reading files: 33% (1/3)\r"),
    ("verify", "Verifying files: "),
    ("verify --history", "Verifying commits: 1\r"),
  ])
  func `a command counts what it has done`(_ command: String, _ line: String) throws {
    let output = try onTerminal("git munge \(command)")
    #expect(output.contains(line), "\(output)")
  }

  @Test(arguments: [
    "install handle=ann --no-hooks", "set handle=ann", "set --unset handle", "verify", "init --dry-run", "uninstall",
  ])
  func `a pipe and short work show no counter`(_ command: String) throws {
    let output = try onTerminal("git munge \(command) 2>&1 | cat", status: 0...2)
    #expect(!output.contains(" files: ") && !output.contains("commits: "), "\(output)")
    #expect(try !onTerminal("git munge \(command)", delay: "60", status: 0...2).contains(" files: "))
  }

  /// A process that ignores SIGINT, such as a background job of a shell without job control, passes that on.
  private static let canBeInterrupted: Bool = {
    let words = ["sh", "-c", "kill -INT $$"].map(bytes)
    return (try? Subprocess.run(words, environment: Environment.entries(changing: [])))?.status == 130
  }()

  /// Runs git-munge with a git that sends SIGINT to it when it is to run this command.
  private func interrupted(_ words: String..., by command: String) throws -> String {
    let tools = tree.workshop.tree("tools")
    try FileSystem.makeDirectories(tools.top)
    let script = """
      #!/bin/sh
      case " $* " in *" \(command) "*) kill -INT $PPID ;; esac
      PATH=${PATH#*:} exec git "$@"

      """
    try tools.write("git", script, mode: 0o755)
    let path = tree.workshop.path(tools.top, tree.workshop.bin)
    return try tree.run(["git-munge"] + words, environment: path, status: 130...130).errors
  }

  @Test(
    .enabled(if: canBeInterrupted, "SIGINT is ignored here"),
    arguments: [
      ("set handle=ann", ""), ("uninstall", ", and then `git munge install` to go back"),
    ])
  func `Ctrl-C prints what was done, and any command resumes it`(_ command: String, _ end: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let errors = try interrupted(words[0], words.dropFirst().first ?? "--yes", by: "update-index")
    #expect(
      errors
        == "git-munge: interrupted after 3 of 3 files, no changes lost: run `git munge` to resume\(end)\n")
    let next = try tree.munge("status", status: 0...1)
    #expect(next.errors.hasPrefix("git-munge: an earlier command was interrupted; it is completed now"))
    #expect(try tree.statusOfTouched() == "")
    #expect(
      try tree.text("app1.txt") == (command == "uninstall" ? "id = com.blah.user-thing\n" : "id = com.blah.user-ann\n"))
  }

  @Test(.enabled(if: canBeInterrupted, "SIGINT is ignored here"))
  func `Ctrl-C before the first file is written changes nothing`() throws {
    try tree.write("app1.txt", "edited\n")
    let before = try DirectoryState(tree)
    #expect(try interrupted("set", "handle=ann", by: "diff") == "git-munge: interrupted, no file was changed\n")
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }
}

import TestSupport

@testable import Platform
@testable import Smudge

struct FilterCommandTests {
  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.publish(Plan(PlanRule("canonical", "local"), PlanRule("team", "mine", paths: ["*.plist"])))
  }

  private func run(_ words: [[UInt8]], _ input: [UInt8] = []) throws -> ProcessOutput {
    try sandbox.run([BuiltProgram.filter.path.bytes] + words, input: input)
  }

  @Test(arguments: [
    [], ["clean", "a", "b"], ["smudge", "a", "b"], ["process", "a"], ["textconv"], ["textconv", "a", "b"],
    ["--version", "a"], ["-h"], ["--help"],
    ["Clean"], [""],
  ])
  func `Wrong usage prints the usage on standard error`(words: [String]) throws {
    let result = try run(words.map { bytes($0) })
    #expect(result.status == 64)
    #expect(result.output.isEmpty, "git would read it as content")
    let usage = String(decoding: result.errors, as: UTF8.self)
    for mode in ["process", "clean [PATH]", "smudge [PATH]", "textconv FILE", "--version"] {
      #expect(usage.contains("git-munge-filter \(mode)"))
    }
  }

  /// Arguments with the escapes of `unescaped`, the input, the exit code, the output and the message.
  @Test(arguments: [
    ("--version", "", 0, "git-munge-filter \(Version.current)\n", ""), ("process", "", 0, "", ""),
    ("process", "0008git-", 2, "", "git-munge-filter: the input ended in the middle of a request\n"),
    ("smudge", "canonical team", 0, "local team", ""), ("smudge a.plist", "canonical team", 0, "local mine", ""),
    ("smudge a.c", "canonical team", 0, "local team", ""), ("smudge caf\\xe9\\n.plist", "team", 0, "mine", ""),
    // Some clients send no path, or do not replace `%f`.
    ("smudge ", "canonical team", 0, "local team", ""), ("smudge %f", "canonical team", 0, "local team", ""),
    ("smudge x/.gitmunge", "canonical team", 0, "canonical team", ""),
  ])
  func `A command has its exit code and output`(
    line: String, input: String, status: Int32, output: String, errors: String
  ) throws {
    let result = try run(
      line.split(separator: " ", omittingEmptySubsequences: false).map { unescaped(String($0)) }, bytes(input))
    #expect(result.status == status && result.output == bytes(output) && result.errors == bytes(errors))
  }
}

struct GitDirectoryTests {
  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.git("commit", "--quiet", "--allow-empty", "--message", "one")
  }

  @Test func `A linked working tree has its own directory and shares the common one`() throws {
    try sandbox.git("worktree", "add", "--quiet", "../linked")
    #expect(GitDirectory(own: sandbox.gitDirectory).common == sandbox.gitDirectory)
    let git = GitDirectory(own: sandbox.gitDirectory / "worktrees/linked")
    #expect(git.own == sandbox.gitDirectory / "worktrees/linked")
    #expect(try FileSystem.realPath(git.common) == sandbox.gitDirectory, "commondir is relative to it")
  }

  /// The git directory depends on the environment and the current directory, so each case runs in a process of its own.
  @Test(
    arguments: [
      // (directory, GIT_DIR, directory of the plan)
      ("repository", nil, "main"), ("repository/sub/folder", nil, "main"), ("linked", nil, "linked"),
      ("linked/sub", nil, "linked"), ("elsewhere", nil, nil), ("elsewhere", "../repository/.git", "main"),
      ("elsewhere", "../repository/.git/worktrees/linked", "linked"), ("repository", "", "main"),
      ("repository/.git", ".", "main"),
      // A submodule has a file with the path of its git directory; any other file is ignored.
      ("submodule/sub", nil, "main"), ("repository/odd", nil, "main"),
    ] as [(String, String?, String?)])
  func `The filter finds its plan from any directory`(directory: String, gitDir: String?, plan: String?) throws {
    try sandbox.git("worktree", "add", "--quiet", "../linked")
    for place in ["repository/sub/folder", "linked/sub", "elsewhere", "submodule/sub", "repository/odd"] {
      try FileSystem.makeDirectories(sandbox.directory / place)
    }
    try TestFile.write(sandbox.directory / "submodule/.git", bytes("gitdir: ../repository/.git\n"))
    try sandbox.write("odd/.git", bytes("something else\n"))
    try sandbox.publish(Plan(PlanRule("canonical", "main")))
    let linked = PlanFormat.encode(Plan(PlanRule("canonical", "linked")))
    try TestFile.write(sandbox.gitDirectory / "worktrees/linked/munge/plan", linked)
    let environment = gitDir.map { ["GIT_DIR": $0] } ?? [:]
    let result = try sandbox.filter(
      "smudge", in: sandbox.directory / directory, input: bytes("canonical"), environment: environment)
    #expect(result.isSuccess)
    #expect(difference(result.output, bytes(plan ?? "canonical")) == nil)
  }
}

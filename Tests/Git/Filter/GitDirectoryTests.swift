import Platform
import TestSupport
import Testing

@testable import Platform
@testable import Smudge

/// Tests of finding the git directory and the plan.
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

  @Test func `An absolute commondir, and one without a newline, are followed as well`() throws {
    let own = sandbox.directory / "own"
    try TestFile.write(own / "commondir", sandbox.gitDirectory.bytes + bytes("\n"))
    #expect(GitDirectory(own: own).common == sandbox.gitDirectory)
    try TestFile.write(own / "commondir", bytes("../shared"))
    #expect(GitDirectory(own: own).common == own / "../shared")
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
    let result = try sandbox.filter("smudge", in: sandbox.directory / directory, input: bytes("canonical"), environment: environment)
    #expect(result.isSuccess)
    #expect(difference(result.output, bytes(plan ?? "canonical")) == nil)
  }
}

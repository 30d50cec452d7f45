import Platform
import TestSupport

@testable import Smudge

/// A repository whose files went in canonical, and where git then runs the filter on all of them.
struct InstalledRepository {
  let sandbox: GitSandbox

  /// `files` are committed as they are, before anything is installed.
  init(_ files: [String: [UInt8]], attributes: String = "* filter=munge") throws {
    sandbox = try GitSandbox()
    for (name, content) in files { try sandbox.write(name, content) }
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "--allow-empty", "--message", "canonical")
    // Not a file of the tree, so that the tree is only what the test says.
    try TestFile.write(sandbox.gitFolder / "info/attributes", bytes(attributes + "\n"))
  }

  func install(_ plan: Plan) throws {
    try TestFile.write(sandbox.gitFolder / "munge/plan", PlanFormat.encode(plan))
    let filter = "'\(BuiltProgram.filter.path)'"
    try sandbox.git("config", "filter.munge.process", "\(filter) process")
    try sandbox.git("config", "filter.munge.clean", "\(filter) clean %f")
    try sandbox.git("config", "filter.munge.smudge", "\(filter) smudge %f")
    try sandbox.git("config", "filter.munge.required", "true")
  }

  /// Writes all files anew, by the filter.
  func checkOut() throws {
    try sandbox.git("rm", "--quiet", "-r", "--cached", ".")
    try sandbox.git("reset", "--quiet", "--hard")
  }

  /// Cleans all files anew; answers what git now wants to commit.
  func stagedChanges() throws -> String {
    try sandbox.git("add", "--renormalize", ".")
    return String(decoding: try sandbox.git("diff", "--cached", "--no-ext-diff"), as: UTF8.self)
  }

  /// What was said on standard error by a command that has to succeed.
  func errors(_ words: String...) throws -> String {
    let result = try sandbox.run(["git"] + words)
    guard result.isSuccess else { throw CommandFailure(words: words, result: result) }
    return String(decoding: result.errors, as: UTF8.self)
  }
}

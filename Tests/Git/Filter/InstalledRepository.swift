import TestSupport

@testable import Smudge

/// A repository with canonical files, and the filter configured for all of them.
struct InstalledRepository {
  let sandbox: GitSandbox

  /// `files` are committed unchanged, before the installation.
  init(_ files: [String: [UInt8]], attributes: String) throws {
    sandbox = try GitSandbox()
    for (name, content) in files { try sandbox.write(name, content) }
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "--allow-empty", "--message", "canonical")
    // In info/attributes, so that the tree has only the files of the test.
    try TestFile.write(sandbox.gitDirectory / "info/attributes", bytes(attributes + "\n"))
  }

  /// Installed, and with all files checked out through the filter.
  init(_ files: [String: String], _ plan: Plan, attributes: String = "* filter=munged") throws {
    try self.init(files.mapValues { bytes($0) }, attributes: attributes)
    try install(plan)
    try checkOut()
  }

  func install(_ plan: Plan) throws {
    try sandbox.publish(plan)
    let filter = "'\(BuiltProgram.filter.path)'"
    try sandbox.git("config", "filter.munged.process", "\(filter) process")
    try sandbox.git("config", "filter.munged.clean", "\(filter) clean %f")
    try sandbox.git("config", "filter.munged.smudge", "\(filter) smudge %f")
    try sandbox.git("config", "filter.munged.required", "true")
  }

  func checkOut() throws {
    try sandbox.git("rm", "--quiet", "-r", "--cached", ".")
    try sandbox.git("reset", "--quiet", "--hard")
  }

  /// Adds all files again; returns the staged changes.
  func stagedChanges() throws -> String {
    try sandbox.git("add", "--renormalize", ".")
    return String(decoding: try sandbox.git("diff", "--cached", "--no-ext-diff"), as: UTF8.self)
  }

  /// The standard error of a command that has to succeed.
  func errors(_ words: String...) throws -> String {
    let result = try sandbox.run(["git"] + words)
    guard result.isSuccess else { throw CommandFailure(words: words, result: result) }
    return String(decoding: result.errors, as: UTF8.self)
  }
}

// Plain and munged clones on one machine.

import Foundation
import Platform
import TestSupport

/// A developer's clone, plain or munged.
struct Clone {
  let top: Path
  let machine: Machine

  @discardableResult
  func run(_ words: [String], at time: Int) throws -> ProcessOutput {
    try machine.run(words, in: top, at: time)
  }

  /// Runs a command that must succeed.
  @discardableResult
  func require(_ words: [String], at time: Int = 0) throws -> [UInt8] {
    let result = try run(words, at: time)
    guard result.isSuccess else { throw CommandFailure(words: words, result: result) }
    return result.output
  }

  func read(_ path: String) throws -> [UInt8]? { try FileSystem.contents(top / path) }

  /// Writes in place, as most editors do, with the given modification time.
  func write(_ path: String, _ content: [UInt8], at time: Int) throws {
    if let directory = (top / path).parent { try FileSystem.makeDirectories(directory) }
    let url = URL(filePath: "\(top / path)")
    try Data(content).write(to: url)
    try FileManager.default.setAttributes([.modificationDate: Machine.date(time)], ofItemAtPath: url.path)
  }

  /// The paths of all files outside `.git`.
  func paths() throws -> [String] {
    try DirectoryWalk.entries(below: top) { $0 == Path(".git") }.map { "\($0.path)" }.sorted()
  }

  /// All files outside `.git`, by path.
  func files() throws -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try paths().map { ($0, try read($0) ?? []) })
  }

  /// All references and the reflog of `HEAD`, which lists every commit made here.
  func references() throws -> [String: [UInt8]] {
    var references = try below("refs")
    for name in ["packed-refs", "HEAD", "logs/HEAD"] {
      references[name] = try FileSystem.contents(top / ".git" / name)
    }
    return references
  }

  func below(_ name: String) throws -> [String: [UInt8]] {
    let found = try DirectoryWalk.entries(below: top / ".git" / name)
    return Dictionary(
      uniqueKeysWithValues: try found.map { ("\($0.path)", try FileSystem.contents(top / ".git" / name / $0.path) ?? []) })
  }

  func isThere(_ name: String) -> Bool { FileSystem.exists(top / ".git" / name) }

  /// Makes the index newer than all files, so that git trusts its recorded times.
  func wait() throws {
    let index = "\(top / ".git/index")"
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: index)
  }
}

/// A sandbox with both programs on PATH.
struct Machine {
  let sandbox: GitSandbox
  private let path: String

  init() throws {
    sandbox = try GitSandbox("--template=")
    let bin = sandbox.directory / "bin"
    try FileSystem.makeDirectories(bin)
    try FileSystem.makeSymbolicLink(bin / "git-munge", to: BuiltProgram.munge.path)
    try FileSystem.makeSymbolicLink(bin / "git-munge-filter", to: TestInput.staticFilter ?? BuiltProgram.filter.path)
    path = "\(bin):" + String(decoding: Environment.value("PATH") ?? [], as: UTF8.self)
    try TestFile.write(sandbox.home / ".gitconfig", bytes(Machine.configuration))
    // The developer's own attributes file, which must stay in effect.
    try TestFile.write(sandbox.home / ".config/git/attributes", bytes("*.win text eol=crlf\n"))
  }

  private static let configuration = """
    [gc]
    \tauto = 0
    [maintenance]
    \tauto = false
    [core]
    \tfsync = none
    [init]
    \ttemplateDir =
    [pull]
    \trebase = false
    [filter "other"]
    \tclean = sed s/SHOWN/KEPT/
    \tsmudge = sed s/KEPT/SHOWN/

    """

  func clone(_ name: String) -> Clone { Clone(top: sandbox.directory / name, machine: self) }

  func run(_ words: [String], in directory: Path, at time: Int) throws -> ProcessOutput {
    let date = "\(1_577_836_800 + time) +0000"
    return try sandbox.run(
      words, in: directory, environment: ["PATH": path, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
  }

  static func date(_ time: Int) -> Date { Date(timeIntervalSince1970: 1_577_836_800 + Double(time)) }
}

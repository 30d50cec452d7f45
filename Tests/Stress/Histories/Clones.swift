// What histories do in a clone, plain or munged, and the settings of its machine.

import Foundation
import StorySupport

extension WorkingTree {
  @discardableResult
  func run(_ words: [String], at time: Int) throws -> ProcessOutput {
    let date = "\(1_577_836_800 + time) +0000"
    return try workshop.run(
      words.map(bytes), in: top, input: [], environment: ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date])
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
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_577_836_800 + Double(time))], ofItemAtPath: url.path)
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
      uniqueKeysWithValues: try found.map {
        ("\($0.path)", try FileSystem.contents(top / ".git" / name / $0.path) ?? [])
      })
  }

  func isThere(_ name: String) -> Bool { FileSystem.exists(top / ".git" / name) }

  /// Makes the index newer than all files, so that git trusts its recorded times.
  func wait() throws {
    let index = "\(top / ".git/index")"
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: index)
  }
}

extension Workshop {
  /// A machine with the settings of histories, and an empty repository.
  static func forHistories() throws -> Workshop {
    let workshop = try Workshop(rules: nil, attributes: "")
    try TestFile.write(workshop.sandbox.home / ".gitconfig", bytes(configuration))
    // The developer's own attributes file, which must stay in effect.
    try TestFile.write(workshop.sandbox.home / ".config/git/attributes", bytes("*.win text eol=crlf\n"))
    try workshop.maintainer.run(["sh", "-ec", "git update-ref -d HEAD; git rm -q -f .gitattributes"])
    return workshop
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
}

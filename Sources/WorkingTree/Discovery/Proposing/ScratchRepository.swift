import Platform
import Rules
import Verify

/// Objects and an index in a temporary directory, on top of those of a repository.
final class ScratchRepository: Sendable {
  private let directory: ScratchDirectory
  /// The variables that make git use them.
  let environment: [Environment.Change]
  let git: GitCommand

  /// `index`: the content of the index; `nil` for an empty one.
  init(_ git: GitCommand, index: [UInt8]? = nil) throws {
    directory = try ScratchDirectory()
    let own = directory.path / "objects"
    let objects = try git.line(["rev-parse", "--path-format=absolute", "--git-path", "objects"])
    try FileSystem.makeDirectories(own / "info")
    try FileSystem.replace(own / "info/alternates", with: objects + [.newline])

    let file = directory.path / "index"
    if let index { try FileSystem.replace(file, with: index) }
    environment = [.set("GIT_OBJECT_DIRECTORY", own), .set("GIT_INDEX_FILE", file)]
    self.git = git.readingStoredObjects.adding(environment)
  }

  /// A commit of the index.
  func commit() throws -> String {
    let tree = try object(["write-tree", "--missing-ok"])
    return try object(Self.author + ["commit-tree", "-m", "proposed", tree])
  }

  /// The object that a command names.
  func object(_ words: [String], input: [UInt8] = []) throws -> String {
    let output = try git.output(words, input: input)
    return String(utf8: output.prefix { $0 != .newline })
  }

  private static let author = ["-c", "user.name=git-munge", "-c", "user.email=git-munge"]
}

import Platform
import Rules
import Verify

/// Objects and an index in a temporary directory, on top of those of a repository.
final class ScratchRepository: Sendable {
  private let directory: ScratchDirectory
  /// The variables that make git use them.
  let environment: [Environment.Change]
  let git: GitCommand

  /// A directory on top of a repository. `index`: the content of the index; `nil` for an empty one.
  init(_ git: GitCommand, index: [UInt8]? = nil) throws {
    directory = try ScratchDirectory()
    let objects = directory.path / "objects"
    let stored = try git.line(["rev-parse", "--path-format=absolute", "--git-path", "objects"])
    try FileSystem.makeDirectories(objects / "info")
    try FileSystem.replace(objects / "info/alternates", with: stored + [.newline])

    let file = directory.path / "index"
    if let index { try FileSystem.replace(file, with: index) }
    environment = [.set("GIT_OBJECT_DIRECTORY", objects), .set("GIT_INDEX_FILE", file)]
    self.git = git.readingStoredObjects.adding(environment)
  }

  /// A commit of the index.
  func commit() throws -> String {
    let tree = try git.line(["write-tree", "--missing-ok"]).string
    let author = ["-c", "user.name=git-munge", "-c", "user.email=git-munge"]
    return try git.line(author + ["commit-tree", "-m", "proposed", tree]).string
  }
}

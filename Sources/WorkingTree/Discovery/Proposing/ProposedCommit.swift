import Platform
import Rules
import Verify

/// A commit of the files of `HEAD` with other rules and attributes, in a temporary object directory: what
/// `git munge verify` would say of it can be known before a file is written.
struct ProposedCommit: ~Copyable {
  private let directory: ScratchDirectory
  private let here: VerifyRepository
  private let commit: String
  private let progress: Progress

  init(_ head: HeadTree, _ files: InitFiles) throws {
    let scratch = try ScratchDirectory()
    let objects = Path(try head.git.line(["rev-parse", "--path-format=absolute", "--git-path", "objects"]))
    let (own, path) = (scratch.path / "objects", scratch.path)
    try FileSystem.makeDirectories(own / "info")
    try FileSystem.replace(own / "info/alternates", with: objects.bytes + [.newline])
    let git = head.git.readingStoredObjects.adding([.set("GIT_OBJECT_DIRECTORY", own), .set("GIT_INDEX_FILE", path / "index")])
    _ = try git.output(["read-tree", head.commit])
    let attributes = files.attributes.followed(byLines: files.overriding)
    for (name, content) in [(RulesFile.name, files.rules), (".gitattributes", attributes)] where !content.isEmpty {
      let blob = try Self.object(git.output(["hash-object", "-w", "--stdin", "--no-filters"], input: content))
      _ = try git.output(["update-index", "--add", "--cacheinfo", "100644,\(blob),\(name)"])
    }
    let tree = try Self.object(git.output(["write-tree", "--missing-ok"]))
    commit = try Self.object(git.adding(Self.author).output(["commit-tree", "-m", "proposed", tree]))
    here = VerifyRepository(git: git, hasWorkingTree: false) { nil }
    progress = head.progress
    directory = scratch
  }

  /// The findings of `git munge verify`, with `valueSets` generated value sets.
  func verified(valueSets: Int? = nil) throws -> VerifyReport {
    try Verification(.revision(commit), valueSets: valueSets, progress: progress).run(in: here) { _ in }
  }

  /// The filter of each file by the attributes of the commit.
  func filters(of paths: [Path]) throws -> [Path: FilterAttribute] {
    let attributes = try CommittedAttributes(ofEach: [CommittedTree.commit(commit).files(here.git)], here)
    try attributes.load(paths)
    return Dictionary(paths.map { ($0, attributes[$0]) }) { first, _ in first }
  }

  private static func object(_ output: [UInt8]) -> String {
    String(decoding: output.prefix { $0 != .newline }, as: UTF8.self)
  }

  private static let author: [Environment.Change] = ["AUTHOR", "COMMITTER"].flatMap { role in
    [.set("GIT_\(role)_NAME", Path("git-munge")), .set("GIT_\(role)_EMAIL", Path("git-munge"))]
  }
}

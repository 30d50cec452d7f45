import Platform
import Rules
import Verify

/// A commit of the files of `HEAD` with other rules and attributes, in a temporary object directory: what
/// `git munge verify` would say of it can be known before a file is written.
struct ProposedCommit {
  private let scratch: ScratchRepository
  private let repository: VerifyRepository
  private let commit: String
  private let progress: Progress

  init(_ head: HeadTree, _ files: InitFiles) throws {
    scratch = try ScratchRepository(head.git)
    _ = try scratch.git.output(["read-tree", head.commit])
    let attributes = files.attributes.followed(byLines: files.overriding)
    let contents = [(RulesFile.name, files.rules), (".gitattributes", attributes)]
    for (name, content) in contents where !content.isEmpty {
      try scratch.git.stage(content, as: name)
    }
    commit = try scratch.commit()
    repository = VerifyRepository(git: scratch.git, hasWorkingTree: false) { nil }
    progress = head.progress
  }

  /// The findings of `git munge verify`, with generated values if `isSimulating`.
  func verified(isSimulating: Bool = false) throws -> VerifyReport {
    try Verification(.revision(commit), isSimulating: isSimulating, progress: progress).run(in: repository)
  }

  /// The filter of each file by the attributes of the commit.
  func filters(of paths: [Path]) throws -> [Path: FilterAttribute] {
    let attributes = CommittedAttributes(repository) { try [CommittedTree.commit(commit).files(repository.git)] }
    try attributes.load(paths)
    return try Dictionary(paths.map { try ($0, attributes[$0]) }) { first, _ in first }
  }
}

package import Platform
import Rules

/// The tree of a commit, or the index; it is read from the object database, never from disk.
package enum CommittedTree: Sendable, Equatable {
  /// A commit by its object name.
  case commit(String)
  case index

  /// A regular file in a tree.
  package struct File: Sendable, Hashable {
    package let path: Path
    package let blob: [UInt8]
  }

  /// All regular files.
  package func files(_ git: GitCommand) throws -> [File] { Self.files(try entries(git)) }

  private static func files(_ entries: [ListedEntry]) -> [File] {
    entries.filter(\.isRegularFile).map { File(path: $0.path, blob: $0.object) }
  }

  /// The attributes files of all directories; of a commit all files.
  func attributeFiles(_ repository: VerifyRepository) throws -> [File] {
    Self.files(try entries(repository.git, commit == nil ? RulesFile.pathspecs : []))
  }

  /// The bytes of the rules file; `nil` if there is none.
  func rulesFile(_ repository: VerifyRepository) throws -> [UInt8]? {
    let name = RulesFile.name
    if let content = try repository.blobs.content(of: "\(commit ?? ""):\(name)".bytes) { return content }
    guard let entry = try entries(repository.git, [name]).first(where: { $0.path == Path(name) }) else { return nil }
    if !entry.isRegularFile { throw RulesError.notRegular }
    throw RepositoryError.missingBlob(entry.path, commit: commit)
  }

  /// The object name of the commit; `nil` for the index.
  var commit: String? { if case .commit(let name) = self { name } else { nil } }

  /// The entries of links and submodules too, but not those of unmerged files.
  private func entries(_ git: GitCommand, _ paths: [String] = []) throws -> [ListedEntry] {
    switch self {
    case .commit(let name):
      return ListedEntry.all(in: try git.output(["ls-tree", "-r", "-z", "--full-tree", name, "--"] + paths))
    case .index:
      return ListedEntry.all(in: try git.output(["ls-files", "-z", "-s", "--full-name", "--"] + paths))
        .filter { $0.stage == 0 }
    }
  }
}

extension GitCommand {
  /// The answers of a command to lines on its standard input: a line for each.
  package func answers(_ words: String..., to questions: [[UInt8]]) throws -> [ArraySlice<UInt8>] {
    if questions.isEmpty { return [] }
    let answers = try output(words, input: questions.flatMap { $0 + [.newline] }).split(separator: .newline)
    if answers.count != questions.count { throw RepositoryError.unanswered(count(questions.count, "object")) }
    return answers
  }

  /// Whether a blob is so large that it is not searched.
  func isTooLarge(_ blob: [UInt8]) throws -> Bool { try !blobs([blob], largerThan: BlobPool.largest).isEmpty }

  /// The blobs that are larger than `limit` bytes; missing ones are not.
  func blobs(_ names: [[UInt8]], largerThan limit: Int) throws -> Set<[UInt8]> {
    let names = Array(Set(names))
    do {
      // `size LF`, or `name SP missing LF`
      let sizes = try answers("cat-file", "--batch-check=%(objectsize)", to: names)
      return Set(zip(names, sizes).filter { Int($1.string) ?? 0 > limit }.map(\.0))
    } catch GitError.command {
      // In a partial clone git fails here; reading the blob reports that.
      return []
    }
  }
}

import Libgit2
package import Platform
import Rules

/// The tree of a commit, or the index; it is read from the object database, never from disk.
package enum CommittedTree: Sendable, Equatable {
  /// A commit by its object name.
  case commit(String)
  case index

  /// A regular file in it.
  package struct File: Sendable, Hashable {
    package let path: Path
    package let blob: [UInt8]
  }

  /// All regular files.
  package func files(_ git: GitCommand) throws -> [File] {
    try entries(git, []).filter(\.isRegularFile).map { File(path: $0.path, blob: $0.object) }
  }

  /// The bytes of the rules file; `nil` if there is none.
  func rulesFile(_ here: VerifyRepository) throws -> [UInt8]? {
    let name = RulesFile.name
    guard let entry = try entries(here.git, [name]).first(where: { $0.path == Path(name) }) else { return nil }
    guard entry.isRegularFile else { throw RulesError.notRegular }
    guard let content = try here.blobs.content(of: entry.object) else { throw MungeError.missingBlob(entry.path, commit: commit) }
    return content
  }

  /// The object name of the commit; `nil` for the index.
  var commit: String? { if case .commit(let name) = self { name } else { nil } }

  /// The entries of links and submodules too, but not those of unmerged files.
  private func entries(_ git: GitCommand, _ paths: [String]) throws -> [ListedEntry] {
    switch self {
    case .commit(let name):
      return ListedEntry.all(in: try git.output(["ls-tree", "-r", "-z", "--full-tree", name, "--"] + paths))
    case .index:
      let output = try git.output(["ls-files", "-z", "-s", "--full-name", "--"] + paths.map { ":(top,literal)\($0)" })
      return ListedEntry.all(in: output).filter { $0.stage == 0 }
    }
  }
}

/// The names of the rules that commits have; each commit is read once.
package final class RulesOfCommits {
  private let here: VerifyRepository
  private var names: [String: [[UInt8]]] = [:]

  package init(_ here: VerifyRepository) { self.here = here }

  /// Whether a commit has a rule of this name. What is not committed yet, with zeros for its commit, has all rules.
  package func have(_ rule: [UInt8], _ commit: String) -> Bool {
    if commit.allSatisfy({ $0 == "0" }) { return true }
    let known = names[commit] ?? {
      let file = try? CommittedTree.commit(commit).rulesFile(here)
      return (try? file.map { try RulesFile.parse($0) })?.rules.map(\.name) ?? []
    }()
    names[commit] = known
    return known.contains(rule)
  }
}

extension GitCommand {
  /// Whether a blob is so large that it is not searched.
  func isTooLarge(_ blob: [UInt8]) throws -> Bool { try !blobs([blob], largerThan: ObjectReader.largest).isEmpty }

  /// The blobs that are larger than `limit` bytes; missing ones are not.
  func blobs(_ names: [[UInt8]], largerThan limit: Int) throws -> Set<[UInt8]> {
    if names.isEmpty { return [] }
    let names = Array(Set(names))
    do {
      // `size LF`, or `name SP missing LF`
      let input = names.flatMap { $0 + [UInt8(ascii: "\n")] }
      let sizes = try output(["cat-file", "--batch-check=%(objectsize)"], input: input).split(separator: UInt8(ascii: "\n"))
      return Set(zip(names, sizes).filter { Int(String(decoding: $1, as: UTF8.self)) ?? 0 > limit }.map(\.0))
    } catch {
      // In a partial clone git fails here; reading the blob reports that.
      guard case .command = error else { throw error }
      return []
    }
  }
}

import Git
package import Platform
import Rules
import Smudge

/// The tree of a commit, or the index; it is read from the object database, never from disk.
package enum CommittedTree: Sendable, Equatable {
  /// A commit by its object name.
  case commit(String)
  case index

  /// A regular file in it.
  package struct File: Sendable, Hashable {
    package let path: Path
    /// The object name of the blob.
    package let blob: [UInt8]
  }

  /// An entry, also of a link or a submodule.
  private struct TreeEntry {
    let mode: ArraySlice<UInt8>
    package let file: File
  }

  /// All regular files.
  package func files(_ git: Plumbing) throws(MungeError) -> [File] {
    try entries(git, []).filter { $0.mode.starts(with: "100".utf8) }.map(\.file)
  }

  /// The bytes of the rules file; `nil` if there is none.
  func rulesFile(_ git: Plumbing) throws(MungeError) -> [UInt8]? {
    let name = RulesFile.name
    guard let entry = try entries(git, [name]).first(where: { $0.file.path == Path(name) }) else { return nil }
    guard entry.mode.starts(with: "100".utf8) else { throw .rules(RulesError(nil, .notRegular)) }
    return try git.output(["cat-file", "blob", String(decoding: entry.file.blob, as: UTF8.self)])
  }

  /// The object name of the commit; `nil` for the index.
  var commit: String? {
    switch self {
    case .commit(let name): name
    case .index: nil
    }
  }

  private func entries(_ git: Plumbing, _ paths: [String]) throws(MungeError) -> [TreeEntry] {
    switch self {
    case .commit(let name):
      // `mode SP type SP object TAB path NUL`
      try git.records(["ls-tree", "-r", "-z", "--full-tree", name, "--"] + paths).compactMap(entry)
    case .index:
      // `mode SP object SP stage TAB path NUL`
      try git.records(["ls-files", "-z", "-s", "--full-name", "--"] + paths.map { ":(top,literal)\($0)" }).compactMap(entry)
    }
  }

  private func entry(_ record: [UInt8]) -> TreeEntry? {
    let fields = record.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
    let path = ListedEntry.path(of: record)
    guard fields.count == 3 else { return nil }
    switch self {
    case .commit: return TreeEntry(mode: fields[0], file: File(path: path, blob: Array(fields[2])))
    case .index:
      let isMerged = fields[2].elementsEqual("0".utf8)
      return isMerged ? TreeEntry(mode: fields[0], file: File(path: path, blob: Array(fields[1]))) : nil
    }
  }
}

extension Plumbing {
  /// The blobs that are larger than `limit` bytes; missing ones are not.
  func blobs(_ names: [[UInt8]], largerThan limit: Int) throws(MungeError) -> Set<[UInt8]> {
    if names.isEmpty { return [] }
    let names = Array(Set(names))
    do throws(MungeError) {
      // `size LF`, or `name SP missing LF`
      let input = names.flatMap { $0 + [UInt8(ascii: "\n")] }
      let sizes = try output(["cat-file", "--batch-check=%(objectsize)"], input: input).split(separator: UInt8(ascii: "\n"))
      return Set(zip(names, sizes).filter { Int(String(decoding: $1, as: UTF8.self)) ?? 0 > limit }.map(\.0))
    } catch {
      // In a partial clone git fails here; reading the blob reports that.
      guard case .git(.command) = error else { throw error }
      return []
    }
  }
}

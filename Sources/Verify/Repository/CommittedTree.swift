import Git
import Platform
import Smudge

/// What a commit holds, or what the next one would hold: read from the object database, never from disk.
enum CommittedTree: Sendable, Equatable {
  /// By its whole name.
  case commit(String)
  case index

  /// A regular file in it.
  struct File: Sendable, Hashable {
    let path: Path
    /// The name of the blob, in hexadecimal digits.
    let blob: [UInt8]
  }

  /// All entries, links and submodules included; those of the index that are in conflict are none.
  private struct TreeEntry {
    let mode: ArraySlice<UInt8>
    let file: File
  }

  /// All regular files.
  func files(_ git: Plumbing) throws(MungeError) -> [File] {
    try entries(git, []).filter { $0.mode.starts(with: "100".utf8) }.map(\.file)
  }

  /// The rules file, byte for byte; `nil` where there is none.
  func rulesFile(_ git: Plumbing) throws(MungeError) -> [UInt8]? {
    let name = RulesFile.name
    guard let entry = try entries(git, [name]).first(where: { $0.file.path == Path(name) }) else { return nil }
    guard entry.mode.starts(with: "100".utf8) else { throw .rules(RulesError(nil, .notRegular)) }
    return try git.output(["cat-file", "blob", String(decoding: entry.file.blob, as: UTF8.self)])
  }

  /// The commit, for messages; `nil` for the index.
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
    let path = WorkingTree.path(ofEntry: record)
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
  /// Those among blobs that have more bytes; one that is not here has none.
  func blobs(_ names: [[UInt8]], largerThan limit: Int) throws(MungeError) -> Set<[UInt8]> {
    if names.isEmpty { return [] }
    let names = Array(Set(names))
    do throws(MungeError) {
      // `size LF`, or `name SP missing LF`
      let input = names.flatMap { $0 + [UInt8(ascii: "\n")] }
      let sizes = try output(["cat-file", "--batch-check=%(objectsize)"], input: input).split(separator: UInt8(ascii: "\n"))
      return Set(zip(names, sizes).filter { Int(String(decoding: $1, as: UTF8.self)) ?? 0 > limit }.map(\.0))
    } catch {
      // A partial clone stops git there; whoever reads the blob will say so.
      guard case .git(.command) = error else { throw error }
      return []
    }
  }
}

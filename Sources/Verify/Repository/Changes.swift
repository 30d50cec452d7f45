import Platform
import Smudge

/// A regular file that differs between a commit and its parents, or between the index and `HEAD`.
struct FileChange: Sendable, Equatable {
  let path: Path
  /// The object name of the new blob.
  let blob: [UInt8]
  /// The versions in the parents that have it, also under another name.
  var before: [CommittedTree.File]
}

/// The changes of a commit; `commit` is `nil` for those of the index.
struct Changes: Sendable, Equatable {
  let commit: String?
  var changes: [FileChange] = []
  /// Whether files are gone, of which new ones can be later versions.
  var hasGone = false
}

extension Changes {
  /// Which paths the records of merges have.
  enum Paths {
    /// That in the merge.
    case one
    /// Those of all parents as well (`--combined-all-paths`).
    case all
  }

  /// Parses the whole output of `git diff-tree --stdin -z -r -c` and `git diff-index -z`.
  static func parse(_ output: [UInt8], _ paths: Paths = .one) -> [Changes] {
    var parser = Parser(paths)
    for field in output.split(separator: 0, omittingEmptySubsequences: false) { _ = parser.add(field) }
    return parser.changes
  }

  /// A parser of "Raw output format" of git-diff(1), field by field: `COMMIT NUL`, then for each file `:MODE.. OBJECT.. STATUS
  /// NUL PATH NUL`, with a colon for each parent, and two paths for a renamed file.
  struct Parser {
    private(set) var changes: [Changes] = []
    private let paths: Paths
    /// The record whose paths follow.
    private var words: [ArraySlice<UInt8>] = []
    private var parents = 0
    private var names: [Path] = []
    /// The number of paths that follow.
    private var missing = 0
    /// Whether there was a record of another form; everything after it is ignored.
    private var isBroken = false

    init(_ paths: Paths = .one) { self.paths = paths }

    /// Returns whether the field is the name of a commit: then the changes of the one before it are complete.
    mutating func add(_ field: ArraySlice<UInt8>) -> Bool {
      if isBroken || field.isEmpty { return false }
      if missing > 0 {
        names.append(Path(field))
        missing -= 1
        if missing == 0 { finish() }
        return false
      }
      parents = field.prefix { $0 == UInt8(ascii: ":") }.count
      if parents == 0 {
        changes.append(Changes(commit: String(decoding: field, as: UTF8.self)))
        return true
      }
      words = field.dropFirst(parents).split(separator: UInt8(ascii: " "))
      let isRenamed = words.last.map { "RC".utf8.contains($0.first ?? 0) } ?? false
      missing = parents == 1 ? (isRenamed ? 2 : 1) : paths == .all ? parents + 1 : 1
      names = []
      isBroken = words.count != 2 * parents + 3
      return false
    }

    private mutating func finish() {
      if changes.isEmpty { changes.append(Changes(commit: nil)) }
      let change = Changes.change(names, words, parents)
      if let change { changes[changes.count - 1].changes.append(change) } else { changes[changes.count - 1].hasGone = true }
    }

    /// Removes and returns the first changes, at most `count`.
    mutating func take(_ count: Int) -> [Changes] {
      defer { changes.removeFirst(min(count, changes.count)) }
      return Array(changes.prefix(count))
    }
  }

  /// `names`: the paths in the parents and the new one, or the new one alone. `nil` unless the result is a regular file.
  fileprivate static func change(_ names: [Path], _ words: [ArraySlice<UInt8>], _ parents: Int) -> FileChange? {
    guard let path = names.last, words[parents].starts(with: "100".utf8) else { return nil }
    let blobs = words[(parents + 1)...]
    let before = zip(words, blobs).prefix(parents).enumerated().filter { $1.0.starts(with: "100".utf8) }.map { index, version in
      CommittedTree.File(path: index < names.count - 1 ? names[index] : path, blob: Array(version.1))
    }
    return FileChange(path: path, blob: Array(blobs[blobs.startIndex + parents]), before: before)
  }
}

extension VerifyRepository {
  /// The changes with the former names of new files. git is asked for those of commits that also delete files, because rename
  /// detection in all merges takes ten times as long. If it cannot read a blob, the new files are `unread`.
  func followingRenames(_ all: [Changes], unread: inout Set<Path>) throws -> [Changes] {
    let asked = all.filter { $0.hasGone && $0.commit != nil && $0.changes.contains(where: \.before.isEmpty) }
    if asked.isEmpty { return all }
    let words = ["diff-tree", "--stdin", "-z", "-r", "-c", "--root", "--no-ext-diff", "--find-renames", "-l1000", "--combined-all-paths"]
    let done = try git.run(words.map { Array($0.utf8) }, input: asked.flatMap { Array("\($0.commit ?? "")\n".utf8) })
    if !done.isSuccess { unread.formUnion(asked.flatMap(\.changes).filter(\.before.isEmpty).map(\.path)) }
    let found = Dictionary(grouping: done.isSuccess ? Changes.parse(done.output, .all) : [], by: \.commit)
    return all.map { found[$0.commit]?.first ?? $0 }
  }
}

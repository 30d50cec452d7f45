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
      if let change = Changes.change(names, words, parents) { changes[changes.count - 1].changes.append(change) }
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

/// Finds former names of files, only on request, because rename detection in every commit is slow.
struct Renames {
  private let git: GitCommand
  private var commit = ""
  private var changes: [Path: FileChange] = [:]

  init(_ git: GitCommand) { self.git = git }

  /// The change with the versions in parents under other names; unchanged for a new file.
  mutating func change(_ change: FileChange, in commit: String) throws -> FileChange {
    if commit != self.commit {
      let words = ["diff-tree", "-z", "-r", "-c", "--root", "--no-ext-diff", "--find-renames", "-l1000", "--combined-all-paths", commit]
      let output = try git.output(words)
      let found = Changes.parse(output, .all).flatMap(\.changes).map { ($0.path, $0) }
      (self.commit, changes) = (commit, Dictionary(found, uniquingKeysWith: { one, _ in one }))
    }
    return changes[change.path] ?? change
  }
}

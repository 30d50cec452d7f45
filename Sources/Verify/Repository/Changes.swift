import Platform
import Rules

/// A regular file that differs between a commit and its parents, or between the index and `HEAD`.
struct FileChange: Sendable, Equatable {
  let path: Path
  /// The object name of the new blob.
  let blob: [UInt8]
  /// The versions in the parents that have it, also under another name.
  var before: [CommittedTree.File]

  /// The blobs and the paths of all versions, the new one first.
  var blobs: [[UInt8]] { [blob] + before.map(\.blob) }
  var paths: [Path] { [path] + before.map(\.path) }
}

/// The changes of a commit; `commit` is `nil` for those of the index.
struct Changes: Sendable, Equatable {
  let commit: String?
  var changes: [FileChange] = []
  /// Files that are gone, of which new ones can be later versions.
  var gone: [Path] = []

  /// The rules and attributes files, also by their former names.
  var settings: [Path] {
    (changes.flatMap(\.paths) + gone).filter { $0 == Path(RulesFile.name) || $0.name == Path(".gitattributes") }
  }

  /// Parses the whole output of `git diff-tree --stdin -z -r -c` and `git diff-index -z`. `allPaths`: records of merges
  /// have the paths in all parents as well (`--combined-all-paths`).
  static func parse(_ output: [UInt8], allPaths: Bool = false) -> [Changes] {
    var parser = Parser(allPaths: allPaths)
    for field in output.split(separator: 0) { parser.add(field) }
    return parser.changes
  }

  /// A parser of "Raw output format" of git-diff(1), field by field: `COMMIT NUL`, then for each file `:MODE.. OBJECT..
  /// STATUS NUL PATH NUL`, with a colon for each parent, and two paths for a renamed file. `git log` adds a newline
  /// before the files.
  struct Parser {
    var changes: [Changes] = []
    private let allPaths: Bool
    /// The record whose paths follow.
    private var words: [ArraySlice<UInt8>] = []
    private var parents = 0
    private var names: [Path] = []
    private var missing = 0
    /// Whether there was a record of another form; everything after it is ignored.
    private var isBroken = false

    init(allPaths: Bool = false) { self.allPaths = allPaths }

    mutating func add(_ field: ArraySlice<UInt8>) {
      if isBroken { return }
      if missing > 0 {
        names.append(Path(field))
        missing -= 1
        return missing == 0 ? finish() : ()
      }
      let field = field.drop { $0 == .newline }
      if field.isEmpty { return }
      parents = field.prefix { $0 == .colon }.count
      if parents == 0 { return changes.append(Changes(commit: field.string)) }
      words = field.dropFirst(parents).split(separator: .space)
      let isRenamed = words.last?.first.map("RC".utf8.contains) ?? false
      let hasAllPaths = parents == 1 ? isRenamed : allPaths
      missing = hasAllPaths ? parents + 1 : 1
      names = []
      isBroken = words.count != 2 * parents + 3
    }

    private mutating func finish() {
      if changes.isEmpty { changes.append(Changes(commit: nil)) }
      let last = changes.count - 1
      guard words[parents].starts(with: "100".utf8), let path = names.last else {
        return changes[last].gone += names.suffix(1)
      }
      let blobs = words[(parents + 1)...].map { Array($0) }
      let before = (0..<parents).filter { words[$0].starts(with: "100".utf8) }.map { index in
        CommittedTree.File(path: index < names.count - 1 ? names[index] : path, blob: blobs[index])
      }
      changes[last].changes.append(FileChange(path: path, blob: blobs[parents], before: before))
    }
  }
}

extension VerifyRepository {
  /// The changes with the former names of new files, if git can read all blobs. It is asked for those of commits that
  /// also delete files, because rename detection in all merges takes ten times as long.
  func followingRenames(_ all: [Changes]) -> [Changes] {
    let asked = all.filter { !$0.gone.isEmpty && $0.commit != nil && $0.changes.contains(where: \.before.isEmpty) }
    let command = ["diff-tree", "--stdin", "-c", "--root", "--combined-all-paths"]
    guard !asked.isEmpty,
      let renamed = try? changes(command, allPaths: true, asked.compactMap(\.commit).inputLines)
    else { return all }
    let byCommit = Dictionary(grouping: renamed, by: \.commit)
    return all.map { byCommit[$0.commit]?.first ?? $0 }
  }

  /// The changes in a comparison, with the former names of new files.
  func changes(
    _ words: [String], of commits: [String] = [], allPaths: Bool = false, _ input: [UInt8] = []
  ) throws -> [Changes] {
    let words = words + ["-z", "-r", "--no-ext-diff", "--find-renames", "-l1000"] + commits
    return Changes.parse(try git.output(words, input: input), allPaths: allPaths)
  }
}

import Platform
import Rules
import Smudge
import Verify

/// The files of a working tree that git-munge reads: those that are munged, those that `git status` lists, and if a
/// command needs them, all others.
///
/// A command makes it once, and again after it has taken a lock.
struct IndexSnapshot: Sendable {
  /// The files in which texts are searched.
  enum Extent {
    /// Those that `git status` lists: a commit leaves all others as they are, and none shows a local text by us. What
    /// git has smudged since the last change is munged, as long as no other line can override the block; and a file
    /// that was moved differs from `HEAD`, and in its stat data from the index. Without the block it is `all`.
    case changed
    case all
  }

  private let tree: WorkingTree
  /// The tracked files that are munged, and the rules and attributes files, sorted by path.
  let tracked: [WorktreeFile]
  private let changes: Later<Changes>
  /// Both, and the untracked files.
  private let known: Later<[Path: WorktreeFile]>

  /// The files that `git status` lists.
  private struct Changes: Sendable {
    /// The lines of tracked files: two letters, a blank and the path.
    var tracked: [ArraySlice<UInt8>] = []
    /// The untracked files, sorted by path, without a git directory that is not named `.git`.
    var untracked: [WorktreeFile] = []
  }

  /// Starts the listing. `rulesOnly`: only the tracked rules and attributes files.
  init(_ tree: WorkingTree, rulesOnly: Bool = false) throws {
    self.tree = tree
    changes = Later(atOnce: !rulesOnly) { rulesOnly ? Changes() : try Self.changes(tree) }
    let munged = rulesOnly ? [] : [FilterAttribute.pathspec]
    let output = try tree.git.output(Self.listing + RulesFile.pathspecs + munged)
    tracked = Self.files(output, rulesOnly ? .unspecified : .munged)
    known = Later(atOnce: false) { [tracked, changes] in Self.byPath(try tracked + changes.value.untracked) }
  }

  private static let listing = ["ls-files", "-z", "-s", "-v", "--"]

  /// The files of a listing, without links and submodules, which git never filters. `attribute`: of those that can be
  /// munged.
  private static func files(_ listed: [UInt8], _ attribute: FilterAttribute = .unspecified) -> [WorktreeFile] {
    var files: [WorktreeFile] = []
    // An unmerged file has several entries.
    for entry in ListedEntry.all(in: listed) where entry.isRegularFile && entry.path != files.last?.path {
      files.append(WorktreeFile(entry.path, WorktreeFile.Record(entry), attribute))
    }
    return files
  }

  private static func changes(_ tree: WorkingTree) throws -> Changes {
    func isUntracked(_ line: ArraySlice<UInt8>) -> Bool { line.first == UInt8(ascii: "?") }
    let lines = try tree.changedFiles()
    let paths = lines.filter(isUntracked).map { Path($0.dropFirst(3)) }
      .filter { !(tree.top / $0).isInside(tree.gitDirectory.common) }
    let untracked = try zip(paths, tree.filterAttributes(of: paths)).map { WorktreeFile($0, .untracked, $1) }
    return Changes(tracked: lines.filter { !isUntracked($0) }, untracked: untracked)
  }

  private static func byPath(_ files: [WorktreeFile]) -> [Path: WorktreeFile] {
    Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// All files that are munged: tracked ones, then untracked ones.
  var munged: [WorktreeFile] { get throws { try (tracked + untracked).filter { $0.attribute == .munged } } }

  var untracked: [WorktreeFile] { get throws { try changes.value.untracked } }

  /// The files that `git status` lists.
  var listed: Set<Path> { get throws { try changed { _ in true }.union(untracked.map(\.path)) } }

  /// The files that differ from `HEAD` in the index, without deleted ones.
  var staged: Set<Path> { get throws { try changed { !" D".utf8.contains($0[$0.startIndex]) } } }

  /// The tracked files that differ from the index on disk. Munged ones are compared as they are.
  var modified: Set<Path> { get throws { try changed { $0[$0.startIndex + 1] != .space } } }

  private func changed(_ isWanted: (ArraySlice<UInt8>) -> Bool) throws -> Set<Path> {
    Set(try changes.value.tracked.filter(isWanted).map { Path($0.dropFirst(3)) })
  }

  /// The tracked `.gitattributes` of all directories.
  var attributeFiles: [Path] { tracked.map(\.path).filter { $0.name == Path(".gitattributes") } }

  func isMunged(_ path: Path) throws -> Bool { try known.value[path]?.attribute == .munged }

  /// The state of a file that is munged or untracked, or has rules or attributes; `nil` for any other.
  func record(of path: Path) throws -> WorktreeFile.Record? { try known.value[path]?.record }

  /// The files at these paths, with their attributes; without paths that are not listed.
  func files(at paths: [Path]) throws -> [WorktreeFile] {
    var known = try known.value
    let others = paths.filter { known[$0] == nil }.map { Path(":(top,literal)".bytes + $0.bytes) }
    if !others.isEmpty {
      // git compares each file with each pathspec.
      let listed = try tree.git.output(Self.listing, paths: others.count > 100 ? [] : others)
      known.merge(Self.byPath(Self.files(listed)), uniquingKeysWith: { one, _ in one })
    }
    let files = paths.compactMap { known[$0] }
    return try zip(files, tree.filterAttributes(of: files.map(\.path))).map { file, attribute in
      WorktreeFile(file.path, file.record, attribute)
    }
  }

  /// Files on disk without the attribute that contain one of the texts, sorted.
  func files(
    holding texts: [[UInt8]], among extent: Extent, where isWanted: (Path) -> Bool = { _ in true }
  ) throws -> [WorktreeFile] {
    let paths = try paths(holding: texts, among: extent).filter { try !isMunged($0) && isWanted($0) }
    return try files(at: paths.sorted())
  }

  /// The regular files on disk with one of the texts. Files that cannot be read have none.
  private func paths(holding texts: [[UInt8]], among extent: Extent) throws -> [Path] {
    let search = TextSearch(texts)
    if search.isEmpty { return [] }
    let names =
      try extent == .all || !AttributesBlock(tree).isWhole
      ? tree.git.records(["ls-files", "-z"]) : changes.value.tracked.map { $0.dropFirst(3) }
    return try (names + untracked.map { $0.path.bytes[...] }).mapSlices(of: 1024) { slice in
      var search = WorktreeSearch(tree.top, search)
      return slice.filter { search.finds(in: $0) }.map { Path($0) }
    }.flatMap(\.self).uniqued
  }

  /// Tracked files with the attribute whose blob in the index contains one of the texts as a word, with the content of
  /// the blob; without those that a sparse checkout omits, whose blobs a partial clone lacks. `changed`: those that are
  /// staged.
  func munged(committedWith texts: [[UInt8]], among extent: Extent) throws -> [(path: Path, content: [UInt8])] {
    let search = TextSearch(texts)
    let words = WholeWordSearch(texts)
    if search.isEmpty { return [] }
    let staged = try extent == .all ? nil : staged
    let files = tracked.filter { $0.attribute == .munged && $0.blob != nil && staged?.contains($0.path) ?? true }
    var holding: [(path: Path, content: [UInt8])] = []
    try tree.blobs.forEach(files.compactMap(\.blob)) { index, content in
      guard let content, search.occurs(in: content), words.occur(in: content) else { return }
      holding.append((files[index].path, content))
    }
    return holding
  }
}

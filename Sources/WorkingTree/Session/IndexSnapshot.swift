import Platform
import Rules
import Smudge
import Verify

/// A listing of a working tree: tracked files and untracked ones that are not ignored.
///
/// Made once for a command, or again after a lock was taken.
struct IndexSnapshot: Sendable {
  private let tree: WorkingTree
  /// Without links and submodules, which git never filters; each sorted by path.
  private let tracked, untracked: [ListedFile]
  /// All files with `filter=munge`: tracked ones, then untracked ones.
  let munged: [WorktreeFile]

  private struct ListedFile: Sendable {
    let path: Path
    let record: WorktreeFile.Record
    /// The blob in the index; `nil` if untracked or unmerged.
    let blob: [UInt8]?
    /// `nil`: not `filter=munge`; git was not asked for more.
    var attribute: FilterAttribute?
  }

  init(_ tree: WorkingTree) throws {
    // The walk through the directories takes as long as all the rest.
    let ((files, munged), untracked) = try concurrently(
      { try (Self.tracked(tree), Self.mungedPaths(tree)) }, { try Self.untracked(tree) })
    self.init(tree, Self.marked(files, munged), untracked)
  }

  /// A listing of the tracked rules and attributes files only, without their attributes.
  static func steering(_ tree: WorkingTree) throws -> IndexSnapshot {
    IndexSnapshot(tree, try tracked(tree, RulesFile.pathspecs), [])
  }

  private init(_ tree: WorkingTree, _ tracked: [ListedFile], _ untracked: [ListedFile]) {
    (self.tree, self.tracked, self.untracked) = (tree, tracked, untracked)
    let munged = tracked.filter { $0.attribute == .munged } + untracked.filter { $0.attribute == .munged }
    self.munged = munged.map { WorktreeFile(path: $0.path, record: $0.record, attribute: .munged) }
  }

  private static func tracked(_ tree: WorkingTree, _ pathspecs: [String] = []) throws -> [ListedFile] {
    let output = try tree.git.output(["ls-files", "-z", "-s", "-v", "--"] + pathspecs)
    var files: [ListedFile] = []
    for entry in ListedEntry.all(in: output) where entry.isRegularFile && files.last?.path != entry.path {
      files.append(ListedFile(path: entry.path, record: .init(entry), blob: entry.stage == 0 ? entry.object : nil))
    }
    return files
  }

  /// The tracked paths with `filter=munge`, sorted.
  ///
  /// `ls-files` looks at the attributes of a path in memory. `check-attr` reads each path and writes its attributes, which takes
  /// longer than all the rest.
  private static func mungedPaths(_ tree: WorkingTree) throws -> [Path] {
    try tree.git.records(["ls-files", "-z", "--", ":(top,attr:filter=munge)"]).map { Path($0) }
  }

  /// The files, with those marked that are at these paths. Both are sorted; other paths are those of links, and of submodules.
  private static func marked(_ files: [ListedFile], _ munged: [Path]) -> [ListedFile] {
    var (files, rest) = (files, munged[...])
    for index in files.indices {
      rest = rest.drop { $0 < files[index].path }
      if rest.first == files[index].path { files[index].attribute = .munged }
    }
    return files
  }

  private static func untracked(_ tree: WorkingTree) throws -> [ListedFile] {
    let paths = try tree.git.records(["ls-files", "-z", "--others", "--exclude-standard"]).map { Path($0) }
    return try zip(paths, filters(of: paths, tree)).map { ListedFile(path: $0, record: .untracked, blob: nil, attribute: $1) }
  }

  private static func filters(of paths: [Path], _ tree: WorkingTree) throws -> [FilterAttribute] {
    let values = try tree.attributeValues(["filter"], of: paths)
    if values.count != paths.count { throw MungeError.unanswered("the attributes of \(values.count) files") }
    return values.map { FilterAttribute($0.value) }
  }

  /// The tracked `.gitattributes` of all directories.
  var attributeFiles: [Path] { tracked.map(\.path).filter { $0.name == Path(".gitattributes") } }

  private func file(_ path: Path) -> ListedFile? {
    for files in [tracked, untracked] {
      let index = files.partitioningIndex { !($0.path < path) }
      if index < files.count, files[index].path == path { return files[index] }
    }
    return nil
  }

  func isMunged(_ path: Path) -> Bool { file(path)?.attribute == .munged }

  func record(of path: Path) -> WorktreeFile.Record? { file(path)?.record }

  /// The files at these paths, with their attributes; without paths that are not listed.
  func files(at paths: [Path]) throws -> [WorktreeFile] {
    let known = paths.compactMap(file)
    let asked = known.filter { $0.attribute == nil }.map(\.path)
    let filters = try Dictionary(zip(asked, Self.filters(of: asked, tree)), uniquingKeysWith: { one, _ in one })
    return known.map { file in
      WorktreeFile(path: file.path, record: file.record, attribute: file.attribute ?? filters[file.path] ?? .unspecified)
    }
  }

  /// Files on disk without the attribute that contain one of the texts, in bytes or UTF-16, sorted.
  func files(holding texts: [[UInt8]]) throws -> [WorktreeFile] {
    let others = (tracked + untracked).filter { $0.attribute != .munged }.map(\.path)
    let found = tree.paths(of: others, holding: AnyEncodingSearch(texts))
    return try files(at: found.sorted()).filter { $0.attribute != .munged }
  }

  /// Those of the texts that a file on disk contains, in bytes or UTF-16.
  func held(_ texts: Set<[UInt8]>) throws -> Set<[UInt8]> {
    let searches = texts.map { (text: $0, search: AnyEncodingSearch([$0])) }
    var held: Set<[UInt8]> = []
    for path in tree.paths(of: (tracked + untracked).map(\.path), holding: AnyEncodingSearch(texts)) {
      guard let content = try tree.content(of: path) else { continue }
      held.formUnion(searches.filter { $0.search.occurs(in: content) }.map(\.text))
    }
    return held
  }

  /// Tracked files with the attribute whose blob in the index contains one of the texts as a word, with the content of the blob.
  func munged(committedWith texts: [[UInt8]]) throws -> [(path: Path, content: [UInt8])] {
    let (search, words) = (AnyEncodingSearch(texts), WholeWordSearch(texts))
    if search.isEmpty { return [] }
    var files = tracked.filter { $0.attribute == .munged && $0.blob != nil && !Exclusion.isExcluded($0.path) }
    // A sparse partial clone lacks the blobs of files that are not checked out, and git would fetch each.
    let areSkippedHere = try? tree.areBlobs(files.filter { $0.record == .skipped }.compactMap(\.blob)).allSatisfy(\.self)
    if !(areSkippedHere ?? false) { files.removeAll { $0.record == .skipped } }
    if files.isEmpty { return [] }
    var blobs = try BlobReader(tree.git)
    var found: [(path: Path, content: [UInt8])] = []
    try blobs.forEach(files.compactMap(\.blob)) { index, content in
      guard let content, search.occurs(in: content), words.occur(in: content) else { return }
      found.append((files[index].path, content))
    }
    return found
  }
}

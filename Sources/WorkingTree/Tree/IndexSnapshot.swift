import Engine
import Git
import Platform
import Rules
import Smudge
import Verify

/// A listing of a working tree: tracked files and untracked ones that are not ignored, with their `filter` attributes.
///
/// Made once for a command, or again after a lock was taken.
struct IndexSnapshot: Sendable {
  private let tree: WorkingTree
  /// Sorted by path, without links and submodules, which git never filters.
  private var tracked: [WorktreeFile] = []
  private var untracked: [WorktreeFile] = []
  /// All files with `filter=munge`.
  private(set) var munged: [WorktreeFile] = []

  init(_ tree: WorkingTree) throws(MungeError) {
    try self.init(tree, ["--cached", "--others", "--exclude-standard"], [])
    let values = try tree.attributeValues(["filter"], of: (tracked + untracked).map(\.path)).map(\.value)
    if values.count != tracked.count + untracked.count { throw .unanswered("the attributes of \(values.count) files") }
    for index in tracked.indices { tracked[index].attribute = FilterAttribute(values[index]) }
    for index in untracked.indices { untracked[index].attribute = FilterAttribute(values[tracked.count + index]) }
    munged = (tracked + untracked).filter { $0.attribute == .munged }
  }

  /// A listing of the tracked rules and attributes files only, without their attributes.
  static func steering(_ tree: WorkingTree) throws(MungeError) -> IndexSnapshot {
    try IndexSnapshot(tree, ["--cached"], [":(top,literal)\(RulesFile.name)", ":(top,glob)**/.gitattributes"])
  }

  private init(_ tree: WorkingTree, _ options: [String], _ pathspecs: [String]) throws(MungeError) {
    self.tree = tree
    let records = try tree.git.records(["ls-files", "-z", "-s", "-v"] + options + ["--"] + pathspecs)
    for record in records {
      guard let file = WorktreeFile(record) else { continue }
      if file.record == .untracked { untracked.append(file) } else if tracked.last?.path != file.path { tracked.append(file) }
    }
  }

  /// The tracked `.gitattributes` of all directories.
  var attributeFiles: [Path] { tracked.map(\.path).filter { $0.name == Path(".gitattributes") } }

  /// `nil` if there is no such file.
  subscript(path: Path) -> WorktreeFile? {
    for files in [tracked, untracked] {
      let index = files.partitioningIndex { !($0.path < path) }
      if index < files.count, files[index].path == path { return files[index] }
    }
    return nil
  }

  // MARK: Search

  /// Files without the attribute that contain one of the texts.
  func files(holding texts: [[UInt8]], side: WorkingTree.SearchScope) throws(MungeError) -> [WorktreeFile] {
    try tree.paths(holding: texts, side).compactMap { self[$0] }.filter { $0.attribute != .munged }
  }

  /// Files with the attribute whose blob in the index contains one of the texts as a word.
  func munged(committedWith texts: [[UInt8]]) throws(MungeError) -> [Path] {
    let places = WholeWordSearch(texts)
    let hits: [Path]
    do throws(MungeError) {
      hits = try tree.paths(holding: texts, .index)
    } catch {
      // git fails at the first missing blob of a partial clone.
      guard case .git(.command(_, status: 128, _)) = error else { throw error }
      return try fetchedFiles(with: places)
    }
    return try hits.filter { self[$0]?.attribute == .munged && !Exclusion.isExcluded($0) }.kept { path throws(MungeError) in
      places.occur(in: try tree.blob(":0:", path))
    }
  }

  /// The same, blob by blob, without missing ones.
  private func fetchedFiles(with places: WholeWordSearch) throws(MungeError) -> [Path] {
    var sources = SourceReader()
    var content = Spool()
    var found: [Path] = []
    for file in munged where !Exclusion.isExcluded(file.path) {
      guard let blob = file.blob else { continue }
      let isHere = try wrapping(sources.read(blob, into: &content))
      if isHere, places.occur(in: content.inMemory ?? []) { found.append(file.path) }
    }
    return found
  }
}

extension WorktreeFile {
  /// Parses a record of `git ls-files -z -s -v`; that of an untracked file is `? SP path`. `nil` for links and submodules. The
  /// attribute is set later.
  fileprivate init?(_ record: [UInt8]) {
    if record.starts(with: "? ".utf8) {
      self.init(path: Path(record.dropFirst(2)), record: .untracked, attribute: .unspecified)
      return
    }
    guard let entry = ListedEntry(index: record), entry.isRegularFile else { return nil }
    self.init(path: entry.path, record: Record(entry), attribute: .unspecified)
  }
}

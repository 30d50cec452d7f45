import Git
import Platform
import Smudge

/// What git lists of a working tree: tracked files, untracked ones that are not ignored, and the filters that their
/// attributes name.
///
/// Taken once for a command, or for a part of it that depends on what another program may have changed.
struct IndexSnapshot: Sendable {
  private let tree: WorkingTree
  /// In the order of their paths; links and submodules, which are never filtered, are none of them.
  private var tracked: [WorktreeFile] = []
  private var untracked: [WorktreeFile] = []
  /// All files that `.gitattributes` gives to git-munge.
  private(set) var munged: [WorktreeFile] = []

  init(_ tree: WorkingTree) throws(MungeError) {
    try self.init(tree, ["--cached", "--others", "--exclude-standard"], [])
    let values = try tree.attributeValues(["filter"], of: (tracked + untracked).map(\.path)).map(\.value)
    if values.count != tracked.count + untracked.count { throw .unanswered("the attributes of \(values.count) files") }
    for index in tracked.indices { tracked[index].attribute = WorktreeFile.Attribute(values[index]) }
    for index in untracked.indices { untracked[index].attribute = WorktreeFile.Attribute(values[tracked.count + index]) }
    munged = (tracked + untracked).filter { $0.attribute == .munged }
  }

  /// The rules file and files of attributes alone, as far as they are tracked, and nothing of their own attributes.
  static func steering(_ tree: WorkingTree) throws(MungeError) -> IndexSnapshot {
    try IndexSnapshot(tree, ["--cached"], [":(top,literal)\(RulesFile.name)", ":(top,glob)**/.gitattributes"])
  }

  private init(_ tree: WorkingTree, _ options: [String], _ pathspecs: [String]) throws(MungeError) {
    self.tree = tree
    let lines = try tree.git.records(["ls-files", "-z", "-s", "-v"] + options + ["--"] + pathspecs)
    for line in lines {
      guard let file = WorktreeFile(line) else { continue }
      if file.record == .untracked { untracked.append(file) } else if tracked.last?.path != file.path { tracked.append(file) }
    }
  }

  /// Tracked `.gitattributes` of all directories.
  var attributeFiles: [Path] { tracked.map(\.path).filter { $0.name == Path(".gitattributes") } }

  /// `nil` where there is no such file.
  subscript(path: Path) -> WorktreeFile? {
    for files in [tracked, untracked] {
      let index = files.partitioningIndex { !($0.path < path) }
      if index < files.count, files[index].path == path { return files[index] }
    }
    return nil
  }

  // MARK: Files that hold texts

  /// Files outside the attribute in which one of the texts occurs.
  func files(holding texts: [[UInt8]], side: WorkingTree.SearchScope) throws(MungeError) -> [WorktreeFile] {
    try tree.paths(holding: texts, side).compactMap { self[$0] }.filter { $0.attribute != .munged }
  }

  /// Attributed files that are committed, or staged, with one of the texts as a word of its own.
  func munged(committedWith texts: [[UInt8]]) throws(MungeError) -> [Path] {
    let places = WholeWordSearch(texts)
    let hits: [Path]
    do throws(MungeError) {
      hits = try tree.paths(holding: texts, .index)
    } catch {
      // git stops at the first blob that a partial clone has never fetched.
      guard case .git(.command(_, status: 128, _)) = error else { throw error }
      return try fetchedFiles(with: places)
    }
    return try hits.filter { self[$0]?.attribute == .munged && !Exclusion.isExcluded($0) }.kept { path throws(MungeError) in
      places.stand(in: try tree.blob(":0:", path))
    }
  }

  /// The same, blob by blob, as far as those are here.
  private func fetchedFiles(with places: WholeWordSearch) throws(MungeError) -> [Path] {
    var sources = Sources()
    var content = Spool()
    var found: [Path] = []
    for file in munged where !Exclusion.isExcluded(file.path) {
      guard let blob = file.blob else { continue }
      let isHere = try wrapping(sources.read(blob, into: &content))
      if isHere, places.stand(in: content.inMemory ?? []) { found.append(file.path) }
    }
    return found
  }
}

extension WorktreeFile {
  /// `tag SP mode SP blob SP stage TAB path`, or `? SP path` for an untracked one, as `git ls-files -s -v` writes them; `nil` for
  /// links and submodules. Its attribute is not known yet.
  fileprivate init?(_ line: [UInt8]) {
    if line.starts(with: "? ".utf8) {
      self.init(path: Path(line.dropFirst(2)), record: .untracked, attribute: .unspecified)
      return
    }
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard fields.count == 3, fields[1].starts(with: "100".utf8), let record = WorkingTree.record(line) else { return nil }
    self.init(path: WorkingTree.path(ofEntry: line), record: record, attribute: .unspecified)
  }
}

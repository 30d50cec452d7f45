import Platform
import Rules
import Smudge
import Verify

/// A listing of a working tree: tracked files and untracked ones that are not ignored.
///
/// A command makes it once, and again after it has taken a lock.
struct IndexSnapshot: Sendable {
  private let tree: WorkingTree
  /// The tracked files, without links and submodules, which git never filters; sorted by path.
  private let tracked: [ListedFile]
  /// The untracked files, sorted by path. git's walk through the directories takes as long as all the rest.
  private let untracked: Later<[ListedFile]>

  /// A line of the listing.
  private struct ListedFile: Sendable {
    /// The line as git lists it; the path alone if untracked. An array for each of many paths takes longer to make than
    /// the listing.
    let line: ArraySlice<UInt8>
    /// The path in the line.
    let name: ArraySlice<UInt8>
    var path: Path { Path(name) }
    /// The `filter` attribute; `nil`: not munged, and git was not asked for more.
    var attribute: FilterAttribute?

    private var entry: ListedEntry? { name.startIndex > line.startIndex ? ListedEntry(line) : nil }
    var record: WorktreeFile.Record { entry.map { WorktreeFile.Record($0) } ?? .untracked }
    /// The blob in the index; `nil` if untracked or unmerged.
    var blob: [UInt8]? { entry.flatMap { $0.stage == 0 ? $0.object : nil } }
    var isMunged: Bool { attribute == .munged }
    func file(_ attribute: FilterAttribute) -> WorktreeFile {
      WorktreeFile(path: path, record: record, attribute: attribute)
    }
  }

  /// Starts the listing. `rulesOnly`: only the tracked rules and attributes files, without their attributes; `listed`:
  /// the output of git, if it is known.
  init(_ tree: WorkingTree, rulesOnly: Bool = false, listed: [UInt8]? = nil) throws {
    self.tree = tree
    untracked = Later { rulesOnly ? [] : try Self.untracked(tree) }
    let munged = Later { rulesOnly ? [] : try Self.mungedNames(tree) }
    let command = ["ls-files", "-z", "-s", "-v", "--"] + (rulesOnly ? RulesFile.pathspecs : [])
    tracked = try Self.tracked(listed ?? tree.git.output(command), munged)
  }

  private static func tracked(_ listed: [UInt8], _ munged: Later<Set<ByteString>>) throws -> [ListedFile] {
    let lines = listed.records
    let munged = try munged.value
    var files: [ListedFile] = []
    files.reserveCapacity(lines.count)
    for line in lines where line.dropFirst(2).starts(with: "100".utf8) {
      let name = line[((line.index(of: .tab) ?? line.startIndex) + 1)...]
      // An unmerged file has several entries.
      if files.last?.name.hasSameBytes(as: name) ?? false { continue }
      files.append(ListedFile(line: line, name: name, attribute: munged.contains(ByteString(name)) ? .munged : nil))
    }
    return files
  }

  /// The tracked paths that are munged. `ls-files` looks at attributes in memory; `check-attr` reads each path and
  /// writes its attributes, which takes longer than all the rest.
  private static func mungedNames(_ tree: WorkingTree) throws -> Set<ByteString> {
    let pathspec = ":(top,attr:filter=\(FilterAttribute.driver))"
    return try Set(tree.git.records(["ls-files", "-z", "--", pathspec]).map { ByteString($0) })
  }

  /// The untracked files that `git status` lists, without a git directory that is not named `.git`.
  private static func untracked(_ tree: WorkingTree) throws -> [ListedFile] {
    let shown = try tree.configuration().effective(WorkingTree.untrackedKey)?.text
    if ["no", "false"].contains(shown) { return [] }
    let names = try tree.git.records(["ls-files", "-z", "--others", "--exclude-standard"])
      .filter { !(tree.top / Path($0)).isInside(tree.gitDirectory.common) }
    return try zip(names, tree.filterAttributes(of: names.map { Path($0) })).map {
      ListedFile(line: $0, name: $0, attribute: $1)
    }
  }

  /// All files that are munged: tracked ones, then untracked ones.
  var munged: [WorktreeFile] {
    get throws { try (tracked.filter(\.isMunged) + untracked.value.filter(\.isMunged)).map { $0.file(.munged) } }
  }

  /// The tracked `.gitattributes` of all directories.
  var attributeFiles: [Path] {
    let name = Path(".gitattributes")
    return tracked.filter { $0.name.suffix(name.bytes.count).elementsEqual(name.bytes) }
      .map(\.path)
      .filter { $0.name == name }
  }

  private func file(_ path: Path) throws -> ListedFile? {
    func find(in files: [ListedFile]) -> ListedFile? {
      let index = files.partitioningIndex { !$0.name.lexicographicallyPrecedes(path.bytes) }
      return index < files.count && files[index].name.elementsEqual(path.bytes) ? files[index] : nil
    }
    return try find(in: tracked) ?? find(in: untracked.value)
  }

  func isMunged(_ path: Path) throws -> Bool { try file(path)?.isMunged ?? false }

  func record(of path: Path) throws -> WorktreeFile.Record? { try file(path)?.record }

  /// The files at these paths, with their attributes; without paths that are not listed.
  func files(at paths: [Path]) throws -> [WorktreeFile] {
    let listed = try paths.compactMap(file)
    let asked = listed.filter { $0.attribute == nil }.map(\.path)
    let filters = try Dictionary(zip(asked, tree.filterAttributes(of: asked)), uniquingKeysWith: { one, _ in one })
    return listed.map { $0.file($0.attribute ?? filters[$0.path] ?? .unspecified) }
  }

  /// Files on disk without the attribute that contain one of the texts, sorted.
  func files(holding texts: [[UInt8]], where isWanted: (Path) -> Bool = { _ in true }) throws -> [WorktreeFile] {
    let paths = try paths(holding: texts) { !$0.isMunged }.filter(isWanted)
    return try files(at: paths.sorted()).filter { $0.attribute != .munged }
  }

  /// The texts that a file on disk contains.
  func held(_ texts: Set<[UInt8]>) throws -> Set<[UInt8]> {
    let searches = texts.map { (text: $0, search: TextSearch([$0])) }
    var held: Set<[UInt8]> = []
    for path in try paths(holding: Array(texts), where: { _ in true }) {
      guard let content = try tree.content(of: path) else { continue }
      held.formUnion(searches.filter { $0.search.occurs(in: content) }.map(\.text))
    }
    return held
  }

  /// The regular files on disk with one of the texts. Files that cannot be read have none.
  private func paths(holding texts: [[UInt8]], where isWanted: @Sendable (ListedFile) -> Bool) throws -> [Path] {
    let top = tree.top
    let search = TextSearch(texts)
    func paths(_ files: [ListedFile]) -> [Path] {
      files.mapSlices(of: 1024) { slice in
        var search = WorktreeSearch(top, search)
        return slice.filter { isWanted($0) && search.finds(in: $0.name) }.map(\.path)
      }.flatMap(\.self)
    }
    return try search.isEmpty ? [] : paths(tracked) + paths(untracked.value)
  }

  /// Tracked files with the attribute whose blob in the index contains one of the texts as a word, with the content of
  /// the blob.
  func munged(committedWith texts: [[UInt8]]) throws -> [(path: Path, content: [UInt8])] {
    let search = TextSearch(texts)
    let words = WholeWordSearch(texts)
    if search.isEmpty { return [] }
    var files = tracked.filter { $0.isMunged && $0.blob != nil && !Exclusion.isExcluded($0.path) }
    // A sparse partial clone lacks the blobs of files that are not checked out, and git would fetch each.
    let areHere = try? tree.areBlobs(files.filter { $0.record == .skipped }.compactMap(\.blob))
    if areHere?.contains(false) ?? true { files.removeAll { $0.record == .skipped } }
    if files.isEmpty { return [] }

    var blobs = try BlobReader(tree.git)
    var holding: [(path: Path, content: [UInt8])] = []
    try blobs.forEach(files.compactMap(\.blob)) { index, content in
      guard let content, search.occurs(in: content), words.occur(in: content) else { return }
      holding.append((files[index].path, content))
    }
    return holding
  }
}

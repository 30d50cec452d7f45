import Platform
import Rules
import Smudge
import Synchronization
import Verify

/// The files of `HEAD`, of a commit of the project, or of one of what is on disk, as `git munge init` reads them.
final class HeadTree: Sendable {
  let git: GitCommand
  let commit: String
  let all: [CommittedTree.File]
  /// The files that match the pathspecs: only they are munged.
  let files: [CommittedTree.File]
  /// For each pathspec of several files, the directory that they share; empty for all files.
  let folders: [Path]
  /// Words with a dot that are the name of a file or a folder, or its beginning before an extension: `com.acme.app` of
  /// `com.acme.app.plist` and of `com.acme.app.desktop.in`.
  let names: Set<String>
  let progress: Progress
  private let blobs: BlobPool
  private let missing = Mutex<Set<Path>>([])
  /// The packages of sources, and their files as classes.
  let packages = Mutex<Set<String>>([])
  /// The repository with the commit, kept as long as it is read; `nil` for another one.
  private let scratch: ScratchRepository?

  /// Reads the tree. `pathspecs`: files and directories, relative to the directory of `here`; empty for all. Throws
  /// `.unknownRevision` without a commit, `.notInHead` if there are no such files. `scratch`: with the commit that is
  /// read; `nil` for `revision`.
  init(
    _ git: GitCommand, here: GitCommand, _ pathspecs: [Path], _ progress: Progress = .none,
    _ scratch: ScratchRepository? = nil, revision: String = "HEAD"
  ) throws {
    self.scratch = scratch
    do {
      let words = ["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"]
      commit = try scratch?.commit() ?? git.line(words).string
    } catch {
      throw RepositoryError.unknownRevision(
        words: "HEAD has no commit yet: commit the project first, `git munge init` reads its files from there")
    }
    self.git = git
    self.progress = progress
    blobs = BlobPool(git)
    all = try CommittedTree.commit(commit).files(git)
    names = Self.names(of: all)

    var wanted: Set<Path> = []
    var folders: [Path] = []
    for pathspec in pathspecs {
      let words = ["ls-tree", "-r", "-z", "--name-only", "--full-name", commit, "--"]
      let matches = try here.records(words, paths: [pathspec]).map { Path($0) }
      if matches.isEmpty { throw InputError.notInHead(pathspec) }
      wanted.formUnion(matches)
      let shared = matches[0].ancestors.filter { folder in matches.allSatisfy { $0.isInside(folder) } }
      if matches.count > 1, let folder = shared.max(by: { $0.bytes.count < $1.bytes.count }) { folders.append(folder) }
    }
    self.folders = wanted.count == all.count ? [] : folders
    files = pathspecs.isEmpty ? all : all.filter { wanted.contains($0.path) }
  }

  /// Files that were to be searched, and whose blobs git cannot read.
  var unread: [Path] { missing.withLock { $0.sorted() } }

  /// The names of folders, and the beginnings of names of files, that have a dot.
  private static func names(of all: [CommittedTree.File]) -> Set<String> {
    let folders = all.flatMap { $0.path.ancestors.map(\.name) }.uniqued
    var names = folders.map { $0.bytes.string }
    for file in all {
      let bases = file.path.name.bytes.string.bases.reversed()
      let isCopied = ["in", "xml"].contains { bases.first?.hasSuffix(".\($0)") == true }
      names += bases.prefix(isCopied ? 3 : 2).map(String.init)
    }
    return Set(names.filter { $0.contains(".") })
  }

  /// Passes each file with its content to `body`; those that git cannot read are in `unread`.
  func forEach(_ files: [CommittedTree.File], _ body: (CommittedTree.File, [UInt8]) throws -> Void) throws {
    if files.isEmpty { return }
    let counter = progress.counter("Searching files", of: files.count)
    try blobs.forEach(files.map(\.blob)) { index, content in
      counter.advance()
      let file = files[index]
      if let content {
        try body(file, content)
      } else {
        noteMissing(file)
      }
    }
    counter.finish()
  }

  /// Records a file whose blob git cannot read.
  private func noteMissing(_ file: CommittedTree.File) {
    missing.withLock { _ = $0.insert(file.path) }
  }

  /// Text files that contain one of the texts. `git grep` ends at the first blob that a partial clone lacks. `look`: is
  /// passed each of them, on any thread.
  func files(
    holding texts: [String], where isWanted: (Path) -> Bool = { _ in true },
    _ look: @Sendable ([UInt8], Path) -> Void = { _, _ in }
  ) throws -> [CommittedTree.File] {
    if texts.isEmpty { return [] }
    let files = files.filter { isWanted($0.path) }
    let search = TextSearch(texts.map(\.bytes))
    let isHolding = try blobs.map(files.map(\.blob)) { index, content in
      guard let content else {
        noteMissing(files[index])
        return false
      }
      let isHolding = Exclusion.kind(of: content) == nil && search.occurs(in: content)
      if isHolding { look(content, files[index].path) }
      return isHolding
    }
    return zip(files, isHolding).filter(\.1).map(\.0)
  }

  /// Application ids of which source code names what a manifest of Android makes of them, `com.acme.app.provider` for
  /// `${applicationId}.provider`, each with the first such file.
  func namedByManifests(_ ids: [String]) throws -> [String: Path] {
    if ids.isEmpty { return [:] }
    let ends = try manifestEnds().sorted()
    var named: [String: Path] = [:]
    for id in ids {
      let texts = ends.flatMap { end in
        ["\"", "'", "\\\""].map { $0 + id + end + $0 }
      }
      let paths = try files(holding: texts).map(\.path)
      named[id] = paths.filter { FileRole($0) == .code && LeaveReason($0) == nil }.min()
    }
    return named
  }

  /// What manifests of Android have after the application id: `.provider` of `${applicationId}.provider`.
  private func manifestEnds() throws -> Set<String> {
    var ends: Set<String> = []
    let manifests = all.filter { $0.path.name == Path("AndroidManifest.xml") }
    try forEach(manifests) { _, content in
      let parts = content.string.split(separator: "${applicationId}", omittingEmptySubsequences: false)
      for part in parts.dropFirst() {
        let end = part.prefix { !"\"'/".contains($0) }
        if end.count > 1 { ends.insert(String(end)) }
      }
    }
    return ends
  }
}

extension [CommittedTree.File] {
  var paths: [Path] { map(\.path) }
}

import Platform
import Smudge
import Synchronization
import Verify

/// The files of `HEAD`, or of a commit of what is on disk, as `git munge init` reads them.
final class HeadTree: Sendable {
  let git: GitCommand
  let commit: String
  let all: [CommittedTree.File]
  /// Those that match the pathspecs: only they are munged.
  let files: [CommittedTree.File]
  /// Words with a dot that are the name of a file or a folder, or its beginning before an extension: `com.acme.app` of
  /// `com.acme.app.plist` and of `com.acme.app.desktop.in`.
  let names: Set<String>
  let progress: Progress
  private let blobs: BlobPool
  private let missing = Mutex<Set<Path>>([])
  private let scratch: ScratchRepository?

  /// `pathspecs`: files and directories, relative to the directory of `here`; empty for all. Throws `.unknownRevision`
  /// without a commit, `.unknownPath` if there are no such files. `scratch`: with the commit that is read; `nil` for
  /// `HEAD`.
  init(
    _ git: GitCommand, here: GitCommand, _ pathspecs: [Path], _ progress: Progress = .none,
    _ scratch: ScratchRepository? = nil
  ) throws {
    self.scratch = scratch
    do {
      commit =
        try scratch?.commit()
        ?? String(decoding: try git.line(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]), as: UTF8.self)
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
    for pathspec in pathspecs {
      let found = try here.records(
        ["ls-tree", "-r", "-z", "--name-only", "--full-name", commit, "--"], paths: [pathspec])
      if found.isEmpty { throw InputError.unknownPath(words: "'\(pathspec)' is not in HEAD") }
      wanted.formUnion(found.map { Path($0) })
    }
    files = pathspecs.isEmpty ? all : all.filter { wanted.contains($0.path) }
  }

  /// Files that were to be searched, and whose blobs git cannot read.
  var unread: [Path] { missing.withLock { $0.sorted() } }

  private static func names(of all: [CommittedTree.File]) -> Set<String> {
    let folders = all.flatMap { $0.path.ancestors.map(\.name) }.uniqued
    let words = all.flatMap { file -> [Substring] in
      let bases = String(decoding: file.path.name.bytes, as: UTF8.self).bases.reversed()
      return Array(bases.prefix(["in", "xml"].contains { bases.first?.hasSuffix(".\($0)") == true } ? 3 : 2))
    }
    return Set(
      (folders.map { String(decoding: $0.bytes, as: UTF8.self) } + words.map(String.init)).filter { $0.contains(".") })
  }

  /// Passes each file with its content to `body`, UTF-16 narrowed if it is not `raw`; those that git cannot read are in
  /// `unread`.
  func forEach(_ files: [CommittedTree.File], raw: Bool = false, _ body: (CommittedTree.File, [UInt8]) throws -> Void)
    throws
  {
    if files.isEmpty { return }
    let counter = progress.counter("Searching files", of: files.count)
    try blobs.forEach(files.map(\.blob)) { index, content in
      counter.advance()
      guard let content else { return _ = noteMissing(files[index].path) }
      try body(files[index], raw ? content : UTF16Text(content)?.narrowed ?? content)
    }
    counter.finish()
  }

  private func noteMissing(_ path: Path) -> Bool {
    missing.withLock { _ = $0.insert(path) }
    return false
  }

  /// Text files that contain one of the texts. `git grep` ends at the first blob that a partial clone lacks.
  func files(holding texts: [String]) throws -> [CommittedTree.File] {
    if texts.isEmpty { return [] }
    let search = AnyEncodingSearch(texts.map { Array($0.utf8) })
    let found = try blobs.map(files.map(\.blob)) { index, content in
      guard let content else { return noteMissing(files[index].path) }
      return Exclusion.kind(of: UTF16Text(content)?.narrowed ?? content) == nil && search.occurs(in: content)
    }
    return zip(files, found).filter(\.1).map(\.0)
  }

  /// Application ids of which source code names what a manifest of Android makes of them, `com.acme.app.provider` for
  /// `${applicationId}.provider`, each with the first such file.
  func namedByManifests(_ ids: [String]) throws -> [String: Path] {
    let reference = "${applicationId}"
    var ends: Set<String> = []
    try forEach(ids.isEmpty ? [] : all.filter { $0.path.name == Path("AndroidManifest.xml") }) { _, content in
      let text = String(decoding: content, as: UTF8.self)
      let parts = text.split(separator: reference, omittingEmptySubsequences: false).dropFirst()
      ends.formUnion(parts.map { part in String(part.prefix { !"\"'/".contains($0) }) }.filter { $0.count > 1 })
    }
    return try ids.reduce(into: [:]) { found, id in
      let texts = ends.sorted().flatMap { end in ["\"", "'", "\\\""].map { $0 + id + end + $0 } }
      let files = try files(holding: texts).map(\.path).filter { FileRole($0) == .code && LeaveReason.of($0) == nil }
      found[id] = files.min()
    }
  }
}

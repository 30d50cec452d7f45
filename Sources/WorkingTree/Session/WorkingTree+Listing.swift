import Platform
import Verify

// Files of a working tree, as git lists them.
extension WorkingTree {
  /// The files that match pathspecs, which are relative to the current directory: tracked and untracked ones, but not
  /// ignored ones. Throws `InputError.unmatched` for a pathspec that matches nothing.
  func paths(matching pathspecs: [Path]) throws -> [Path] {
    let listing = [
      "ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard", "--error-unmatch", "--",
    ]
    do {
      return try here.records(listing, paths: pathspecs).map { Path($0) }
    } catch {
      guard case .command(_, _, let words) = error else { throw error }
      throw InputError.unmatched(words: String(words.prefix { $0 != "\n" }))
    }
  }

  /// Files that differ from a commit in the index.
  func stagedFiles(since commit: String) throws -> Set<Path> {
    let words = ["diff", "--cached", "--name-only", "-z", "--no-ext-diff", "--no-renames", "--diff-filter=d"]
    return try names(words + [commit])
  }

  /// Files whose content differs from the index; empty if git fails, as without a filter program.
  func modifiedFiles() -> Set<Path> {
    (try? names(["diff", "--name-only", "-z", "--no-ext-diff", "--ignore-submodules"])) ?? []
  }

  private static let status = ["status", "--porcelain", "-z", "--no-renames", "--ignore-submodules"]

  /// The lines of `git status`: two letters, a blank and the path. The filter is off: munged files are read in any
  /// case, and it can fail. If git fails nevertheless, as by another filter, each tracked file is a modified one.
  func changedFiles() throws -> [ArraySlice<UInt8>] {
    let shown = try configuration().effective(WorkingTree.untrackedKey)?.text
    let untracked = ["no", "false"].contains(shown) ? "no" : "all"
    if let lines = try? git.records(FilterKey.off + Self.status + ["--untracked-files=\(untracked)"]) { return lines }
    return try git.records(["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"]).map {
      (($0.first == UInt8(ascii: "?") ? "?? " : "MM ").bytes + $0.dropFirst(2))[...]
    }
  }

  /// Files that `git status` lists as modified by their size, and that have nothing to commit.
  func touchedFiles() throws -> Set<Path> {
    let listed = try git.records(Self.status + ["--untracked-files=no"])
      .filter { $0.dropFirst().first == UInt8(ascii: "M") }.map { Path($0.dropFirst(3)) }
    return listed.isEmpty ? [] : Set(listed).subtracting(modifiedFiles())
  }

  /// The files that a git command with `-z` lists, which can clean them for that.
  private func names(_ words: [String]) throws -> Set<Path> {
    Set(try git.records(words).map { Path($0) })
  }

  /// The `filter` attributes of paths, in their order.
  func filterAttributes(of paths: [Path]) throws -> [FilterAttribute] {
    try attributeValues(["filter"], of: paths).map { FilterAttribute($0.value) }
  }

  /// The blob of a path in a revision or a stage of the index; empty if there is none.
  func blob(_ revision: String, _ path: Path) throws -> [UInt8] {
    try git.run(["cat-file", "blob"], revision.bytes + path.bytes).output
  }

  /// Whether the repository has a blob of each object name or `REVISION:PATH` (`git cat-file --batch-check`).
  func areBlobs(_ names: [[UInt8]]) throws -> [Bool] {
    try git.answers("cat-file", "--batch-check=%(objecttype)", to: names).map { $0.elementsEqual("blob".utf8) }
  }

  /// A reader of blobs.
  var blobs: BlobPool { BlobPool(git) }

  /// The results of `body` for slices of files that it reads on several threads, in order. It advances the counter by
  /// each file.
  func readSlices<Result: Sendable>(
    of files: [WorktreeFile], _ body: @Sendable (ArraySlice<WorktreeFile>, ProgressCounter) throws -> Result
  ) throws -> [Result] {
    let counter = progress.counter("Reading files", of: files.count)
    // A slice can start a reader of blobs.
    let results = try files.mapSlices(of: max(128, files.count / 16)) { slice in try body(slice, counter) }
    counter.finish()
    return results
  }
}

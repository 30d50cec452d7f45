import Platform
import Verify

// Files of a working tree, as git lists them.
extension WorkingTree {
  /// The files that match pathspecs, which are relative to the current directory: tracked and untracked ones, but not
  /// ignored ones. Throws `InputError.unknownPath` for a pathspec that matches nothing.
  func paths(matching pathspecs: [Path]) throws -> [Path] {
    let listing = [
      "ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard", "--error-unmatch", "--",
    ]
    do {
      return try here.records(listing, paths: pathspecs).map { Path($0) }
    } catch {
      guard case .command(_, _, let words) = error else { throw error }
      throw InputError.unknownPath(words: String(words.prefix { $0 != "\n" }))
    }
  }

  /// Files that a commit would add or change.
  func stagedFiles(since commit: String? = nil) throws -> [Path] {
    let words = ["diff", "--cached", "--name-only", "-z", "--no-ext-diff", "--no-renames", "--diff-filter=d"]
    return try git.records(words + [commit ?? "--cached"]).map { Path($0) }
  }

  /// Tracked files whose stat data differs from that in the index. Their content can be equal.
  func dirtyFiles() throws -> Set<Path> {
    try names(["diff-files", "--name-only", "-z", "--ignore-submodules"])
  }

  /// Files whose content differs from the index; empty if git fails, as without a filter program.
  func modifiedFiles() -> Set<Path> {
    (try? names(["diff", "--name-only", "-z", "--no-ext-diff", "--ignore-submodules"])) ?? []
  }

  /// Files that `git status` lists as modified by their size, and that have nothing to commit.
  func touchedFiles() throws -> Set<Path> {
    let status = ["status", "--porcelain", "-z", "--untracked-files=no", "--no-renames", "--ignore-submodules"]
    let listed = try cleaning(status).records.filter { $0.dropFirst().first == UInt8(ascii: "M") }
      .map { Path($0.dropFirst(3)) }
    return listed.isEmpty ? [] : Set(listed).subtracting(modifiedFiles())
  }

  /// The files that a git command with `-z` lists, which can clean them for that.
  private func names(_ words: [String]) throws -> Set<Path> {
    Set(try cleaning(words).records.map { Path($0) })
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

  /// The results of `body` for slices of files that it reads on several threads, in order. It advances the counter by
  /// each file.
  func readSlices<Result: Sendable>(
    of files: [WorktreeFile], _ body: @Sendable (ArraySlice<WorktreeFile>, ProgressCounter) throws -> Result
  ) throws -> [Result] {
    let counter = progress.counter("Reading files", of: files.count)
    let results = try files.mapSlices(of: 128) { slice in try body(slice, counter) }
    counter.finish()
    return results
  }
}

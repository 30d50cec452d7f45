import Platform
import Verify

// Files of a working tree, as git lists them.
extension WorkingTree {
  /// The files with the attribute that match pathspecs, which are relative to the current directory; all if there are none.
  func attributedFiles(matching pathspecs: [Path]) throws -> [WorktreeFile] {
    let files = try IndexSnapshot(self).munged
    if pathspecs.isEmpty { return files }
    let paths = Set(try paths(matching: pathspecs))
    return files.filter { paths.contains($0.path) }
  }

  /// The files that match pathspecs, which are relative to the current directory: tracked and untracked ones, but not ignored
  /// ones. Throws `MungeError.unknownPath` for a pathspec that matches nothing.
  func paths(matching pathspecs: [Path]) throws -> [Path] {
    let listing = ["ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard", "--error-unmatch", "--"]
    do {
      return try here.records(listing, paths: pathspecs).map { Path($0) }
    } catch {
      guard case GitError.command(_, _, let words) = error else { throw error }
      throw MungeError.unknownPath(words: String(words.prefix { $0 != ";" }))
    }
  }

  /// Tracked files whose stat data differs from that in the index. Their content can be equal.
  func dirtyFiles() throws -> Set<Path> {
    try names(["diff-files", "--name-only", "-z", "--ignore-submodules"])
  }

  /// Files whose content differs from the index; empty if git fails, as without a filter program.
  func modifiedFiles() -> Set<Path> {
    (try? names(["diff", "--name-only", "-z", "--no-ext-diff", "--ignore-submodules"])) ?? []
  }

  /// The files that a git command with `-z` lists, which can clean them for that.
  private func names(_ words: [String]) throws -> Set<Path> { Set(try cleaning(words).records.map { Path($0) }) }

  /// The output of `git check-attr`: `munge`, `unspecified`, `unset`, or another filter.
  func filterAttribute(of path: Path) throws -> String {
    try attributeValues(["filter"], of: [path]).first?.value ?? "unspecified"
  }

  /// The state of a path in the index, also of a link; `nil` if it is not there.
  func record(of path: Path) throws -> WorktreeFile.Record? {
    let pathspec = Path(Array(":(top,literal)".utf8) + path.bytes)
    let output = try git.output(["ls-files", "-z", "-s", "-v", "--"], paths: [pathspec])
    return ListedEntry.all(index: output).first { $0.path == path }.map { WorktreeFile.Record($0) }
  }

  func isIgnored(_ path: Path) throws -> Bool {
    try !git.output(["check-ignore", "-z", "--stdin"], input: path.bytes + [0], accepting: [0, 1, 128]).isEmpty
  }
}

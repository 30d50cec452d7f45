import Platform

/// Finds former names of files, only on request, because rename detection in every commit is slow.
struct Renames {
  private let git: GitCommand
  private var commit = ""
  private var changes: [Path: FileChange] = [:]

  init(_ git: GitCommand) { self.git = git }

  /// The change with the versions in parents under other names; unchanged for a new file.
  mutating func change(_ change: FileChange, in commit: String) throws -> FileChange {
    if commit != self.commit {
      let words = ["diff-tree", "-z", "-r", "-c", "--root", "--no-ext-diff", "--find-renames", "-l1000", "--combined-all-paths", commit]
      let output = try git.output(words)
      let found = Changes.parse(output, .all).flatMap(\.changes).map { ($0.path, $0) }
      (self.commit, changes) = (commit, Dictionary(found, uniquingKeysWith: { one, _ in one }))
    }
    return changes[change.path] ?? change
  }
}

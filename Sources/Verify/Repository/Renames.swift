import Git
import Platform

/// Finds the former names of files, where it matters: to look for them in every commit takes too long.
struct Renames {
  private let git: Plumbing
  private var commit = ""
  private var changes: [Path: FileChange] = [:]

  init(_ git: Plumbing) { self.git = git }

  /// The same change with what it was under another name; as it is where it is new.
  mutating func change(_ change: FileChange, in commit: String) throws(MungeError) -> FileChange {
    if commit != self.commit {
      let words = ["diff-tree", "-z", "-r", "-c", "--root", "--no-ext-diff", "--find-renames", "-l1000", "--combined-all-paths", commit]
      let output = try git.output(words)
      let found = Changes.parse(output, .all).flatMap(\.changes).map { ($0.path, $0) }
      (self.commit, changes) = (commit, Dictionary(found, uniquingKeysWith: { one, _ in one }))
    }
    return changes[change.path] ?? change
  }
}

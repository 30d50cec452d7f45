/// The target of `git munge verify`.
package enum VerifyTarget: Sendable, Equatable {
  /// All files of a commit; its name as given.
  case revision(String)
  /// The changes of commits, as arguments of `git rev-list`: `A..B`, or several words.
  case range([String])
  /// The commits that a push adds, and the commits of the default branches that they are compared with.
  case pushed([CommitTip], heads: [String])
  /// All commits that are reachable from a branch, a tag or `HEAD`.
  case history
  /// The changes in the index.
  case staged
  /// The files on disk, for a machine that builds from them.
  case worktree

  /// The content in an error.
  var name: String {
    switch self {
    case .revision(let name): name
    case .range(let words): words.joined(separator: " ")
    case .pushed: "the push"
    case .history, .worktree: "HEAD"
    case .staged: "the index"
    }
  }
}

/// A commit of a range that no other one has as a parent.
package struct CommitTip: Sendable, Hashable {
  /// The object name of the commit.
  package let new: String
  /// The commits whose rules are used as well: those of its refs before a push.
  package var old: [String] = []
  /// The commits that the tip adds, without those of the tips before it; each after its parents.
  package var commits: [String] = []
  /// The other parents of these commits, the latest first.
  package var bases: [String] = []
  /// Whether one of its commits has several parents.
  package var hasMerges = false
}

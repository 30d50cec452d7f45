/// The target of `git munge verify`.
package enum VerifyTarget: Sendable, Equatable {
  /// All files of a commit; its name as given.
  case revision(String)
  /// The changes of commits, as arguments of `git rev-list`: `A..B`, or several words.
  case range([String])
  /// The commits that a push adds to this repository, before its refs are updated.
  case received([ReceivedTip])
  /// All commits that are reachable from a branch, a tag or `HEAD`.
  case history
  /// The changes in the index.
  case staged
  /// The files on disk, for a machine that builds from them.
  case worktree
}

/// The last commit of one or more refs that is pushed to this repository.
package struct ReceivedTip: Sendable, Hashable {
  /// The object name of the commit.
  package let new: String
  /// The commits of its refs before the push; empty if they are new.
  package var old: [String] = []
  /// The commits that the tip adds, without those of the tips before it; each after its parents.
  package var commits: [String] = []
  /// The other parents of these commits, the latest first.
  package var bases: [String] = []
  /// Whether one of its commits has several parents.
  package var hasMerges = false

  /// Creates a tip whose commits are not listed yet.
  package init(new: String) { self.new = new }
}

package import Platform

/// An error of an uninstallation. Its description says what to do next.
package enum UninstallError: Error, Sendable, Equatable, CustomStringConvertible {
  case otherWorktreesMunged([Path])
  case worktreesAway([Path])
  case stopped(afterTrees: Int, why: String)

  package var description: String {
    switch self {
    case .otherWorktreesMunged(let paths):
      "nothing was changed: other working trees of this clone are munged: \(paths.listed); "
        + "`git munge uninstall --yes` uninstalls in all, --this-worktree only here"
    case .worktreesAway(let paths):
      "munged working trees of this clone are missing: \(paths.listed); "
        + "restore them (`git worktree repair` if they were moved) or run this in them; "
        + "if they no longer exist, run `git worktree prune` (after `git worktree unlock` if locked)"
    case .stopped(let trees, let why):
      "stopped after \(count(trees, "working tree")), the others are unchanged: \(why); "
        + "fix this, then run the same command again"
    }
  }
}

// The actions of `git munge doctor --fix`.

package import Platform

extension Finding {
  /// An action of `git munge doctor --fix`.
  package enum Fix: Sendable, Hashable {
    /// Sets the keys of the filter to the program next to this one.
    case setKeys
    /// Sets the fallback attributes again, with a new copy of the user's own.
    case renewAttributes
    /// Writes the hooks of git-munge again, with the program next to the filter.
    case renewHooks
    /// Makes a file readable for its owner only.
    case restrict(Path)
    case remove(Path)
  }

  /// Whether `git munge doctor --fix` fixes it.
  package var isFixable: Bool { detail.fix != nil }
}

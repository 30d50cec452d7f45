// The actions of `git munge doctor --fix`.

import Git
import Platform

extension Finding {
  /// An action of `git munge doctor --fix`.
  enum Fix: Sendable, Hashable {
    /// Sets the keys of the filter to the program next to this one.
    case setKeys
    /// Sets the fallback attributes again, with a new copy of the user's own.
    case renewAttributes
    /// Writes the hooks of git-munge again, with the program next to the filter.
    case renewHooks
    /// Makes a file readable for its owner only.
    case restrict(Path)
    case remove(Path)

    func perform(in tree: WorkingTree) throws(MungeError) {
      switch self {
      case .setKeys:
        guard let program = try? FilterProgram.find() else { return }
        try configuring(FilterKey.setAll(in: ConfigFile(tree.config), to: program))
      case .renewAttributes: try FallbackAttributes(tree).enable()
      case .renewHooks:
        guard let program = try? FilterProgram.find() else { return }
        _ = try HookManager(tree).renew(for: program)
      case .restrict(let path): try wrapping(FileSystem.setMode(path, 0o600))
      case .remove(let path): try wrapping(FileSystem.removeTree(path))
      }
    }
  }

  /// Whether `git munge doctor --fix` fixes it.
  package var isFixable: Bool { detail.fix != nil }
}

// What `git munge doctor --fix` does.

import Git
import Platform

extension Finding {
  /// What `git munge doctor --fix` does about a finding.
  enum Fix: Sendable, Hashable {
    /// Makes git start the program that is next to this one.
    case setKeys
    /// Makes git read the plan's attributes, with the user's own as they are now.
    case renewAttributes
    /// Makes our hooks start the program that is next to the filter.
    case renewHooks
    /// Lets only its owner read a file.
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

  /// Whether `git munge doctor --fix` corrects it.
  package var isFixable: Bool { detail.fix != nil }
}

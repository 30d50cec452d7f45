// What `git munge doctor --fix` does.

import Libgit2
import Platform
import Verify

extension Finding.Fix {
  func perform(in tree: WorkingTree) throws {
    switch self {
    case .setKeys:
      guard let program = try? FilterProgram.find() else { return }
      try FilterKey.setAll(in: ConfigFile(tree.config), to: program)
    case .renewAttributes: try FallbackAttributes(tree).enable()
    case .renewHooks:
      guard let program = try? FilterProgram.find() else { return }
      _ = try HookManager(tree).renew(for: program)
    case .restrict(let path): try FileSystem.setMode(path, 0o600)
    case .remove(let path): try FileSystem.removeTree(path)
    }
  }
}

import Git
import Libgit2
import Platform
import Smudge
import Verify

extension WorkingTree {
  /// Whether git-munge has a directory here, or git's configuration names its filter.
  func isInstalled(_ keys: FilterKeys) throws(MungeError) -> Bool {
    try wrapping(FileSystem.status(mungeDirectory.common) != nil) || keys.areOursHere
  }
}

extension FilterKey {
  static func setAll(in config: borrowing ConfigFile, to program: Path) throws(GitError) {
    for key in allCases { try config.set(key.name, to: key.value(for: program)) }
  }

  /// Removes the keys that git-munge wrote.
  static func removeOurs(in config: borrowing ConfigFile) throws(GitError) {
    for key in allCases.reversed() {
      let values = try config.values(key.name)
      if !values.isEmpty && values.allSatisfy(key.isOurs) { try config.removeAll(key.name) }
    }
  }
}

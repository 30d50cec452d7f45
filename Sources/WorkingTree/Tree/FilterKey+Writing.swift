// The filter keys in the configuration of a clone.

import Git
import Libgit2
import Platform
import Smudge
import Verify

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

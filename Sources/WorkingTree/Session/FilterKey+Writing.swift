// The filter keys in the configuration of a clone.

import Libgit2
import Platform
import Smudge
import Verify

extension FilterKey {
  /// Sets the keys, and that of editor support if it is configured.
  static func setAll(in config: borrowing ConfigFile, to program: Path) throws {
    for key in allCases { try config.set(key.name, to: key.value(for: program)) }
    if try TextconvKey.isOurs(in: config) { try TextconvKey.set(in: config, to: program) }
  }

  /// Removes the keys that git-munge wrote.
  static func removeOurs(in config: borrowing ConfigFile) throws {
    try TextconvKey.removeOurs(in: config)
    for key in allCases.reversed() {
      let values = try config.values(key.name)
      if !values.isEmpty && values.allSatisfy(key.isOurs) { try config.removeAll(key.name) }
    }
  }
}

extension TextconvKey {
  static func set(in config: borrowing ConfigFile, to program: Path) throws {
    try config.set(name, to: value(for: program))
  }

  static func removeOurs(in config: borrowing ConfigFile) throws {
    if try isOurs(in: config) { try config.removeAll(name) }
  }

  /// Whether git-munge wrote the key into this file.
  static func isOurs(in config: borrowing ConfigFile) throws -> Bool {
    let values = try config.values(name)
    return !values.isEmpty && values.allSatisfy { isOurs($0) }
  }
}

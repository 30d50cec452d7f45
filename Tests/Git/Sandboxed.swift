import Platform
import TestSupport

@testable import Platform
@testable import Verify
@testable import WorkingTree

/// A sandbox's repository as the library sees it, with the sandbox's configuration alone.
extension GitSandbox {
  var command: GitCommand { command(in: top) }

  func command(in directory: Path) -> GitCommand { GitCommand(in: directory, environment: isolation) }

  /// The main working tree.
  var clone: WorkingTree { WorkingTree(top: top, gitDirectory: GitDirectory(own: gitDirectory), git: command, here: command) }

  private var isolation: [Environment.Change] {
    [
      .set("HOME", home), .set("XDG_CONFIG_HOME", home / ".config"), .set("GIT_CONFIG_GLOBAL", home / ".gitconfig"),
      .set("GIT_CONFIG_NOSYSTEM", "1"), .set("GIT_ATTR_NOSYSTEM", "1"), .unset("GIT_DIR"), .unset("GIT_WORK_TREE"),
      .unset("GIT_INDEX_FILE"), .unset("GIT_CONFIG_PARAMETERS"), .unset("GIT_CONFIG_COUNT"),
    ]
  }

  /// The mode of a file, in octal.
  func mode(_ path: Path) throws -> String? {
    try FileSystem.status(path).map { String($0.mode, radix: 8) }
  }
}

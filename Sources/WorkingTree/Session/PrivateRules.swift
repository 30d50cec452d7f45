package import Platform
package import Rules
import Smudge
import Verify

/// The private rules file of a clone: rules and attributes of one developer, which are in no commit.
///
/// A clone has one if its configuration has `munge.rulesFile`: an absolute path, one that begins with `~/`, or one relative to
/// the common git directory (`munge/rules`, which `git munge install --private` sets).
package struct PrivateRules: Sendable, Equatable {
  /// The absolute path of the file.
  package let path: Path
  /// The path in messages: relative to the top of the working tree, if it is inside.
  package let name: String

  /// `munge.rulesFile`
  static let key = "munge.rulesFile"

  init(path: Path, name: String) { (self.path, self.name) = (path, name) }

  init(_ path: Path, in tree: WorkingTree) {
    self.path = path
    name = "\(path.relative(to: tree.top))"
  }

  /// The absolute path of the configured file; `nil` if there is none.
  static func configured(_ configuration: Configuration, _ git: GitCommand, in directory: GitDirectory) throws -> Path? {
    guard let value = configuration.effective(key.lowercased())?.value, !value.isEmpty else { return nil }
    // git fails if it cannot expand `~`: without the file, private rules would look removed.
    return try directory.common / WorkingTree.expanded(value, git)
  }

  /// Throws `MungeError.rules` if it is missing or invalid.
  package func read() throws -> Rules { try RulesFile.readPrivate(path, name: name) }
}

extension WorkingTree {
  /// The private rules file that `git munge install --private` uses without `--rules`.
  package var privateRulesPath: Path { mungeDirectory.rules }

  /// The private rules file of this clone; `nil` if the clone has none. The file itself can be missing.
  package func privateRules() throws -> PrivateRules? { try rulesFile.get().map { PrivateRules($0, in: self) } }

  /// The committed rules at the top of this working tree, without private ones.
  func committedRules() throws -> Rules? { try RulesFile.read(in: top) }
}

/// An entry of git's configuration with its scope and file (`git config --show-scope --show-origin`).
package struct ConfigEntry: Sendable, Equatable {
  /// `system`, `global`, `local`, `worktree` or `command`.
  package let scope: String
  /// The file; `nil` for an entry of the command line or the environment.
  package let file: String?
  package let key: String
  package let value: [UInt8]

  package init(scope: String, file: String?, key: String, value: [UInt8]) {
    (self.scope, self.file, self.key, self.value) = (scope, file, key, value)
  }

  package var text: String { String(decoding: value, as: UTF8.self) }

  /// The entry for messages: `munge.values.team = ABC (global config, /home/me/.gitconfig)`.
  package var words: String {
    let origin = file.map { "\(scope) config, \($0)" } ?? scope
    return escaped("\(key) = \(text) (\(origin))".utf8)
  }
}

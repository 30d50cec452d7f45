import Platform

/// An entry of git's configuration with its scope and file (`git config --show-scope --show-origin`).
package struct ConfigEntry: Sendable, Equatable {
  /// `system`, `global`, `local`, `worktree` or `command`.
  package let scope: String
  /// The file; `nil` for an entry of the command line or the environment.
  package let file: String?
  package let key: String
  let value: [UInt8]

  package var text: String { String(decoding: value, as: UTF8.self) }

  /// The entry for messages: `munge.var.team = ABC (global config, /home/me/.gitconfig)`.
  package var words: String {
let origin = file.map { "\(scope) config, \($0)" } ?? scope
    return escaped("\(key) = \(text) (\(origin))".utf8)
  }

  /// Entries of other scopes that override what git-munge wrote: filter keys, and values of variables.
  static func all(
    _ tree: WorkingTree, _ program: Path, _ values: [VariableValue]
  ) throws(MungeError) -> [ConfigEntry] {
    let configuration = try tree.configuration()
    let keys = FilterKeys(configuration).deviations(from: program).compactMap(\.found)
    let names = Set(values.filter { $0.origin == .argument || $0.origin == .asked }.map(\.key))
    let wanted = Dictionary(values.map { ($0.key, $0.text) }, uniquingKeysWith: { one, _ in one })
    let found = names.compactMap { configuration.effective($0) }.filter { wanted[$0.key] != $0.value }
    return keys + found
  }
}

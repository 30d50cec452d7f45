import Platform

/// A setting in git's configuration, and where it stands; in reports one that has the last word where it should not.
package struct ConfigEntry: Sendable, Equatable {
  /// git's word for the level: `system`, `global`, `local`, `worktree` or `command`.
  package let scope: String
  /// The file, where the value stands in one.
  package let file: String?
  package let key: String
  let value: [UInt8]

  package var text: String { String(decoding: value, as: UTF8.self) }

  /// Where it is, and what it says.
  package var words: String {
    let place = file.map { "\(scope) config, \($0)" } ?? scope
    return escaped("\(key) = \(text) (\(place))".utf8)
  }

  /// What is effective otherwise than this clone's own configuration says.
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

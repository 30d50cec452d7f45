// Settings of other scopes that override those of git-munge.

import Platform
import Rules
import Verify

extension ConfigEntry {
  /// Entries of other scopes that override what git-munge wrote: filter keys, and values of variables.
  static func all(
    _ tree: WorkingTree, _ program: Path, _ values: [VariableValue]
  ) throws -> [ConfigEntry] {
    let configuration = try tree.configuration()
    let keys = FilterKeys(configuration).deviations(from: program).compactMap(\.found)
    let names = Set(values.filter { $0.origin == .argument || $0.origin == .asked }.map(\.key))
    let wanted = Dictionary(values.map { ($0.key, $0.text) }, uniquingKeysWith: { one, _ in one })
    let found = names.compactMap { configuration.effective($0) }.filter { wanted[$0.key] != $0.value }
    return keys + found
  }
}

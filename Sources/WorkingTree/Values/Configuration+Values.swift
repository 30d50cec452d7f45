// The values of variables in git's configuration.

import Platform
import Rules
import Verify

extension Configuration {
  /// The effective values of all variables.
  var values: [VariableValue] {
    let keys = entries.map(\.key).filter { $0.hasPrefix(VariableValue.prefix) }.reduce(into: [String]()) { keys, key in
      if !keys.contains(key) { keys.append(key) }
    }
    return keys.compactMap(effective).map { entry in
      VariableValue(
        name: String(entry.key.dropFirst(VariableValue.prefix.count)), text: entry.value,
        origin: .config(scope: entry.scope, file: entry.file))
    }
  }
}

extension Configuration {
  /// The variables without a value by choice: the developer answered the prompt with an empty line.
  var declined: Set<String> {
    let prefix = VariableValue.declined
    return Set(entries.map(\.key).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
  }
}

extension WorkingTree {
  /// The effective values of all variables in git's configuration.
  func configuredValues() throws -> [VariableValue] { try configuration().values }
}

import Platform
import Rules

// Values of variables in git's configuration.
extension Configuration {
  /// The values that one level has, by their variables.
  func values(at level: ValueLevel) -> [String: [UInt8]] {
    let variables = entries.filter { $0.scope == level.scope && $0.key.hasPrefix(VariableValue.prefix) }
    return Dictionary(
      variables.map { (String($0.key.dropFirst(VariableValue.prefix.count)), $0.value) }, uniquingKeysWith: { $1 })
  }

  /// The effective values of all variables.
  var values: [VariableValue] {
    entries.map(\.key).filter { $0.hasPrefix(VariableValue.prefix) }.uniqued.compactMap(effective).map { entry in
      let name = String(entry.key.dropFirst(VariableValue.prefix.count))
      return VariableValue(name: name, text: entry.value, origin: .config(scope: entry.scope, file: entry.file))
    }
  }

  /// The variables without a value by choice: the developer answered the prompt with an empty line.
  var declined: Set<String> {
    let prefix = VariableValue.declined
    return Set(entries.map(\.key).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
  }
}

import Platform
package import Rules

/// A value to set or unset.
package struct ValueEdit: Sendable, Equatable {
  package let name: String
  /// The value to set; `nil`: unset.
  package let text: [UInt8]?
  package let level: ValueLevel

  var key: String { VariableValue.prefix + name }
}

extension Configuration {
  /// The effective entries that differ from these values, which other levels override.
  func overriding(_ edits: [ValueEdit]) -> [ConfigEntry] {
    edits.compactMap { edit in effective(edit.key).flatMap { $0.value == edit.text ? nil : $0 } }
  }

  /// The configuration with these values.
  func after(_ edits: [ValueEdit]) -> Configuration {
    var entries = entries
    for edit in edits {
      entries.removeAll { $0.key == edit.key && $0.scope == edit.level.scope }
      guard let text = edit.text else { continue }
      let place = entries.firstIndex { $0.scope > edit.level.scope } ?? entries.endIndex
      entries.insert(ConfigEntry(scope: edit.level.scope, file: nil, key: edit.key, value: text), at: place)
    }
    return Configuration(entries: entries)
  }
}

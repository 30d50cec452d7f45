import Libgit2
import Platform
package import Rules

/// A value to set or unset.
package struct ValueEdit: Sendable, Equatable, Codable {
  package let name: String
  /// `nil`: unset.
  package let text: [UInt8]?
  package let level: ValueLevel

  var key: String { VariableValue.prefix + name }

  /// Writes it to git's configuration, and removes a choice to keep the canonical text.
  func store(in tree: WorkingTree) throws {
    try ConfigFile(tree.config).removeAll(VariableValue.declined + name)
    let text = text.map { String(decoding: $0, as: UTF8.self) }
    switch (level, text) {
    case (.local, let text?): try ConfigFile(tree.config).set(key, to: text)
    case (.local, nil): try ConfigFile(tree.config).removeAll(key)
    case (.global, let text?): _ = try tree.git.output(["config", "--global", "--replace-all", "--", key, text])
    case (.global, nil): _ = try tree.git.output(["config", "--global", "--unset-all", key])
    }
  }
}

extension VariableValue {
  /// Whether it is in no file of git's configuration.
  var isGiven: Bool { if case .config(_, file: _?) = origin { false } else { true } }
}

extension Configuration {
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

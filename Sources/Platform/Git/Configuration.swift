/// The configuration of git over all scopes, as a list of entries (`git-config(1)`).
package struct Configuration: Sendable {
  /// The entries in the order in which git reads them: of one key, the last wins.
  package let entries: [ConfigEntry]

  package init(entries: [ConfigEntry]) { self.entries = entries }

  /// Reads all keys with one of these prefixes by `git config`, which includes all scopes and the environment.
  package init(_ git: GitCommand, prefix: String...) throws(GitError) {
    let patterns = prefix.map { $0.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.") }
    let pattern = "^(\(patterns.joined(separator: "|")))"
    let fields = try git.records(
      ["config", "--show-scope", "--show-origin", "-z", "--get-regexp", pattern], accepting: [0, 1])
    // A scope, an origin (`file:PATH`, `command line:` or `blob:`), and `key LF value`.
    entries = stride(from: 0, to: fields.count - 2, by: 3).map { index in
      let scope = fields[index].string
      let origin = fields[index + 1].string
      let entry = fields[index + 2]
      let key = entry.prefix { $0 != .newline }
      return ConfigEntry(
        scope: ConfigScope(rawValue: scope) ?? .command,
        file: origin.hasPrefix("file:") ? String(origin.dropFirst(5)) : nil,
        key: key.string,
        value: Array(entry.dropFirst(key.count + 1)))
    }
  }

  /// The entry that git uses for a key: the last one.
  package func effective(_ key: String) -> ConfigEntry? { entries.last { $0.key == key } }
}

/// A level of git's configuration, a weaker one first (`git config --show-scope`).
package enum ConfigScope: String, Sendable, CaseIterable, Comparable, Codable {
  case system, global, local, worktree, command

  package static func < (one: Self, other: Self) -> Bool { one.strength < other.strength }

  private var strength: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// An entry of git's configuration with its scope and file (`git config --show-scope --show-origin`).
package struct ConfigEntry: Sendable, Equatable {
  package let scope: ConfigScope
  /// The file; `nil` for an entry of the command line or the environment.
  package let file: String?
  package let key: String
  package let value: [UInt8]

  package init(scope: ConfigScope, file: String?, key: String, value: [UInt8]) {
    self.scope = scope
    self.file = file
    self.key = key
    self.value = value
  }

  package var text: String { value.string }

  /// The entry for messages: `munge.values.team = ABC (global config, /home/me/.gitconfig)`.
  package var words: String {
    let origin = file.map { "\(scope) config, \($0)" } ?? "\(scope)"
    return escaped("\(key) = \(text) (\(origin))".utf8)
  }
}

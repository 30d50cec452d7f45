import Platform
import Rules

/// A part of an installation, besides the content of files.
enum Resource: Hashable, Codable, Sendable {
  /// A key `munge.NAME` of git's configuration: a value, a choice, or the place of the private rules.
  case setting(String, ValueLevel)
  /// The approval of a rules file, by the name of its copy.
  case approval(String)
  /// A key of the filter or of editor support.
  case key(FilterKey, ConfigScope)
  case hook(Hook)
  /// The filter lines that the working tree wants in `info/attributes`.
  case lines
  /// The block in `info/attributes`, with the lines of all working trees.
  case block
  case plan
  /// A file of a killed command.
  case leftover(Path)

  /// The settings that are no values: an uninstallation removes them.
  static let choices = [PrivateRules.key, HookInstaller.key]

  /// The resource of a configuration entry; `nil` for one that is no part of an installation.
  init?(_ entry: ConfigEntry) {
    if let key = FilterKey.allCases.first(where: { $0.name == entry.key }), entry.scope >= .local {
      self = .key(key, entry.scope)
    } else if entry.key.hasPrefix("munge."), let level = ValueLevel.allCases.first(where: { $0.scope == entry.scope }) {
      self = .setting(entry.key, level)
    } else {
      return nil
    }
  }

  /// Its place in the order in which resources are written; they are removed in the opposite one.
  private var rank: String {
    switch self {
    case .setting(let name, let level): "0 \(level) \(name)"
    case .approval(let name): "1 \(name)"
    case .key(let key, let scope): "2 \(FilterKey.allCases.firstIndex(of: key) ?? 0) \(scope)"
    case .hook(let hook): "3 \(hook)"
    // The block is renewed without lines that are removed, and then removed.
    case .block: "4"
    case .lines: "5"
    case .plan: "6"
    case .leftover(let path): "7 \(path)"
    }
  }
}

extension Resource: Comparable {
  static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }
}

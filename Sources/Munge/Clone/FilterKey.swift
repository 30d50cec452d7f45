import Git
import Platform

/// The four keys of git's configuration that make it start our filter (`gitattributes(5)`, "filter").
public enum FilterKey: String, Sendable, CaseIterable {
  case process, clean, smudge
  /// Last to be written and first to go: with it, a filter that cannot run stops git.
  case required

  public var name: String { FilterKey.prefix + rawValue }

  static let prefix = "filter.munge."
  /// What the program that git starts is called.
  static let program = "git-munge-filter"

  /// What git-munge writes for a filter at `program`.
  func value(for program: Path) -> String {
    let path = FilterKey.quoted(String(decoding: program.bytes, as: UTF8.self))
    return switch self {
    case .process: "\(path) process"
    // git puts the path in, with quotes of its own.
    case .clean: "\(path) clean %f"
    case .smudge: "\(path) smudge %f"
    case .required: "true"
    }
  }

  /// For a shell, and only where it would stumble.
  private static func quoted(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,@")
    if path.allSatisfy(plain.contains) { return path }
    return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// Whether a version of git-munge, wherever it was, wrote this value.
  func isOurs(_ value: String) -> Bool {
    switch self {
    case .process: FilterKey.isProgram(value, " process")
    case .clean: FilterKey.isProgram(value, " clean %f")
    case .smudge: FilterKey.isProgram(value, " smudge %f")
    case .required: value == "true"
    }
  }

  private static func isProgram(_ value: String, _ arguments: String) -> Bool {
    guard value.hasSuffix(arguments) else { return false }
    let path = value.dropLast(arguments.count)
    return path.hasSuffix("/\(program)") || path.hasSuffix("/\(program)'")
  }
}

/// The filter keys as git sees them over all levels, and what becomes of them.
struct FilterKeys {
  let configuration: Configuration

  init(_ git: GitCommand) throws(MungeError) {
    configuration = try Configuration(git, prefix: FilterKey.prefix)
  }

  /// Values, at any level, that git-munge never wrote.
  var foreign: [ForeignKey] {
    configuration.entries.filter { entry in
      FilterKey.allCases.contains { $0.name == entry.key && !$0.isOurs(entry.text) }
    }.map { ForeignKey(key: $0.key, value: $0.text) }
  }

  /// Which keys git reads otherwise than `program` needs, by no value or by another.
  func deviations(from program: Path) -> [Deviation] {
    FilterKey.allCases.compactMap { key in
      let found = configuration.effective(key.name)
      return found?.text == key.value(for: program) ? nil : Deviation(key: key, found: found)
    }
  }

  struct Deviation {
    let key: FilterKey
    let found: Configuration.Entry?
  }

  /// What is set at another level than the clone's own.
  var elsewhere: [Configuration.Entry] {
    configuration.entries.filter { entry in
      entry.scope != "local" && FilterKey.allCases.contains { $0.name == entry.key }
    }
  }

  /// The program that git starts; `nil` where none is configured.
  var program: Path? {
    guard let value = configuration.effective(FilterKey.process.name)?.text,
      FilterKey.process.isOurs(value)
    else { return nil }
    let path = String(value.dropLast(" process".count))
    guard path.hasPrefix("'") else { return Path(path) }
    let parts = path.dropFirst().dropLast().split(separator: "'\\''", omittingEmptySubsequences: false)
    return Path(parts.joined(separator: "'"))
  }
}

extension FilterKey {
  static func setAll(in config: borrowing ConfigFile, to program: Path) throws(GitError) {
    for key in allCases { try config.set(key.name, to: key.value(for: program)) }
  }

  /// Removes the keys that git-munge wrote, and no others.
  static func removeOurs(in config: borrowing ConfigFile) throws(GitError) {
    for key in allCases.reversed() {
      let values = try config.values(key.name)
      if !values.isEmpty && values.allSatisfy(key.isOurs) { try config.removeAll(key.name) }
    }
  }
}

import Git
import Platform
import Smudge

/// The four keys of git's configuration that make it start our filter (`gitattributes(5)`, "filter").
package enum FilterKey: String, Sendable, CaseIterable {
  case process, clean, smudge
  /// Last to be written and first to go: with it, a filter that cannot run stops git.
  case required

  package var name: String { FilterKey.prefix + rawValue }

  static let prefix = "filter.munge."
  /// What the program that git starts is called.
  static let program = "git-munge-filter"

  /// What follows the program; `nil` for the key that names none.
  private var arguments: String? {
    switch self {
    case .process: " process"
    // git puts the path in, with quotes of its own.
    case .clean: " clean %f"
    case .smudge: " smudge %f"
    case .required: nil
    }
  }

  /// What follows the program in a value; `nil` for the key that names none.
  ///
  /// git starts every such value by a shell, for the blank in it. So it costs nothing that the value itself says what is
  /// wrong where the program is missing: git's own message does not name the way out. A single smudge then gives back what
  /// it was given, or git would remove the file.
  private var rest: String? {
    arguments.map { arguments in
      let otherwise = self == .smudge ? "cat" : "exit 1"
      return "; test -x \"$p\" && exec \"$p\"\(arguments); \(FilterKey.complaint) >&2; \(otherwise)"
    }
  }

  private static let complaint = #"echo "git-munge: $p is missing; run 'git munge doctor --fix' or reinstall""#

  /// What git-munge writes for a filter at `program`.
  func value(for program: Path) -> String {
    rest.map { "p=" + FilterKey.quoted(String(decoding: program.bytes, as: UTF8.self)) + $0 } ?? "true"
  }

  /// For a shell, and only where it would stumble.
  private static func quoted(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,@")
    if path.allSatisfy(plain.contains) { return path }
    return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// Whether a version of git-munge, wherever it was, wrote this value.
  func isOurs(_ value: String) -> Bool {
    arguments == nil ? value == "true" : program(in: value) != nil
  }

  /// The program that a value names, in the form of today or of before; `nil` for a value that git-munge never wrote.
  func program(in value: String) -> Path? {
    guard let arguments, let rest else { return nil }
    if value.hasPrefix("p="), value.hasSuffix(rest) {
      return FilterKey.program(named: String(value.dropFirst(2).dropLast(rest.count)))
    }
    return value.hasSuffix(arguments) ? FilterKey.program(named: String(value.dropLast(arguments.count))) : nil
  }

  /// Whether a value, in either form, starts the filter at `program`.
  func starts(_ program: Path, by value: String) -> Bool {
    arguments == nil ? isOurs(value) : self.program(in: value) == program
  }

  private static func program(named word: String) -> Path? {
    let path = FilterKey.unquoted(word)
    let isWritten = FilterKey.quoted(path) == word
    return isWritten && path.hasPrefix("/") && path.hasSuffix("/\(FilterKey.program)") ? Path(path) : nil
  }

  private static func unquoted(_ word: String) -> String {
    guard word.hasPrefix("'") else { return word }
    return word.dropFirst().dropLast()
      .split(separator: "'\\''", omittingEmptySubsequences: false).joined(separator: "'")
  }
}

extension WorkingTree {
  /// Whether git-munge keeps anything here, or git is to start its filter.
  func isInstalled(_ keys: FilterKeys) throws(MungeError) -> Bool {
    try wrapping(FileSystem.status(mungeDirectory.common) != nil) || keys.areOursHere
  }
}

/// The filter keys as git sees them over all levels, and what becomes of them.
struct FilterKeys {
  let configuration: Configuration

  init(_ configuration: Configuration) {
    self.configuration = Configuration(entries: configuration.entries.filter { $0.key.hasPrefix(FilterKey.prefix) })
  }

  /// Values, at any level, that git-munge never wrote.
  var foreign: [ConfigEntry] {
    configuration.entries.filter { entry in
      FilterKey.allCases.contains { $0.name == entry.key && !$0.isOurs(entry.text) }
    }
  }

  /// Which keys git reads otherwise than `program` needs, by no value or by another.
  func deviations(from program: Path) -> [Deviation] {
    FilterKey.allCases.compactMap { key in
      let found = configuration.effective(key.name)
      let isRight = found.map { key.starts(program, by: $0.text) } ?? false
      return isRight ? nil : Deviation(key: key, found: found)
    }
  }

  struct Deviation {
    let key: FilterKey
    let found: ConfigEntry?
  }

  /// Whether an installation wrote keys into the configuration of this clone.
  var areOursHere: Bool {
    configuration.entries.contains { entry in
      entry.scope == "local" && entry.key == FilterKey.process.name && FilterKey.process.isOurs(entry.text)
    }
  }

  /// The program that git starts; `nil` where none is configured.
  var program: Path? {
    configuration.effective(FilterKey.process.name).flatMap { FilterKey.process.program(in: $0.text) }
  }
}

extension FilterKey {
  /// For one command of git that is to convert files without us.
  static let off = ["process", "clean", "smudge"].flatMap { ["-c", prefix + "\($0)="] } + ["-c", prefix + "required=false"]

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

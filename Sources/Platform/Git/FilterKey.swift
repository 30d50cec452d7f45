/// A configuration key of git-munge: of the filter driver `munged` (gitattributes(5), "filter"), or of editor support.
package enum FilterKey: String, Sendable, CaseIterable, Codable {
  case process, clean, smudge
  /// The key that is written last and removed first: with it, git fails if the filter cannot run.
  case required
  /// The key of editor support (gitattributes(5), "Performing text diffs of binary files").
  case textconv

  package var name: String { (self == .textconv ? FilterKey.diffPrefix : FilterKey.prefix) + rawValue }

  package static let prefix = "filter.\(FilterAttribute.driver)."
  package static let diffPrefix = "diff.munge."
  /// Options (`git -c`) that disable the filter for one git command.
  package static let off =
    ["process=", "clean=", "smudge=", "required=false"].flatMap { ["-c", prefix + $0] }
  package static let program = "git-munge-filter"

  /// The arguments of the program; `nil` for `required`, which is a boolean.
  private var arguments: String? {
    switch self {
    case .process: " process"
    // git replaces %f by the quoted path.
    case .clean: " clean %f"
    case .smudge: " smudge %f"
    case .textconv: #" textconv "$1""#
    case .required: nil
    }
  }

  /// The part of a value after the program's path; `nil` for `required`.
  ///
  /// git runs a value with blanks by a shell, so a check in the value is free: if the program is missing, it prints the
  /// fix, which git's own message does not name. `smudge` then copies its input, because git would remove the file
  /// otherwise, and `textconv` prints the file, which git appends to the value.
  private var rest: String? {
    arguments.map { arguments in
      let complaint = #"echo "git-munge: $p is missing; run 'git munge install' or reinstall" >&2"#
      let otherwise = self == .textconv ? "exec cat --" : complaint + (self == .smudge ? "; cat" : "; exit 1")
      return "; test -x \"$p\" && exec \"$p\"\(arguments); \(otherwise)"
    }
  }

  /// The value that git-munge writes for a filter at `program`.
  package func value(for program: Path) -> String {
    rest.map { "p=" + FilterKey.quoted(program.bytes.string) + $0 } ?? "true"
  }

  /// A path as a shell word, quoted only if it needs quotes.
  static func quoted(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,@")
    if path.allSatisfy(plain.contains) { return path }
    return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The program in a value; `nil` for a value that git-munge never wrote.
  package func program(in value: String) -> Path? {
    guard let rest, value.hasPrefix("p="), value.hasSuffix(rest) else { return nil }
    let word = String(value.dropFirst(2).dropLast(rest.count))
    let path = FilterKey.unquoted(word)
    let isOurs = FilterKey.quoted(path) == word && path.hasPrefix("/") && path.hasSuffix("/\(FilterKey.program)")
    return isOurs ? Path(path) : nil
  }

  private static func unquoted(_ word: String) -> String {
    guard word.hasPrefix("'") else { return word }
    // A quote is written as four characters, so every third part follows one. To split at all four would link the
    // standard library's regular expressions into the filter, which made it a fifth larger.
    let parts = word.dropFirst().dropLast().split(separator: "'", omittingEmptySubsequences: false)
    return stride(from: 0, to: parts.count, by: 3).map { String(parts[$0]) }.joined(separator: "'")
  }
}

// The keys of git-munge in git's configuration, over all scopes.
extension Configuration {
  package var filterProgram: Path? {
    effective(FilterKey.process.name).flatMap { FilterKey.process.program(in: $0.text) }
  }

  /// The program of the filter that git cannot run, because it was removed or moved.
  package var missingProgram: Path? { filterProgram.flatMap { FileSystem.isExecutable($0) ? nil : $0 } }
}

/// The configuration key `diff.munge.textconv` of editor support (gitattributes(5), "Performing text diffs of binary files").
package enum TextconvKey {
  package static let name = prefix + "textconv"
  /// The keys of the diff driver `munge`.
  package static let prefix = "diff.munge."

  /// The part of a value after the program's path. git appends the file to it: without the program, the file is printed as it is.
  private static let rest = #"; test -x "$p" && exec "$p" textconv "$1"; exec cat --"#

  /// The value that git-munge writes for a filter at `program`.
  package static func value(for program: Path) -> String { FilterKey.naming(program) + rest }

  /// Whether git-munge wrote this value: any version, installed at any path.
  package static func isOurs(_ value: String) -> Bool { FilterKey.program(in: value, after: "p=", before: rest) != nil }
}

extension Configuration {
  /// Whether git-munge wrote the key into this clone's configuration.
  package var hasTextconv: Bool {
    entries.contains { $0.scope == "local" && $0.key == TextconvKey.name && TextconvKey.isOurs($0.text) }
  }

  /// Entries of the diff driver `munge`, of any scope, that git-munge never wrote.
  package var foreignDiffKeys: [ConfigEntry] {
    entries.filter { $0.key.hasPrefix(TextconvKey.prefix) && !($0.key == TextconvKey.name && TextconvKey.isOurs($0.text)) }
  }
}

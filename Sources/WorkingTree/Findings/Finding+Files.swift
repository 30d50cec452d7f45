import Platform
import Rules
import Verify

// Findings about files of a working tree.
extension Finding.Detail {
  /// A leak that is not committed, and that a rule gives with a new value. `staged`: the files in whose source clean
  /// would keep it.
  static func chosenValue(_ leak: Self, _ value: VariableValue, in files: [Path], staged: [Path]) -> Self {
    let text = leak.leaked ?? []
    let key = leak.key.map { escaped($0) + " is " } ?? ""
    let word = Path(value.text).shellWord.bytes
    let paths = staged.map { " " + $0.shellQuoted }.joined()
    let (unstage, add) = staged.isEmpty ? ("", "") : ("git reset --quiet\(paths) && ", " && git add\(paths)")
    let repair = Finding.Remedy.command("git munge repair", files)
    return Self(
      .chosenValue, leaked: text, canonicals: leak.canonicals, key: leak.key,
      "\(key)\(masked: text) in \(files.count, "file"): yours? "
        + "`\(unstage)git munge set \(value.name)=\(masked: word)\(add)`; else \(repair)")
  }

  static func untrackedText(_ path: Path) -> Self {
    Self(
      .untrackedText,
      "untracked; contains your identifiers; "
        + "ignore it (`/\(text: AttributeLine.literal(path))` in .gitignore) or munge it")
  }

  static let stale = Self(.stale, "the file does not match the rules", .install)
}

import Platform
import Rules
import Verify

// Findings about files of a working tree.
extension Finding.Detail {
  /// A leak that is not committed, and that a rule gives with a new value.
  static func chosenValue(_ leak: Self, _ value: VariableValue, in files: [Path]) -> Self {
    let text = leak.leaked ?? []
    let key = leak.key.map { escaped($0) + " is " } ?? ""
    return Self(
      .chosenValue, leaked: text, canonicals: leak.canonicals, key: leak.key,
      "\(key)\(text: text)\(files.count == 1 ? "" : " in \(files.count) files"), neither yours nor the project's",
      [
        .run("git munge set \(value.name)=\(text: value.text.shellWord.bytes)", if: "yours"),
        .run(.repairing(files), if: "a mistake"),
      ])
  }

  static func untrackedText(_ path: Path) -> Self {
    Self(
      .untrackedText, "the file is untracked, and contains your identifiers",
      [
        .run(
          "\(Path(".gitignore").appending([Path("/".bytes + AttributeLine.literal(path)).shellQuoted]))",
          if: "ignore it"),
        .set("filter=munge", if: "munge it"),
      ])
  }

  static let stale = Self(.stale, "the file does not match the rules", [.install])
}

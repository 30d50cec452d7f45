// The finding `own-attributes`.

package import Platform

extension Finding.Kind {
  static let ownAttributes = Finding.Kind(
    "own-attributes", .error, "A line of .git/info/attributes disables the filter.",
    meaning: "It overrides every .gitattributes in this clone only, so its files are committed as they are on disk.",
    remedy: "Remove the line, then run `git munge refresh`.")
}

extension Finding.Detail {
  package static func ownAttributes(_ path: Path, line: Int, text: [UInt8]) -> Self {
    Self(
      .ownAttributes, "\(path):\("\(line)") disables the filter: \(text: text)",
      .words("remove that line, then: git munge refresh"))
  }
}

// The finding `own-attributes`.

import Platform

extension Finding.Kind {
  static let ownAttributes = Finding.Kind(
    "own-attributes", .error, "A line of .git/info/attributes takes the filter away.",
    meaning: "It wins over all .gitattributes in this clone alone, so its files are committed as they are on disk.",
    remedy: "Remove the line, then run `git munge refresh`.")
}

extension Finding.Detail {
  static func ownAttributes(_ path: Path, line: Int, text: [UInt8]) -> Self {
    Self(
      .ownAttributes, "\(path):\("\(line)") takes the filter away: \(text: text)",
      .words("remove that line, then: git munge refresh"))
  }
}

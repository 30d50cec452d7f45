/// A sample in a document: a fenced block of a Markdown page, or a literal display of a manual page.
package struct DocumentBlock: Sendable {
  package let path: Path
  /// The number of its first line in the page, from 1.
  package let line: Int
  /// The nearest heading above it, such as `on-insert`.
  package let heading: String
  /// What follows the opening fence, such as `gitconfig`; empty in manual pages.
  package let language: String
  package let lines: [String]

  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// Whether it is a rules file: whole sections of `.gitmunge`.
  package var isRules: Bool {
    let first = lines.first { !$0.isEmpty && !$0.hasPrefix("#") } ?? ""
    return ["[rule \"", "[variable \"", "[munge]"].contains { first.hasPrefix($0) }
  }

  /// Whether it is a `.gitattributes` file that names the filter.
  package var isAttributes: Bool {
    lines.contains { $0.hasSuffix(" filter=munge") }
      && lines.allSatisfy { $0.contains(" filter=") || $0.contains(" -filter") }
  }

  package static func all(in path: Path) throws -> [DocumentBlock] {
    let lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    return path.bytes.suffix(3) == bytes(".md")[...] ? markdown(path, lines) : manual(path, lines)
  }

  /// The samples of the documents that users read.
  package static func all() throws -> [DocumentBlock] {
    let pages =
      try Repository.files(ending: ".md").filter { $0.parent == nil } + Repository.files(in: "docs", ending: ".md")
    return try (pages + Repository.files(in: "man")).flatMap { try all(in: $0) }
  }
}

extension DocumentBlock: CustomStringConvertible {
  package var description: String { "\(path):\(line)" }
}

extension DocumentBlock {
  private static func markdown(_ path: Path, _ lines: [String]) -> [DocumentBlock] {
    var (blocks, heading, start): ([DocumentBlock], String, (index: Int, language: String)?) = ([], "", nil)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        guard let opened = start else { start = (index, String(line.dropFirst(3))); continue }
        let inside = Array(lines[(opened.index + 1)..<index])
        blocks.append(
          DocumentBlock(path: path, line: opened.index + 2, heading: heading, language: opened.language, lines: inside))
        start = nil
      } else if start == nil, line.hasPrefix("#") {
        heading = String(line.drop { "# ".contains($0) }).replacing("\\", with: "")
      }
    }
    return blocks
  }

  private static func manual(_ path: Path, _ lines: [String]) -> [DocumentBlock] {
    var (blocks, heading, start): ([DocumentBlock], String, Int?) = ([], "", nil)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix(".Bd -literal") {
        start = index
      } else if line == ".Ed", let opened = start {
        let inside = lines[(opened + 1)..<index].map {
          $0.replacing("\\-", with: "-").replacing("\\&", with: "").replacing("\\(dq", with: "\"").replacing(
            "\\e", with: "\\")
        }
        blocks.append(DocumentBlock(path: path, line: opened + 2, heading: heading, language: "", lines: inside))
        start = nil
      } else if line.hasPrefix(".Sh ") {
        heading = String(line.dropFirst(4))
      }
    }
    return blocks
  }
}

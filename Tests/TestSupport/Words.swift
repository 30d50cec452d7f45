/// Names and messages in the sources, read from their text, as documents repeat that text.
package enum Words {
  package static func version() throws -> String {
    let source = try Repository.text("Sources/Smudge/Process/Version.swift")
    return try #require(literals(in: source, after: "current = ").first, "Version.swift has no current version")
  }

  /// The names of all subcommands, from the files named after them.
  package static func commands() throws -> [String] {
    try Repository.files(in: "Sources/git-munge", ending: "Command.swift").map { path in
      try #require(literals(in: try Repository.text(path), after: "commandName: ").first, "\(path) has no commandName")
    }
  }

  /// The names of the commands that the short help lists.
  package static func listedCommands() throws -> [String] {
    let help = try Repository.text("Tests/Snapshots/Help/git-munge.txt")
    return try commands().filter { help.contains("\n  \($0) ") }
  }

  /// The string literals that follow `mark`.
  package static func literals(in text: String, after mark: String) -> [String] {
    text.ranges(of: mark + "\"").map { range in String(text[range.upperBound...].prefix { $0 != "\"" }) }
  }

  /// The cases of an enum of the sources that a test does not name: a table needs a row for each.
  package static func casesWithoutRow(of name: String, in path: String, test: String = #filePath) throws -> [String] {
    let source = try SwiftSource(Path(path), Repository.text(path))
    let body = source.code.drop { !$0.contains("enum \(name):") }.dropFirst().prefix { $0 != "}" }
    let cases = body.flatMap { line in line.firstMatch(of: /^  case ([a-z]\w*)/).map { [String($0.output.1)] } ?? [] }
    try #require(!cases.isEmpty, "\(path) has no enum \(name)")
    let tested = String(decoding: try FileSystem.contents(Path(test)) ?? [], as: UTF8.self)
    return try cases.filter { try !tested.contains(Regex("\\.\($0)\\b")) }
  }
}

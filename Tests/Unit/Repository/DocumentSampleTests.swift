import TestSupport

@testable import Rules
@testable import Verify

/// The samples in the documents: rules files compile, and commands have the options that are shown.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct DocumentSampleTests {
  private static let pages = [
    "README.md", "GUIDE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/rules.md", "docs/ci.md", "docs/testing.md",
    "docs/findings.md",
  ]

  /// Whether the next block shows an error for a sample.
  private static func hasError(_ block: DocumentBlock, in blocks: [DocumentBlock]) -> Bool {
    let next = blocks.first { $0.path == block.path && $0.line > block.line }
    return next.map { $0.text.hasPrefix(".gitmunge:") } ?? false
  }

  @Test func `Every rules file in a document compiles`() throws {
    let blocks = try DocumentBlock.all()
    let samples = blocks.filter { $0.isRules && !Self.hasError($0, in: blocks) }
    #expect(
      Set(samples.map { "\($0.path)" }).isSuperset(of: ["README.md", "GUIDE.md", "docs/rules.md", "man/git-munge.1"]))
    for sample in samples {
      do {
        // A page declares its variables once.
        let declared = samples.filter { $0.path == sample.path }.flatMap(Self.variables)
        let own = Set(Self.variables(in: sample).map(\.name))
        let text =
          try Self.withoutAttributes(sample.text)
          + Dictionary(grouping: declared.filter { !own.contains($0.name) }, by: \.name).values
          .compactMap(\.first).map { "[variable \"\($0.name)\"]\nkind = \($0.kind.rawValue)\n" }.joined()
        _ = try compiled(text)
        _ = try ValueSet(RulesFile.parse(bytes(text)), .ordinary)
      } catch {
        Issue.record("\(sample): \(error)")
      }
    }
  }

  /// Private rules have their attributes, which the compiler does not need.
  private static func withoutAttributes(_ text: String) throws -> String {
    if !text.contains("attributes =") { return text }
    #expect(try RulesFile.parse(bytes(text), .private).origin == .private)
    return text.split(separator: "\n").filter { !$0.contains("attributes =") }.joined(separator: "\n") + "\n"
  }

  private static func variables(in sample: DocumentBlock) -> [(name: String, kind: VariableKind)] {
    sample.text.matches(of: /\[variable "([^"]+)"\]\s+kind = (\S+)/).compactMap { match in
      VariableKind(rawValue: String(match.output.2)).map { (String(match.output.1), $0) }
    }
  }

  @Test func `Rules in a document are whole sections`() throws {
    for block in try DocumentBlock.all() where !block.isRules {
      let isPart = block.lines.contains { $0.hasPrefix("\tcanonical =") || $0.hasPrefix("\tlocal =") }
      #expect(!isPart, "\(block): begin with the section, so that a test can read it")
    }
  }

  /// The commands in a page: in backquotes and in code blocks.
  private static func commands(in path: Path) throws -> [Substring] {
    let blocks = try DocumentBlock.all(in: path)
    let inside = Set(blocks.flatMap { $0.line..<($0.line + $0.lines.count) })
    let prose = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { !inside.contains($0.offset + 1) && !$0.element.hasPrefix("```") }.map(\.element).joined(separator: " ")
    let spans = prose.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    let lines = blocks.flatMap(\.lines)
    return (spans + lines).flatMap { text in
      text.ranges(of: "git munge ").map { text[$0.upperBound...].prefix { !"|&;#'\"`()".contains($0) } }
    }
  }

  @Test(arguments: pages)
  func `Commands and options in a page exist`(page: String) throws {
    let known = Set(try Words.commands())
    for command in try Self.commands(in: Path(page)) {
      let words = command.split(separator: " ").map { String($0) }
      guard let name = words.first, name.allSatisfy(\.isLowercase) else { continue }
      #expect(known.contains(name), "\(page): git munge \(command)")
      // These pass options on to other programs.
      guard known.contains(name), !["canonical", "diff"].contains(name) else { continue }
      let options = words.filter { $0.hasPrefix("-") && $0 != "--" }.map { String($0.prefix { !"=,:".contains($0) }) }
      #expect(Set(options).isSubset(of: try HelpText(name).options), "\(page): git munge \(command)")
    }
  }
}

import TestSupport

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

/// The documents and the code: names, numbers and links in the documents are right, and no name that a user meets is
/// left out.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct DocumentTests {
  private static func main() throws -> ManualPage { try ManualPage(Path("man/git-munge.1")) }

  private static func page(_ command: String) throws -> ManualPage {
    try ManualPage(Path("man/git-munge-\(command).1"))
  }

  /// What a page of Markdown has in backquotes.
  private static func code(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map { String($0.element) }
  }

  private static func names(_ pattern: String, in path: String) throws -> Set<String> {
    Set(try Repository.text(path).matches(of: Regex(pattern)).compactMap { $0.output[1].substring.map { String($0) } })
  }

  // Commands and options.

  /// The commands in a page, in code or in a block.
  private static func commands(in path: Path) throws -> [Substring] {
    let blocks = try DocumentBlock.all(in: path)
    var lines = blocks.flatMap(\.lines)
    if "\(path)".hasSuffix(".md") {
      let inside = Set(blocks.flatMap { $0.line..<($0.line + $0.lines.count) })
      let prose = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      lines += code(
        prose.filter { !inside.contains($0.offset + 1) && !$0.element.hasPrefix("```") }.map(\.element)
          .joined(separator: " "))
    } else {
      lines += try ManualPage(path).lines
    }
    return lines.flatMap { text in
      text.ranges(of: "git munge ").map { text[$0.upperBound...].prefix { !"|&;#'\"`()".contains($0) } }
    }
  }

  @Test(arguments: try Repository.files(ending: ".md") + Repository.files(in: "man"))
  func `Commands and options in a page exist`(page: Path) throws {
    let known = Set(try Words.commands())
    for command in try Self.commands(in: page) {
      let words = command.split(separator: " ").map { String($0) }
      guard let name = words.first, name.allSatisfy(\.isLowercase) else { continue }
      #expect(known.contains(name), "\(page): git munge \(command)")
      guard known.contains(name) else { continue }
      let options = words.filter { $0.hasPrefix("-") && $0 != "--" }.map { String($0.prefix { !"=,:.".contains($0) }) }
      #expect(Set(options).isSubset(of: try HelpText(name).options), "\(page): git munge \(command)")
    }
  }

  @Test func `Every command has a page with its options and arguments`() throws {
    let commands = try Words.commands()
    #expect(
      Set(try Repository.files(in: "man"))
        == Set(
          (["git-munge"] + commands.map { "git-munge-\($0)" }).map {
            Path("man/\($0).1")
          }))
    let common = Set(try HelpText("git-munge").options)
    #expect(Set(ManualPage.flags(try Self.main().items("COMMANDS"))) == common)
    for command in commands {
      let (page, help) = (try Self.page(command), try HelpText(command))
      let own = Set(help.options).subtracting(common)
      #expect(Set(ManualPage.flags(page.items("OPTIONS"))) == own, "\(page.path)")
      // `--` is not an option.
      #expect(Set(ManualPage.flags(page.section("SYNOPSIS"))).subtracting(["--"]) == own, "\(page.path): its synopsis")
      let words = page.section("SYNOPSIS").joined(separator: " ").split { !$0.isLetter }.map { String($0) }
      #expect(Set(help.arguments).isSubset(of: words), "\(page.path): \(help.arguments)")
    }
    for path in ["README.md", "GUIDE.md"] {
      let text = try Repository.words(path)
      for command in try Words.listedCommands() {
        #expect(text.contains("git munge \(command)"), "\(path): \(command)")
      }
    }
  }

  // Names in the manual.

  @Test func `The rules file is explained`() throws {
    let (page, items) = (try Self.main(), Set(try Self.main().items()))
    let words =
      RulesFile.RuleKey.allCases.map(\.rawValue) + VariableKind.allCases.map(\.rawValue)
      + RulesFile.Section.allCases.flatMap { $0.keys(in: .private) }
    for word in words { #expect(items.contains("Cm \(word)"), "\(word)") }
    let sections = page.section("THE RULES FILE").filter { $0.hasPrefix(".Ss [") }
      .map { $0.dropFirst(5).prefix(while: \.isLetter) }
    #expect(Set(sections) == Set(RulesFile.Section.allCases.map { "\($0)" }))
    let never = Words.literals(in: try Repository.text("Sources/Smudge/Content/Exclusion.swift"), after: "Path(")
    let files = page.section("THE RULES FILE").filter { $0.hasPrefix(".Pa ") }.map { $0.split(separator: " ")[1] }
    #expect(never.count > 3 && Set(never).isSubset(of: files.map { String($0) }), "never munged: \(never)")
  }

  @Test func `Exit codes, variables of the environment, files and keys are explained`() throws {
    let page = try Self.main()
    #expect(page.items("EXIT STATUS") == ["0", "1", "2", "64"])
    let read = try Repository.sources().flatMap { source in
      ["Environment.value(", "Environment.isOn("].flatMap {
        Words.literals(in: source.lines.joined(separator: "\n"), after: $0)
      }
    }
    let ofSystem: Set = [
      "HOME", "PATH", "TMPDIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    ]
    let variables = page.items("ENVIRONMENT").flatMap { $0.split { " ,".contains($0) }.map { String($0) } }
    #expect(Set(variables).subtracting(["Ev"]) == Set(read).subtracting(ofSystem))
    let source = try Repository.text("Sources/Smudge/State/MungeDirectory.swift")
    let stored = ["own / ", "common / "].flatMap { Words.literals(in: source, after: $0) }
      .map { $0.replacing("\\(number)", with: "N") }
    let files = page.items("FILES").filter { $0.hasPrefix("Pa .git/munge") && $0 != "Pa .git/munge" }.map {
      String($0.dropFirst("Pa .git/".count)).replacing("munge/", with: "")
    }
    #expect(Set(files) == Set(stored).subtracting(["commondir", "config", "munge", "index"]))
    for key in FilterKey.allCases where key != .textconv {
      #expect(page.section("FILES").contains { "\($0) ".hasPrefix(".Li filter.munged.\(key.rawValue) ") }, "\(key)")
    }
  }

  // Numbers and names in docs/rules.md.

  /// The cells of a table's rows, by the title of its first column.
  static func rows(_ title: String) throws -> [[String]] {
    let lines = try Repository.text("docs/rules.md").split(separator: "\n", omittingEmptySubsequences: false)
    let table = lines.drop { !$0.hasPrefix("| \(title) |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
    return table.map { line in
      line.split(separator: "|").map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }
  }

  @Test func `The page of rules has the keys, kinds and limits of the code`() throws {
    let headings = try Self.names("(?m)^#+ (.*)$", in: "docs/rules.md").map { $0.replacing("\\", with: "") }
    #expect(Set(headings).isSuperset(of: RulesFile.Section.allCases.flatMap { $0.keys(in: .private) }))
    #expect(try Self.rows("key").flatMap { Self.code($0[0]) } == RulesFile.RuleKey.allCases.map(\.rawValue))
    let kinds = try Self.rows("kind")
    #expect(kinds.map { Self.code($0[0]).joined() } == VariableKind.allCases.map(\.rawValue))
    for (row, kind) in zip(kinds, VariableKind.allCases) {
      let (good, bad) = (Self.code(row[2]), Self.code(row[3]))
      #expect(!good.isEmpty && good.allSatisfy { kind.accepts(bytes($0)) }, "\(kind.rawValue)")
      #expect(!bad.isEmpty && !bad.contains { kind.accepts(bytes($0)) }, "\(kind.rawValue)")
    }
    let lengths = TextFlaw.lengths
    let limits = [
      "\(RulesFile.maxBytes) bytes", "\(lengths.lowerBound) to \(lengths.upperBound) bytes",
      "0 to \(lengths.upperBound) bytes", "\(lengths.upperBound) bytes", "\(RulesFile.maxTexts)",
      "\(KeyValueParser.maxListLength) bytes", "\(BlobPool.largest >> 20) MiB",
    ]
    #expect(try Self.rows("what").map { $0[1] } == limits)
  }

  @Test func `verify reports what the page of rules says`() throws {
    let blocks = try DocumentBlock.all(in: Path("docs/rules.md"))
    let rules = try #require(blocks.first { $0.heading == "What verify reports" }).text
    let variables = try #require(blocks.first { $0.isRules && !$0.text.contains("[rule ") }).text
    let rows = try Self.rows("committed")
    #expect(rows.count > 5)
    for row in rows {
      let file = ScannedFile("a.xcconfig", Self.code(row[0]).joined() + "\n", rules + variables)
      #expect(try file.found().map { String($0.prefix { $0 != " " }) } == Self.code(row[1]), "\(row[0])")
    }
  }

  @Test func `Every rules file in a document compiles`() throws {
    let blocks = try DocumentBlock.all()
    let samples = blocks.filter { block in
      let next = blocks.first { $0.path == block.path && $0.line > block.line }
      return block.isRules && next?.text.hasPrefix(".gitmunge:") != true
    }
    #expect(Set(samples.map { "\($0.path)" }).isSuperset(of: ["README.md", "GUIDE.md", "docs/rules.md"]))
    let pattern = /\[variable "([^"]+)"\]\s+kind = \S+\n/
    for sample in samples {
      // A page declares its variables once, and private rules have attributes, which are not compiled.
      let own = Set(sample.text.matches(of: pattern).map(\.output.1))
      let declared = samples.filter { $0.path == sample.path }.flatMap { $0.text.matches(of: pattern) }
        .filter { !own.contains($0.output.1) }
      let others = Dictionary(declared.map { ($0.output.1, $0.output.0) }) { first, _ in first }.values.joined()
      let text = sample.lines.filter { !$0.contains("attributes =") }.map { $0 + "\n" }.joined() + others
      #expect(throws: Never.self, "\(sample)") {
        if sample.text.contains("attributes =") { _ = try RulesFile.parse(bytes(sample.text), .private) }
        _ = try compiled(text)
        _ = try ValueSet(RulesFile.parse(bytes(text)), .ordinary)
      }
    }
    #expect(try Repository.text("README.md").contains("```\n\(Repository.text(".gitmunge"))```\n"))
  }

  // docs/ci.md, docs/findings.md and CHANGELOG.md.

  @Test func `The page of CI has the inputs of the action, the variables of the script and hooks that exist`() throws {
    let page = "docs/ci.md"
    let action = try Repository.text("action.yml")
    let inputs = action[..<(try #require(action.firstRange(of: "\nruns:")).lowerBound)].matches(of: /\n  (\w+):\n/)
      .map { String($0.output.1) }
    let named = Set(Self.code(try Repository.text(page)))
    #expect(inputs.count > 5 && named.isSuperset(of: inputs))
    let used = try Self.names(#"OWNER/git-munge@COMMIT\n\s+with: \{ (\w+)"#, in: page)
    #expect(!used.isEmpty && used.isSubset(of: inputs))
    let variable = #"\b(GIT_MUNGE_[A-Z]+)\b"#
    let read = try Self.names(variable, in: "scripts/ci-verify")
    #expect(try Self.names(variable, in: page).union(Self.names(variable, in: "action.yml")).isSubset(of: read))
    let hooks = try Self.names("git-munge(?:,? hook,? )([a-z-]+)", in: page)
    #expect(hooks.count > 2 && hooks.isSubset(of: Hook.allCases.map(\.rawValue)))
    #expect(try Self.names("- id: ([a-z-]+)", in: page) == Self.names("- id: ([a-z-]+)", in: ".pre-commit-hooks.yaml"))
  }

  @Test func `The page of findings has every kind`() throws {
    let head = """
      # Findings

      What `git munge verify`, `status` and `install --dry-run` can find. An *error* ends a command with exit code 1, a *warning* does
      so with `--strict`, a *note* never does.

      """
    let sections = Finding.Kind.allCases.map { kind in
      let facts = kind.facts
      let more =
        facts.severityInTree == facts.severity
        ? "" : ", and \(facts.severityInTree.rawValue) on disk and where a change adds the rule"
      return """

        ## \(kind.rawValue)

        *\(facts.severity.rawValue)\(more)*

        \(facts.summary) \(facts.meaning)

        \(facts.remedy)

        """
    }
    try expectSnapshot(at: Path("docs/findings.md"), head + sections.joined())
  }

  // Paths, types and links.

  @Test(arguments: ["CONTRIBUTING.md", "docs/design.md", "docs/testing.md", "docs/performance.md"])
  func `Paths in backticks exist`(page: String) throws {
    let paths = try Self.names(#"`([\w.+\-]+(?:/[\w.+\-]+)+)(?: [^`\n]*)?`"#, in: page)
    #expect(!paths.isEmpty)
    for path in paths { #expect(FileSystem.exists(Repository.root / path), "\(page) names \(path)") }
  }

  @Test func `CONTRIBUTING.md has every directory of sources and tests`() throws {
    let named = try Self.names(#"`([^`\s]+)`"#, in: "CONTRIBUTING.md")
    let sources = Set(try Repository.files(in: "Sources").compactMap(\.parent))
    // `Sources/Smudge` would match all of its directories.
    let leaves = sources.subtracting(sources.compactMap(\.parent).filter { $0 != Path("Sources") }).map { "\($0)" }
    let tests = try Repository.files(in: "Tests").map { "\($0)".split(separator: "/").prefix(2).joined(separator: "/") }
    #expect(leaves.count > 20 && named.isSuperset(of: leaves + tests), "\(Set(leaves + tests).subtracting(named))")
  }

  /// Names of git, and modules without sources of the package.
  private static let foreignNames: Set = [
    "HEAD", "HOME", "Foundation", "FoundationEssentials", "ArgumentParser", "Dispatch", "Synchronization",
    "SystemPackage", "FilePath",
  ]

  @Test func `Types and members in backticks in docs/design.md are declared in the sources`() throws {
    let (sources, kinds) = (try Repository.sources(), Set(["struct", "enum", "class", "protocol", "typealias"]))
    let directories = sources.flatMap { "\($0.path)".split(separator: "/").dropLast().map { String($0) } }
    let known = Self.foreignNames.union(sources.flatMap { $0.declaredNames(kinds) }).union(directories)
    let names = try Self.names(
      #"`([A-Z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*)(?:\([a-z]*\))?`"#, in: "docs/design.md")
    #expect(names.count > 50)
    let owners = sources.map { (code: $0.code, types: Set($0.declaredNames(kinds.union(["extension"])))) }
    for name in names {
      let parts = name.split(separator: ".").map { String($0) }
      let types = parts.prefix { $0.first?.isUppercase == true }
      #expect(known.isSuperset(of: types), "docs/design.md names \(name)")
      guard let member = parts.dropFirst(types.count).first else { continue }
      // Of the type or of an extension of it; one line can declare several cases.
      let code: [String] = owners.filter { !$0.types.isDisjoint(with: types) }.flatMap { $0.code }
      let isDeclared = code.filter { $0.contains(member) }.contains { line in
        let words = Set(line.split { !$0.isLetter && !$0.isNumber }.map { String($0) })
        return words.contains(member) && !words.isDisjoint(with: ["func", "var", "let", "case"])
      }
      #expect(isDeclared, "docs/design.md names \(name)")
    }
  }

  @Test func `Links lead to files and headings, and pages of the manual refer to pages`() throws {
    for page in try Repository.files(ending: ".md") {
      let directory = page.parent ?? Path("")
      for link in try Self.names(#"\]\(([^)]*)\)"#, in: "\(page)") where !link.contains("://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        let target = parts[0].isEmpty ? page : directory.bytes.isEmpty ? Path(parts[0]) : directory / parts[0]
        #expect(FileSystem.exists(Repository.root / target), "\(page): \(link)")
        guard parts.count > 1, "\(target)".hasSuffix(".md") else { continue }
        #expect(try Self.anchors(in: "\(target)").contains(parts[1]), "\(page): no heading for \(link)")
      }
    }
    let pages = try Repository.files(in: "man").map { try ManualPage($0) }
    let known = Set(pages.map { "\($0.name) 1" })
    for page in pages {
      let own = page.references.filter { $0.hasPrefix("git-munge") }
      #expect(known.isSuperset(of: own), "\(page.path)")
    }
  }

  /// The anchors of a page's headings: lowercase, with `-` for spaces and without punctuation.
  private static func anchors(in page: String) throws -> Set<String> {
    Set(
      try names("(?m)^#+ (.*)$", in: page).map { heading in
        heading.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
      })
  }
}

import TestSupport

@testable import Smudge
@testable import Verify
@testable import WorkingTree

/// The programs as README, guide and changelog describe them.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct DocumentTests {
  @Test(arguments: ["README.md", "GUIDE.md"]) func `A page for users shows every command`(page: String) throws {
    let text = try Repository.words(page)
    for command in try Words.listedCommands() {
      #expect(text.contains("git munge \(command)"), "\(page) does not mention `git munge \(command)`")
    }
  }

  @Test func `Every command is run by a story`() throws {
    let tests = try Repository.files(in: "Tests/Stories", ending: ".swift").map { try Repository.text($0) }
    for command in try Words.commands() {
      let calls = ["munge(\"\(command)\"", "munge([\"\(command)\"", "git munge \(command)"]
      #expect(tests.contains { test in calls.contains { test.contains($0) } }, "no test runs `git munge \(command)`")
    }
  }

  @Test func `The changelog has an entry for this version, and the latest is the first`() throws {
    let entries = try Repository.text("CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
      .map { $0.dropFirst(3).split(separator: " - ").map { String($0) } }
    let version = try Words.version()
    #expect(entries.contains { $0.first == version }, "CHANGELOG.md: add '## \(version) - DATE' and what has changed")
    #expect(
      entries.first { $0.first != "Unreleased" }?.first == version, "the latest version is the one in Version.swift")
    let dates = entries.compactMap { $0.count > 1 ? $0[1] : nil }
    #expect(dates == dates.sorted(by: >), "the latest comes first")
    #expect(dates.allSatisfy { $0.split(separator: "-").map(\.count) == [4, 2, 2] }, "dates are YYYY-MM-DD: \(dates)")
  }

  /// The words in backticks, up to the first space: `scripts/test --all` names `scripts/test`.
  private static func codeWords(_ paper: String) throws -> [Substring] {
    try Repository.text(paper).matches(of: /`([^`\s]+)[^`\n]*`/).map(\.output.1)
  }

  @Test(arguments: ["CONTRIBUTING.md", "docs/design.md", "docs/testing.md", "docs/performance.md"])
  func `Paths in backticks exist`(paper: String) throws {
    let isPath = /[A-Za-z0-9_.+\-]+(\/[A-Za-z0-9_.+\-]+)+/
    let paths = try Self.codeWords(paper).filter { $0.wholeMatch(of: isPath) != nil }
    #expect(!paths.isEmpty, "\(paper): the paths were found")
    for path in paths { #expect(FileSystem.exists(Repository.root / String(path)), "\(paper) names \(path)") }
  }

  /// Names of git, and modules without sources of the package.
  private static let foreignNames: Set = [
    "HEAD", "HOME", "Foundation", "FoundationEssentials", "ArgumentParser", "CLibgit2", "Dispatch", "Synchronization",
    "SystemPackage", "FilePath",
  ]

  private static let types: Set = ["struct", "enum", "class", "protocol", "typealias"]

  @Test func `Types and members in backticks in docs/design.md are declared in the sources`() throws {
    let sources = try Repository.sources()
    let types = Set(sources.flatMap { $0.declaredNames(Self.types) })
    let directories = Set(sources.flatMap { "\($0.path)".split(separator: "/").dropLast().map { String($0) } })
    let known = types.union(directories).union(Self.foreignNames)
    let isName = /([A-Z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*)(?:\([a-z]*\))?/
    let names = try Self.codeWords("docs/design.md").compactMap { $0.wholeMatch(of: isName)?.output.1 }
    #expect(names.count > 50, "the names were found")
    let owners = sources.map { (source: $0, types: Set($0.declaredNames(Self.types.union(["extension"])))) }
    for name in names {
      let parts = name.split(separator: ".").map { String($0) }
      let types = parts.prefix { $0.first?.isUppercase == true }
      let unknown = types.filter { !known.contains($0) }
      #expect(unknown.isEmpty, "docs/design.md names \(name), but no source declares \(unknown)")
      guard let member = parts.dropFirst(types.count).first else { continue }
      // Of the type or of an extension of it; one line can declare several cases.
      let code = owners.filter { !$0.types.isDisjoint(with: types) }.flatMap(\.source.code)
      let lines = code.filter { $0.contains(member) }.map {
        Set($0.split { !$0.isLetter && !$0.isNumber }.map { String($0) })
      }
      let isDeclared = lines.contains { $0.contains(member) && !$0.isDisjoint(with: ["func", "var", "let", "case"]) }
      #expect(isDeclared, "docs/design.md names \(name), but no source declares it there")
    }
  }

  @Test func `CONTRIBUTING.md has every directory of sources and tests`() throws {
    let named = Set(try Self.codeWords("CONTRIBUTING.md").map { Path(String($0)) })
    let sources = Set(try Repository.files(in: "Sources").compactMap(\.parent))
    #expect(sources.count > 20, "the directories were found")
    // `Sources/Smudge` would match all of its directories.
    let inner = sources.compactMap(\.parent).filter { $0 != Path("Sources") }
    for directory in sources.subtracting(inner) { #expect(named.contains(directory), "no row for \(directory)") }
    let tests = Set(
      try Repository.files(in: "Tests").map { "\($0)".split(separator: "/").prefix(2).joined(separator: "/") })
    for lane in tests { #expect(named.contains(Path(lane)), "no row for \(lane)") }
  }

  @Test func `The page of findings has every kind`() throws {
    let head = """
      # Findings

      What `git munge verify`, `status` and `install --dry-run` can find. An *error* ends a command with exit code 1, a *warning* does
      so with `--strict`, a *note* never does.

      """
    try expectSnapshot(at: Path("docs/findings.md"), head + Finding.Kind.allCases.map(Self.section).joined())
  }

  private static func section(_ kind: Finding.Kind) -> String {
    let facts = kind.facts
    let more =
      facts.severityInTree == facts.severity
      ? "" : ", and \(facts.severityInTree.rawValue) if the commit that added it is known and does not have the rule"
    return
      """

      ## \(kind.rawValue)

      *\(facts.severity.rawValue)\(more)*

      \(facts.summary) \(facts.meaning)

      \(facts.remedy)

      """
  }

  @Test func `The rules in the README are those of the example`() throws {
    #expect(try Repository.text("README.md").contains("```\n\(Repository.text(".gitmunge"))```\n"))
  }

  @Test func `Links between documents lead to files and headings`() throws {
    for paper in try Repository.files(ending: ".md") {
      let directory = paper.parent ?? Path("")
      let text = try Repository.text(paper)
      let links = text.ranges(of: "](").map { text[$0.upperBound...].prefix { $0 != ")" } }
      for link in links where !link.contains("://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        let target = parts[0].isEmpty ? paper : directory.bytes.isEmpty ? Path(parts[0]) : directory / parts[0]
        #expect(FileSystem.exists(Repository.root / target), "\(paper): the target of \(link) does not exist")
        guard parts.count > 1, parts[0].isEmpty || parts[0].hasSuffix(".md") else { continue }
        let anchors = try Self.anchors(in: Repository.root / target)
        #expect(anchors.contains(parts[1]), "\(paper): no heading for the link to \(link)")
      }
    }
  }

  /// The anchors of a page's headings: lowercase, with `-` for spaces and without punctuation.
  private static func anchors(in page: Path) throws -> Set<String> {
    let text = String(decoding: try FileSystem.contents(page) ?? [], as: UTF8.self)
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.drop { "# ".contains($0) } }
    return Set(
      headings.map { heading in
        String(
          heading.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || "-_".contains($0) })
      })
  }
}

@Suite(.enabled(if: Repository.isHere, Repository.why))
struct CIPageTests {
  private static let page = "docs/ci.md"

  private static func names(_ pattern: Regex<(Substring, Substring)>, in text: String) -> Set<String> {
    Set(text.matches(of: pattern).map { String($0.output.1) })
  }

  @Test func `Every variable is read by scripts/ci-verify`() throws {
    let pattern = /\b(GIT_MUNGE_[A-Z]+)\b/
    let named = Self.names(pattern, in: try Repository.text(Self.page))
    #expect(named.count > 2)
    #expect(named.isSubset(of: Self.names(pattern, in: try Repository.text("scripts/ci-verify"))))
  }

  @Test func `The inputs are those of the action`() throws {
    let action = try Repository.text("action.yml").split(separator: "\n").map { String($0) }
    let inputs = action.drop { $0 != "inputs:" }.dropFirst().prefix { $0.hasPrefix(" ") }
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { String($0.dropFirst(2).prefix { $0 != ":" }) }
    let text = try Repository.text(Self.page)
    let steps = text.matches(of: /OWNER\/git-munge@COMMIT\n\s+with: \{([^}]*)\}/).map { String($0.output.1) }
    let used = steps.flatMap { $0.split(separator: ",") }.map { String($0.drop { $0 == " " }.prefix { $0 != ":" }) }
    #expect(inputs.count > 5 && !used.isEmpty && Set(used).isSubset(of: inputs))
    for input in inputs { #expect(text.contains("`\(input)`") || used.contains(input), "name the input '\(input)'") }
  }

  @Test func `Every hook exists and runs git-munge with the same arguments`() throws {
    let text = try Repository.text(Self.page)
    let commands = Self.names(/git-munge(?:,? hook,? )([a-z-]+)/, in: text)
    #expect(commands.count > 2 && commands.isSubset(of: Hook.allCases.map(\.rawValue)))
    let ids = Self.names(/- id: ([a-z-]+)/, in: text)
    #expect(ids == Self.names(/- id: ([a-z-]+)/, in: try Repository.text(".pre-commit-hooks.yaml")))
  }
}

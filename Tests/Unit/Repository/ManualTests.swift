import TestSupport

@testable import Rules
@testable import Verify

/// The manual and the code: the manual explains every name in the code, and no others.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct ManualTests {
  private static let rules = "Sources/Rules/Model/RulesFile.swift"

  private static func main() throws -> ManualPage { try ManualPage(Path("man/git-munge.1")) }

  private static func pages() throws -> [(command: String, page: ManualPage, help: HelpText)] {
    try Words.commands().map { command in
      (command, try ManualPage(Path("man/git-munge-\(command).1")), try HelpText(command))
    }
  }

  private static func allPages() throws -> [ManualPage] { try [main()] + pages().map(\.page) }

  @Test func `Every command has a page, and every page a command`() throws {
    let expected = ["git-munge"] + (try Words.commands().map { "git-munge-\($0)" })
    #expect(Set(try Repository.files(in: "man")) == Set(expected.map { Path("man/\($0).1") }))
  }

  @Test func `A page has the name and the sections of its command, and the one-line description of the help`() throws {
    for (command, page, help) in try Self.pages() {
      #expect(page.lines.contains(".Dt GIT-MUNGE-\(command.uppercased()) 1"), "\(page.path)")
      #expect(page.section("NAME").first == ".Nm git-munge-\(command)", "\(page.path)")
      #expect(page.section("SYNOPSIS").first == ".Nm git munge \(command)", "\(page.path)")
      let options = try Self.own(help).isEmpty ? [] : ["OPTIONS"]
      let titles = page.titles.filter { command != "status" || $0 != "THE JSON DOCUMENT" }
      #expect(
        titles == ["NAME", "SYNOPSIS", "DESCRIPTION"] + options + ["EXIT STATUS", "EXAMPLES", "SEE ALSO"],
        "\(page.path)")
    }
    let whole = (page: try Self.main(), help: try HelpText("git-munge"))
    for (page, help) in try [whole] + Self.pages().map({ ($0.page, $0.help) }) {
      let line = page.section("NAME").first { $0.hasPrefix(".Nd ") }?.dropFirst(4)
      let abstract = help.abstract.prefix(1).lowercased() + help.abstract.dropFirst()
      #expect(line.map { "\($0)." } == abstract, "\(page.path)")
    }
  }

  /// Pages of git that are referred to.
  private static let foreign: Set = [
    "git-check-attr 1", "git-config 1", "git-diff 1", "git-rev-list 1", "gitattributes 5",
    "githooks 5",
    "gitignore 5",
  ]

  @Test func `Pages refer to existing pages and to the main page`() throws {
    let pages = try Self.allPages()
    let known = Self.foreign.union(pages.map { "\($0.name) 1" })
    for page in pages {
      let references = page.references
      #expect(Set(references).subtracting(known).isEmpty, "\(page.path): refers to an unknown page")
      #expect(!references.contains("\(page.name) 1"), "\(page.path): refers to itself")
      #expect(page.name == "git-munge" || references.contains("git-munge 1"), "\(page.path): refer to git-munge(1)")
    }
    #expect(Self.foreign.isSubset(of: pages.flatMap(\.references)), "every page in the list is referred to")
  }

  @Test func `The commands are grouped as in the help`() throws {
    let help = try Repository.text("Tests/Snapshots/Help/git-munge.txt").split(separator: "\n")
    let titles = help.filter { $0.hasSuffix(" SUBCOMMANDS:") }.map { $0.prefix { $0 != " " }.lowercased() }
    let listed = help.drop { !$0.hasSuffix(" SUBCOMMANDS:") }.compactMap { Self.listed($0) }
    let page = try Self.main().section("COMMANDS")
    let groups = page.filter { $0.hasPrefix(".Ss ") }.map { $0.dropFirst(4).lowercased() }
    #expect(groups == titles + ["options"])
    let order = page.compactMap { line in
      line.firstMatch(of: /^\.(?:Ss|It Xr) (?:git-munge-)?(\S+)/).map { $0.output.1.lowercased() }
    }
    // The help is short: without these rare ones.
    #expect(!listed.isEmpty && order.filter { !["canonical", "hook"].contains($0) } == listed + ["options"])
    #expect(try Set(listed) == Set(titles + Words.listedCommands()))
  }

  private static func listed(_ line: Substring) -> String? {
    if line.hasSuffix(" SUBCOMMANDS:") { return line.prefix { $0 != " " }.lowercased() }
    guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.hasPrefix("  See ") else { return nil }
    return line.split(separator: " ").first.map { String($0) }
  }

  @Test func `Named commands exist`() throws {
    let commands = Set(try Words.commands())
    for page in try Self.allPages() {
      let text = page.lines.joined(separator: "\n")
      let named = text.ranges(of: "git munge ").map { text[$0.upperBound...].prefix { $0.isLetter } }
      let unknown = Set(named.map { String($0) }).subtracting(commands).subtracting([""])
      #expect(unknown.isEmpty, "\(page.path): there is no such command")
    }
  }

  @Test func `The examples of a page run its command with options that it has`() throws {
    for (command, page, help) in try Self.pages() {
      let lines = page.section("EXAMPLES").map { $0.hasPrefix("$ ") ? String($0.dropFirst(2)) : $0 }
      let examples = lines.filter { "\($0) ".hasPrefix("git munge \(command) ") }
      #expect(!examples.isEmpty, "\(page.path): show an example")
      // These pass options on to other programs.
      if ["canonical", "diff"].contains(command) { continue }
      let words = examples.flatMap { $0.prefix { $0 != "|" }.split(separator: " ") }
      let options = words.filter { $0.hasPrefix("-") }.map { String($0) }
      #expect(Set(options).isSubset(of: help.options), "\(page.path)")
    }
  }

  private static func common() throws -> Set<String> {
    try Words.commands().map { Set(try HelpText($0).options) }.reduce(into: nil as Set<String>?) { common, options in
      common = common?.intersection(options) ?? options
    } ?? []
  }

  private static func own(_ help: HelpText) throws -> Set<String> { Set(help.options).subtracting(try common()) }

  @Test func `The options and arguments on a page are those of its command`() throws {
    let pages = try Self.pages()
    #expect(pages.contains { !$0.help.arguments.isEmpty }, "arguments were found")
    #expect(try pages.filter { try !Self.own($0.help).isEmpty }.count > 3, "options were found")
    for (_, page, help) in pages {
      let own = try Self.own(help)
      #expect(Set(ManualPage.flags(page.items("OPTIONS"))) == own, "\(page.path): its options")
      // `--` is not an option.
      let synopsis = Set(ManualPage.flags(page.section("SYNOPSIS"))).subtracting(["--"])
      #expect(synopsis == own, "\(page.path): the options in its synopsis")
      let words = page.section("SYNOPSIS").joined(separator: " ").split { !$0.isLetter }.map { String($0) }
      #expect(Set(help.arguments).isSubset(of: words), "\(page.path): \(help.arguments)")
    }
  }

  @Test func `The options of all commands are on the main page`() throws {
    let common = try Self.common()
    #expect(common == Set(try HelpText("git-munge").options))
    let explained = ManualPage.flags(try Self.main().items("COMMANDS"))
    #expect(common.contains("--help") && Set(explained) == common)
  }

  @Test(arguments: [
    ("RuleKey", rules), ("VariableKind", "Sources/Rules/Model/VariableKind.swift"),
  ])
  func `Every key of a rule, and every kind of variable, is explained`(name: String, path: String) throws {
    let (words, items) = (try Words.cases(of: name, in: path), try Self.main().items())
    #expect(!words.isEmpty)
    for word in words { #expect(items.contains("Cm \(word)"), "explain '\(word)'") }
  }

  @Test func `The manual of verify has every finding that a check of content makes, and only names of findings`() throws
  {
    let items = try ManualPage(Path("man/git-munge-verify.1")).items("DESCRIPTION")
    let named = Set(items.flatMap { $0.split { " ,".contains($0) }.dropFirst().map { String($0) } })
    #expect(named.subtracting(Finding.Kind.allCases.map(\.rawValue)) == [], "these are no findings")
    let factories = try Repository.files(in: "Sources/Verify/Findings", ending: ".swift").map(Repository.text)
    let made = factories.flatMap { $0.matches(of: /Self\(\s*\.(\w+)/).map { String($0.output.1) } }
    let kinds = Finding.Kind.allCases.filter { made.contains("\($0)") }
    #expect(kinds.count > 10, "the findings were found")
    for kind in kinds { #expect(named.contains(kind.rawValue), "explain \(kind.rawValue)") }
  }

  @Test func `Every section of the rules file is explained`() throws {
    let headings = try Self.main().section("THE RULES FILE").filter { $0.hasPrefix(".Ss [") }
    let sections = try Words.cases(of: "Section", in: Self.rules)
    #expect(sections.count == headings.count)
    for section in sections { #expect(headings.contains { $0.hasPrefix(".Ss [\(section)") }, "explain [\(section)]") }
    let items = try Self.main().items()
    let keys = RulesFile.Section.allCases.flatMap { $0.keys(in: .private) }
    for key in keys { #expect(items.contains("Cm \(key)"), "explain '\(key)'") }
  }

  @Test func `Every file that is never munged is listed`() throws {
    let names = Words.literals(in: try Repository.text("Sources/Smudge/Content/Exclusion.swift"), after: "Path(")
    #expect(names.count > 3, "the names were found: \(names)")
    let lines = try Self.main().section("THE RULES FILE")
    for name in names {
      #expect(lines.contains { "\($0) ".hasPrefix(".Pa \(name) ") }, "say that \(name) is never munged")
    }
  }

  @Test func `Every exit code is explained`() throws {
    let help = try Repository.words("Tests/Snapshots/Help/git-munge.txt")
    let sentence = try #require(help.firstRange(of: "Exit codes: "), "the help lists the exit codes")
    let codes = help[sentence.upperBound...].prefix { $0 != "." }.split { !$0.isNumber }.map { String($0) }
    #expect(codes == ["0", "1", "2", "64"])
    #expect(try Self.main().items("EXIT STATUS") == codes)
    for (_, page, _) in try Self.pages() { #expect(!page.items("EXIT STATUS").isEmpty, "\(page.path)") }
  }

  @Test func `Every environment variable is explained, and no other`() throws {
    let names = try Repository.sources().flatMap { source in
      ["Environment.value(", "Environment.isOn("].flatMap {
        Words.literals(in: source.lines.joined(separator: "\n"), after: $0)
      }
    }
    // Variables of the system, which need no explanation.
    let read = Set(names).subtracting([
      "HOME", "PATH", "TMPDIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    ])
    #expect(read.isSuperset(of: ["GIT_MUNGE_SKIP_SMUDGE", "NO_COLOR"]), "the names were found: \(names)")
    let items = try Self.main().items("ENVIRONMENT").flatMap { $0.split { " ,".contains($0) } }.filter { $0 != "Ev" }
    #expect(Set(items.map { String($0) }) == read)
  }

  @Test func `Every colour is explained, with its default`() throws {
    let path = "Sources/Verify/Formats/Palette.swift"
    let (roles, source) = (try Words.cases(of: "Role", in: path), try Repository.text(path))
    #expect(roles.contains("canonical") && roles.contains("heading"), "the roles were found: \(roles)")
    let page = try Self.main()
    let colours = try roles.map { try #require(Words.literals(in: source, after: "case .\($0): ").first) }
    let lines = page.section("CONFIGURATION").filter { !$0.hasPrefix(".") }.map { $0.prefix { $0 != ":" } }
    for (role, colour) in zip(roles, colours) {
      #expect(page.items("CONFIGURATION").contains("Cm \(role)"), "explain color.munge.\(role)")
      #expect(lines.contains(colour[...]), "say that color.munge.\(role) is \(colour)")
    }
  }

  @Test func `Every stored file and every configuration key is explained`() throws {
    let source = try Repository.text("Sources/Smudge/State/MungeDirectory.swift")
    let literals = ["own / ", "common / "].flatMap { Words.literals(in: source, after: $0) }
    let names = Set(literals.map { $0.replacing("\\(number)", with: "N") }).subtracting([
      "commondir", "config", "munge", "index",
    ])
    #expect(names.isSuperset(of: ["plan", "seen", "warnings"]), "the names were found: \(names)")
    let items = try Self.main().items("FILES").compactMap { item in
      ["Pa .git/munge/", "Pa .git/munge."].first(where: item.hasPrefix).map {
        item.dropFirst($0.hasSuffix("/") ? $0.count : 8)
      }
    }
    #expect(Set(items.map { String($0) }) == names)
    let keys = try Words.cases(of: "FilterKey", in: "Sources/Platform/Git/FilterKey.swift").filter { $0 != "textconv" }
      .map { "filter.munged.\($0)" }
    let files = try Self.main().section("FILES")
    #expect(keys.count == 4, "the keys were found: \(keys)")
    for key in keys { #expect(files.contains { "\($0) ".hasPrefix(".Li \(key) ") }, "name the key \(key)") }
  }

  @Test func `Quoted messages of the filter are in the sources`() throws {
    let items = try Self.main().items("DIAGNOSTICS").filter { $0.hasPrefix("Sy ") }.map {
      $0.split(separator: "\"").last
    }
    let sources = try Repository.sources().filter { $0.target == "Smudge" }.flatMap(\.lines)
    #expect(items.count > 2, "the lines were found: \(items)")
    for item in items {
      let words = try #require(item)
      #expect(sources.contains { $0.contains(words) }, "no source has '\(words)'")
    }
  }

  @Test func `The bypass in the manual is the one that the filter prints`() throws {
    let source = try Repository.text("Sources/Smudge/Filter/Filter.swift")
    let rescue = try #require(Words.literals(in: source, after: "command = ").first)
    #expect(rescue.hasPrefix("git -c "))
    #expect(try Self.main().section("DIAGNOSTICS").contains(rescue))
  }

  @Test func `Every member and every state of the JSON document is explained`() throws {
    let page = try ManualPage(Path("man/git-munge-status.1"))
    let schema = try JSON(Repository.text("docs/status.schema.json"))
    let whole = try #require(schema["properties"]).members.keys
    #expect(whole.count > 5 && Set(page.items("THE JSON DOCUMENT")) == Set(whole.map { "Li \($0)" }))
    let words = Set(
      page.section("THE JSON DOCUMENT").flatMap { $0.split { !$0.isLetter && $0 != "_" } }.map { String($0) })
    // The schema of verify describes a finding.
    let parts = try #require(schema["$defs"]).members.filter { $0.key != "finding" }.values
    let names = whole + parts.flatMap { ($0["properties"]?.members ?? [:]).keys }
    for name in names { #expect(words.contains(name), "explain the member '\(name)'") }
    let states = schema["$defs"]?["state"]?["properties"]?["name"]?["enum"]?.list.compactMap(\.text) ?? []
    #expect(states.contains("not-installed") && states.contains("damaged"), "the lines were found: \(states)")
    let lines = page.section("THE JSON DOCUMENT")
    for state in states {
      #expect(lines.contains { "\($0) ".hasPrefix(".Li \(state) ") }, "explain the state '\(state)'")
    }
  }
}

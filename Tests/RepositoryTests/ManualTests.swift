import Platform
import Testing
import TestSupport

/// The manual page beside the code: whatever the code knows by name is explained there.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct ManualTests {
  private static let page = "man/git-munge.1"
  private static let rules = "Sources/Munge/Rules/RulesFile.swift"

  /// The page with its hyphens as people read them.
  private static func manual() throws -> String {
    try Repository.text(page).replacing("\\-", with: "-").replacing("\\&", with: "")
  }

  /// What is tagged in a list: the lines that begin with `.It`.
  private static func items() throws -> [String] {
    try manual().split(separator: "\n").filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(4)) }
  }

  @Test func `Every command has its place`() throws {
    let items = try Self.items()
    for command in try Words.commands() {
      #expect(items.contains { $0.split(separator: " ").contains(Substring(command)) }, "\(Self.page): explain `git munge \(command)`")
    }
  }

  @Test func `Every option has its place`() throws {
    let options = try Repository.files(in: "Tests/RepositoryTests/Snapshots").flatMap { path in
      try Repository.text(path).split { " \n,[]".contains($0) }.filter { $0.hasPrefix("--") }.map { String($0) }
    }
    let manual = try Self.manual()
    #expect(Set(options).count > 3, "the options of the snapshots were found")
    for option in Set(options) {
      let name = option.dropFirst(2)
      #expect(
        manual.contains("Fl -\(name)") || manual.contains("Fl Fl \(name)"), "\(Self.page): explain \(option)")
    }
  }

  @Test(arguments: ["RuleKey", "VariableKey", "MungeKey"])
  func `Every key of the rules file has its place`(name: String) throws {
    let (keys, items) = (try Words.cases(of: name, in: Self.rules), try Self.items())
    #expect(!keys.isEmpty)
    for key in keys { #expect(items.contains { $0.hasSuffix(" \(key)") }, "\(Self.page): explain the key '\(key)'") }
  }

  @Test func `Every section of the rules file has its place`() throws {
    let headings = try Self.manual().split(separator: "\n").filter { $0.hasPrefix(".Ss [") }
    for section in try Words.cases(of: "Section", in: Self.rules) {
      #expect(headings.contains { $0.hasPrefix(".Ss [\(section)") }, "\(Self.page): explain [\(section)]")
    }
  }

  @Test func `Every kind of variable has its place`() throws {
    let items = try Self.items()
    let kinds = try Words.cases(of: "VariableKind", in: "Sources/Munge/Rules/VariableKind.swift")
    #expect(kinds.contains("team-id") && kinds.contains("label"), "the kinds were found: \(kinds)")
    for kind in kinds { #expect(items.contains { $0.hasSuffix(" \(kind)") }, "\(Self.page): explain the kind '\(kind)'") }
  }

  @Test func `Every exit code has its place`() throws {
    let help = try Repository.words("Tests/RepositoryTests/Snapshots/git-munge.txt")
    let sentence = try #require(help.firstRange(of: "Exit codes: "), "the help lists the exit codes")
    let codes = help[sentence.upperBound...].prefix { $0 != "." }.split { !$0.isNumber }
    #expect(codes.map { String($0) } == ["0", "1", "2", "64"])
    let items = try Self.items()
    for code in codes { #expect(items.contains(String(code)), "\(Self.page): explain the exit code \(code)") }
  }

  @Test func `Every variable of the environment that is read has its place`() throws {
    let items = try Self.items()
    let names = try Repository.sources().filter { $0.target != "Platform" }.flatMap { source in
      ["Environment.value(", "Environment.isOn("].flatMap { Words.literals(in: source.lines.joined(separator: "\n"), behind: $0) }
    }
    #expect(names.contains("GIT_MUNGE_SKIP_SMUDGE"), "the names were found: \(names)")
    // Everybody knows what PATH does.
    for name in Set(names).subtracting(["PATH"]) {
      #expect(items.contains { $0.split { " ,".contains($0) }.contains(Substring(name)) }, "\(Self.page): explain \(name)")
    }
  }

  @Test func `Every file that is kept has its place, and every key that is set`() throws {
    let source = try Repository.text("Sources/Smudge/GitDirectory.swift")
    let names = ["own / ", "common / "].flatMap { Words.literals(in: source, behind: $0) }.filter { $0 != "commondir" }
    #expect(Set(names).isSuperset(of: ["plan", "seen", "warnings"]), "the names were found: \(names)")
    let manual = try Self.manual()
    for name in Set(names).subtracting(["munge"]) {
      #expect(manual.contains("/munge/\(name)\n"), "\(Self.page): explain the file munge/\(name)")
    }
    for key in ["process", "clean", "smudge", "required"] {
      #expect(manual.contains("filter.munge.\(key)"), "\(Self.page): name the key filter.munge.\(key)")
    }
  }

  @Test func `Every file that is never munged is named`() throws {
    let names = Words.literals(in: try Repository.text("Sources/Smudge/Exclusion.swift"), behind: "Path(")
    #expect(names.count > 3, "the names were found: \(names)")
    let lines = try Self.manual().split(separator: "\n")
    for name in names {
      #expect(lines.contains { $0.split(separator: " ").prefix(2) == [".Pa", Substring(name)] }, "\(Self.page): say that \(name) is never munged")
    }
  }

  @Test func `The way out of all trouble is in the manual as the filter tells it`() throws {
    let source = try Repository.text("Sources/Smudge/Filter.swift")
    let rescue = "git -c filter.munge.process= -c filter.munge.required=false"
    #expect(source.contains(rescue))
    #expect(try Self.manual().contains(rescue))
  }

  @Test(.enabled(if: TestInput.program("mandoc") != nil, "there is no mandoc here to check it"))
  func `The page is well formed`() throws {
    let path = Repository.root / Self.page
    let done = try Subprocess.run(
      [bytes("mandoc"), bytes("-T"), bytes("lint"), bytes("-W"), bytes("warning"), path.bytes],
      environment: Environment.entries(changing: [.set("LC_ALL", "C")]))
    #expect(String(decoding: done.output, as: UTF8.self) == "")
    #expect(done.status == 0)
  }
}

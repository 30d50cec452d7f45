import StorySupport

/// Values of keys that a change empties, removes or writes over a reference, as Xcode's Signing tab does.
@Suite struct ChangedValueTests {
  private static let project = KeyedProject.path
  private static let inherited = "DEVELOPMENT_TEAM = \"$(inherited)\""
  private static let own = Team.line(Team.first)
  private let tree: WorkingTree

  init() throws {
    let rules = Rules.team(canonicals: [Team.first, Team.second])
    let text = KeyedProject.file(
      KeyedProject.block("ONE", Team.first), KeyedProject.settings("TWO", ["SIGN = Auto", Self.inherited]),
      KeyedProject.block("THREE", Team.second))
    tree = try Workshop(rules: rules, files: [Self.project: text]).munged(values: "team=\(Team.mine)", "handle=me")
  }

  private func replace(_ text: String, _ other: String) throws {
    let before = try tree.project()
    try #require(before.contains(text))
    try tree.writeProject(before.replacing(text, with: other, maxReplacements: 1))
  }

  /// The findings of a change, as `kind line`.
  private func found(_ words: String..., status: ClosedRange<Int32> = 0...1) throws -> [String] {
    let output = try tree.munge(["verify", "--report", "json"] + words, status: status).output
    return try (JSON(output)["findings"]?.list ?? []).map { finding in
      let words = ["severity", "kind"].map { finding[$0]?.text ?? "" }
      return "\(words.joined(separator: " ")) \(Int(finding["line"]?.number ?? 0))"
    }
  }

  @Test func `the own team in the place of a reference is not committed, and stays on disk`() throws {
    try replace(Self.inherited, Team.line(Team.mine))
    let shown = try tree.project()
    try tree.git("add", "--update")
    #expect(try tree.git("status", "--porcelain").output == "")
    #expect(try tree.project() == shown)
    try replace("SIGN = Auto", "SIGN = Manual")
    try tree.git("commit", "--quiet", "--all", "-m", "Manual")
    #expect(try tree.blob("HEAD:\(Self.project)").contains(Self.inherited))
    #expect(try tree.blob("HEAD:\(Self.project)").contains("SIGN = Manual"))
    try tree.munge("set", "team=\(Team.another)")
    #expect(try tree.project().split(separator: "\n").count { $0.contains(Team.another) } == 3)
  }

  @Test func `a value that the same change writes into another file is not lost`() throws {
    try replace("\t\t\t\tDEVELOPMENT_TEAM = \(Team.mine);\n", "")
    try tree.git("add", "--update")
    #expect(try found("--staged") == ["error lost-canonical 7"])
    try tree.write("Team.xcconfig", "DEVELOPMENT_TEAM = \(Team.mine)\n")
    try tree.git("add", "--all")
    #expect(try found("--staged") == [])
    try tree.git("commit", "--quiet", "-m", "Move")
    #expect(try found("HEAD^..HEAD", status: 0...0) == [])
    #expect(try tree.blob("HEAD:Team.xcconfig") == "DEVELOPMENT_TEAM = \(Team.first)\n")
  }

  @Test func `the certificate or the profile of a person is a warning in the change that sets it`() throws {
    try replace("SIGN = Auto", "CODE_SIGN_IDENTITY = \"Apple Development: Ana (AB12345678)\"")
    try tree.git("add", "--update")
    let guarded = try tree.munge("verify", "--staged")
    #expect(
      guarded.says("CODE_SIGN_IDENTITY is Apple Development: Ana (AB12345678), which other developers do not have")
        && guarded.says("git checkout -p HEAD -- "), "\(guarded)")
    try tree.git("commit", "--quiet", "-m", "Certificate")
    #expect(try found("HEAD^..HEAD", status: 0...0).count == 1)
    try replace("(AB12345678)", "(CD12345678)")
    try tree.git("add", "--update")
    #expect(try found("--staged", status: 0...0) == [], "the project has one already")
    try replace("Apple Development: Ana (CD12345678)", "Apple Development")
    let uuid = "01234567-89ab-cdef-0123-456789abcdef"
    try replace("CODE_SIGN_IDENTITY", "PROVISIONING_PROFILE = \(uuid);\nCODE_SIGN_IDENTITY")
    try tree.git("add", "--update")
    #expect(try found("--staged", status: 0...0).map { $0.prefix(19) } == ["warning own-signing"])
  }

  @Test func `a canonical text in the place of a reference is a warning in the change`() throws {
    try replace(Self.inherited, Self.own)
    try tree.git("add", "--update")
    #expect(try found("--staged", status: 0...0) == ["warning replaced-reference 18"])
    try tree.git("commit", "--quiet", "-m", "Literal")
    #expect(try found("HEAD^..HEAD", status: 0...0) == ["warning replaced-reference 18"])
    try expectSnapshot("reference", tree.munge("verify", "HEAD^..HEAD"))
  }

  /// Edits of the first block, and the line of the finding, if there is one.
  private static let losses: [(what: String, text: String, other: String, line: Int?)] = [
    ("None, as Xcode writes it", "= \(Team.mine);", "= \"\";", 8), ("no value", "= \(Team.mine);", "= ;", 8),
    ("no line", "\t\t\t\tDEVELOPMENT_TEAM = \(Team.mine);\n", "", 7),
    ("no line beside an edit", "SIGN = Auto;\n\t\t\t\tDEVELOPMENT_TEAM = \(Team.mine);", "SIGN = Manual;", 6),
    ("a reference", Team.line(Team.mine), inherited, nil),
    (
      "another place in the block", "SIGN = Auto;\n\t\t\t\tDEVELOPMENT_TEAM = \(Team.mine);",
      "DEVELOPMENT_TEAM = \(Team.mine);\n\t\t\t\tSIGN = Auto;", nil
    ),
    ("no block", KeyedProject.block("ONE", Team.first).shown(), "", nil),
  ]

  @Test(arguments: losses.indices)
  func
    `a canonical value that is emptied or removed in a block that stays is an error before the commit, then a warning`(
      _ index: Int
    ) throws
  {
    let (what, text, other, line) = Self.losses[index]
    try replace(text, other)
    try tree.git("add", "--update")
    #expect(try found("--staged") == (line.map { ["error lost-canonical \($0)"] } ?? []), "\(what)")
    try tree.git("commit", "--quiet", "-m", "Loss")
    #expect(try found("HEAD^..HEAD", status: 0...0) == (line.map { ["warning lost-canonical \($0)"] } ?? []), "\(what)")
    #expect(try !tree.munge("verify", "HEAD^..HEAD").says("`git checkout -p HEAD -- '"), "HEAD has lost it")
    #expect(try found("HEAD").filter { $0.contains("lost-canonical") } == [], "only changes are compared")
  }

  @Test func `the pre-commit guard blocks None, and the printed command puts the team back`() throws {
    try tree.munge("install", "--hooks")
    let shown = try tree.project()
    try replace("= \(Team.mine);", "= \"\";")
    try expectSnapshot("guard", tree.git("commit", "--quiet", "--all", "-m", "None", status: 1...1))
    try tree.sh("printf 'y\\ny\\n' | git checkout -p HEAD -- \(Self.project)")
    #expect(try tree.project() == shown)
    #expect(try tree.git("status", "--porcelain").output == "")
    try tree.sh("printf 'team = 1\\n' >note; git add note; git commit --quiet -m Note")
  }
}

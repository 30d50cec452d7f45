import StorySupport

/// Values of keys that a change writes over a reference, and of keys that sign, as Xcode's Signing tab does.
@Suite struct ChangedValueTests {
  private static let project = KeyedProject.path
  private static let inherited = "DEVELOPMENT_TEAM = \"$(inherited)\""
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
}

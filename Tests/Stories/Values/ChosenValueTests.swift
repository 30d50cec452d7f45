// Another value that was typed in a file, as Xcode does when another team is chosen: what every report says, and what
// follows.

import StorySupport

@Suite struct ChosenValueTests {
  private static let project = "App.xcodeproj/project.pbxproj"

  /// A clone with guards, and two blocks of the project.
  private func clone() throws -> WorkingTree {
    let text = KeyedProject.file(KeyedProject.block("ONE", Team.first), KeyedProject.block("TWO", Team.first))
    let workshop = try Workshop(rules: Rules.team(canonicals: [Team.first]), files: [Self.project: text])
    let tree = try workshop.munged(values: "team=\(Team.mine)", "handle=me")
    try tree.munge("install", "--hooks")
    return tree
  }

  private func replace(_ old: String, _ new: String, _ tree: WorkingTree) throws {
    try tree.writeProject(tree.project().replacing(old, with: new))
  }

  /// The commands of a report with a word.
  private func commands(_ word: String, in outcome: Outcome) -> [String] {
    outcome.steps.filter { $0.contains(word) }
  }

  @Test func `another team is a question in every report, and its answer makes the tree clean`() throws {
    let tree = try clone()
    let head = try tree.blob("HEAD:\(Self.project)")
    try replace(Team.mine, Team.another, tree)
    let status = try tree.munge("status", status: 1...1)
    #expect(
      status.says("DEVELOPMENT_TEAM is \(Team.another), neither yours nor the project's")
        && !status.says("matches nothing"))
    #expect(commands("munge set", in: status).first == "git munge set team=\(Team.another)")
    let commit = try tree.git("commit", "--quiet", "--all", "-m", "Team", status: 1...1)
    for report in [status, commit, try tree.munge(status: 1...1)] {
      #expect(
        report.says("DEVELOPMENT_TEAM is OT") && report.says("    yours:      git munge set team=OT"), "\(report)")
    }
    try expectSnapshot("team", status, tree.munge(status: 1...1), commit)
    try tree.munge("set", "team=\(Team.another)")
    #expect(try tree.status() == "" && tree.project().contains(Team.line(Team.another)))
    try tree.munge("status")
    try tree.write("more.txt", "more\n")
    try tree.sh("git add .; git commit --quiet -m More")
    #expect(try tree.blob("HEAD:\(Self.project)") == head)
  }

  @Test(arguments: [true, false]) func `the command for a staged value works, also where it replaces one of several`(
    isStaged: Bool
  ) throws {
    let tree = try clone()
    let text = try tree.project()
    try tree.writeProject(text.replacing(Team.mine, with: Team.another, maxReplacements: 1) + "// edit\n")
    try tree.git("add", "--update")
    let report =
      try isStaged
      ? tree.munge("verify", "--staged", status: 1...1)
      : tree.munge("status", status: 1...1)
    let commands = commands("munge set", in: report)
    try tree.sh(#require(commands.first))
    try tree.git("commit", "--quiet", "-m", "Edit")
    #expect(try tree.git("show", "--format=", "--unified=0").output.hasSuffix("\n+// edit\n") && tree.status() == "")
    #expect(try tree.project() == text.replacing(Team.mine, with: Team.another) + "// edit\n")
  }

  @Test func `a variable without a value gets it in the same way`() throws {
    let tree = try clone()
    try tree.munge("set", "--unset", "team")
    try replace(Team.first, Team.another, tree)
    let status = try tree.munge("status", status: 1...1)
    try tree.sh(#require(commands("munge set", in: status).first { $0.hasSuffix(Team.another) }))
    #expect(try tree.status() == "")
  }

  @Test(arguments: ["com.apple.app", "dev.-me.app", "com.acme.other", "dev.a.b.app"])
  func `what is no value is no question`(text: String) throws {
    let tree = try clone()
    try replace("dev.me.app", text, tree)
    #expect(try tree.munge("status", status: 0...1).says("yours:") == false)
  }

  @Test func `a value that came with a commit is a leak`() throws {
    let tree = try clone()
    try replace(Team.mine, Team.another, tree)
    try tree.git("commit", "--quiet", "--all", "--no-verify", "-m", "Leak")
    for words in [["status"], ["verify"], ["verify", "HEAD^..HEAD"]] {
      let report = try tree.munge(words, status: 1...1)
      #expect(report.says("[foreign-value]") && !report.says("yours:") && !report.says("matches nothing"), "\(report)")
    }
    try tree.git("reset", "--quiet", "--hard", "HEAD^")
    // Of a commit that git is about to apply.
    try tree.sh("git merge --quiet --no-commit --no-ff ORIG_HEAD || :")
    #expect(try tree.munge("status", status: 0...1).says("yours:") == false)
  }
}

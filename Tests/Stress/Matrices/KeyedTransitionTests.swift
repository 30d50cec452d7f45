// Commands that rewrite files with values of keys: edits stay, and committed content stays equal.

import StorySupport

@Suite struct KeyedTransitionTests {
  typealias Project = KeyedProject

  private let was = KeyedProject()

  /// An edited file on disk: a setting, a team inserted and a team deleted.
  private func disk(_ team: String = Team.mine, handle: String = "me") -> String {
    let inserted = was.four.adding(Team.line(team))
    return Project.file(was.one.adding("A = 1"), was.two, was.three.teamless, inserted).shown(team, handle: handle)
  }

  private var expected: String { Project.file(was.one.adding("A = 1"), was.two, was.three.teamless, was.four) }

  /// Nothing is staged, and `git munge status` reports nothing.
  private func expectNothingStaged(_ tree: WorkingTree, location: SourceLocation = #_sourceLocation) throws {
    #expect(try tree.git("diff", "--cached").output == "", sourceLocation: location)
    #expect(try !tree.munge("status").says("[stale]"), sourceLocation: location)
  }

  @Test func `set and install keep edits, and uninstall restores the committed texts`() throws {
    let tree = try Workshop.keyed()
    try tree.writeProject(disk())
    try expectNothingStaged(tree)
    try tree.munge("set", "team=\(Team.another)")
    #expect(try tree.project() == disk(Team.another))
    try expectNothingStaged(tree)
    try tree.sh("git config munge.values.handle somebody; git munge install --yes")
    #expect(try tree.project() == disk(Team.another, handle: "somebody"))
    #expect(try tree.status() == " M \(Project.path)\n")
    try expectNothingStaged(tree)
    #expect(try tree.git("add", Project.path).errors.contains("is not committed (Xcode inserted it)"))
    #expect(try tree.staged() == expected)
    #expect(try tree.project() == disk(Team.another, handle: "somebody"))
    try tree.git("reset", "--quiet")

    try tree.munge("uninstall")
    #expect(try tree.project() == expected)
    #expect(try tree.status() == " M \(Project.path)\n")
    try tree.munge("install", "team=\(Team.mine)", "handle=me")
    #expect(try tree.project() == expected.shown())
    try expectNothingStaged(tree)
    try tree.commitAll("Edit")
    #expect(try tree.blob("HEAD:\(Project.path)") == expected)
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `quotes added by Xcode cause no rewrite`() throws {
    let tree = try Workshop.keyed(handle: "my-self")
    let saved = was.text.shown(handle: "my-self").requoted
    try tree.writeProject(saved)
    try expectNothingStaged(tree)
    try tree.munge("install", "--yes")
    #expect(try tree.project() == saved)
    try tree.munge("set", "team=\(Team.another)")
    try expectNothingStaged(tree)
    #expect(try tree.treeOfAll() == tree.treeOfHead())
    #expect(try tree.project().replacing("\"", with: "") == was.text.shown(Team.another, handle: "my-self"))
  }

  @Test func `a former local text is cleaned as a value of the key`() throws {
    let tree = try Workshop.keyed()
    try tree.munge("set", "team=\(Team.another)")
    let late = Project.file(was.one, was.two, was.three, was.four.adding(Team.line(Team.mine)))
    try tree.writeProject(late.shown(Team.mine))
    #expect(try tree.munge("status", status: 1...1).says("[stale]"))
    #expect(try tree.git("add", Project.path).errors.contains("is not committed (Xcode inserted it)"))
    #expect(try tree.treeOfAll() == tree.treeOfHead())
    try tree.munge("install", "--yes")
    #expect(
      try tree.project() == late.replacing(Team.line(Team.mine), with: Team.line(Team.another)).shown(Team.another))
    try expectNothingStaged(tree)
  }

  /// Keys and canonical texts of a rule, in successive versions of the rules file.
  private static let versions: [(keys: [String], canonicals: [String])] = [
    (["DEVELOPMENT_TEAM"], [Team.first]), (["DEVELOPMENT_TEAM", "OTHER"], [Team.first]),
    (["DEVELOPMENT_TEAM", "OTHER"], [Team.first, Team.second]),
    (["DEVELOPMENT_TEAM", "OTHER"], [Team.second, "", Team.first]),
    (["DEVELOPMENT_TEAM"], [Team.second, "", Team.first]), (["OTHER"], [Team.first]), ([], [Team.second]),
    (["DEVELOPMENT_TEAM"], ["", Team.second]),
  ]

  private static func shown(_ text: String, _ version: (keys: [String], canonicals: [String])) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { (line) -> String in
      let isMeant = version.keys.isEmpty || version.keys.contains { line.contains("\t\($0) = ") }
      if !isMeant { return String(line) }
      let originals = version.canonicals.map { $0.isEmpty ? Team.none : $0 }
      return originals.reduce(String(line)) { $0.replacing("= \($1);", with: "= \(Team.mine);") }
    }.joined(separator: "\n")
  }

  @Test(arguments: [false, true])
  func `rules that gain and lose keys and canonical texts do not change the repository`(_ isEdited: Bool) throws {
    let rules = Self.versions.map { Rules.team(keys: $0.keys, canonicals: $0.canonicals) }
    var committed = Project.file(
      Project.settings("ONE", [Team.line(Team.first), "OTHER = \(Team.first)", "THIRD = \(Team.second)"]),
      Project.settings("TWO", [Team.line(Team.second), "OTHER = \(Team.second)", "LAST = 1"]),
      Project.settings("THREE", [Team.line(Team.none), "OTHER = \(Team.none)"]))
    let tree = try Workshop(rules: rules[0], files: [Project.path: committed]).munged(
      values: "team=\(Team.mine)", "handle=me")
    if isEdited {
      committed = committed.replacing("LAST = 1", with: "LAST = 2")
      try tree.writeProject(Self.shown(committed, Self.versions[0]))
    }
    for (version, rules) in zip(Self.versions, rules).dropFirst() {
      try tree.write(".gitmunge", rules)
      try tree.munge("install", "--yes")
      #expect(try tree.project() == Self.shown(committed, version), "\(version)")
      #expect(
        try tree.git("diff", "HEAD", "--numstat", "--", Project.path).output.hasPrefix("1\t1\t") == isEdited,
        "\(version)")
      try expectNothingStaged(tree)
    }
    try tree.git("add", "--all")
    #expect(try tree.staged() == committed)
    try tree.munge("uninstall")
    #expect(try tree.project() == committed)
  }
}

// Where reports and files of git-munge hold a developer's own identifiers, and who can read them.

import StorySupport

@Suite struct OwnIdentifiersTests {
  let tree: WorkingTree

  init() throws {
    // Two canonical texts of one local text give a conflict, and a longer word a finding.
    let rules =
      Rules.handle + Rules.rule("whole", "canonical = com.blah.whole", "local = com.blah.user-${handle}.whole")
    tree = try Workshop(rules: rules, files: ["app.txt": "\(canonical)\n", "other.txt": "com.blah.whole\n"]).clone()
    try tree.munge("install", "handle=bnr-secret")
    try tree.write("app.txt", "com.blah.user-bnr-secretTests\n")
  }

  @Test(arguments: [["status"], ["status", "--json"], ["doctor"], ["doctor", "--json"]])
  func `a report that goes to a file or a pipe masks local texts and values, except with --show-values`(
    _ words: [String]
  ) throws {
    let masked = try tree.munge(words, status: 0...1)
    #expect(!masked.says("secret") && masked.says("co********"), "\(masked.testDescription)")
    #expect(try tree.munge(words + ["--show-values"], status: 0...1).says("com.blah.user-bnr-secret"))
  }

  @Test func `a masked report has the same facts`() throws {
    try expectSnapshot("masked", tree.munge("status", status: 0...1), tree.munge("status", "--json", status: 0...1))
    func facts(_ words: String...) throws -> [String?] {
      let report = try JSON(tree.munge(["status", "--json"] + words, status: 0...1).output)
      return try [
        report["state"]?["name"]?.text,
        #require(report["rules"]).list.map { "\(String(describing: $0["isIdle"])) \(String(describing: $0["places"]))" }
          .joined(),
      ]
    }
    #expect(try facts() == facts("--show-values"))
  }

  @Test(.enabled(if: TestInput.hasTerminals, TestInput.noTerminals))
  func `a report on a terminal shows local texts`() throws {
    for command in ["status", "status --json", "doctor", "doctor --json"] {
      #expect(
        try tree.onTerminal("git munge \(command)", status: 0...1).contains("com.blah.user-bnr-secret"), "\(command)")
    }
    #expect(try !tree.onTerminal("git munge status | cat").contains("secret"))
  }

  @Test func `directories of git-munge are for their owner alone, with any umask and in a shared repository`() throws {
    let other = try tree.workshop.clone("other")
    try other.sh(
      "umask 000; git config core.sharedRepository group; git munge install handle=bnr; git worktree add --quiet ../linked"
    )
    let linked = tree.workshop.tree("linked")
    try linked.sh("umask 000; git munge install --no-hooks; git munge set handle=me")
    for name in ["munge", "munge/trusted", "worktrees/linked/munge"] {
      #expect(try FileSystem.status(other.gitDirectory / name).map { $0.mode & 0o777 } == 0o700, "\(name)")
    }
    let own = try Workshop(rules: nil, attributes: "", files: AppProject.files).clone()
    try own.sh("umask 000; git munge init --private --yes")
    #expect(try FileSystem.status(own.gitDirectory / "munge")?.mode == 0o700)
  }
}

// Where reports and files of git-munge hold a developer's own identifiers, and who can read them.

import StorySupport

@Suite struct OwnIdentifiersTests {
  let tree: WorkingTree
  private let secret = "secret.example.com"

  init() throws {
    let rules =
      Rules.handle + Rules.rule("server", "canonical = api.blah.com", "local = ${server}")
      + Rules.variables(["server": "host"])
    tree = try Workshop(rules: rules, attributes: "*.txt filter=munge\n", files: ["app.txt": "\(canonical)\n"]).clone()
    try tree.munge("install", "--hooks", "handle=bnr", "server=\(secret)")
    try tree.write("app.conf", "id = \(local)\nserver = \(secret)\n")
    try tree.git("add", "app.conf")
  }

  @Test(arguments: ["git munge status", "git munge status --json", "git commit -m Own"])
  func `hooks and reports of a clone show its own texts, also in a pipe`(_ command: String) throws {
    let outcome = try tree.run(["sh", "-c", command], status: 1...1)
    #expect(outcome.says(local) && outcome.says(secret), "\(outcome.testDescription)")
  }

  @Test(arguments: [
    "s/canonical = com.*/canonical = com.blah.user-bnr/", "s/^\tlocal = com.*/&\\n\texcept = com.blah.user-bnr/",
  ])
  func `rules that declare an own text to be the project's are not committed`(_ edit: String) throws {
    try tree.git("reset", "--quiet", "--hard")
    try tree.sh("sed -i '\(edit)' .gitmunge; git add .gitmunge")
    let refused = try tree.git("commit", "-m", "Rules", status: 1...1)
    #expect(refused.says("\(local) is your text for \(canonical) of rule 'bundle-id' [own-text]"))
    #expect(refused.says("write the text of the project into .gitmunge"), "\(refused.testDescription)")
  }

  @Test func `directories of git-munge are for their owner alone, with any umask and in a shared repository`() throws {
    let other = try tree.workshop.clone("other")
    try other.sh(
      "umask 000; git config core.sharedRepository group; git munge install handle=bnr server=a.example.com; git worktree add --quiet ../linked"
    )
    let linked = tree.workshop.tree("linked")
    try linked.sh("umask 000; git munge install --no-hooks; git munge set handle=me")
    for name in ["munge", "munge/trusted", "worktrees/linked/munge"] {
      #expect(try FileSystem.status(other.gitDirectory / name).map { $0.mode & 0o777 } == 0o700, "\(name)")
    }
    let own = try Workshop(rules: nil, attributes: "", files: AppProject.files).clone()
    try own.sh("umask 000; git munge init --private --yes --no-install")
    #expect(try FileSystem.status(own.gitDirectory / "munge")?.mode == 0o700)
  }
}

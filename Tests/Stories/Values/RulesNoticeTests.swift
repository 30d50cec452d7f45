// The filter's notice that .gitmunge differs from the rules that the working tree was munged by.

import StorySupport

@Suite struct RulesNoticeTests {
  let tree: WorkingTree
  private let notice = "git-munge: .gitmunge has changed: run `git munge install` to review and apply the new rules\n"

  init() throws {
    let names = (1...9).map { "\($0).txt" }
    tree = try Workshop(files: Dictionary(uniqueKeysWithValues: names.map { ($0, "\(canonical)\n") })).munged()
    let maintainer = tree.workshop.maintainer
    try maintainer.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
    for name in names { try maintainer.write(name, "changed \(canonical)\n") }
    try maintainer.commitAll("Rules")
  }

  /// The stderr of git while it writes all files again.
  private func checkout(in other: WorkingTree? = nil, _ environment: [String: String] = [:]) throws -> String {
    try (other ?? tree).run(["sh", "-c", "rm *.txt && git checkout --quiet -- '*.txt'"], environment: environment)
      .errors
  }

  @Test func `each command that writes files prints one notice for all of them, until install`() throws {
    #expect(try tree.git("pull", "--quiet").errors == notice)
    #expect(try tree.text("9.txt") == "changed \(local)\n", "the new rules do not apply before approval")
    #expect(try checkout() == notice)
    #expect(try checkout(["GIT_MUNGE_SKIP_SMUDGE": "1"]) == "", "without smudge nothing is munged")
    #expect(try tree.text("9.txt") == "changed \(canonical)\n")
    try tree.munge("install", "--yes")
    #expect(try checkout() == "")
  }

  @Test func `what a hook has printed the filter does not print`() throws {
    try tree.munge("install", "--hooks")
    #expect(try tree.git("pull", "--quiet").errors.ranges(of: "git munge install").count == 1)
  }

  @Test func `commands that only clean, and clones without an installation, print no notice`() throws {
    try tree.git("pull", "--quiet")
    for command in ["status", "diff"] {
      try tree.touchAll()
      #expect(try tree.git(command).errors == "")
    }
    try tree.write("1.txt", "edited \(local)\n")
    #expect(try tree.git("add", "1.txt").errors == "")
    #expect(try tree.git("commit", "--quiet", "--all", "-m", "Edit").errors == "")
    #expect(try tree.blob("HEAD:1.txt") == "edited \(canonical)\n")
    let fresh = try tree.workshop.clone("fresh")
    try fresh.write(".gitmunge", Rules.handle)
    #expect(try checkout(in: fresh) == "")
    try tree.munge("uninstall")
    #expect(try checkout() == "")
  }
}

// The filter's notice that .gitmunge differs from the rules that the working tree was munged by.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct RulesNoticeTests {
  let workshop: Workshop
  let tree: WorkingTree
  private let notice =
    "git-munge: .gitmunge has changed: run `git munge refresh` to review and apply the new rules\n"

  init() throws {
    let names = (1...9).map { "\($0).txt" }
    workshop = try Workshop(files: Dictionary(uniqueKeysWithValues: names.map { ($0, "com.blah.user-thing\n") }))
    tree = try workshop.munged()
    try workshop.maintainer.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
    for name in names { try workshop.maintainer.write(name, "changed com.blah.user-thing\n") }
    try workshop.maintainer.commitAll("Rules")
  }

  /// The stderr of git while it writes all files again.
  private func checkout(_ environment: [String: String] = [:]) throws -> String {
    try tree.run(["sh", "-c", "rm *.txt && git checkout --quiet -- '*.txt'"], environment: environment).errors
  }

  @Test func `a pull of other rules prints one notice for all its files`() throws {
    #expect(try tree.git("pull", "--quiet").errors == notice)
    #expect(try tree.text("9.txt") == "changed \(local)\n", "the new rules do not apply before approval")
    #expect(try checkout() == notice, "each command that writes files prints it until refresh")
    try tree.munge("refresh", "--yes")
    #expect(try checkout() == "")
  }

  @Test func `switching to a branch with other rules prints the notice, and switching back does not`() throws {
    try tree.git("fetch", "--quiet")
    #expect(try tree.git("switch", "--quiet", "--detach", "origin/main").errors == notice)
    #expect(try tree.git("switch", "--quiet", "main").errors == "")
  }

  @Test func `commands that only clean print no notice`() throws {
    try tree.git("pull", "--quiet")
    try tree.touchAll()
    #expect(try tree.git("status").errors == "")
    try tree.touchAll()
    #expect(try tree.git("diff").errors == "")
    try tree.write("1.txt", "edited \(local)\n")
    #expect(try tree.git("add", "1.txt").errors == "")
    #expect(try tree.git("commit", "--quiet", "--all", "-m", "Edit").errors == "")
    #expect(try tree.blob("HEAD:1.txt") == "edited \(canonical)\n")
  }

  @Test func `without smudge nothing is munged, and no notice is printed`() throws {
    try tree.git("pull", "--quiet")
    #expect(try checkout(["GIT_MUNGE_SKIP_SMUDGE": "1"]) == "")
    #expect(try tree.text("9.txt") == "changed \(canonical)\n")
  }

  @Test func `without an installation no notice is printed`() throws {
    let fresh = try workshop.clone("fresh")
    try fresh.write(".gitmunge", Rules.handle)
    #expect(try fresh.run(["sh", "-c", "rm *.txt && git checkout --quiet -- '*.txt'"]).errors == "")
    try tree.git("pull", "--quiet")
    try tree.munge("uninstall")
    #expect(try checkout() == "")
  }

  @Test(arguments: [nil, ""])
  func `a missing rules file prints no notice, and an empty one does`(_ rules: String?) throws {
    if let rules { try tree.write(".gitmunge", rules) } else { try FileSystem.remove(tree.top / ".gitmunge") }
    #expect(try checkout() == (rules == nil ? "" : notice))
  }
}

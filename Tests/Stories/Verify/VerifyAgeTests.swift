// In a tree, a text that looks local is an old one only if the commit that added it is known and does not have the
// rule.

import StorySupport

@Suite struct VerifyAgeTests {
  private static let rules = Rules.handle
  private static let leaked = "com.blah.user-fred\n"

  /// `old.txt` has a leak from before the rules, `new.txt` one of a later commit.
  private let tree: WorkingTree

  init() throws {
    let workshop = try Scene.older(
      ["old.txt": Self.leaked], attributes: "* filter=munge\n", ["app.txt": "\(canonical)\n"])
    tree = workshop.maintainer
    try tree.commit("new.txt", Self.leaked, "Leak")
    try tree.commit("other.txt", "\(canonical)\n", "Other")
  }

  private func leaks(_ words: String...) throws -> [String] {
    let outcome = try tree.munge(["verify"] + words, status: 0...1)
    return VerifyOutput(outcome.output).lines.filter { $0.kind == "looks-local" }.map { "\($0.place) \($0.severity)" }
  }

  private static let judged = ["new.txt:1:1 error", "old.txt:1:1 warning"]
  private static let unknown = ["new.txt:1:1 error", "old.txt:1:1 error"]

  @Test func `the commit decides, and not whether git can read the list of ignored commits`() throws {
    #expect(try leaks() == Self.judged)
    try tree.git("config", "--global", "blame.ignoreRevsFile", ".git-blame-ignore-revs")
    #expect(try leaks() == Self.judged)
    try tree.sh("git rev-parse HEAD^ >../ignored; git config --global blame.ignoreRevsFile \"$PWD/../ignored\"")
    #expect(try leaks() == Self.judged)
  }

  @Test func `where git blame fails, and in a shallow clone, it is an error`() throws {
    try tree.git("clone", "--quiet", "--depth", "1", "file://\(tree.top)", "\(tree.top)/../shallow")
    #expect(
      try VerifyOutput(tree.workshop.tree("shallow").munge("verify", status: 1...1).output).lines.map(\.severity) == [
        "error", "error",
      ])
    try tree.git("config", "--global", "blame.date", "x")
    #expect(try leaks() == Self.unknown)
  }

  @Test(arguments: [
    ("\"bundle-id\"", "\"renamed\""), ("thing\n", "thing-two\n"), ("\tlocal", "\tsuffix = Tests\n\tlocal"),
  ])
  func `a rule stays the same one under another name, and with another canonical text`(old: String, new: String) throws
  {
    try tree.commit(".gitmunge", Self.rules.replacing(old, with: new), "Rules")
    #expect(try leaks().filter { $0.hasPrefix("new") || $0.hasPrefix("old") } == Self.judged)
  }

  @Test func `a staged rule does not make an error of what it finds in old files`() throws {
    try tree.commit("hosts.txt", "fred.acme-dev.test api.acme.test\n", "Hosts")
    try tree.write(
      ".gitmunge", Self.rules + Rules.rule("host", "canonical = api.acme.test", "local = ${handle}.acme-dev.test"))
    try tree.git("add", ".gitmunge")
    #expect(try leaks("--staged") == ["hosts.txt:1:1 warning"])
  }
}

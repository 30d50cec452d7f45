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

  @Test func `rules of that commit that are invalid or missing do not make it older`() throws {
    try tree.commit(".gitmunge", "[rule\n", "Invalid")
    try tree.commit("third.txt", Self.leaked, "Leak")
    try tree.commit(".gitmunge", Self.rules, "Valid")
    #expect(try leaks() == Self.judged + ["third.txt:1:1 error"])
    try tree.git("rm", "--quiet", ".gitmunge")
    try tree.commit("fourth.txt", Self.leaked, "Leak without rules")
    try tree.commit(".gitmunge", Self.rules, "Rules again")
    #expect(try leaks() == ["fourth.txt:1:1 warning"] + Self.judged + ["third.txt:1:1 error"])
  }

  @Test func `a near leak of this clone stays an error when its rule is renamed`() throws {
    try tree.commit("near.txt", "x = com.blah.user-bnrUI\n", "Near")
    try tree.commit(".gitmunge", Self.rules.replacing("\"bundle-id\"", with: "\"renamed\""), "Rename")
    let clone = try tree.workshop.clone()
    try clone.munge("install", "handle=bnr")
    let lines = try VerifyOutput(clone.munge("verify", status: 1...1).output).lines
    #expect(lines.filter { $0.kind == "near-leak" }.map { "\($0.place) \($0.severity)" } == ["near.txt:1:5 error"])
  }

  @Test func `a staged rule does not make an error of what it finds in old files`() throws {
    try tree.commit("hosts.txt", "fred.acme-dev.test api.acme.test\n", "Hosts")
    try tree.write(
      ".gitmunge", Self.rules + Rules.rule("host", "canonical = api.acme.test", "local = ${handle}.acme-dev.test"))
    try tree.git("add", ".gitmunge")
    #expect(try leaks("--staged") == ["hosts.txt:1:1 warning"])
  }

  @Test func `all files are judged, and the authors of the first ones named`() throws {
    try tree.sh(
      "git switch --quiet older; for i in $(seq 300); do echo com.blah.user-fred >m$i.txt; done; git add .; git commit --quiet -m Old"
    )
    try tree.sh("git switch --quiet main; git merge --quiet -m Merge older")
    let old = try tree.munge("verify", "--report", "json", status: 1...1)
    let found = try #require(JSON(old.output)["findings"]?.list)
    #expect(found.count == 302 && found.count { $0["severity"]?.text == "warning" } == 301)
    #expect(found.allSatisfy { $0["author"] != nil })
    try tree.sh("for i in $(seq 300); do echo TEAM = FRED098765 >m$i.txt; done; git add .; git commit --quiet -m Many")
    try tree.commit(".gitmunge", Self.rules + Rules.keyedTeam, "Team")
    let many = try #require(JSON(tree.munge("verify", "--report", "json", status: 1...1).output)["findings"]?.list)
    #expect(many.count { $0["kind"]?.text == "foreign-value" } == 300)
    #expect((199...202).contains(many.count { $0["author"] != nil }))
  }
}

// `git munge set` stores values and updates the working tree in one step.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct SetTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      rules: Rules.handleAndTeam,
      files: ["app.txt": "id = com.blah.user-thing\nteam = ABCDE12345\n", "other.txt": "com.blah.user-thing\n"])
    tree = try workshop.munged(values: "handle=bnr", "team=BNR1234567")
  }

  private func app(_ handle: String, _ team: String = "BNR1234567") -> String {
    "id = com.blah.user-\(handle)\nteam = \(team)\n"
  }

  private func configured(_ name: String, _ level: String = "--local") throws -> String {
    try tree.git("config", level, "--get-all", "munge.values.\(name)", status: 0...1).output
  }

  @Test(arguments: ["xyz", "somebody-else", "b"])
  func `set stores several values of any length and updates the files`(_ handle: String) throws {
    let outcome = try tree.munge("set", "handle=\(handle)", "team=OTHER12345")
    #expect(
      outcome.output == """
        handle = \(handle), stored in this clone.
        team = OTHER12345, stored in this clone.
        2 files rewritten.
          bundle-id  com.blah.user-thing -> com.blah.user-\(handle)
          team       ABCDE12345 -> OTHER12345

        """)
    #expect(outcome.errors == "")
    #expect(try tree.text("app.txt") == app(handle, "OTHER12345"))
    #expect(try tree.text("other.txt") == "com.blah.user-\(handle)\n")
    #expect(try configured("handle") == "\(handle)\n")
    #expect(try configured("team") == "OTHER12345\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("status").says("Munged: "))
  }

  @Test func `set lists the rules of the given values only and keeps other values`() throws {
    let outcome = try tree.munge("set", "team=OTHER12345")
    try expectSnapshot("rules-of-given-values", outcome)
    #expect(!outcome.says("bundle-id"))
    #expect(try tree.text("app.txt") == app("bnr", "OTHER12345"))
    try expectSnapshot("rules-of-given-values-again", tree.munge("set", "team=OTHER12345"))
  }

  struct Refusal: CustomTestStringConvertible {
    let values: [String]
    let words: String
    var status: Int32 = 2
    var testDescription: String { values.joined(separator: " ") }
  }

  @Test(arguments: [
    Refusal(values: ["handle=other", "team=abc"], words: "team = abc (command line): expected ten capital letters and digits"),
    Refusal(values: ["handle=-x"], words: "handle = -x (command line): expected 1 to 63 letters"),
    Refusal(values: ["team=OTHER12345", "handel=other"], words: "'handel' is not declared in the rules; did you mean 'handle'?"),
    Refusal(values: ["handle=a", "team=OTHER12345", "handle=b"], words: "'handle' is given twice"),
    Refusal(values: ["handle="], words: "handle (command line): expected a value, found none"),
    Refusal(values: ["handle=other", "--global", "team=x"], words: "team = x (command line)"),
    Refusal(values: ["handle"], words: "expected NAME=VALUE, found 'handle'", status: 64),
    Refusal(values: ["handle=other", "=x"], words: "expected NAME=VALUE, found '=x'", status: 64),
    Refusal(values: [], words: "<NAME=VALUE>", status: 64),
  ])
  func `one invalid value makes set change nothing`(_ refusal: Refusal) throws {
    let home = try FileSystem.contents(workshop.sandbox.home / ".gitconfig")
    let before = try DirectoryState(tree)
    let outcome = try tree.munge(["set"] + refusal.values, status: refusal.status...refusal.status)
    #expect(outcome.errors.contains(refusal.words))
    #expect(outcome.output == "")
    #expect(try DirectoryState(tree).changes(since: before) == "")
    #expect(try FileSystem.contents(workshop.sandbox.home / ".gitconfig") == home)
  }

  @Test func `set fails and changes nothing when two rules would conflict in a file`() throws {
    let again = "[rule \"again\"]\n\tcanonical = ABCDE12345\n\tlocal = BNR1234567\n\tpath = app.*\n"
    let narrowed = Rules.handleAndTeam.replacing("\tlocal = ${team}\n", with: "\tlocal = ${team}\n\tpath = *.txt\n")
    try tree.write(".gitmunge", narrowed + again)
    try tree.munge("refresh", "--yes")
    let before = try DirectoryState(tree)
    let outcome = try tree.munge("set", "team=OTHER12345", status: 2...2)
    #expect(outcome.errors.contains("app.txt"))
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  @Test func `set --global stores the value in the global configuration, and refresh in another clone applies it`() throws {
    let second = try workshop.clone("second")
    try second.munge("install", "team=BNR1234567", status: 1...1)
    try tree.munge("unset", "handle")
    let outcome = try tree.munge("set", "--global", "handle=everywhere")
    try expectSnapshot("value-all-clones-kept-global", outcome)
    #expect(try tree.text("app.txt") == app("everywhere"))
    #expect(try configured("handle", "--global") == "everywhere\n")
    #expect(try configured("handle") == "", "the value is stored globally only")

    #expect(try second.text("app.txt") == app("thing"))
    #expect(try second.munge("refresh", "--yes").says("handle: (none) -> everywhere"))
    #expect(try second.text("app.txt") == app("everywhere"))
    #expect(try second.statusOfTouched() == "")
  }

  @Test func `a value of the clone that overrides the global one is reported`() throws {
    let outcome = try tree.munge("set", "--global", "handle=everywhere", status: 1...1)
    try expectSnapshot("clone-own-value-outvotes-global", outcome)
    #expect(try tree.text("app.txt") == app("bnr"))
    #expect(try configured("handle", "--global") == "everywhere\n")
  }

  @Test func `a value of the working tree that overrides the clone's is reported`() throws {
    try tree.git("config", "extensions.worktreeConfig", "true")
    try tree.git("config", "--worktree", "munge.values.handle", "outvoting")
    try tree.munge("refresh", "--yes")
    let outcome = try tree.munge("set", "handle=other", status: 1...1)
    try expectSnapshot("worktree-own-value-outvotes-clone", outcome)
    #expect(try tree.text("app.txt") == app("outvoting"))
    #expect(try configured("handle") == "other\n")
  }

  @Test func `set replaces several entries of one value by one`() throws {
    try tree.git("config", "--add", "munge.values.handle", "again")
    try tree.munge("set", "handle=other")
    #expect(try configured("handle") == "other\n")
    try tree.git("config", "--global", "--add", "munge.values.team", "ONE1234567")
    try tree.git("config", "--global", "--add", "munge.values.team", "TWO1234567")
    try tree.munge("unset", "team", status: 0...1)
    try tree.munge("set", "--global", "team=ALL1234567")
    #expect(try configured("team", "--global") == "ALL1234567\n")
    #expect(try tree.text("app.txt") == app("other", "ALL1234567"))
  }

  @Test func `a value whose local text equals the canonical one is accepted and reported`() throws {
    let outcome = try tree.munge("set", "handle=thing")
    try expectSnapshot("value-canonical-one-makes-rule", outcome)
    #expect(try tree.text("app.txt") == app("thing"))
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("status").says("Munged: "), "the state is munged, without replacements")
    try tree.write("other.txt", "\(local)\nsaved late\n")
    try tree.git("add", "other.txt")
    #expect(try tree.blob(":other.txt") == "\(canonical)\nsaved late\n")
  }

  @Test func `a late save with the old local text is cleaned`() throws {
    try tree.munge("set", "handle=other")
    try tree.write("app.txt", app("bnr") + "saved late\n")
    try tree.commitAll("Late")
    #expect(try tree.blob("HEAD:app.txt") == app("thing", "ABCDE12345") + "saved late\n")
    #expect(try tree.objects(holding: local) == "")
    #expect(try tree.objects(holding: "BNR1234567") == "")
    try tree.munge("refresh")
    #expect(try tree.text("app.txt") == app("other") + "saved late\n")
  }

  @Test func `set works in a subdirectory`() throws {
    let sub = tree.top / "sub"
    try FileSystem.makeDirectories(sub)
    try tree.munge(["set", "handle=other"], in: sub)
    #expect(try tree.text("app.txt") == app("other"))
  }
}

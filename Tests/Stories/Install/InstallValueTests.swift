// Where values come from, which values are refused, and what happens to rules without values.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct InstallValueTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      rules: Rules.handleAndTeam, files: ["app.txt": "id = com.blah.user-thing\nteam = ABCDE12345\n"])
    tree = try workshop.clone()
  }

  private func app(_ handle: String, _ team: String) -> String {
    "id = com.blah.user-\(handle)\nteam = \(team)\n"
  }

  @Test func `values are read from the arguments, the clone's and the global configuration`() throws {
    try tree.git("config", "--global", "munge.values.handle", "global")
    try tree.git("config", "--global", "munge.values.team", "GLOBAL1234")
    try tree.git("config", "munge.values.team", "LOCAL12345")
    let outcome = try tree.munge("install")
    #expect(try tree.text("app.txt") == app("global", "LOCAL12345"))
    try expectSnapshot("values-taken-arguments-clone-global-install", outcome)
    #expect(
      try tree.git("config", "--local", "munge.values.handle", status: 1...1).output == "",
      "a value that is configured elsewhere stays there")

    try expectSnapshot("values-taken-arguments-clone-global-install-2", tree.munge("install", "handle=given"))
    #expect(try tree.text("app.txt") == app("given", "LOCAL12345"))
    #expect(try tree.git("config", "--local", "munge.values.handle").output == "given\n")
    try expectSnapshot("values-taken-arguments-clone-global-status", tree.munge("status"))
  }

  @Test func `a given value that another configuration level overrides is reported`() throws {
    try tree.git("config", "extensions.worktreeConfig", "true")
    try tree.git("config", "--worktree", "munge.values.handle", "outvoting")
    let outcome = try tree.munge("install", "handle=bnr", "team=BNR1234567", status: 1...1)
    try expectSnapshot("given-value-another-level-configuration", outcome)
  }

  struct Refusal: CustomTestStringConvertible {
    let values: [String]
    let words: String
    var status: Int32 = 2
    var testDescription: String { values.joined(separator: " ") }
  }

  @Test(arguments: [
    Refusal(values: ["team=abc"], words: "team = abc (command line): expected ten capital letters and digits"),
    Refusal(values: ["handle=-x"], words: "handle = -x (command line): expected 1 to 63 letters"),
    Refusal(values: ["handel=bnr"], words: "variable 'handel' is not declared in the rules; did you mean 'handle'?"),
    Refusal(values: ["zzzzzzzz=bnr"], words: "they declare handle, team"),
    Refusal(values: ["handle=a", "handle=b"], words: "'handle' is given twice"),
    Refusal(values: ["handle="], words: "handle (command line): expected a value, found none"),
    Refusal(values: ["handle"], words: "expected NAME=VALUE, found 'handle'", status: 64),
    Refusal(values: ["=bnr"], words: "expected NAME=VALUE, found '=bnr'", status: 64),
    Refusal(values: ["handle=bnr", "team=x"], words: "team = x (command line)"),
  ])
  func `an invalid value is refused, and nothing changes`(_ refusal: Refusal) throws {
    let before = try DirectoryState(tree)
    let outcome = try tree.munge(["install"] + refusal.values, status: refusal.status...refusal.status)
    #expect(outcome.errors.contains(refusal.words))
    #expect(outcome.output == "")
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  @Test(arguments: [("munge.values.team", "abc"), ("munge.values.handle", "")])
  func `an invalid configured value is refused, with its place`(
    _ key: String, _ value: String
  ) throws {
    try tree.git("config", "--global", key, value)
    let before = try DirectoryState(tree)
    let outcome = try tree.munge("install", status: 2...2)
    #expect(outcome.errors.contains("(global config, \(workshop.sandbox.home / ".gitconfig"))"))
    #expect(try DirectoryState(tree).changes(since: before) == "")
    try tree.munge("install", "handle=bnr", "team=BNR1234567")
    #expect(try tree.text("app.txt") == app("bnr", "BNR1234567"), "the given value overrides it")
  }

  @Test func `values of other projects in the global configuration are ignored`() throws {
    try tree.git("config", "--global", "munge.values.something-else", "x")
    let outcome = try tree.munge("install", "handle=bnr", "team=BNR1234567")
    #expect(!outcome.says("something-else"))
    #expect(try !tree.munge("status").says("something-else"))
  }

  @Test func `without a terminal, a missing value leaves its rule unused and sets the exit code`() throws {
    let outcome = try tree.munge("install", "handle=bnr", status: 1...1)
    try expectSnapshot("without-terminal-unset-value-leaves-install", outcome)
    #expect(try tree.text("app.txt") == app("bnr", "ABCDE12345"))
    #expect(try tree.statusOfTouched() == "")
    try expectSnapshot("without-terminal-unset-value-leaves-status", tree.munge("status"))

    try tree.munge("install", "team=BNR1234567")
    #expect(try tree.text("app.txt") == app("bnr", "BNR1234567"))
    #expect(try tree.munge("status").says("Munged"))
  }

  @Test func `without any value install changes no file`() throws {
    try tree.munge("install", status: 1...1)
    #expect(try tree.text("app.txt") == app("thing", "ABCDE12345"))
    try tree.write("app.txt", app("bnr", "BNR1234567"))
    try tree.commitAll("By hand")
    #expect(try tree.blob("HEAD:app.txt") == app("bnr", "BNR1234567"))
  }

  @Test func `a value whose local text equals the canonical one is accepted`() throws {
    let outcome = try tree.munge("install", "handle=thing", "team=ABCDE12345")
    try expectSnapshot("value-makes-local-text-canonical", outcome)
    #expect(try tree.text("app.txt") == app("thing", "ABCDE12345"))
    #expect(try tree.munge("status").status == 0)
    #expect(try tree.statusOfTouched() == "")
  }
}

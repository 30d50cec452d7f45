// `git munge unset` removes values and restores the canonical texts.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct UnsetTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      rules: Rules.handleAndTeam, files: ["app.txt": "id = com.blah.user-thing\nteam = ABCDE12345\n"])
    tree = try workshop.munged(values: "handle=bnr", "team=BNR1234567")
  }

  private func app(_ handle: String, _ team: String) -> String {
    "id = com.blah.user-\(handle)\nteam = \(team)\n"
  }

  @Test func `unset restores the canonical text`() throws {
    let outcome = try tree.munge("unset", "handle")
    try expectSnapshot("value-taken-away-gives-canonical", outcome)
    #expect(outcome.errors == "")
    #expect(try tree.text("app.txt") == app("thing", "BNR1234567"))
    #expect(try tree.git("config", "--get-regexp", "^munge.values").output == "munge.values.team BNR1234567\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("set", "handle=bnr")
    #expect(try tree.text("app.txt") == app("bnr", "BNR1234567"))
  }

  @Test func `unset removes several values in one step`() throws {
    let outcome = try tree.munge("unset", "team", "handle", "team")
    try expectSnapshot("several-taken-away-one-step", outcome)
    #expect(try tree.text("app.txt") == app("thing", "ABCDE12345"))
    #expect(try tree.git("config", "--get-regexp", "^munge", status: 1...1).output == "")
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `a late save with the old local text is cleaned`() throws {
    try tree.munge("unset", "handle", "team")
    try tree.write("app.txt", app("bnr", "BNR1234567") + "saved late\n")
    try tree.commitAll("Late")
    #expect(try tree.blob("HEAD:app.txt") == app("thing", "ABCDE12345") + "saved late\n")
    #expect(try tree.objects(holding: local) == "")
    #expect(try tree.objects(holding: "BNR1234567") == "")
  }

  struct Refusal: CustomTestStringConvertible {
    let words: [String]
    let error: String
    var status: Int32 = 2
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Refusal(words: ["handle", "handel"], error: "'handel' has no value in this clone's configuration; did you mean 'handle'?"),
    Refusal(words: ["zzzzzzzz"], error: "'zzzzzzzz' has no value in this clone's configuration\n"),
    Refusal(words: ["--global", "handle"], error: "'handle' has no value in your global configuration, but in local config, .git/config"),
    Refusal(words: ["handle=bnr"], error: "expected a NAME, found 'handle=bnr'; `git munge set` takes NAME=VALUE", status: 64),
    Refusal(words: [], error: "<NAME>", status: 64),
  ])
  func `unset of a value that is not set there fails and changes nothing`(_ refusal: Refusal) throws {
    let before = try DirectoryState(tree)
    let outcome = try tree.munge(["unset"] + refusal.words, status: refusal.status...refusal.status)
    #expect(outcome.errors.contains(refusal.error))
    #expect(outcome.output == "")
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  @Test func `unset --global removes a value from the global configuration`() throws {
    try tree.munge("unset", "handle")
    try tree.munge("set", "--global", "handle=everywhere")
    let outcome = try tree.munge("unset", "handle", status: 2...2)
    try expectSnapshot("value-stands-only-global-configuration-unset", outcome)
    #expect(try tree.text("app.txt") == app("everywhere", "BNR1234567"))

    try expectSnapshot("value-stands-only-global-configuration-unset-2", tree.munge("unset", "--global", "handle"))
    #expect(try tree.text("app.txt") == app("thing", "BNR1234567"))
    #expect(try tree.git("config", "--get", "munge.values.handle", status: 1...1).output == "")
  }

  @Test func `unset of the clone's value reports the global value that applies again`() throws {
    try tree.munge("set", "--global", "handle=everywhere", status: 1...1)
    let outcome = try tree.munge("unset", "handle", status: 1...1)
    #expect(outcome.says("  bundle-id  com.blah.user-thing -> com.blah.user-everywhere\n"))
    try expectSnapshot("global-value-counts-again-when", outcome)
    #expect(try tree.text("app.txt") == app("everywhere", "BNR1234567"))
    #expect(try tree.statusOfTouched() == "")
  }

  @Test func `unset removes a value of another project`() throws {
    try tree.git("config", "munge.values.something-else", "x")
    try expectSnapshot("value-another-project-can-taken", tree.munge("unset", "something-else"))
    #expect(try tree.git("config", "munge.values.something-else", status: 1...1).output == "")
  }

  @Test func `without an installation unset only removes the value`() throws {
    let fresh = try workshop.clone("fresh")
    try fresh.munge("set", "handle=early")
    let outcome = try fresh.munge("unset", "handle")
    try expectSnapshot("where-nothing-installed-value-only", outcome)
    #expect(try fresh.git("config", "--get", "munge.values.handle", status: 1...1).output == "")
    #expect(try fresh.statusOfTouched() == "")
  }
}

// A repair changes what commits with the rules have added; what is older is listed.

import StorySupport

/// A repository whose maintainer renamed an identifier, and has leaked a team, before there were rules.
@Suite struct RepairAgeTests {
  private static let rules =
    Rules.rule("id", "canonical = org.acme.Client", "suffix = Tests", "local = org.${handle}.Client", "key = ID")
    + Rules.rule("team", "canonical = ABCDE12345", "local = ${team}", "key = TEAM")
    + Rules.variables(["handle": "label", "team": "team-id"])
  private static let lines = [
    "first", "ID = org.acme.ClientTests", "TEAM = ABCDE12345", "second", "ID = org.acme.Client", "TEAM = ABCDE12345",
    "",
  ]
  private static let first = lines.joined(separator: "\n")
  private static let renamed = first.replacing(
    "org.acme.ClientTests\nTEAM = ABCDE12345", with: "org.acme.Tests\nTEAM = WILMA56789")

  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(rules: nil, attributes: "", files: ["a.env": Self.first]).maintainer
    try commit(Self.renamed)
    try tree.write(".gitmunge", Self.rules)
    try tree.commit(".gitattributes", "*.env filter=munge\n", "Rules")
  }

  private func commit(_ text: String) throws {
    try tree.commit("a.env", text, "Edit")
  }

  /// The leak of a commit that has the rules, at the end of the file.
  private func leaked(_ text: String, _ team: String = "FRED098765") -> String {
    text.replacing("Client\nTEAM = ABCDE12345", with: "Client\nTEAM = \(team)")
  }

  @Test(arguments: [":/", "a.env"]) func `a text that is older than its rule stays and is listed`(_ path: String) throws
  {
    try commit(leaked(Self.renamed))
    let outcome = try tree.munge("repair", path)
    #expect(try tree.text("a.env") == Self.renamed)
    if path == ":/" { try expectSnapshot("older-text-listed", outcome) }
    try tree.commitAll("Repaired")
    let again = try tree.munge("repair", ":/")
    #expect(again.says("Older than") && !again.says("Nothing is staged") && again.errors == "")
    #expect(try tree.git("status", "--porcelain").output == "")
    try tree.munge("repair", "a.env")
    #expect(try tree.text("a.env") == Self.first)
  }

  @Test func `an older text stays on a line that a later commit or the working tree has edited`() throws {
    let (tests, team) = ("ID = org.acme.Tests", "TEAM = WILMA56789")
    let edited = Self.renamed.replacing(tests, with: tests + "  ")
    try commit(edited)
    #expect(try tree.munge("repair", ".").output.contains(/a.env:2:6: ID .*\n  a.env:3:8: TEAM/))
    let both = edited.replacing(team, with: "\(team)  ")
    try tree.write("a.env", leaked(both))
    #expect(try tree.munge("repair", ".").says("a.env:6: TEAM = ABCDE12345\n"))
    #expect(try tree.text("a.env") == both)
    #expect(try !tree.munge("repair", ".").says("only the staged version has a leak"))
  }

  @Test func `an own text is repaired whatever its age is`() throws {
    let clone = try tree.workshop.clone()
    try clone.sh("git munge install team=WILMA56789 handle=wilma; git munge repair .")
    #expect(try clone.git("diff", "--unified=0").output.contains("-TEAM = WILMA56789\n+TEAM = ABCDE12345"))
  }
}

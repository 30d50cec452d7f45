// Several canonical texts with one local text: clean finds a block's text by its lines, or reports a guess.

import StorySupport
import TestSupport
import Testing

@Suite struct ExchangedValueTests {
  private static let rules = """
    [rule "team"]
    	canonical = AAAAAAAAAA
    	canonical = FFFFFFFFFF
    	canonical = GGGGGGGGGG
    	local = ${team}
    	key = TEAM
    [variable "team"]
    	kind = team-id
    	description = A team

    """

  private let workshop: Workshop
  private let tree: WorkingTree

  init() throws {
    workshop = try Workshop(rules: Self.rules, files: ["app.conf": Self.block("B0", "FFFFFFFFFF")])
    tree = try workshop.clone()
    try tree.munge("install", "team=MYTEAM7890")
  }

  private static func block(_ name: String, _ team: String = "MYTEAM7890", _ line: String = "") -> String {
    "\(name) = {\n\(line)  TEAM = \(team)\n}\n"
  }

  @Test func `a renamed block below a new equal one is cleaned by a guess, with a warning`() throws {
    try tree.write("app.conf", Self.block("NEW") + Self.block("B1"))
    #expect(try tree.git("add", "app.conf").errors.contains("app.conf: ambiguous local identifier"))
    try expectSnapshot("renamed-block-below-new-one", tree.munge("status", status: 1...1))
  }

  @Test func `a renamed block with a line of its own keeps its team`() throws {
    try tree.write("app.conf", Self.block("B0", "MYTEAM7890", "  INFO = one\n"))
    try tree.git("commit", "--quiet", "--all", "-m", "Info")
    try tree.write("app.conf", Self.block("NEW", "MYTEAM7890", "  INFO = two\n") + Self.block("B1", "MYTEAM7890", "  INFO = one\n"))
    #expect(try tree.git("add", "app.conf").errors == "")
    let expected = Self.block("NEW", "AAAAAAAAAA", "  INFO = two\n") + Self.block("B1", "FFFFFFFFFF", "  INFO = one\n")
    #expect(try tree.blob(":app.conf") == expected)
  }

  @Test func `both sides of a conflict kept in one block are cleaned by a guess, with a warning`() throws {
    try tree.git("switch", "--quiet", "--create", "other")
    try tree.write("app.conf", Self.block("B0", "GGGGGGGGGG"))
    try tree.git("commit", "--quiet", "--all", "-m", "Team")
    try tree.git("switch", "--quiet", "main")
    try tree.write("app.conf", Self.block("B0", "MYTEAM7890", "  X = 1\n"))
    try tree.git("commit", "--quiet", "--all", "-m", "Line")
    try tree.git("merge", "--quiet", "other", status: 0...1)
    try tree.write("app.conf", Self.block("B0") + Self.block("B1", "MYTEAM7890", "  X = 1\n"))
    #expect(try tree.git("add", "app.conf").errors.contains("app.conf: ambiguous local identifier"))
  }
}

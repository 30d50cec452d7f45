// Prompts for missing values, on a terminal.

import StorySupport

@Suite(.enabled(if: TestInput.hasTerminals, TestInput.noTerminals))
struct PromptTests {
  private func install(in tree: WorkingTree, _ options: String = "", answers: String) throws -> String {
    try tree.onTerminal("git munge install \(options)", answers: answers)
  }

  @Test func `install prompts for each value, the team first, and again after an invalid answer`() throws {
    let tree = try Workshop(rules: Rules.handleAndTeam, files: ["app.txt": "\(canonical) ABCDE12345\n"]).clone()
    let output = try install(in: tree, answers: "no good\nBNR1234567\nno good\nbnr\n")
    let team = "Your Apple development team (Enter keeps ABCDE12345): "
    #expect(output.contains("\(team)"))
    #expect(output.contains("  expected ten capital letters and digits, such as ABCDE12345\n\(team)"))
    #expect(output.contains("Your short handle, such as bnr (Enter keeps com.blah.user-thing): "))
    #expect(output.contains("  expected 1 to 63 letters, digits and inner hyphens, such as bnr\nYour short handle"))
    #expect(output.contains("Installed: 1 file shows \(local), BNR1234567.\n"))
    #expect(try tree.text("app.txt") == "\(local) BNR1234567\n")
    #expect(
      try tree.git("config", "--get-regexp", "^munge.(values|declined)").output
        == "munge.values.handle bnr\nmunge.values.team BNR1234567\n")
    #expect(try !install(in: tree, answers: "").contains("Your short handle"), "a configured value is not asked for")
  }

  @Test func `without a team of their own, the developer is asked for no name`() throws {
    let tree = try Workshop(rules: Rules.handleAndTeam, files: ["app.txt": "\(canonical) ABCDE12345\n"]).clone()
    let output = try install(in: tree, answers: "\n")
    #expect(
      output.contains("Installed: no file shows an identifier of yours.") && !output.contains("Your short handle"))
    #expect(
      try tree.git("config", "--get-regexp", "^munge").output.contains(
        "munge.declined.handle true\nmunge.declined.team true\n"))
  }

  @Test func `the end of input ends the command and changes nothing`() throws {
    let tree = try Workshop(rules: Rules.handleAndTeam, files: ["app.txt": canonical]).clone()
    let output = try tree.onTerminal("git munge install", answers: "bnr\n\u{4}", status: 2...2)
    #expect(output.contains("nothing was changed: the input ended"))
    #expect(try tree.text("app.txt") == canonical && tree.state() == "not-installed")
  }

  @Test func `Enter keeps the canonical text, and unset takes back that choice`() throws {
    let tree = try Workshop(files: ["app.txt": canonical]).clone()
    #expect(try install(in: tree, answers: "\n").contains("Installed: no file shows an identifier of yours.\n"))
    #expect(try tree.text("app.txt") == canonical)
    #expect(try tree.git("config", "--get-regexp", "^munge.(values|declined)").output == "munge.declined.handle true\n")
    #expect(try tree.statusOfTouched() == "")
    #expect(try !install(in: tree, answers: "").contains("Enter keeps"), "the choice is stored")
    try expectSnapshot("declined-value", tree.munge("install"), tree.munge("status"))
    try expectSnapshot("choice-project-text-can-taken", tree.munge("set", "--unset", "handle"))
    #expect(try tree.git("config", "--get-regexp", "^munge.(values|declined)", status: 1...1).output == "")
    #expect(try install(in: tree, answers: "bnr\n").contains("Enter keeps com.blah.user-thing"))
    #expect(try tree.text("app.txt") == local)
  }
}

// Prompts, colours and the pager on a terminal, and their absence without one.

import StorySupport

@Suite(.enabled(if: TestInput.hasTerminals, TestInput.noTerminals))
struct TerminalTests {
  let tree: WorkingTree

  init() throws { tree = try Scene.app().munged() }

  /// On a terminal with colours.
  @discardableResult
  private func onTerminal(
    _ command: String, answers: String = "", environment: [String: String] = [:], status: ClosedRange<Int32> = 0...0
  ) throws -> String {
    let colourful = ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 }
    return try tree.onTerminal(command, answers: answers, environment: colourful, status: status)
  }

  private func changeRules() throws {
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "dev-${"))
  }

  @Test(arguments: ["y\n", "\n", "Y\n", " YES \n"])
  func `install shows changed rules, asks, and applies them after a yes`(_ answer: String) throws {
    try changeRules()
    let output = try onTerminal("git munge install", answers: answer, environment: ["NO_COLOR": "1"])
    let parts = output.split(separator: "Apply? [Y/n/d] ")
    #expect(
      parts.first?.contains(
        "Rules have changed:\n  rule 'bundle-id' local: com.blah.user-${handle} -> com.blah.dev-${handle}\n") == true)
    #expect(parts.count == 2 && parts.last?.contains("Installed: 2 files show com.blah.dev-bnr.") == true, "\(output)")
    try tree.expectShown("app.txt", "id = com.blah.dev-bnr\n", status: " M .gitmunge\n")
    #expect(try onTerminal("git munge install") == nothingToDo, "approved rules are not asked about again")
  }

  @Test(arguments: ["n\n", "no\n", "yess\n", "ok\n", ""])
  func `install applies nothing without a clear yes, and prints how to approve`(_ answer: String) throws {
    try changeRules()
    let before = try DirectoryState(tree)
    let output = try onTerminal("git munge install", answers: answer, status: 2...2)
    #expect(output.contains("Apply? [Y/n/d] "))
    let end =
      "nothing was changed: the rules have changed since you approved them; `git munge install --yes` approves them without a question\n"
    #expect(output.replacing("\n    ", with: " ").hasSuffix(end), "\(output)")
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  @Test func `install names the author of committed rules, and the answer d shows all of each rule`() throws {
    let more = "[rule \"host\"]\n\tcanonical = api.acme.org\n\tlocal = dev.acme.org\n\tsuffix = -x\n"
    try tree.workshop.maintainer.commit(".gitmunge", Rules.handle + more, "Rules")
    try tree.git("pull", "--quiet")
    let environment = ["NO_COLOR": "1", "GIT_PAGER": "cat >../paged.txt"]
    let output = try onTerminal("git munge install", answers: "d\ny\n", environment: environment)
    let author = try tree.git("log", "-1", "--format=%an (%h)").output.dropLast()
    let words = "Rules have changed, last by \(author):\n  rule 'host' is new: api.acme.org -> dev.acme.org\n"
    #expect(output.contains(words + "Apply? [Y/n/d] ") && output.contains("Installed: "), "\(output)")
    #expect(try tree.text("../paged.txt") == words + "    suffix -x\n")
  }

  @Test func `install asks nothing with --yes, with GIT_TERMINAL_PROMPT=0, or without a terminal`() throws {
    try changeRules()
    let forbidden = try onTerminal(
      "git munge install", answers: "y\n", environment: ["GIT_TERMINAL_PROMPT": "0"], status: 2...2)
    #expect(
      try !forbidden.contains("Apply?") && !onTerminal("echo y | git munge install", status: 2...2).contains("Apply?"))
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try !onTerminal("git munge install --yes").contains("Apply?"))
    #expect(try tree.text("app.txt") == "id = com.blah.dev-bnr\n")
  }

  private static let escape = "\u{1B}["

  @Test func `output on a terminal is coloured, by git's settings, and output to a pipe or a file is not`() throws {
    let output = try onTerminal("git munge status")
    #expect(
      output.hasPrefix("\(Self.escape)32mMunged: \(local) (2 places in 2 files)\(Self.escape)m\n"),
      "\(output)")
    for key in ["color.ui", "color.munge"] {
      for (value, isColoured) in [("false", false), ("auto", true)] {
        try tree.git("config", key, value)
        #expect(try onTerminal("git munge status").contains(Self.escape) == isColoured, "\(key)=\(value)")
      }
    }
    #expect(try !onTerminal("git munge status | cat").contains(Self.escape))
    try onTerminal("git munge status >../status.txt")
    #expect(try tree.text("../status.txt")?.hasPrefix("Munged: ") == true)
    #expect(try !tree.munge("status", environment: ["TERM": "xterm"]).says(Self.escape))
    try FileSystem.remove(tree.top / ".gitmunge")
    #expect(
      try onTerminal("git munge status", status: 1...1).hasPrefix("\(Self.escape)31mthere is no .gitmunge"))
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func `NO_COLOR and TERM=dumb disable colours`(_ environment: [String: String]) throws {
    try changeRules()
    for command in ["status", "explain app.txt", "status --check", "install", "install --yes"] {
      // Answered only when asked for: `script` waits two seconds for an answer to be read.
      let output = try onTerminal(
        "git munge \(command)", answers: command == "install" ? "n\n" : "", environment: environment, status: 0...2)
      #expect(!output.contains(Self.escape) && !output.isEmpty, "\(command): \(output)")
    }
  }
}

// Names in a repository that a terminal or a CI server could interpret: every command escapes them.

import StorySupport

@Suite struct HostileNameTests {
  private static let names = [
    "##[error]x.txt", "a ##[group]b.txt", "::error::x.txt", "  ::stop-commands::x.txt", "x\n::warning::y.txt",
    "x\r##[endgroup].txt", "\u{1B}[2Jx.txt", "a\u{202E}b\u{2066}c.txt", "-##[x].txt",
  ]
  private static let commands: [[String]] = [
    ["status", "--check"], ["status", "--json"], ["install", "--yes"], ["install"],
    ["verify"], ["verify", "HEAD^..HEAD"], ["verify", "--worktree"], ["verify", "--report", "json"],
    ["verify", "--report", "sarif"], ["verify", "--report", "gitlab"], ["verify", "--report", "github"],
    ["verify", "--report", "markdown"],
    ["verify", "##[x]"], ["verify", "--baseline", "##[x]"], ["explain", "##[x]"], ["repair", "::error::nowhere"],
    ["##[x]"],
  ]

  /// Lines that could be interpreted as a command, and invisible characters.
  private func faults(_ text: String, isGitHub: Bool) -> [String] {
    text.split(omittingEmptySubsequences: true) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init).filter {
      line in
      let start = line.drop(while: \.isWhitespace)
      let isOurs = isGitHub && ["::error ", "::warning ", "::notice "].contains { line.hasPrefix($0) }
      let isStrange = line.unicodeScalars.contains { scalar in
        [.control, .format].contains(scalar.properties.generalCategory)
      }
      return start.hasPrefix("::") && !isOurs || line.contains("##[") || isStrange
    }
  }

  @Test func `no command prints control characters or workflow commands from names`() throws {
    let description = "A \u{202E}name ##[group]x"
    let rules = """
      [rule "##[r]\u{202E}"]
      \tcanonical = com.blah.user-thing
      \tlocal = com.blah.user-${handle}
      \tkey = ID
      [variable "handle"]
      \tkind = label
      \tdescription = \(description)

      """
    var files = Self.names.reduce(into: [String: String]()) { $0[$1] = "ID = com.blah.user-thing\n" }
    for name in Self.names { files[name + ".plain"] = "ID = com.blah.user-thing\n" }
    let tree = try Workshop(rules: rules, attributes: "*.txt filter=munge\n", files: files).clone()
    try tree.git("config", "user.name", "##[author] \u{202E}")
    #expect(faults(try tree.munge("install", status: 1...1).output, isGitHub: false) == [], "without a value")
    try tree.munge("install", "handle=bnr")
    for name in Self.names { try tree.write(name, "ID = net.other.thing\nX = com.blah.user-bnr\n") }
    try tree.git("commit", "--quiet", "--all", "--no-verify", "--message", "A leak")
    for name in Self.names { try tree.write(name, "ID = com.blah.user-thing\nedit\n") }
    for command in Self.commands {
      let outcome = try tree.munge(command, status: 0...64)
      #expect(faults(outcome.output + "\n" + outcome.errors, isGitHub: command.contains("github")) == [], "\(command)")
    }
  }
}

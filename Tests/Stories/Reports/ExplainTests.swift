// `git munge explain` on each identifier in a file, and on words that resemble one.

import StorySupport

@Suite struct ExplainTests {
  /// One rule for each result that explain can print for a text.
  private static let rules =
    Rules.rule(
      "bundle-id", "canonical = com.blah.user-thing", "local = com.blah.user-${handle}", "suffix = Tests",
      "except = com.blah.user-thing.Fixed")
    + Rules.rule("team", "canonical = ABCDE12345", "local = ${team}", "path = *.pbxproj", "path = !old/*.pbxproj")
    + Rules.rule("server", "canonical = build.example.org", "local = ${server}-${room}.lan")
    + Rules.rule("group", "canonical = group.blah.shared", "local = group.${group}")
    + Rules.variables(["handle": "label", "team": "team-id", "server": "label", "room": "label", "group": "bundle-id"])

  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(rules: ExplainTests.rules, files: ["app.txt": "", "a.pbxproj": "ABCDE12345\n"]).clone()
    try tree.munge("install", "handle=old", status: 1...1)
    try tree.git("config", "--global", "munge.values.server", "farm")
    try tree.munge("install", "handle=bnr", "team=BNR1234567", "group=blah.shared", status: 1...1)
  }

  /// Local, canonical, former and foreign texts, exceptions, longer words and other cases.
  private static let texts = [
    local, "\(local)Tests", canonical, "build.example.org", "group.blah.shared", "ABCDE12345", "BNR1234567",
    "\(canonical).Fixed", "com.blah.user-old", "com.blah.user-oldTests", "\(canonical)UI", "\(canonical)Tests2",
    "my-\(canonical)", "my-\(canonical)UI", "Com.Blah.User-Thing", "Abcde12345",
  ]

  @Test func `explain prints the result for each text, and git stages what it says`() throws {
    try tree.write("app.txt", Self.texts.map { "id = \($0);\n" }.joined())
    try tree.write("old/a.pbxproj", "ABCDE12345\n")
    let outcomes = try ["app.txt", "a.pbxproj", "old/a.pbxproj"].map { try tree.munge("explain", $0) }
    try expectSnapshot("each-text", outcomes)
    try tree.git("add", "app.txt")
    let explained = outcomes[0].output.split(separator: "\n").dropFirst()
    for (text, (line, staged)) in try zip(Self.texts, zip(explained, tree.blob(":app.txt").split(separator: "\n"))) {
      let becomesAnother = line.contains("in the repository") || line.contains("clean replaces")
      #expect((staged != "id = \(text);") == becomesAnother, "\(line): \(staged)")
    }
  }

  @Test func `a missing installation and a damaged plan are errors`() throws {
    let foreign = try Workshop(rules: nil, files: ["app.txt": ""]).clone().munge("explain", "app.txt", status: 2...2)
    try TestFile.write(tree.gitDirectory / "munge/plan", bytes("nonsense"))
    try expectSnapshot("errors", foreign, tree.munge("explain", "app.txt", status: 2...2))
  }
}

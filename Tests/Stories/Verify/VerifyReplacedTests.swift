// A canonical text replaced by another text on an otherwise equal line is found without values, keys or shapes.

import StorySupport

@Suite struct VerifyReplacedTests {
  /// Rules that match no leak by themselves.
  private static let rules =
    Rules.rule("id", "canonical = com.acme.app", "local = com.acme.app.${handle}", "except = com.acme.app.shared")
    + Rules.rule("team", "canonical = ABCDE12345", "local = ${team}")
    + Rules.rule("narrow", "canonical = com.acme.pro", "local = own.${handle}.thing", "path = *.y")
    + Rules.variables(["handle": "label", "team": "team-id"])
  private static let project = """
    // !$*UTF8*$!
    A = {
    \tPRODUCT_BUNDLE_IDENTIFIER = com.acme.app;
    \tDEVELOPMENT_TEAM = ABCDE12345;
    };
    B = {
    \tPRODUCT_BUNDLE_IDENTIFIER = "com.acme.app.Share";
    \tPREFIX = ABCDE12345.com.acme.app;
    \tOTHER = com.acme.pro;
    };
    com.acme.app
    LONG = com.acme.application;

    """

  private let workshop: Workshop
  private let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      rules: Self.rules, attributes: "*.x filter=munge\n*.y filter=munge\n",
      files: ["a.x": Self.project, "b.y": Self.project])
    tree = workshop.maintainer
  }

  private func found(_ words: String..., status: ClosedRange<Int32> = 0...1) throws -> [String] {
    let report = try JSON(tree.munge(["verify", "--report", "json"] + words, status: status).output)
    return (report["findings"]?.list ?? []).filter { $0["severity"]?.text == "error" }.map { finding in
      let place = [
        finding["path"]?.text ?? "", "\(Int(finding["line"]?.number ?? 0))", "\(Int(finding["column"]?.number ?? 0))",
      ]
      let text = finding["message"]?.text?.prefix { $0 != " " } ?? ""
      return "\(place.joined(separator: ":")) \(finding["kind"]?.text ?? "") \(text)"
    }
  }

  private func found(_ edits: [(String, String)]) throws -> [String] {
    for path in ["a.x", "b.y"] {
      try tree.write(path, edits.reduce(Self.project) { $0.replacing($1.0, with: $1.1) })
    }
    try tree.git("add", "--all")
    let staged = try found("--staged")
    try tree.git("commit", "--quiet", "--allow-empty", "-m", "Edit")
    #expect(try found("HEAD^..HEAD") == staged)
    return staged
  }

  @Test(
    arguments: [
      ([("IDENTIFIER = com.acme.app;", "IDENTIFIER = com.cleo.app;")], ["3:30 com.cleo.app"]),
      ([("IDENTIFIER = com.acme.app;", "IDENTIFIER = \"com.cleo.my-app\";")], ["3:31 com.cleo.my-app"]),
      ([("TEAM = ABCDE12345", "TEAM = CLEO543210")], ["4:21 CLEO543210"]),
      ([("\"com.acme.app.Share\"", "com.cleo.app.Share")], ["7:30 com.cleo.app"]),
      ([("ABCDE12345.com.acme.app", "CLEO543210.com.cleo.app")], ["8:11 CLEO543210.com.cleo.app"]),
      ([("\ncom.acme.app\n", "\nnet.cleo\n")], ["11:1 net.cleo"]),
      ([("IDENTIFIER = com.acme.app;", "IDENTIFIER = me.com.acme.app;")], ["3:30 me.com.acme.app"]),
      ([("IDENTIFIER = com.acme.app;", "IDENTIFIER = com.acme.app.temp;")], ["3:30 com.acme.app.temp"]),
      (
        [("com.acme.app", "com.cleo"), ("B = {", "C = {")],
        ["3:30 com.cleo", "7:31 com.cleo", "8:22 com.cleo", "11:1 com.cleo"]
      ),
      (
        [("\tDEVELOPMENT_TEAM", "  DEVELOPMENT_TEAM"), ("TEAM = ABCDE12345", "TEAM = CLEO543210")], ["4:22 CLEO543210"]
      ),
    ] as [([(String, String)], [String])])
  func `a text that replaces a canonical one is an error`(_ edits: [(String, String)], _ places: [String]) throws {
    let expected = places.map { place in
      let words = place.split(separator: " ")
      return "\(words[0]) replaced-canonical \(words[1])"
    }
    #expect(try found(edits) == expected.map { "a.x:\($0)" } + expected.map { "b.y:\($0)" })
  }

  @Test(
    arguments: [
      [("IDENTIFIER = com.acme.app;", "IDENTIFIER = $(ID);")], [("IDENTIFIER = com.acme.app;", "IDENTIFIER = ;")],
      [("com.acme.app.Share", ".Share")], [("LONG = com.acme.application", "LONG = com.cleo.application")],
      [("\"com.acme.app.Share\"", "com.acme.app.Widget")],
      [("IDENTIFIER = com.acme.app;", "IDENTIFIER = com.acme.app.shared;")],
      [("IDENTIFIER = com.acme.app;", "NAME = com.cleo.app;")], [("TEAM = ABCDE12345", "TEAM = YOUR_TEAM_ID")],
      [("\tDEVELOPMENT_TEAM = ABCDE12345;\n", "")], [("B = {", "B = {\n\tPRODUCT_BUNDLE_IDENTIFIER = org.other.lib;")],
      [("\ncom.acme.app\n", "\nnothing of the kind\n")], [("\ncom.acme.app\n", "\nword\n")],
      // Both lines only move.
      [
        ("IDENTIFIER = com.acme.app;", "IDENTIFIER = com.moved;"), ("\"com.acme.app.Share\"", "com.acme.app"),
        ("com.moved", "\"com.acme.app.Share\""),
      ],
    ] as [[(String, String)]])
  func `project texts, placeholders and new lines are no replacement`(_ edits: [(String, String)]) throws {
    #expect(try found(edits) == [])
  }

  @Test func `an except line, or a rule changed in the same range, accepts the text`() throws {
    let outcome = try { () throws in
      try tree.commit(
        "a.x", Self.project.replacing("IDENTIFIER = com.acme.app;", with: "IDENTIFIER = com.cleo.app;"), "Edit")
      return try tree.munge("verify", "HEAD^..HEAD", status: 1...1)
    }()
    try tree.sh(#require(outcome.steps.first { $0.contains("except") }.map { String($0.prefix { $0 != "&" }) }))
    try tree.sh("git commit --quiet --all --amend -m Meant")
    #expect(try found("HEAD^..HEAD") == [])
    try tree.munge("verify", "--strict")
  }

  @Test func `a merge is checked for what neither parent has`() throws {
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.commit("a.x", Self.project.replacing("};\nB", with: "};\nC"), "Topic")
    try tree.git("switch", "--quiet", "main")
    try tree.commit("b.y", Self.project + "more\n", "Main")
    try tree.git("merge", "--quiet", "--no-commit", "topic")
    #expect(try found("--staged") == [])
    try tree.write(
      "a.x", Self.project.replacing("};\nB", with: "};\nC").replacing("TEAM = ABCDE12345", with: "TEAM = CLEO543210"))
    try tree.git("add", ".")
    #expect(try found("--staged") == ["a.x:4:21 replaced-canonical CLEO543210"])
    try tree.git("commit", "--quiet", "-m", "Merge")
    #expect(try found("HEAD^..HEAD") == ["a.x:4:21 replaced-canonical CLEO543210"])
    #expect(try found("--history") == [], "--history compares no versions")
  }

  @Test func `a renamed file is compared with its old version`() throws {
    try tree.git("mv", "a.x", "c.x")
    try tree.write("c.x", Self.project.replacing("TEAM = ABCDE12345", with: "TEAM = CLEO543210"))
    try tree.git("add", ".")
    #expect(try found("--staged") == ["c.x:4:21 replaced-canonical CLEO543210"])
    try tree.git("commit", "--quiet", "-m", "Moved")
    #expect(try found("HEAD^..HEAD") == ["c.x:4:21 replaced-canonical CLEO543210"])
  }

  @Test func `a text of rules that are approved in the clone is the project's`() throws {
    try tree.sh("git switch --quiet --create next; sed -i s/com.acme.app/com.acme.next/ .gitmunge a.x")
    try tree.commitAll("Next")
    try tree.git("switch", "--quiet", "main")
    let project = Self.project.replacing("com.acme.app", with: "com.acme.next")
    try tree.write("a.x", project)
    try tree.git("add", "a.x")
    #expect(try found("--staged").first == "a.x:3:30 replaced-canonical com.acme.next", "without an installation")
    try tree.sh("git restore --staged --worktree a.x; git munge install --hooks handle=bnr team=BNR1234567")
    try tree.sh("git switch --quiet next; git munge install --yes; git switch --quiet main; git checkout next -- a.x")
    try tree.git("commit", "--quiet", "-m", "Of the next one")
    #expect(try tree.blob("HEAD:a.x") == project)
  }
}

// verify on the rules: the history, unused lines, two rules for one text.

import StorySupport

@Suite struct VerifyRulesTests {
  private static func rules(_ canonical: String, _ more: String = "") -> String {
    """
    [rule "id"]
    \tcanonical = \(canonical)
    \tlocal = com.${handle}.app
    \tkey = ID
    \(more)[variable "handle"]
    \tkind = label

    """
  }

  @Test func `the history is judged by the newest rules`() throws {
    let tree = try Workshop(rules: Self.rules("com.acme.app"), files: ["app.txt": "ID = com.acme.app\n"]).clone()
    try tree.write(".gitmunge", Self.rules("com.other.app"))
    try tree.commit("app.txt", "ID = com.other.app\n", "Rename")
    #expect(try tree.found("--history", status: 1...1) == ["app.txt:1:6 error foreign-value"])
  }

  @Test func `an unreadable file that is not munged is a warning, and a munged one an error`() throws {
    let tree = try Workshop(
      attributes: "*.conf filter=munge\n", files: ["app.conf": "\(canonical)\n", "b.ttf": "b\n", "c.ttf": "c\n"]
    ).clone()
    try tree.write(
      ".gitmunge",
      Rules.handle + """
        [rule "fixed"]
        \tcanonical = com.acme.one
        \tlocal = com.acme.two
        \tpath = *.conf

        """)
    try tree.write("a.ttf", "a\n")
    try tree.commit("app.conf", "\(canonical)\ncom.acme.one\n", "Two")
    for path in ["a.ttf", "b.ttf", "c.ttf"] { try tree.removeBlob("HEAD:\(path)") }
    for (words, place) in [(["HEAD"], "a.ttf"), (["HEAD^..HEAD"], "a.ttf"), (["--strict"], "a.ttf")] {
      let outcome = try tree.munge(["verify"] + words, status: words == ["--strict"] ? 1...1 : 0...0)
      let found = VerifyOutput(outcome.output).lines
      #expect(found.map { "\($0.place) \($0.kind)" } == ["\(place) partly-searched"], "\(outcome.testDescription)")
      #expect(outcome.says("not searched: git cannot read the blob, or it is over 512 MiB; the same for 2 more"))
    }
    #expect(try tree.munge("verify", "--history", "--strict").says("nothing found"), "it searches munged files")
    try tree.removeBlob("HEAD:app.conf")
    for words in [["--history"], ["HEAD"], ["HEAD^..HEAD"]] {
      let errors = try tree.munge(["verify"] + words, status: 2...2).errors
      #expect(
        errors.contains("app.conf") && errors.contains("`git fetch --refetch --no-filter`"), "\(words): \(errors)")
    }
    try tree.removeBlob("HEAD^:.gitmunge")
    #expect(try tree.munge("verify", "HEAD^", status: 2...2).errors.contains(".gitmunge of commit "))
    try tree.git("fetch", "--quiet", "--refetch", "--no-filter", "\(tree.workshop.maintainer.top)")
    #expect(try tree.munge("verify", "HEAD^", "--strict").says("nothing found"))
  }

  @Test func `lines of the rules that have no effect are reported at their place and do not fail`() throws {
    let more =
      """
      \tkey = OTHER
      \tsuffix = Tests
      \tsuffix = Unused
      \tprefix = a-
      \tprefix = b-
      \texcept = com.acme.app.kept
      \texcept = com.acme.app.gone

      """
      + "\tpath = *.txt\n\tpath = *.plist\n\tpath = !/vendor/\n"
    let tree = try Workshop(
      rules: Self.rules("com.acme.app", more),
      files: [
        "app.txt": """
        ID = com.acme.app
        ID = com.acme.appTests
        ID = com.acme.app.kept
        ID = a-com.acme.app

        """,
        "b.md": "OTHER = com.acme.appUnused",
      ]
    ).clone()
    let outcome = try tree.munge("verify", "--strict")
    let lines = outcome.output.split(separator: "\n")
    let found = zip(lines, lines.dropFirst()).filter { $1.contains("has no effect") }.map {
      "\($0) \($1.split(separator: " of rule")[0].dropFirst(2))"
    }
    #expect(
      found == [
        ".gitmunge:5:2: note: `key = OTHER`", ".gitmunge:9:2: note: `prefix = b-`",
        ".gitmunge:7:2: note: `suffix = Unused`",
        ".gitmunge:11:2: note: `except = com.acme.app.gone`", ".gitmunge:13:2: note: `path = *.plist`",
        ".gitmunge:14:2: note: `path = !/vendor/`",
      ], "\(outcome.testDescription)")
    #expect(try tree.munge("verify", "--report", "json").says("\"unused-line\""))
  }

  @Test func `a pattern that differs in case is reported alike on every machine`() throws {
    let tree = try Workshop(attributes: "/app/info.plist filter=munge\n").clone()
    try tree.write("App/Info.plist", "<string>\(canonical)</string>\n")
    try tree.git("add", "--all")
    // On macOS and Windows `git init` sets it, and git matches patterns without case.
    for isIgnored in ["false", "true"] {
      try tree.git("config", "--global", "core.ignorecase", isIgnored)
      #expect(try tree.munge("verify", "--staged").says("[missing-attribute]"))
    }
  }

  @Test func `two rules with one local text for the same files are refused with a fix`() throws {
    let rules = Rules.handle + "[rule \"other\"]\n\tcanonical = org.other.app\n\tlocal = com.blah.user-${handle}\n"
    let tree = try Workshop(rules: rules, files: ["app.txt": "\(canonical)\norg.other.app\n"]).clone()
    let problem = ".gitmunge:9:10: "
    try expectSnapshot("two-rules-one-local-text", tree.munge("verify", status: 1...1))
    let refused = try tree.munge("install", "handle=bnr", status: 2...2)
    #expect(refused.errors.contains(problem) && refused.says("choose another local text"), "\(refused.testDescription)")
    #expect(try tree.text("app.txt") == "\(canonical)\norg.other.app\n")
  }

  @Test func `a change of the rules makes no error of what it finds in old files`() throws {
    let tree = try Workshop(rules: nil, files: ["app.txt": "id = com.blah.user-old\n"]).maintainer
    try tree.write(".gitmunge", Rules.handle)
    try tree.write(".gitattributes", "*.txt filter=munge\n")
    try tree.git("add", ".")
    #expect(try tree.munge("verify", "--staged").says("app.txt:1:6:\n  warning: "))
    try tree.commitAll("Rules")
    #expect(try tree.munge("verify", "HEAD^..HEAD").says("app.txt:1:6:\n  warning: "))
    #expect(try tree.found(status: 1...1).contains("app.txt:1:6 error looks-local"))
  }
}

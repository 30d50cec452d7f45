// A leak is found where its file left munging in the same change: under another name, or as content that is never
// munged.

import StorySupport

@Suite struct VerifyMovedTests {
  private static let rules =
    Rules.rule("id", "canonical = com.acme.app", "local = com.acme.dev-${handle}")
    + Rules.rule("team", "key = TEAM", "canonical = ABCDE12345", "local = ${team}", "path = *.x")
    + Rules.variables(["handle": "label", "team": "team-id"])
  private static let good = """
    first line
    second line
    TEAM = ABCDE12345;
    third line
    ID = com.acme.app;

    """
  private static let leaked = good.replacing("ABCDE12345", with: "FRED098765")

  private let workshop: Workshop
  private var tree: WorkingTree { workshop.maintainer }

  init() throws {
    workshop = try Workshop(
      rules: Self.rules, attributes: "*.x filter=munge\n*.y filter=munge\n*.off -filter\n",
      files: [
        "a.x": Self.good, "like.md": Self.good + "also here\n", "none.x": "first line\nsecond line\nthird line\n",
      ])
  }

  private func move(_ from: String = "a.x", to path: String, _ text: String = Self.good) throws {
    try tree.write(path, text)
    try FileSystem.remove(tree.top / Path(from))
  }

  @Test(arguments: ["a.md", "docs/a.txt", "a.off", "a.plist"])
  func `a leak in a file that is moved out of the patterns is an error, also if a later commit repairs it`(
    _ path: String
  ) throws {
    let leak = "\(path):3:8 error foreign-value"
    try move(to: path, Self.leaked)
    try tree.git("add", "--all")
    #expect(try tree.found("--staged", status: 1...1).contains(leak))
    try tree.git("commit", "--quiet", "-m", "Moved")
    #expect(
      try tree.found("HEAD^..HEAD", status: 1...1) == [leak]
        + (path == "a.off" ? [] : ["\(path) warning no-longer-munged"]))
    try tree.commit(path, Self.good, "Repaired")
    #expect(try tree.found("HEAD~2..HEAD", status: 1...1).contains(leak))
    try tree.sh("git switch --quiet --create merged HEAD~2; git merge --quiet --no-ff -m Merge main~")
    #expect(try tree.found("HEAD^..HEAD", status: 1...1).contains(leak))
  }

  @Test func `a leak in a later commit than the move is an error, also after a second move`() throws {
    try move(to: "a.md")
    try tree.commitAll("Moved")
    try move("a.md", to: "b.md")
    try tree.commitAll("Moved again")
    try tree.commit("b.md", Self.leaked, "Leak")
    #expect(
      try tree.found("HEAD~3..HEAD", status: 1...1) == [
        "b.md:3:8 error foreign-value", "b.md warning no-longer-munged",
      ])
    try move("b.md", to: "c.md", Self.leaked + "more\n")
    try tree.commitAll("Moved with the leak")
    #expect(
      try tree.found("HEAD~4..HEAD", status: 1...1) == [
        "b.md:3:8 error foreign-value", "c.md warning no-longer-munged",
      ])
  }

  @Test
  func
    `a leak moves together with a change of the attributes or of a path, or to a munged path that the rule does not name`()
    throws
  {
    for (file, text) in [
      (".gitattributes", "*.md filter=other\n"), (".gitmunge", Self.rules.replacing("*.x", with: "*.z")),
    ] {
      try tree.write(file, text)
      try move(to: "a.md", Self.leaked)
      try tree.commitAll("Moved")
      #expect(try tree.found("HEAD^..HEAD", status: 1...1).contains("a.md:3:8 error foreign-value"))
      try tree.git("reset", "--quiet", "--hard", "HEAD^")
    }
    try move(to: "a.y", Self.leaked)
    try tree.commitAll("Moved")
    #expect(try tree.found("HEAD^..HEAD", status: 1...1) == ["a.y:3:8 error foreign-value"])
  }

  @Test func `a munged file that moves out of the patterns without a leak is a warning`() throws {
    try move(to: "docs/a.plist")
    try tree.commitAll("Moved")
    #expect(try tree.found("HEAD^..HEAD", status: 0...0) == ["docs/a.plist warning no-longer-munged"])
    #expect(try tree.found("--strict", "HEAD^..HEAD", status: 1...1) == ["docs/a.plist warning no-longer-munged"])
    try expectSnapshot("moved-out", tree.munge("verify", "HEAD^..HEAD"))
    try tree.write(".gitattributes", "*.x filter=munge\n*.plist filter=munge\n")
    try tree.git("commit", "--quiet", "--all", "--amend", "--no-edit")
    #expect(try tree.found("HEAD^..HEAD", status: 0...0) == [".gitmunge:4:1 warning unused-rule"])
  }

  @Test func `a file without an identifier, with -filter, or under another munged name moves silently`() throws {
    for (from, path) in [
      ("none.x", "none.md"), ("a.x", "a.off"), ("a.off", "b.y"), ("b.y", "c.x"), ("like.md", "unlike.md"),
    ] {
      try tree.git("mv", from, path)
      try tree.commitAll("Moved")
      #expect(try tree.found("--strict", "HEAD^..HEAD", status: 0...0) == [], "\(path)")
    }
  }
}

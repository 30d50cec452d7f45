// A file that leaves munging is found: under another name, or as content that is never munged, there with its leaks.

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

  @Test(arguments: ["a.md", "docs/a.txt", "a.plist"])
  func `a munged file that moves out of the patterns is an error before the commit, then a warning`(
    _ path: String
  ) throws {
    try move(to: path, Self.leaked)
    try tree.git("add", "--all")
    #expect(try tree.found("--staged", status: 1...1).contains("\(path) error no-longer-munged"))
    try tree.git("commit", "--quiet", "-m", "Moved")
    #expect(try tree.found("HEAD^..HEAD", status: 0...0) == ["\(path) warning no-longer-munged"])
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

  private static func wide(_ text: String) -> [UInt8] { [0xFF, 0xFE, 0, 0] + text.utf8.flatMap { [$0, 0, 0, 0] } }

  @Test func `text that becomes a binary property list, UTF-32 or a pointer of git-lfs is reported`() throws {
    let pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "0", count: 64))\nsize 99\n"
    let id = Self.good.replacing("app", with: "dev-fred")
    let forms: [(content: [UInt8], kind: String)] = [
      (Array(pointer.utf8), "a.x warning never-munged"),
      (Array("bplist00".utf8) + [0xD1, 1, 2, 0, 8], "a.x warning never-munged"),
      (Array("bplist00\u{5F}\u{10}\u{14}com.acme.dev-fred\0".utf8), "a.x:1:12 error looks-local"),
      (Self.wide(Self.leaked), "a.x:3:8 error foreign-value"), (Self.wide(id), "a.x:5:6 error looks-local"),
      (Self.wide(Self.good), "a.x warning never-munged"), ([0x1F, 0x8B, 8, 0], "a.x warning never-munged"),
    ]
    for (content, kind) in forms {
      try TestFile.write(tree.top / "a.x", content)
      try tree.git("add", "a.x")
      #expect(try tree.found("--staged").contains(kind), "\(content.prefix(20))")
      try tree.git("commit", "--quiet", "-m", "Other content")
      #expect(try tree.found("HEAD^..HEAD").contains(kind), "\(content.prefix(20))")
      try tree.git("reset", "--quiet", "--hard", "HEAD^")
    }
    try TestFile.write(tree.top / "none.x", Self.wide("first line\n"))
    try tree.commitAll("Other content")
    #expect(try tree.found("--strict", "HEAD^..HEAD", status: 0...0) == [])
  }
}

// A renamed canonical text: the files keep it, and the command of the guide renames it in them.

import StorySupport

@Suite struct RenamingTests {
  /// The second command of the guide, for the texts of these tests.
  private func rename(in tree: WorkingTree) throws {
    let block = try #require(
      DocumentBlock.all(in: Path("GUIDE.md")).first { $0.heading == "Rename a canonical identifier" })
    let command = try String(#require(block.lines.dropFirst().first).dropFirst(2))
      .replacing("com.example.app", with: "com.blah.user-thing").replacing(
        #"com\.example\.app"#, with: #"com\.blah\.user-thing"#
      )
      .replacing("com.example.next", with: "com.blah.user-new")
    try tree.run(["sh", "-ec", command])
    try tree.munge("install")
    try tree.commitAll("Rename")
  }

  @Test(.enabled(if: Repository.isHere, Repository.why))
  func `the command of the guide renames the text in every committed file`() throws {
    let tree = try Workshop(
      rules: Rules.handleAndTeam,
      files: [
        "app.txt": "id = com.blah.user-thing\nteam = ABCDE12345\n", "with space.txt": "group.com.blah.user-thing.x\n",
        "sub/'quoted'.txt": "com.blah.user-thing,com.blah.user-thing\n",
        "longer.txt": "com.blah.user-things my-com.blah.user-thing\n",
        "-e;BEGIN{open F,chr(62).q(PWNED)}": "com.blah.user-thing\n", "touch PWNED|": "com.blah.user-thing\n",
      ]
    ).munged(values: "handle=bnr", "team=BNR1234567")
    try tree.settle()
    let renamed = Rules.handleAndTeam.replacing("user-thing", with: "user-new")
    try tree.write(".gitmunge", renamed)
    try expectSnapshot("files-keep-renamed-text", tree.munge("install", status: 2...2), tree.munge("install", "--yes"))
    try tree.expectShown("app.txt", "id = \(canonical)\nteam = BNR1234567\n", status: " M .gitmunge\n")
    try rename(in: tree)

    #expect(try tree.files(holding: canonical) == "HEAD:longer.txt\n", "a longer word is another text")
    #expect(try tree.blob("HEAD:longer.txt") == "com.blah.user-things my-com.blah.user-thing\n")
    #expect(try tree.blob("HEAD:app.txt") == "id = com.blah.user-new\nteam = ABCDE12345\n")
    #expect(try tree.blob("HEAD:with space.txt") == "group.com.blah.user-new.x\n")
    #expect(try tree.blob("HEAD:sub/'quoted'.txt") == "com.blah.user-new,com.blah.user-new\n")
    #expect(
      try tree.blob("HEAD:-e;BEGIN{open F,chr(62).q(PWNED)}") == "com.blah.user-new\n", "no name of a file is an option"
    )
    #expect(!FileSystem.exists(tree.top / "PWNED"))
    #expect(try tree.blob("HEAD:.gitmunge") == renamed)
    #expect(try tree.text("app.txt") == "id = \(local)\nteam = BNR1234567\n")
    try tree.expectShown("with space.txt", "group.\(local).x\n")
    #expect(try tree.objects(holding: local) == "")
    #expect(try tree.munge("verify", "HEAD", status: 1...1).says("longer.txt:1:1:\n  com.blah.user-things looks like"))
  }
}

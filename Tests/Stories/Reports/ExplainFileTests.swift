// `git munge explain` on a file as a whole: whether it is munged and why, and its state in git.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct ExplainFileTests {
  private static let attributes = """
    * filter=munge
    *.plain !filter
    *.declined -filter
    *.lfs filter=lfs
    *.odd filter=two

    """

  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(attributes: Self.attributes, files: ["app.txt": "\(canonical)\n", "sub/b.txt": "b\n"]).munged()
  }

  @Test(arguments: [
    ("x.plain", "x.plain is not munged: it has no filter=munge in .gitattributes."),
    ("x.declined", "x.declined is not munged: it has -filter, or `filter` without a value, in .gitattributes."),
    ("x.lfs", "x.lfs is not munged: its filter is 'lfs'."),
    ("x.odd", "x.odd is not munged: its filter is 'two'."),
    ("sub/.gitattributes", "sub/.gitattributes is never munged: it configures git or git-munge."),
    (".gitmodules", ".gitmodules is never munged: it configures git or git-munge."),
    (".lfsconfig", ".lfsconfig is never munged: it configures git or git-munge."),
  ])
  func `a file excluded by its name or attributes is explained, with the effect on its texts`(
    path: String, words: String
  ) throws {
    try tree.write(path, "# \(local)\n# \(canonical)\n")
    let lines = try tree.explained(path)
    #expect(lines.first == words)
    #expect(lines.contains("1:3  \(local) is your text for \(canonical), and would be committed as is [bundle-id]"))
    #expect(lines.contains("2:3  \(canonical) is not munged; in a munged file it would be \(local) [bundle-id]"))
    try tree.git("-c", "filter.lfs.clean=cat", "-c", "filter.lfs.process=", "add", "--force", path)
    #expect(try tree.blob(":\(path)") == "# \(local)\n# \(canonical)\n", "git add stages it as explained")
  }

  @Test func `the rules and attributes files are never munged`() throws {
    #expect(try tree.explained(".gitmunge").first == ".gitmunge is never munged: it configures git or git-munge.")
    #expect(try tree.explained(".gitattributes")
      == [".gitattributes is never munged: it configures git or git-munge.", "It holds no text of a rule."])
  }

  /// Content of a kind, its printed name, and the place of the local text in it.
  struct Kind: CustomTestStringConvertible {
    let testDescription: String
    let content: [UInt8]
    let words: String
    let place: String
  }

  @Test(arguments: [
    Kind(
      testDescription: "binary", content: bytes("a\n\u{0} \(local)\n"), words: "it has a NUL byte, so it is binary",
      place: "2:3"),
    Kind(
      testDescription: "a NUL byte far from the start", content: bytes("\(local)\n" + String(repeating: "x", count: 100_000) + "\u{0}"),
      words: "it has a NUL byte, so it is binary", place: "1:1"),
    Kind(
      testDescription: "bplist", content: bytes("bplist00 \(local)"),
      words: "it is a binary property list (`plutil -convert xml1` converts it to text)", place: "1:10"),
    Kind(
      testDescription: "git-lfs pointer", content: bytes("version https://git-lfs.github.com/spec/v1\noid \(local)\n"),
      words: "it is a git-lfs pointer", place: "2:5"),
  ])
  func `content that is never munged is explained by its kind, and its texts are listed`(_ kind: Kind) throws {
    try TestFile.write(tree.top / "x.dat", kind.content)
    let lines = try tree.explained("x.dat")
    #expect(lines.first == "x.dat is never munged: \(kind.words).")
    #expect(lines.contains(
      "\(kind.place)  \(local) is your text for \(canonical), and would be committed as is [bundle-id]"))
    try tree.git("add", "x.dat")
    #expect(try tree.git("ls-files", "-s", "x.dat").output.contains(
      tree.git("hash-object", "--no-filters", "x.dat").output.dropLast()), "git add stages it as explained")
  }

  @Test func `UTF-16 is munged, with columns in characters, and UTF-32 is not`() throws {
    for order in ByteOrder.allCases {
      try TestFile.write(tree.top / "x.dat", utf16("é\r\n id = \(local)\r\n", order))
      let lines = try tree.explained("x.dat")
      #expect(lines.first == "x.dat is munged.")
      #expect(lines.contains("2:7  \(local) is \(canonical) in the repository [bundle-id]"))
    }
    for content in [#"\xff\xfe\0\0a\0\0\0"#, #"\0\0\xfe\xff\0\0\0a"#] {
      try TestFile.write(tree.top / "x.dat", unescaped(content))
      #expect(try tree.explained("x.dat").first == "x.dat is never munged: its byte order mark is that of UTF-32.")
    }
  }

  @Test func `links and directories are not filtered`() throws {
    try FileSystem.makeSymbolicLink(tree.top / "link", to: Path(local))
    try tree.git("add", "link")
    let words = "is not munged: git filters regular files only."
    #expect(try tree.explained("sub").first == "sub \(words)")
    #expect(try tree.explained("link").first == "link \(words)")
    #expect(try !tree.explained("link").contains("It is not tracked."), "the link is tracked")
    try FileSystem.makeSymbolicLink(tree.top / "other", to: Path("app.txt"))
    #expect(try tree.explained("other").prefix(2) == ["other \(words)", "It is not tracked."])
  }

  // MARK: The state in git

  @Test func `a tracked file has no remark`() throws {
    #expect(try tree.explained("app.txt") == [
      "app.txt is munged.", "1:1  \(local) is \(canonical) in the repository [bundle-id]",
      "Rule 'bundle-id': handle = bnr (local config, .git/config)",
    ])
  }

  @Test func `an untracked file has a remark`() throws {
    try tree.write("new.txt", "x\n")
    #expect(try tree.explained("new.txt")[1] == "It is not tracked.")
    try tree.git("add", "--intent-to-add", "new.txt")
    #expect(try !tree.explained("new.txt").contains("It is not tracked."))
  }

  @Test func `an ignored file has a remark`() throws {
    try tree.write(".gitignore", "*.log\n")
    try tree.write("new.log", "x\n")
    #expect(try tree.explained("new.log")[1] == "It is ignored by git.")
  }

  @Test func `a skip-worktree or assume-unchanged file has a remark`() throws {
    try tree.git("update-index", "--assume-unchanged", "app.txt")
    #expect(try tree.explained("app.txt")[1]
      == "It is marked assume-unchanged (`git update-index --no-assume-unchanged` undoes that).")
    try tree.git("update-index", "--no-assume-unchanged", "app.txt")
    try tree.git("update-index", "--skip-worktree", "app.txt")
    #expect(try tree.explained("app.txt")[1] == "It is marked skip-worktree.")
  }

  @Test func `a file in conflict has a remark and the texts of both sides`() throws {
    try tree.startConflict(in: "app.txt", topic: "\(local) topic\n", main: "\(local) main\n")
    let lines = try tree.explained("app.txt")
    #expect(lines[1] == "It is in conflict.")
    #expect(lines.filter { $0.contains("\(local) is \(canonical) in the repository") }.count == 2)
  }

  @Test func `remarks are correct in a subdirectory and for names like patterns`() throws {
    try tree.write("*.b.txt", "x\n")
    #expect(try tree.explained("b.txt", in: tree.top / "sub") == ["sub/b.txt is munged.", "It holds no text of a rule."])
    #expect(try tree.explained("*.b.txt")[1] == "It is not tracked.")
  }
}

import TestSupport

@testable import WorkingTree

/// Tests of the filter lines of a whole tree in one file, against git's reading of the tree.
@Suite struct FilterLinesTests {
  private func lines(_ files: [String: String]) -> String {
    let files = files.map { (path: Path($0.key), content: bytes($0.value)) }
    return FilterLines(files).lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }

  @Test func `A nested file has its directory before its patterns`() {
    #expect(
      lines([
        ".gitattributes": "*.x filter=munge text\n*.md diff=markdown\n",
        "a b/.gitattributes": "*.y filter=munge\n/z filter=munge\nc/d.x -filter\n",
        "a b/[c]/.gitattributes": "**/*.y !filter\n",
      ]) == """
        *.x filter=munged diff=munge
        "/a b/**/*.y" filter=munged diff=munge
        "/a b/z" filter=munged diff=munge
        "/a b/c/d.x" -filter !diff
        "/a b/\\\\[c]/**/*.y" !filter !diff

        """)
  }

  @Test(arguments: [
    ("*", "*.png", true), ("*.x", "*.png", false), ("*.x", "a.x", true), ("/a/**", "*.png", true),
    ("/a/*.x", "b/**", false), ("a/*.x", "/a/b/**", true), ("a.x", "b.x", false), ("*.x", "**/secret/**", true),
    ("*.[xy]", "*.z", true), ("*.[xy]", "*.y", true), ("a.x", "/b/a.x", true),
  ])
  func `Another filter stays only where it can take a path from a line above`(munged: String, other: String, can: Bool)
  {
    let words = "filter=lfs lockable"
    #expect(
      lines([".gitattributes": "\(munged) filter=munge\n\(other) \(words)\n"])
        == "\(munged) filter=munged diff=munge\n" + (can ? "\(other) filter=lfs !diff\n" : ""))
    #expect(
      lines([".gitattributes": "\(other) \(words)\n\(munged) filter=munge\n"])
        == "\(munged) filter=munged diff=munge\n", "above")
  }

  @Test func `A line has no diff for editor support where the project sets one for its pattern`() {
    #expect(
      lines([".gitattributes": "*.x filter=munge\n*.y filter=munge -diff\n*.z filter=munge\n*.z binary\n"])
        == "*.x filter=munged diff=munge\n*.y filter=munged\n*.z filter=munged\n")
  }

  @Test func `Private lines select the driver, before the lines of the tree, which keep their diff`() {
    let files = [(path: Path(".gitattributes"), content: bytes("*.x binary\n/a.y filter=lfs\n"))]
    let lines = FilterLines(files, private: ["*.x filter=munge", "*.y filter=munge", "/b.y -filter"])
    #expect(
      String(decoding: lines.bytes, as: UTF8.self) == """
        # The attributes of the private rules:
        *.x filter=munged
        *.y filter=munged diff=munge
        /b.y -filter !diff
        # The filter lines of .gitattributes:
        /a.y filter=lfs !diff

        """)
    #expect(FilterLines(lines.bytes).bytes == lines.bytes)
  }

  @Test func `Macros are expanded`() {
    #expect(
      lines([
        ".gitattributes":
          """
        [attr]ids filter=munge -diff
        [attr]more ids text
        [attr]bin -text
        *.x ids text
        *.y more -filter
        *.z bin

        """,
        "d/.gitattributes": "* -ids\n[attr]no filter=munge\n",
      ])
        == """
        *.x filter=munged
        /d/**/* !filter

        """
    )
  }

  @Test func `Without a line for git-munge there are no filter lines`() {
    #expect(lines([".gitattributes": "*.png filter=lfs\n* -filter\n# *.x filter=munge\n!*.x filter=munge\n"]) == "")
  }

  private static let paths = [
    "a.x", "b.x", "a.y", "a b.x", "a[b].x", "d/a.x", "d/b.y", "d/e/a.x", "d/e/f/a.y", "e/f/a.x", "e/f/g/b.x", "e/a.x",
    "d e/a.x", "d e/b.y",
  ]

  /// Random lines. What `-MACRO` leaves of the lines above it is lost.
  private static func attributes(_ generator: inout SeededGenerator) -> String {
    RandomAttributes.lines(&generator).replacing(" -ids", with: " text").replacing(" !ids", with: " -filter")
  }

  /// The filter of each path by `git check-attr`.
  private func filters(_ sandbox: GitSandbox) throws -> [String] {
    let input: [UInt8] = Self.paths.flatMap { (path: String) -> [UInt8] in bytes(path) + [0] }
    let fields = try sandbox.git(["check-attr", "-z", "--stdin", "filter"], input: input)
      .split(separator: 0, omittingEmptySubsequences: false)
    return stride(from: 2, to: fields.count, by: 3).map { String(decoding: fields[$0], as: UTF8.self) }
  }

  @Test func `git munges by the lines what it munges by the tree`() throws {
    var generator = SeededGenerator(salt: "filter lines")
    let sandbox = try GitSandbox()
    for _ in 0..<60 {
      var files: [String: String] = [
        ".gitattributes": "[attr]ids filter=munge -diff\n[attr]more ids\n" + Self.attributes(&generator)
      ]
      for directory in ["d", "d/e", "e/f", "d e"] where generator.oneIn(2) {
        files["\(directory)/.gitattributes"] = Self.attributes(&generator)
      }
      for (path, text) in files { try sandbox.write(path, bytes(text)) }
      let wanted = try filters(sandbox).map { $0 == "munge" ? "munged" : $0 }
      // Above the tree they change nothing.
      try sandbox.write(".git/info/attributes", bytes(lines(files)))
      #expect(try filters(sandbox) == wanted, "\(files)\n\(TestSeed.note)")
      for path in files.keys { try FileSystem.remove(sandbox.top / path) }
      #expect(
        try filters(sandbox).map { $0 == "munged" } == wanted.map { $0 == "munged" }, "\(files)\n\(TestSeed.note)")
      try FileSystem.remove(sandbox.gitDirectory / "info/attributes")
    }
  }
}

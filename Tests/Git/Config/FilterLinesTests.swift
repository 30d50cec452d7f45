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
        "a b/[c]/.gitattributes": "**/*.q !filter\n",
      ]) == """
        *.x filter=munge
        "/a b/**/*.y" filter=munge
        "/a b/z" filter=munge
        "/a b/c/d.x" -filter
        "/a b/\\\\[c]/**/*.q" !filter

        """)
  }

  @Test func `Another filter is unset on branches without its attribute`() {
    #expect(
      lines([".gitattributes": "* filter=munge\n*.png filter=lfs diff=lfs\n*.z filter\n"])
        == "* filter=munge\n*.png !filter\n*.z !filter\n")
  }

  @Test func `Macros keep their filter attributes, under unique names`() {
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
        [attr]munge-ids filter=munge
        [attr]munge-more munge-ids
        *.x munge-ids
        *.y munge-more -filter
        *.z munge-bin
        /d/**/* -munge-ids

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

  /// The filter of each path by `git check-attr`, with the attributes on disk and a fallback attributes file.
  private func filters(_ sandbox: GitSandbox, fallback: Path) throws -> [String] {
    let input: [UInt8] = Self.paths.flatMap { (path: String) -> [UInt8] in bytes(path) + [0] }
    let words = ["-c", "core.attributesFile=\(fallback)", "check-attr", "-z", "--stdin", "filter"]
    let fields = try sandbox.git(words, input: input).split(separator: 0, omittingEmptySubsequences: false)
    return stride(from: 2, to: fields.count, by: 3).map { index in
      // Without a filter and with a foreign one the file is not git-munge's.
      fields[index].elementsEqual("munge".utf8) ? "munge" : "none"
    }
  }

  @Test func `git reads the lines as it reads the tree`() throws {
    var generator = SeededGenerator(salt: "filter lines")
    let sandbox = try GitSandbox()
    for _ in 0..<60 {
      var files: [String: String] = [
        ".gitattributes": "[attr]ids filter=munge -diff\n[attr]more ids\n" + RandomAttributes.lines(&generator)
      ]
      for directory in ["d", "d/e", "e/f", "d e"] where generator.oneIn(2) {
        files["\(directory)/.gitattributes"] = RandomAttributes.lines(&generator)
      }
      for (path, text) in files { try sandbox.write(path, bytes(text)) }
      let wanted = try filters(sandbox, fallback: Path("/dev/null"))
      for path in files.keys { try FileSystem.remove(sandbox.top / path) }
      try sandbox.write("../fallback", bytes(lines(files)))
      #expect(try filters(sandbox, fallback: sandbox.directory / "fallback") == wanted, "\(files)\n\(TestSeed.note)")
    }
  }
}

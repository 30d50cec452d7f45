// The path and line arguments of `git munge explain`, and the line and column of each text that it prints.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct ExplainPlaceTests {
  private let tree: WorkingTree
  private let words = "\(local) is \(canonical) in the repository [bundle-id]"

  init() throws {
    let workshop = try Workshop(files: [
      "app.txt": "\(canonical)\nnone\n\(canonical)\n", "sub/b.txt": "\(canonical)\n", "a:3": "1\n2\n3 \(canonical)\n",
    ])
    tree = try workshop.munged()
  }

  /// The printed lines of places, without the rest.
  private func places(_ argument: String, in directory: Path? = nil) throws -> [String] {
    try tree.explained(argument, in: directory).filter { $0.first?.isNumber ?? false }
  }

  /// Content and the places of the local text in it.
  struct Content: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let places: [String]
  }

  @Test(arguments: [
    Content(testDescription: "first byte", text: "\(local) x\n", places: ["1:1"]),
    Content(testDescription: "no newline at the end", text: "a\nb \(local)", places: ["2:3"]),
    Content(testDescription: "CRLF", text: "a\r\n\(local)\r\nx \(local)\r\n", places: ["2:1", "3:3"]),
    Content(testDescription: "many on one line", text: "\n\(local),\(local) \(local)\n", places: ["2:1", "2:19", "2:37"]),
    Content(testDescription: "blank lines", text: "\n\n\n\(local)\n\n", places: ["4:1"]),
    Content(testDescription: "columns are bytes", text: "é \(local)\n", places: ["1:4"]),
    Content(testDescription: "a tab is one", text: "\t\(local)\n", places: ["1:2"]),
    Content(testDescription: "inside a longer name", text: "x\ngroup.\(local).y\n", places: ["2:7"]),
  ])
  func `lines and columns count from 1`(_ content: Content) throws {
    try tree.write("app.txt", content.text)
    let found = try places("app.txt").map { $0.split(separator: " ", maxSplits: 1).map { String($0) } }
    #expect(found.map { $0[0] } == content.places)
    #expect(found.allSatisfy { $0[1].drop { $0 == " " } == words })
  }

  @Test func `places are sorted and aligned in one column`() throws {
    try tree.write("app.txt", "\(local)\n" + String(repeating: "\n", count: 9) + "  \(canonical)UI \(local)\n")
    let found = try places("app.txt")
    #expect(found.map { $0.split(separator: " ")[0] } == ["1:1", "11:3", "11:25"])
    #expect(found[0] == "1:1    \(words)")
  }

  @Test func `a match inside a longer word is placed at the beginning of the word`() throws {
    try tree.write("app.txt", "  my-\(canonical)\n")
    #expect(try places("app.txt").first?.hasPrefix("1:3  my-\(canonical) is not munged") == true)
  }

  @Test func `a path with a line number explains one line`() throws {
    #expect(try places("app.txt") == ["1:1  \(words)", "3:1  \(words)"])
    #expect(try places("app.txt:3") == ["3:1  \(words)"])
    #expect(try tree.explained("app.txt:2") == ["app.txt is munged.", "Line 2 holds no text of a rule."])
    #expect(try tree.explained("app.txt:99").last == "Line 99 holds no text of a rule.")
  }

  @Test func `a file whose name ends like a line number is that file`() throws {
    #expect(try tree.explained("a:3").first == "a:3 is munged.")
    #expect(try places("a:3") == ["3:3  \(words)"])
    #expect(try places("a:3:3") == ["3:3  \(words)"])
    #expect(try places("a:3:1") == [])
  }

  @Test func `paths are relative to the current directory and printed from the top`() throws {
    let sub = tree.top / "sub"
    #expect(try tree.explained("b.txt", in: sub).first == "sub/b.txt is munged.")
    #expect(try places("../app.txt:3", in: sub) == ["3:1  \(words)"])
    #expect(try tree.explained("\(sub / "b.txt")").first == "sub/b.txt is munged.")
    #expect(try tree.explained("./sub/../app.txt").first == "app.txt is munged.")
    try FileSystem.makeSymbolicLink(tree.top / "way", to: Path("sub"))
    #expect(try tree.explained("way/b.txt").first == "sub/b.txt is munged.")
  }

  @Test(arguments: ["gone.txt", "gone.txt:3", "gone/app.txt", "app.txt:0", "app.txt:x", "app.txt/"])
  func `a missing file is an error that names it`(_ argument: String) throws {
    let outcome = try tree.munge("explain", argument, status: 2...2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("git-munge: "))
    #expect(outcome.errors.contains("gone") || outcome.errors.contains("app.txt"))
    #expect(["no such file", "No such file", "Not a directory"].contains { outcome.errors.contains($0) })
  }

  @Test func `a file outside the working tree is an error`() throws {
    for argument in ["../repository/app.txt", "\(tree.workshop.sandbox.top / "app.txt")"] {
      let outcome = try tree.munge("explain", argument, status: 2...2)
      #expect(outcome.errors.contains("is outside repository"))
    }
  }

  @Test func `a path inside .git is an error`() throws {
    try tree.write(".git/note", "\(local)\n")
    let outcome = try tree.munge("explain", ".git/note", status: 0...2)
    #expect(!outcome.output.contains(".git/note is munged"))
  }

  @Test func `a file of a nested repository is not munged`() throws {
    try tree.run(["git", "init", "--quiet", "nested"])
    try tree.write("nested/x.txt", "\(local)\n")
    let outcome = try tree.munge("explain", "nested/x.txt", status: 0...2)
    #expect(!outcome.output.contains("nested/x.txt is munged"))
  }

  @Test func `names with special characters are accepted and printed with escapes`() throws {
    for name in ["new\nline.txt", "esc\u{1B}[31m.txt", "tab\t.txt", "quote'\".txt", "*.star", ":(top)x", "-dash.txt"] {
      try tree.write(name, "\(local)\n")
      try tree.git("add", "--", ":(literal)\(name)")
      let outcome = try tree.munge("explain", "./\(name)")
      #expect(outcome.output == "\(escaped(bytes(name))) is munged.\n1:1  \(words)\n"
        + "Rule 'bundle-id': handle = bnr (local config, .git/config)\n")
    }
  }

  #if os(Linux)
    @Test func `a name that is not UTF-8 is accepted and printed with escapes`() throws {
      let name = unescaped(#"caf\xe9.txt"#)
      try TestFile.write(tree.top / Path(name), bytes("\(local)\n"))
      try tree.git("add", ".")
      let outcome = try tree.run(["sh", "-c", "git munge explain caf*"], status: 0...2)
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("caf\\xe9.txt is munged.\n1:1  \(words)\n"))
    }
  #endif
}

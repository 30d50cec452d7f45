// The path and line arguments of `git munge explain`, and the line and column of each text that it prints.

import StorySupport

@Suite struct ExplainPlaceTests {
  private let tree: WorkingTree
  private let words = "\(local) is \(canonical) in the repository [bundle-id]"

  init() throws {
    let workshop = try Workshop(files: [
      "app.txt": "\(canonical)\nnone\n\(canonical)\n", "sub/b.txt": "\(canonical)\n", "a:3": "1\n2\n3 \(canonical)\n",
    ])
    tree = try workshop.munged()
  }

  /// The output by line; nothing is printed on stderr.
  private func explained(_ argument: String, in directory: Path? = nil) throws -> [String] {
    let outcome = try tree.munge(["explain", argument], in: directory)
    #expect(outcome.errors == "")
    return outcome.output.split(separator: "\n").map { String($0) }
  }

  /// The printed lines of places, without the rest.
  private func places(_ argument: String, in directory: Path? = nil) throws -> [String] {
    try explained(argument, in: directory).filter { $0.first?.isNumber ?? false }
  }

  @Test func `places are sorted and aligned in one column, and that of a longer word is its beginning`() throws {
    try tree.write(
      "app.txt", "\(local)\n" + String(repeating: "\n", count: 9) + "  \(canonical)UI \(local) my-\(canonical)\n")
    try expectSnapshot("aligned", tree.munge("explain", "app.txt"))
  }

  @Test func `a path with a line number explains one line, and a file whose name ends like one is that file`() throws {
    #expect(try places("app.txt") == ["1:1  \(words)", "3:1  \(words)"])
    #expect(try places("app.txt:3") == ["3:1  \(words)"])
    #expect(try explained("app.txt:2") == ["app.txt is munged.", "No text of a rule is there."])
    #expect(try explained("a:3").first == "a:3 is munged.")
    #expect(try places("a:3") == ["3:3  \(words)"])
    #expect(try places("a:3:3") == ["3:3  \(words)"])
    #expect(try places("a:3:1") == [])
  }

  @Test func `paths are relative to the current directory and printed from the top`() throws {
    let sub = tree.top / "sub"
    #expect(try explained("b.txt", in: sub).first == "sub/b.txt is munged.")
    #expect(try places("../app.txt:3", in: sub) == ["3:1  \(words)"])
    #expect(try explained("\(sub / "b.txt")").first == "sub/b.txt is munged.")
    #expect(try explained("./sub/../app.txt").first == "app.txt is munged.")
    try FileSystem.makeSymbolicLink(tree.top / "way", to: Path("sub"))
    #expect(try explained("way/b.txt").first == "sub/b.txt is munged.")
  }
}

import TestSupport

@testable import Smudge

struct BlockDiffTests {
  private static let block = "a {\n  x;\n  team;\n}\n"

  @Test(
    arguments: [
      ("nothing", "", "", []), ("an empty source", "", "a\nb\n", [nil, nil]), ("empty content", "a\nb\n", "", []),
      ("nothing edited", block, block, [0, 1, 2, 3]),
      ("a line edited", block, "a {\n  y;\n  team;\n}\n", [0, nil, 2, 3]),
      ("a newline deleted at the end", "a\nb\n", "a\nb", [0, nil]),
      ("another line ending", "a\r\nb\r\n", "a\r\nb\n", [0, nil]),
      ("lines with CRLF", "a {\r\n\tx\r\n}\r\n", "n\r\na {\r\n\tx\r\n}\r\n", [nil, 0, 1, 2]),
      ("another indentation", "a\n  x\n", "a\n    x\n", [0, nil]),
      ("a line that occurs twice, the first deleted", "a\nx\nb\nx\nc\n", "a\nb\nx\nc\n", [0, 2, 3, 4]),
      ("a line that occurs twice, the second deleted", "a\nx\nb\nx\nc\n", "a\nx\nb\nc\n", [0, 1, 2, 4]),
      ("a line repeated once more", "x\nx\nend\n", "x\nx\nx\nend\n", [0, 1, nil, 2]),
      ("a line deleted before the first line of a block", "a\nb\nb x\nc\n  d\n", "a\nb x\nc\n  d\n", [0, 2, 3, 4]),
      ("lines exchanged", "first\nother\n", "other\nfirst\n", [1, 0]),
      (
        "the first of equal lines next to an edit, as without common ends", "a\nt\nu\n", "a\nx\nt\nt\nu\n",
        [0, nil, 1, nil, 2]
      ),
      (
        "a block moved to another parent",
        """
        one {
          item {
            x;
            name;
            x;
          }
        }
        two {
          thing;
        }

        """,
        """
        one {
        }
        two {
          thing;
          item {
            x;
            name;
            x;
          }
        }

        """, [0, 6, 7, 8, 1, 2, 3, 4, 5, 9]
      ),
    ] as [(String, String, String, [Int?])])
  func `A line keeps its match after an edit`(what: String, source: String, content: String, origins: [Int?]) {
    #expect(align(content, source).origins == origins, "\(what)")
  }

  @Test(
    arguments: [
      (
        "a block inserted after one that was edited", block + "Q\n",
        "a {\n  y;\n  team;\n}\nn {\n  x;\n  team;\n}\nQ\n",
        [0, nil, 2, 3, nil, nil, nil, nil, 4]
      ),
      (
        "a block inserted before it", block + "Q\n", "n {\n  x;\n  team;\n}\na {\n  y;\n  team;\n}\nQ\n",
        [nil, nil, nil, nil, 0, nil, 2, 3, 4]
      ),
      ("a block copied below", block, block + "b {\n  x;\n  team;\n}\n", [0, 1, 2, 3, nil, nil, nil, nil]),
      ("a block copied above", block, "b {\n  x;\n  team;\n}\n" + block, [nil, nil, nil, nil, 0, 1, 2, 3]),
      ("the first of two blocks deleted", block + "b {\n  x;\n  team;\n}\n", "b {\n  x;\n  team;\n}\n", [4, 5, 6, 7]),
      (
        "two blocks exchanged", block + "b {\n  x;\n  team;\n}\n", "b {\n  x;\n  team;\n}\n" + block,
        [4, 5, 6, 7, 0, 1, 2, 3]
      ),
      ("the opening line edited", block + "Q\n", "b {\n  x;\n  team;\n}\nQ\n", [nil, 1, 2, 3, 4]),
      (
        "the opening lines of two blocks edited", block + "b {\n  x;\n  team;\n}\n",
        "c {\n  x;\n  team;\n}\nd {\n  x;\n  team;\n}\n", [nil, 1, 2, 3, nil, 5, 6, 7]
      ),
      (
        "a line below the root edited, and a block inserted", "{\n  a {\n    team;\n  }\n}\n",
        "{ new\n  n {\n    x;\n  }\n  a {\n    team;\n  }\n}\n", [nil, nil, nil, nil, 1, 2, 3, 4]
      ),
    ] as [(String, String, String, [Int?])])
  func `Equal lines are distinguished by their parents`(what: String, source: String, content: String, origins: [Int?])
  {
    let found = align(content, source, isDistinctive: { !content.split(separator: "\n")[$0].contains("team") }).origins
    #expect(found == origins, "\(what)")
  }

  @Test func `A moved line matches by its text only if it is distinctive`() {
    let (source, content) = ("a {\n  b {\n    team = 1;\n  }\n}\n", "a {\n  b {\n  }\n  team = 1;\n}\n")
    let deeper = "a {\n  b {\n  }\n  c {\n    team = 1;\n  }\n}\n"
    #expect(align(content, source).origins[3] == nil, "another indentation")
    #expect(align(deeper, source).origins[4] == 2)
    #expect(align(deeper, source, isDistinctive: { $0 != 4 }).origins[4] == nil)
  }

  @Test(
    arguments: [
      ("a line", "x = 1;\n", "  x = 1;\n", 1), ("a short one", "x;\n", "  x;\n", nil),
      ("one that occurs twice", "x = 1;\n", "  x = 1;\n  x = 1;\n", nil),
    ] as [(String, String, String, Int?)])
  func `A moved line matches if it is long enough and unique`(what: String, line: String, moved: String, origin: Int?) {
    let (source, content) = ("b {\n  \(line)}\nc {\n  other;\n}\n", "b {\n}\nc {\n  other;\n\(moved)}\n")
    #expect(align(content, source).origins[4] == origin, "\(what)")
  }

  @Test func `The equal lines of a moved block match before those of other blocks`() {
    let (moved, other) = ("a {\n  name;\n  x;\n  x;\n}\n", "b {\n  one;\n  two;\n}\n")
    let found = align("n {\n  x;\n}\n" + other + moved, moved + other).origins
    #expect(Array(found[7...10]) == [0, 1, 2, 3])
    #expect(found[1] == nil)
  }

  @Test func `An alignment has the trees of both sides`() {
    let alignment = align("n\na\n  x\n", "a\n  x\n")
    #expect(alignment.contentTree.parents == [nil, nil, 1])
    #expect(alignment.sourceTree.parents == [nil, 0])
    #expect(alignment.targets == [1, 2])
  }

  private func align(_ content: String, _ source: String, isDistinctive: (Int) -> Bool = { _ in true }) -> BlockDiff {
    BlockDiff(content: lines(content), source: lines(source), isDistinctive: isDistinctive)
  }
}

struct IndentTreeTests {
  @Test(
    arguments: [
      ("nothing", "", []), ("no indentation", "a\nb\n", [nil, nil]),
      ("blocks in blocks", "a {\n  b {\n    c\n  }\n  d\n}\ne\n", [nil, 0, 1, 0, 0, nil, nil]),
      ("tabs", "a\n\tb\n\t\tc\n\td\n", [nil, 0, 1, 0]),
      ("less than the line above, more than the one above it", "a\n    b\n  c\n", [nil, 0, 0]),
      ("an indented first line", "  a\nb\n  c\n", [nil, nil, 1]),
      ("a blank line before a child", "a\n\n  b\n\nc\n\n", [nil, 0, 0, nil, nil, nil]),
      ("blank lines with white space", "a\n  b\n \t\n\r\n  c\n", [nil, 0, 0, 0, 0]),
      ("elements", "<dict>\n\t<key>a</key>\n\t<dict>\n\t\t<x/>\n\t</dict>\n</dict>\n", [nil, 0, 0, 2, 0, nil]),
      ("no newline at the end", "a\n  b", [nil, 0]),
    ] as [(String, String, [Int?])])
  func `The parent of a line is the nearest line above with less indentation`(
    what: String, text: String, parents: [Int?]
  ) {
    #expect(IndentTree(lines(text)).parents == parents, "\(what)")
  }

  @Test func `Paths are equal if the lines and all their ancestors are`() {
    let paths = IndentTree(lines("a\n  x\nb\n  x\na\n  x\n  y\n")).paths
    #expect(paths[1] != paths[3], "another parent")
    #expect(paths[1] == paths[5] && paths[0] == paths[4], "an equal parent")
    #expect(paths[5] != paths[6], "another line")
    #expect(Set(paths).count == 5)
  }

  /// Texts in which `@` is many comments.
  @Test(arguments: [
    ("a {\n  x\n\n    y\n}\n", "a { \r\n\tx\r\n  \r\n\t\ty\t\r\n}", true),
    ("a b {\n  c\n", "a/* one */ b/**/ {/* two */\n  c\n", true),
    ("a b {\n  c\n", "@a b {@\n  c\n", true), ("a b {\n  c\n", "a b { /* open\n  c\n", false),
    // The same text split into other lines.
    ("ab\n c\n", "a\n bc\n", false), ("a\n c\n", "a\n b\n  c\n", false),
  ])
  func `White space around lines, and comments, are not part of a path`(one: String, other: String, areEqual: Bool) {
    let many = String(repeating: "/**/", count: 100_000)
    let (one, other) = (IndentTree(lines(one)).paths, IndentTree(lines(other.replacing("@", with: many))).paths)
    if areEqual { #expect(one == other) } else { #expect(one.last != other.last) }
  }

  @Test func `The time per line does not grow with the depth`() {
    let deep = (0..<5000).map { ArraySlice([UInt8](repeating: 0x20, count: $0 % 500) + bytes("x\n")) }
    #expect(IndentTree(deep).parents.prefix(500).elementsEqual([nil] + (0..<499).map { $0 }))
  }
}

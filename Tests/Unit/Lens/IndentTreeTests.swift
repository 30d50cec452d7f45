import TestSupport
import Testing

@testable import Smudge

/// Tests of the parents of lines.
struct IndentTreeTests {
  @Test(arguments: [
    ("nothing", "", []),
    ("no indentation", "a\nb\n", [nil, nil]),
    ("blocks in blocks", "a {\n  b {\n    c\n  }\n  d\n}\ne\n", [nil, 0, 1, 0, 0, nil, nil]),
    ("tabs", "a\n\tb\n\t\tc\n\td\n", [nil, 0, 1, 0]),
    ("less than the line above, more than the one above it", "a\n    b\n  c\n", [nil, 0, 0]),
    ("an indented first line", "  a\nb\n  c\n", [nil, nil, 1]),
    ("a blank line before a child", "a\n\n  b\n\nc\n\n", [nil, 0, 0, nil, nil, nil]),
    ("blank lines with white space", "a\n  b\n \t\n\r\n  c\n", [nil, 0, 0, 0, 0]),
    ("elements", "<dict>\n\t<key>a</key>\n\t<dict>\n\t\t<x/>\n\t</dict>\n</dict>\n", [nil, 0, 0, 2, 0, nil]),
    ("no newline at the end", "a\n  b", [nil, 0]),
  ] as [(String, String, [Int?])])
  func `The parent of a line is the nearest line above with less indentation`(what: String, text: String, parents: [Int?]) {
    #expect(IndentTree(lines(text)).parents == parents, "\(what)")
  }

  @Test func `Paths are equal if the lines and all their ancestors are`() {
    let paths = IndentTree(lines("a\n  x\nb\n  x\na\n  x\n  y\n")).paths
    #expect(paths[1] != paths[3], "another parent")
    #expect(paths[1] == paths[5] && paths[0] == paths[4], "an equal parent")
    #expect(paths[5] != paths[6], "another line")
    #expect(Set(paths).count == 5)
  }

  @Test func `White space around lines is not part of a path`() {
    let plain = IndentTree(lines("a {\n  x\n\n    y\n}\n")).paths
    #expect(IndentTree(lines("a { \r\n\tx\r\n  \r\n\t\ty\t\r\n}")).paths == plain)
  }

  @Test func `Comments are not part of a path, with any number on a line`() {
    let plain = IndentTree(lines("a b {\n  c\n")).paths
    #expect(IndentTree(lines("a/* one */ b/**/ {/* two */\n  c\n")).paths == plain)
    let many = String(repeating: "/**/", count: 100_000)
    #expect(IndentTree(lines("\(many)a b {\(many)\n  c\n")).paths == plain)
    #expect(IndentTree(lines("a b { /* open\n  c\n")).paths != plain)
  }

  @Test func `The same text split into other lines is another path`() {
    #expect(IndentTree(lines("ab\n c\n")).paths[1] != IndentTree(lines("a\n bc\n")).paths[1])
    #expect(IndentTree(lines("a\n c\n")).paths[1] != IndentTree(lines("a\n b\n  c\n")).paths[2])
  }

  @Test(arguments: 0..<4)
  func `A tree with the ends of another tree is the one of all lines`(batch: Int) {
    var generator = SeededGenerator(salt: "trees \(batch)")
    for _ in 0..<200 {
      let random = RandomLines(count: Int.random(in: 0...30, using: &generator), kinds: 9, &generator)
      let (source, content) = (random.source.flatMap(lines), random.shaken(&generator).flatMap(lines))
      let ends = CommonEnds(content, source)
      let tree = IndentTree(
        content, like: IndentTree(source), head: ends.content.lowerBound, tail: content.count - ends.content.upperBound)
      #expect(tree.parents == IndentTree(content).parents, "\(TestSeed.note)")
      #expect(tree.paths == IndentTree(content).paths, "\(TestSeed.note)")
    }
  }

  @Test func `The time per line does not grow with the depth`() {
    let deep = (0..<5000).map { ArraySlice([UInt8](repeating: 0x20, count: $0 % 500) + bytes("x\n")) }
    #expect(IndentTree(deep).parents.prefix(500).elementsEqual([nil] + (0..<499).map { $0 }))
  }
}

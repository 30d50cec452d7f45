import Testing
import TestSupport

@testable import Smudge

/// What a line stands below.
struct IndentTreeTests {
  @Test(arguments: [
    ("nothing", "", []),
    ("no indentation", "a\nb\n", [nil, nil]),
    ("blocks in blocks", "a {\n  b {\n    c\n  }\n  d\n}\ne\n", [nil, 0, 1, 0, 0, nil, nil]),
    ("tabs", "a\n\tb\n\t\tc\n\td\n", [nil, 0, 1, 0]),
    ("less than the line above, more than the one above it", "a\n    b\n  c\n", [nil, 0, 0]),
    ("an indented first line", "  a\nb\n  c\n", [nil, nil, 1]),
    ("a blank line before what it belongs to", "a\n\n  b\n\nc\n\n", [nil, 0, 0, nil, nil, nil]),
    ("blank lines with white space", "a\n  b\n \t\n\r\n  c\n", [nil, 0, 0, 0, 0]),
    ("elements", "<dict>\n\t<key>a</key>\n\t<dict>\n\t\t<x/>\n\t</dict>\n</dict>\n", [nil, 0, 0, 2, 0, nil]),
    ("no newline at the end", "a\n  b", [nil, 0]),
  ] as [(String, String, [Int?])])
  func `A line stands below the nearest one that is indented less`(what: String, text: String, parents: [Int?]) {
    #expect(IndentTree(lines(text)).parents == parents, "\(what)")
  }

  @Test func `Paths are equal where the line and all that it stands below are`() {
    let paths = IndentTree(lines("a\n  x\nb\n  x\na\n  x\n  y\n")).paths
    #expect(paths[1] != paths[3], "below another line")
    #expect(paths[1] == paths[5] && paths[0] == paths[4], "below an equal line")
    #expect(paths[5] != paths[6], "another line")
    #expect(Set(paths).count == 5)
  }

  @Test func `White space around lines counts in no path`() {
    let plain = IndentTree(lines("a {\n  x\n\n    y\n}\n")).paths
    #expect(IndentTree(lines("a { \r\n\tx\r\n  \r\n\t\ty\t\r\n}")).paths == plain)
  }

  @Test func `Comments count in no path, however many a line has`() {
    let plain = IndentTree(lines("a b {\n  c\n")).paths
    #expect(IndentTree(lines("a/* one */ b/**/ {/* two */\n  c\n")).paths == plain)
    let many = String(repeating: "/**/", count: 100_000)
    #expect(IndentTree(lines("\(many)a b {\(many)\n  c\n")).paths == plain)
    #expect(IndentTree(lines("a b { /* open\n  c\n")).paths != plain)
  }

  @Test func `A text that is cut elsewhere is another path`() {
    #expect(IndentTree(lines("ab\n c\n")).paths[1] != IndentTree(lines("a\n bc\n")).paths[1])
    #expect(IndentTree(lines("a\n c\n")).paths[1] != IndentTree(lines("a\n b\n  c\n")).paths[2])
  }

  @Test func `Content that goes ever deeper takes no longer for each line`() {
    let deep = (0..<5000).map { ArraySlice([UInt8](repeating: 0x20, count: $0 % 500) + bytes("x\n")) }
    #expect(IndentTree(deep).parents.prefix(500).elementsEqual([nil] + (0..<499).map { $0 }))
  }
}

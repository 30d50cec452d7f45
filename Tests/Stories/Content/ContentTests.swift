// Content of many kinds: matches at the edges of a file, line endings, encodings, binaries. No byte outside a match changes.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct ContentTests {
  private struct Case: CustomTestStringConvertible {
    let testDescription: String
    let canonical: [UInt8]
    let local: [UInt8]

    /// `@` stands for the identifier.
    init(_ description: String, _ text: String, changes: Bool = true) {
      testDescription = description
      func filled(_ name: String) -> [UInt8] {
        unescaped(text).flatMap { $0 == UInt8(ascii: "@") ? bytes(name) : [$0] }
      }
      canonical = filled(StorySupport.canonical)
      local = filled(changes ? StorySupport.local : StorySupport.canonical)
    }
  }

  private static let cases = [
    Case("the identifier alone", "@"),
    Case("at both edges", "@ and @"),
    Case("no newline at the end", #"a @\nb @"#),
    Case("carriage returns", #"a @\r\nb @\r\n"#),
    Case("single carriage returns", #"a @\rb @\r"#),
    Case("a byte order mark", #"\xef\xbb\xbf@\n"#),
    Case("bytes that are no UTF-8", #"\xfe\xfa-\xe9 @ \xe9@\xe9\n"#),
    Case("UTF-16 by its byte order mark", #"\xff\xfe@\n"#, changes: false),
    Case("dotted neighbours", #"group.@.shared TEAM.@ \"@\" '@' <@>\n"#.replacing(#"\""#, with: "\"")),
    Case("longer words", #"@s @2 x@ @-dev X_@ @Tests\n"#, changes: false),
    Case("another case", #"COM.BLAH.USER-THING\n"#),
    Case("a NUL", #"@\0@\n"#, changes: false),
    Case("a NUL far from the start", "@\\n" + String(repeating: "0123456789abcde\\n", count: 20_000) + "\\0", changes: false),
    Case("a binary property list", #"bplist00@\n"#, changes: false),
    Case(
      "a pointer of git-lfs",
      #"version https://git-lfs.github.com/spec/v1\noid sha256:00 @\nsize 12\n"#, changes: false),
    Case("nothing", ""),
    Case("a megabyte", String(repeating: "0123456789 @ 0123456789\\n", count: 25_000)),
  ]

  @Test func `all content round-trips byte for byte`() throws {
    let workshop = try Workshop()
    let maintainer = workshop.maintainer
    for (index, content) in ContentTests.cases.enumerated() {
      try TestFile.write(maintainer.top / "\(index)", content.canonical)
    }
    try maintainer.commitAll("Contents")
    let tree = try workshop.clone()
    try tree.munge("install", "handle=bnr")
    try expectSmudged(tree, "by the installation")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.treeOfAll() == tree.treeOfHead())

    try tree.run(["sh", "-c", "rm [0-9]* && git checkout -- ."])
    try expectSmudged(tree, "by git")
    try tree.munge("uninstall")
    for (index, content) in ContentTests.cases.enumerated() {
      let found = try FileSystem.contents(tree.top / "\(index)") ?? []
      #expect(difference(found, content.canonical) == nil, "\(content.testDescription)")
    }
  }

  private func expectSmudged(_ tree: WorkingTree, _ who: String) throws {
    for (index, content) in ContentTests.cases.enumerated() {
      let found = try FileSystem.contents(tree.top / "\(index)") ?? []
      #expect(difference(found, content.local) == nil, "\(content.testDescription), \(who)")
    }
  }
}

import TestSupport

@testable import Smudge

@Suite struct UTF16TextTests {
  @Test(arguments: [
    (#"\xff\xfea\0b\0"#, "ab"), (#"\xfe\xff\0a\0b"#, "ab"), (#"\xff\xfe\n\0"#, "\\n"),
    (#"\xff\xfea\0b"#, #"a\xff"#), (#"\xff\xfe\xe9\0a\0"#, #"\xffa"#), (#"\xfe\xff\x20\xac\0a"#, #"\xffa"#),
    (#"\xff\xfe=\xd8\0\xdea\0"#, #"\xff\xffa"#), (#"\xff\xfea\0\0\0"#, #"a\0"#),
    (#"\xff\xfe?\0"#, "?"), (#"\xff\xfe\xff\0"#, #"\xff"#),
  ])
  func `each unit becomes one byte, and all of them are restored`(wide: String, narrow: String) throws {
    let text = try #require(UTF16Text(unescaped(wide)))
    #expect(text.narrowed == unescaped(narrow))
    #expect(text.widened(text.narrowed) == unescaped(wide))
  }

  @Test(arguments: [
    "", "a", #"\xff"#, #"\xfe"#, #"a\0b\0"#, #"\xef\xbb\xbfa"#, #"\0\0\xfe\xff"#, #"\xff\xfe\0\0a\0\0\0"#, #"\xff\xfe"#,
    #"\xff\xfe latin"#,
  ])
  func `content without a byte order mark, UTF-32, and content without a NUL are not UTF-16`(content: String) {
    #expect(UTF16Text(unescaped(content)) == nil)
  }

  /// Contents with the text `ab` in either byte order, and contents that cannot be UTF-16.
  @Test(arguments: [
    (#"a\0b\0"#, "ab"), (#"\0a\0b"#, "ab"), (#"\xe9\0a\0b\0"#, #"\xffab"#), (#"\xac\x20a\0b\0"#, #"\xffab"#),
    (#"a\0b\0c"#, nil), (#"a\0b\0\0\0"#, nil), (#"x\0y\0"#, nil), ("ab", nil), (#"ab\0\x01"#, nil), ("", nil),
  ])
  func `without a mark it is recognized by a known text`(content: String, narrow: String?) {
    let found = UTF16Text(unescaped(content)) { text in text.indices.contains { text[$0...].starts(with: bytes("ab")) }
    }
    #expect(found?.narrowed == narrow.map(unescaped))
    if let found { #expect(found.widened(found.narrowed) == unescaped(content)) }
  }

  @Test func `content with another number of wide units is not widened`() throws {
    let text = try #require(UTF16Text(unescaped(#"\xff\xfe\xe9\0a\0"#)))
    #expect(text.widened(unescaped(#"\xffab"#)) == unescaped(#"\xff\xfe\xe9\0a\0b\0"#))
    for narrow in ["a", #"\xff\xffa"#] { #expect(text.widened(unescaped(narrow)) == nil, "\(narrow)") }
  }

  @Test func `a blob in UTF-8 is compared with the UTF-16 that git makes of it`() {
    let text = "é a €\u{1F600}\n"
    let wide = utf16(text)
    #expect(UTF16Text(wide)?.narrowed(blob: Array(text.utf8)) == UTF16Text(wide)?.narrowed)
    #expect(UTF16Text(wide)?.narrowed(blob: wide) == UTF16Text(wide)?.narrowed)
    #expect(UTF16Text(wide)?.narrowed(blob: [0xC3]) == [0xC3], "invalid UTF-8 is unchanged")
    let unmarked = Array(wide.dropFirst(2))
    #expect(UTF16Text(unmarked, knowing: { _ in true })?.narrowed(blob: unmarked) == UTF16Text(wide)?.narrowed)
  }

  private static func filter(_ local: String) -> Filter {
    Filter(by: Plan(PlanRule("com.acme", local)), records: nil, warnings: .silent, for: .repository)
  }

  private static func perform(_ filter: inout Filter, _ direction: Direction, _ content: [UInt8]) throws -> [UInt8] {
    var output = Spool()
    let verdict = filter.perform(
      FilterSession.Request(direction: direction, path: Path("a.strings")), on: Spool(content), into: &output)
    try #require(verdict != .refused)
    let changed = output.inMemory
    return verdict == .changed ? try #require(changed) : content
  }

  @Test(arguments: ByteOrder.allCases) func `smudge and clean have the results of UTF-8`(order: ByteOrder) throws {
    var random = SeededGenerator(salt: "wide \(order)")
    var filter = Self.filter("dev.longer.me")
    let pieces = ["com.acme", "é", "com.acme", "s", ".", "-", " ", "\n", "€", "\u{1F600}", "\r\n", "x", "\"", "ÿ", "þ"]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      // A character that is not ASCII is a word boundary in both encodings.
      let smudged = try Self.perform(&filter, .smudge, Array(text.utf8))
      let found = try Self.perform(&filter, .smudge, utf16(text, order))
      #expect(found == utf16(String(decoding: smudged, as: UTF8.self), order), "\(TestSeed.note): \(text)")
      #expect(try Self.perform(&filter, .clean, found) == utf16(text, order), "\(TestSeed.note): \(text)")
    }
  }

  @Test func `half a unit at the end, and lone surrogates, are unchanged`() throws {
    var filter = Self.filter("dev.me")
    let content = utf16("com.acme ") + [0x00, 0xD8] + utf16(" com.acme").dropFirst(2) + [0x41]
    let smudged = try Self.perform(&filter, .smudge, content)
    #expect(smudged == utf16("dev.me ") + [0x00, 0xD8] + utf16(" dev.me").dropFirst(2) + [0x41])
    #expect(try Self.perform(&filter, .clean, smudged) == content)
  }
}

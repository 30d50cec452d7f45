import Platform
import TestSupport
import Testing

@testable import Smudge

/// UTF-16 as bytes and back.
@Suite struct WideTextTests {
  @Test(arguments: [
    (#"\xff\xfea\0b\0"#, "ab"), (#"\xfe\xff\0a\0b"#, "ab"), (#"\xff\xfe\n\0"#, "\\n"),
    (#"\xff\xfea\0b"#, #"a\xff"#), (#"\xff\xfe\xe9\0a\0"#, #"\xffa"#), (#"\xfe\xff\x20\xac\0a"#, #"\xffa"#),
    (#"\xff\xfe=\xd8\0\xdea\0"#, #"\xff\xffa"#), (#"\xff\xfea\0\0\0"#, #"a\0"#),
    (#"\xff\xfe?\0"#, "?"), (#"\xff\xfe\xff\0"#, #"\xff"#),
  ])
  func `each unit becomes one byte, and all of them come back`(wide: String, narrow: String) throws {
    let text = try #require(WideText(unescaped(wide)))
    #expect(text.narrowed == unescaped(narrow))
    #expect(text.widened(text.narrowed) == unescaped(wide))
  }

  @Test(arguments: ["", "a", #"\xff"#, #"\xfe"#, #"a\0b\0"#, #"\xef\xbb\xbfa"#, #"\0\0\xfe\xff"#, #"\xff\xfe\0\0a\0\0\0"#, #"\xff\xfe"#, #"\xff\xfe latin"#])
  func `content without a mark, UTF-32, and what holds no NUL, is left to others`(content: String) {
    #expect(WideText(unescaped(content)) == nil)
  }

  /// Those that hold the text `ab` in one of both orders, and those that cannot be text in it.
  @Test(arguments: [
    (#"a\0b\0"#, "ab"), (#"\0a\0b"#, "ab"), (#"\xe9\0a\0b\0"#, #"\xffab"#), (#"\xac\x20a\0b\0"#, #"\xffab"#),
    (#"a\0b\0c"#, nil), (#"a\0b\0\0\0"#, nil), (#"x\0y\0"#, nil), ("ab", nil), (#"ab\0\x01"#, nil), ("", nil),
  ])
  func `without a mark it is told by a text that stands in it`(content: String, narrow: String?) {
    let found = WideText(unescaped(content)) { $0.containsPair(bytes("ab")) }
    #expect(found?.narrowed == narrow.map(unescaped))
    if let found { #expect(found.widened(found.narrowed) == unescaped(content)) }
  }

  @Test func `what holds other units than the original is not widened`() throws {
    let text = try #require(WideText(unescaped(#"\xff\xfe\xe9\0a\0"#)))
    #expect(text.widened(unescaped(#"\xffab"#)) == unescaped(#"\xff\xfe\xe9\0a\0b\0"#))
    for narrow in ["a", #"\xff\xffa"#] { #expect(text.widened(unescaped(narrow)) == nil, "\(narrow)") }
  }

  @Test func `a blob in UTF-8 compares with the UTF-16 that git makes of it`() {
    let text = "é a €\u{1F600}\n"
    let wide = utf16(text)
    #expect(WideText(wide)?.narrowed(blob: Array(text.utf8)) == WideText(wide)?.narrowed)
    #expect(WideText(wide)?.narrowed(blob: wide) == WideText(wide)?.narrowed)
    #expect(WideText(wide)?.narrowed(blob: [0xC3]) == [0xC3], "what is no text is what it is")
    let unmarked = Array(wide.dropFirst(2))
    #expect(WideText(unmarked, knowing: { _ in true })?.narrowed(blob: unmarked) == WideText(wide)?.narrowed)
  }

  // MARK: The filter

  private static func perform(_ filter: inout Filter, _ direction: Direction, _ content: [UInt8]) throws -> [UInt8] {
    var output = Spool()
    let verdict = filter.perform(Session.Request(direction: direction, path: Path("a.strings")), on: Spool(content), into: &output)
    try #require(verdict != .refused)
    let changed = output.inMemory
    return verdict == .changed ? try #require(changed) : content
  }

  /// What filters do with a narrow text they do with a wide one, and the way back is exact for all content.
  @Test(arguments: ByteOrder.allCases) func `smudge and clean are those of bytes`(order: ByteOrder) throws {
    var random = SeededGenerator(salt: "wide \(order)")
    let plan = Plan(
      rules: [PlanRule(name: [], pairs: [TextPair(canonical: bytes("com.acme"), local: bytes("dev.longer.me"))])],
      fingerprint: Digest([]))
    var filter = Filter(by: plan, notes: nil, warnings: .silent, for: .repository)
    let pieces = ["com.acme", "é", "com.acme", "s", ".", "-", " ", "\n", "€", "\u{1F600}", "\r\n", "x", "\"", "ÿ", "þ"]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      // A character beside a text that is not ASCII ends it, in both encodings.
      let smudged = try Self.perform(&filter, .smudge, Array(text.utf8))
      let found = try Self.perform(&filter, .smudge, utf16(text, order))
      #expect(found == utf16(String(decoding: smudged, as: UTF8.self), order), "\(TestSeed.note): \(text)")
      #expect(try Self.perform(&filter, .clean, found) == utf16(text, order), "\(TestSeed.note): \(text)")
    }
  }

  @Test func `half a unit at the end, and lone surrogates, stay`() throws {
    let plan = Plan(
      rules: [PlanRule(name: [], pairs: [TextPair(canonical: bytes("com.acme"), local: bytes("dev.me"))])],
      fingerprint: Digest([]))
    var filter = Filter(by: plan, notes: nil, warnings: .silent, for: .repository)
    let content = utf16("com.acme ") + [0x00, 0xD8] + utf16(" com.acme").dropFirst(2) + [0x41]
    let smudged = try Self.perform(&filter, .smudge, content)
    #expect(smudged == utf16("dev.me ") + [0x00, 0xD8] + utf16(" dev.me").dropFirst(2) + [0x41])
    #expect(try Self.perform(&filter, .clean, smudged) == content)
  }
}

extension [UInt8] {
  /// Whether two bytes stand in it, one behind the other.
  fileprivate func containsPair(_ pair: [UInt8]) -> Bool { indices.contains { self[$0...].starts(with: pair) } }
}

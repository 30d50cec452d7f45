import TestSupport
import Testing

@testable import Munge

@Suite struct WideTextTests {
  @Test(arguments: [
    (#"\xff\xfea\0b\0"#, "ab"), (#"\xfe\xff\0a\0b"#, "ab"), (#"\xff\xfe\n\0"#, "\n"), (#"\xff\xfe"#, ""),
    (#"\xff\xfea\0b"#, "a"), (#"\xff\xfe\xe9\0a\0"#, "?a"), (#"\xfe\xff\x20\xac\0a"#, "?a"),
    (#"\xff\xfe=\xd8\0\xdea\0"#, "??a"), (#"\xff\xfea\x01"#, "?"), (#"\xff\xfe\0\0a\0"#, "\u{0}a"),
  ])
  func `each unit becomes one byte, and what is not ASCII a question mark`(wide: String, narrow: String) {
    #expect(WideText.narrowed(unescaped(wide)) == bytes(narrow))
  }

  @Test(arguments: ["", "a", #"\xff"#, #"\xfe"#, #"a\0b\0"#, #"\xef\xbb\xbfa"#, #"\0\0\xfe\xff"#])
  func `content without a mark is left to others`(content: String) {
    #expect(WideText.narrowed(unescaped(content)) == nil)
  }
}

import TestSupport
import Testing

@testable import Smudge

/// Tests of word boundaries.
struct BoundaryTests {
  @Test func `Identifier characters are the ASCII letters, digits, underscore and hyphen`() {
    let ours = (0...UInt8.max).filter(Boundary.isIdentifier)
    let letters = Array(UInt8(ascii: "a")...UInt8(ascii: "z")) + Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    let expected = letters + Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + bytes("_-")
    #expect(ours == expected.sorted(), "all other bytes separate words, those above 127 included")
  }

  @Test(arguments: [
    ("C", true), (".C.", true), ("group.C", true), ("C.Extension", true), ("(C)", true), ("\"C\"", true),
    ("éC", true), ("Cé", true), ("C\n", true), ("$C", true), ("/C/", true), ("@C:", true), ("\u{1}C\u{7f}", true),
    ("CTests", false), ("C2", false), ("C-dev", false), ("X_C", false), ("-C", false), ("C_", false),
    ("0C", false), ("Cz", false), ("ZC", false),
  ])
  func `A text has word boundaries if no identifier character is next to it`(content: String, isAlone: Bool) throws {
    let content = bytes(content)
    let place = try #require(content.firstIndex(of: UInt8(ascii: "C")))
    let found = Boundary.surrounds(place..<place + 1, in: content.span)
    #expect(found == isAlone)
  }
}

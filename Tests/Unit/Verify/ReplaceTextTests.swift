import Platform
import TestSupport
import Testing

@testable import Munge

/// Which expressions there are for `git filter-repo --replace-text`, and in which order.
struct ReplaceTextTests {
  private static let rules = """
    [rule "bundle"]
    canonical = com.acme.app
    local = ${bundle}
    except = com.acme.app.store
    [rule "team"]
    canonical = ABCDE12345
    canonical = FGHIJ67890
    key = DEVELOPMENT_TEAM
    key = DevelopmentTeam
    local = ${team}
    [rule "id"]
    canonical = com.acme.droid
    key = applicationId
    local = com.acme.${handle}
    [variable "bundle"]
    kind = bundle-id
    [variable "team"]
    kind = team-id
    [variable "handle"]
    kind = label
    """

  private func replacing(_ matters: (Finding.Matter, String?)...) throws -> (lines: [String], remarks: [ReplaceText.Remark]) {
    let findings = matters.map { Finding($0, .error, rule: $1.map(bytes), fingerprint: "") }
    let made = ReplaceText(findings, rules: try RulesFile.parse(bytes(Self.rules)))
    return (String(decoding: made.bytes, as: UTF8.self).split(separator: "\n").map { String($0) }, made.remarks)
  }

  private func looksLocal(_ text: String, _ canonical: String) -> Finding.Matter {
    .looksLocal(bytes(text), template: "${x}", canonical: bytes(canonical))
  }

  private let unruly = #"(?<!\slocal = com\.bob)(?<!\slocal=com\.bob)(?<!\slocal = "com\.bob)"#

  @Test func `Nothing to replace is an empty file`() throws {
    #expect(try replacing().lines == [])
    #expect(try replacing((.unusedRule(canonicals: []), "team")).lines == [])
  }

  @Test func `A text that stands alone becomes its canonical text, but in the rules`() throws {
    let (lines, remarks) = try replacing((.localText(bytes("com.bob"), canonical: bytes("com.acme.app")), "bundle"))
    #expect(lines == [#"regex:com\.bob(?<![A-Za-z0-9_-]com\.bob)(?![A-Za-z0-9_-])\#(unruly)==>com.acme.app"#])
    #expect(remarks == [])
  }

  @Test func `Each text is replaced once, however often and as whatever it was found`() throws {
    let (lines, remarks) = try replacing(
      (looksLocal("com.bob", "com.acme.app"), "bundle"), (.ownText(bytes("com.bob"), canonical: bytes("com.acme.app")), "bundle"),
      (.formerText(bytes("com.bob"), canonical: bytes("com.acme.app")), "bundle"))
    #expect(lines.count == 1 && remarks == [])
  }

  @Test func `The longest text comes first`() throws {
    let lines = try replacing(
      (looksLocal("com.bob", "a"), nil), (looksLocal("com.bob.ios", "b"), nil), (looksLocal("org.bob", "c"), nil),
      (looksLocal("com.bob.ios.dev", "d"), nil)
    ).lines
    #expect(lines.map { $0.suffix(1) } == ["d", "b", "a", "c"])
  }

  @Test func `A canonical text that holds the text stays as it is`() throws {
    let line = try #require(try replacing((looksLocal("acme", "com.corp"), "bundle")).lines.first)
    #expect(line.contains(#"(?!(?<=(?<![A-Za-z0-9_-])com\.acme)\.app(?![A-Za-z0-9_-]))"#))
    #expect(line.contains(#"(?!(?<=(?<![A-Za-z0-9_-])com\.acme)\.app\.store(?![A-Za-z0-9_-]))"#), "an `except` text, too")
  }

  @Test func `A value of a key is replaced under that key only`() throws {
    let foreign = Finding.Matter.foreignValue(bytes("Z9Y8X7W6V5"), key: bytes("TEAM"), canonicals: [bytes("ABCDE12345")])
    let (lines, remarks) = try replacing((foreign, "team"))
    #expect(lines.count == 6 && remarks == [])
    for line in lines {
      #expect(line.hasPrefix("regex:(TEAM(?") && line.contains(")Z9Y8X7W6V5(?=") && line.hasSuffix(#"==>\g<1>ABCDE12345"#))
    }
  }

  @Test func `Of several canonical texts the first is put there, and that is said`() throws {
    let foreign = Finding.Matter.foreignValue(bytes("Z9Y8X7W6V5"), key: bytes("TEAM"), canonicals: [bytes("A"), [], bytes("B")])
    let (lines, remarks) = try replacing((foreign, "team"), (foreign, "team"))
    #expect(lines.allSatisfy { $0.hasSuffix(#"==>\g<1>A"#) })
    #expect(remarks == [.ambiguous(bytes("Z9Y8X7W6V5"), canonicals: [bytes("A"), [], bytes("B")])])
    let rest = try replacing((looksLocal("com.bob", "one"), nil), (looksLocal("com.bob", "two"), nil))
    #expect(rest.lines.count == 1 && rest.remarks == [.ambiguous(bytes("com.bob"), canonicals: [bytes("one"), bytes("two")])])
  }

  @Test func `A local text of a rule with keys is replaced under those only`() throws {
    let (lines, remarks) = try replacing((.ownText(bytes("BNR1234567"), canonical: bytes("ABCDE12345")), "team"))
    #expect(lines.count == 12 && lines.allSatisfy { $0.contains("DEVELOPMENT_TEAM") || $0.contains("DevelopmentTeam") })
    #expect(remarks == [.ambiguous(bytes("BNR1234567"), canonicals: [bytes("ABCDE12345"), bytes("FGHIJ67890")])])
    let part = try replacing((looksLocal("com.acme.bob", "com.acme.droid"), "id")).lines
    #expect(part.count == 6 && part.allSatisfy { $0.contains(#"*?)com\.acme\.bob(?<!"#) }, "as a part of a value")
  }

  @Test func `A near leak stays, and that is said`() throws {
    let (lines, remarks) = try replacing((.nearLeak(bytes("com.bob"), word: bytes("com.bobUI")), "bundle"))
    #expect(lines == [] && remarks == [.stays(bytes("com.bobUI"))])
  }

  @Test(arguments: [
    (#"a.b*c"#, #"a\.b\*c"#), (#"\^$+?{}[]|()"#, #"\\\^\$\+\?\{\}\[\]\|\(\)"#), ("a b==>c", "a b==>c"), ("-_/:@,", "-_/:@,"),
  ])
  func `A pattern matches the text and nothing else`(text: String, pattern: String) {
    #expect(PythonBytes.pattern(bytes(text)) == pattern)
  }

  @Test func `Bytes that are no text are written by their numbers`() {
    #expect(PythonBytes.pattern(unescaped(#"caf\xe9\n\x01"#)) == #"caf\xe9\x0a\x01"#)
    #expect(PythonBytes.replacement(unescaped(#"caf\xe9\n\x01"#)) == #"caf\351\012\001"#)
  }

  @Test func `A replacement is what it says, and cuts no line`() {
    #expect(PythonBytes.replacement(bytes(#"a\1=>.*"#)) == #"a\\1\075>.*"#)
  }
}

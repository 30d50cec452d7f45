import TestSupport

@testable import Platform
@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

struct LeakPlanTests {
  private static let variables =
    """
    [variable "h"]
    kind = label
    [variable "t"]
    kind = team-id
    [variable "u"]
    kind = team-id

    """

  /// The pairs of each rule that applies to some content.
  private func words(_ rules: String, _ content: String, source: String? = nil) throws -> [String] {
    let rules = try RulesFile.parse(bytes(rules + Self.variables))
    let scanner = try LeakScanner(rules, own: nil)
    let hits = scanner.hits(in: bytes(content), Path("a.txt"), .munged)
    return scanner.plan(repairing: hits, source: source.map { bytes($0) }).rules.compactMap { rule in
      let pairs = rule.pairs.compactMap { pair in
        pair.replacement.map { "\(escaped(pair.canonical)) <- \(escaped($0))" }
      }
      return pairs.isEmpty
        ? nil : "\(rule.keyed?.extent.rawValue ?? "anywhere"): \(pairs.joined(separator: ", "))"
    }
  }

  private static let plain = """
    [rule "r"]
    canonical = com.acme.app
    local = dev.${h}.app
    suffix = Tests

    """
  private static let prefixed = plain + "prefix = x-\n"
  private static let trailing = """
    [rule "r"]
    canonical = com.acme.app
    local = com.acme.${h}
    suffix = Tests

    """
  private static let keyed = """
    [rule "r"]
    canonical = com.acme.app
    local = dev.${h}.app
    key = ID

    """
  private static let checked = """
    [rule "r"]
    canonical = com.acme.app
    local = dev.${h}.app
    check = ID

    """
  private static let teams =
    """
    [rule "a"]
    canonical = AAAAAAAAAA
    local = ${t}
    key = T
    [rule "b"]
    canonical = BBBBBBBBBB
    local = ${u}
    key = T

    """

  @Test(arguments: [
    ("nothing", plain, "com.acme.app", []),
    ("a text", plain, "dev.one.app", ["anywhere: com.acme.app <- dev.one.app"]),
    ("a text with a suffix", plain, "dev.one.appTests", ["anywhere: com.acme.appTests <- dev.one.appTests"]),
    (
      "a suffix that the variable could hold", trailing, "com.acme.oneTests",
      ["anywhere: com.acme.appTests <- com.acme.oneTests"]
    ),
    (
      "a text with a prefix", prefixed, "x-dev.one.appTests",
      ["anywhere: x-com.acme.appTests <- x-dev.one.appTests"]
    ),
    ("a part of a value", keyed, "ID = dev.one.app.widget", ["part: com.acme.app <- dev.one.app"]),
    ("a value that matches no local text", keyed, "ID = org.else", ["whole: com.acme.app <- org.else"]),
    ("a value that is only checked", checked, "ID = org.else", ["whole: com.acme.app <- org.else"]),
    (
      "a value that is only checked, with a local text", checked, "ID = dev.one.app.widget",
      ["anywhere: com.acme.app <- dev.one.app"]
    ),
    (
      "a checked key that is not munged", keyed + "check = TWO\n", "TWO = org.else", ["whole: com.acme.app <- org.else"]
    ),
    ("a text outside the key", keyed, "X = dev.one.app", []),
    (
      "a key of two rules", teams, "T = QWERTZ1234",
      ["part: AAAAAAAAAA <- QWERTZ1234", "part: BBBBBBBBBB <- QWERTZ1234"]
    ),
  ])
  func `A finding is a local text of its rule`(what: String, rules: String, content: String, expected: [String]) throws
  {
    #expect(try words(rules, content) == expected, "\(what)")
  }

  @Test func `Values of a source that contain a canonical text are what such a value can have been`() throws {
    let source = "ID = com.acme.app.Share\nID = net.other\nX = com.acme.app.Watch\n"
    #expect(
      try words(Self.keyed, "ID = org.else", source: source)
        == ["whole: com.acme.app <- org.else, com.acme.app.Share <- org.else"])
  }

  @Test func `A local text can be one without variables`() throws {
    let rules = "[rule \"r\"]\ncanonical = com.acme.app\nlocal = dev.me\n"
    #expect(try words(rules, "dev.me") == ["anywhere: com.acme.app <- dev.me"])
  }
}

struct QuotedPathTests {
  @Test(arguments: [
    ("a b.txt", "a b.txt"), (#""a\"b""#, #"a"b"#), (#""\303\204\t\\\n""#, "Ä\t\\\n"), (#"""#, #"""#), (#""""#, ""),
    (#""a\""#, #"a\"#),
  ])
  func `A quoted path is unquoted`(word: String, path: String) {
    #expect(Path(quotedByGit: bytes(word)) == Path(path))
  }
}

import TestSupport

@testable import Rules
@testable import Smudge

struct RulesFileTests {
  private static let everything = """
    # What each of us has to bring.
    [munge]
    	version = 1 ; the only one
    [rule "bundle-id"]
    	canonical = com.blah.user-thing
    	local = com.${handle}.user-${handle}
    	suffix = Tests
    	suffix = -dev
    	except = com.blah.user-thing.server
    	path = *.pbxproj
    	path = !/Old/
    [variable "handle"]
    	kind = label
    	description = Your short handle, such as bnr
    """

  @Test func `Every section and key is read`() throws {
    let rules = try RulesFile.parse(bytes(Self.everything))
    let rule = try #require(rules.rules.first)
    #expect(rules.rules.count == 1)
    #expect(rule.name == bytes("bundle-id"))
    #expect(rule.canonical == bytes("com.blah.user-thing"))
    #expect(rule.local.description == "com.${handle}.user-${handle}")
    #expect(rule[.suffix] == [bytes("Tests"), bytes("-dev")])
    #expect(rule.excepts == [bytes("com.blah.user-thing.server")])
    #expect(rule[.path] == [bytes("*.pbxproj"), bytes("!/Old/")], "the last matching path decides")
    #expect(rules.variables.map(\.name) == ["handle"])
    #expect(rules.variable("handle")?.kind == .label)
    #expect(rules.variable("handle")?.description == "Your short handle, such as bnr")
    #expect(rules.variable("Handle") == nil)
  }

  @Test func `Carriage returns and a byte order mark change the fingerprint only`() throws {
    let plain = try RulesFile.parse(bytes(Self.everything))
    let windows = Array("\u{FEFF}\(Self.everything)".utf8).flatMap { $0 == UInt8(ascii: "\n") ? bytes("\r\n") : [$0] }
    var read = try RulesFile.parse(windows)
    #expect(read.fingerprint != plain.fingerprint, "it is computed from the bytes, so any change shows")
    read.source = plain.source
    #expect(read == plain, "places are equal: the mark is no column and a carriage return no character")
  }

  @Test(arguments: [
    // The value as written and as read.
    (#"dev.me"#, "dev.me"), (#"   dev.me   "#, "dev.me"), (#"dev.me # a comment"#, "dev.me"),
    (#"dev.me;a comment"#, "dev.me"),
    (#""dev.me""#, "dev.me"), (#"d"ev."me"#, "dev.me"), (#""dev" ".me""#, "dev .me"), (#""dev # ; me""#, "dev # ; me"),
    (#""  dev.me  " "#, "  dev.me  "), (#""dev\t.me""#, "dev\t.me"), (#"\"dev\\.me\""#, #""dev\.me""#),
    (#""\"""#, #"""#),
    (#"=dev=me"#, "=dev=me"), (#"[rule]"#, "[rule]"), (#""""#, ""), (#"dév.me"#, "dév.me"),
  ])
  func `A value is read as git reads it`(written: String, read: String) throws {
    let text = written.replacing(#"\t"#, with: "\t")
    let lines = try ConfigSyntax(bytes("[rule \"x\"]\nlocal = \(text)\n")).sections.flatMap(\.lines)
    #expect(lines.map(\.value) == [bytes(read)])
    let last = try ConfigSyntax(bytes("[rule \"x\"]\nlocal = \(text)")).sections.flatMap(\.lines)
    #expect(last == lines, "a missing last newline changes nothing")
  }

  @Test func `Names keep case and escapes, and sections and keys ignore case`() throws {
    let rules = try RulesFile.parse(
      bytes(#"[RULE "My \"Rule\" \\ é]"] Canonical = Com.Acme"# + "\n" + #"LOCAL = Dev.Me"#))
    #expect(rules.rules.map(\.name) == [bytes(#"My "Rule" \ é]"#)])
    #expect(rules.rules.map(\.canonical) == [bytes("Com.Acme")])
  }

  @Test func `Sections with one name are one section, also with others in between`() throws {
    let rules = try RulesFile.parse(
      bytes(
        """
        [rule "b"]
        canonical = com.acme
        [rule "a"]
        [variable "x"]
        [rule "b"]
        local = dev.${x}
        [rule "a"]
        local = dev.you
        canonical = com.other
        [variable "x"]
        kind = label
        """))
    #expect(rules.rules.map(\.name) == [bytes("b"), bytes("a")], "rules are in the order of their first headers")
    #expect(rules.rules.map(\.canonical) == [bytes("com.acme"), bytes("com.other")])
    #expect(rules.rules.map(\.place.line) == [1, 3])
    #expect(rules.variables.map(\.place.line) == [4])
  }

  @Test(arguments: [
    ("com.acme.ios", ""), ("dev.guide.acme", ""), ("org.other", ""), ("org.other", "key = id\n"),
    ("dev.guide.acme", "key = id\n"),
  ])
  func `A text that matches a local text can be in an except line`(except: String, more: String) throws {
    let rule = "[rule \"r\"]\ncanonical = com.acme\nlocal = dev.${x}.acme\n\(more)except = \(except)\n"
    let rules = try RulesFile.parse(bytes(rule + "[variable \"x\"]\nkind = label\n"))
    #expect(rules.rules.first?.excepts == [bytes(except)])
    #expect(throws: RulesError.self) {
      try RulesFile.parse(bytes(rule.replacing(except, with: "com.acme") + "[variable \"x\"]\nkind = label\n"))
    }
  }

  /// A rule of the key `STYLE`, unless the lines name another.
  private static func keyed(_ lines: String, local: String = "${v}") -> String {
    OneRule.variable + "[rule \"r\"]\nkey = STYLE\nlocal = \(local)\n" + lines
  }

  private static func read(_ text: String) throws -> Rule { try #require(RulesFile.parse(bytes(text)).rules.first) }

  @Test func `Every line of a rule with keys is read`() throws {
    let rule = try Self.read(
      Self.keyed("key = a:b.c-d\nkey = _x\ncanonical = Manual\ncanonical =\non-insert = drop\n"))
    #expect(rule.keys == [bytes("STYLE"), bytes("a:b.c-d"), bytes("_x")])
    #expect(rule.canonicals == [bytes("Manual"), []] && rule.canonical == bytes("Manual"))
    #expect(rule.onInsert == .drop)
    let usual = try Self.read(Self.keyed("canonical = Manual\n"))
    #expect(usual.onInsert == .keep)
    let plain = try Self.read("[rule \"r\"]\ncanonical = com.acme\nlocal = dev.me\n")
    #expect(plain.keys.isEmpty && plain.extent == nil && plain.keyed == nil)
  }

  @Test(arguments: [
    ("key = A\n", ["A"]), ("key = A\ncheck =\n", []), ("key = A\ncheck = B\n", ["B"]),
    ("key = A\ncheck = A\ncheck = B\n", ["A", "B"]), ("", []),
    ("check = B\ncheck = a:b.c-d\n", ["B", "a:b.c-d"]),
  ])
  func `The keys of a rule are checked, unless it has check lines`(lines: String, checked: [String]) throws {
    let text = "[rule \"r\"]\ncanonical = com.acme\nlocal = dev.me\n"
    #expect(try Self.read(text + lines).checkedKeys == checked.map { bytes($0) })
    let unchecked = lines.split(separator: "\n").filter { !$0.hasPrefix("check") }.map { "\($0)\n" }.joined()
    #expect(try compiled(text + lines).rules == compiled(text + unchecked).rules, "the filter does not read them")
  }

  @Test(arguments: [
    // The lines of canonical texts, the local text, and the extent of the match.
    (["com.acme"], "dev.${v}", KeyScope.Extent.part), (["ABCDE12345"], "${v}", .part), (["$A/x"], "dev.me", .whole),
    ([""], "dev.me", .whole), (["abc"], "dev.me", .whole), ([".com.acme"], "dev.me", .whole),
    (["Apple Development"], "dev.me", .whole), (["iPhone*"], "dev.me", .whole), (["com.acme"], "My ${v}", .whole),
    (["com.acme"], "a,${v}", .whole), (["com.acme", "com.other"], "dev.me", .whole), (["com.acme", ""], "${v}", .part),
  ])
  func `One delimited text matches a part of a value, other texts the whole value`(
    canonicals: [String], local: String, extent: KeyScope.Extent
  ) throws {
    let text = Self.keyed(canonicals.map { "canonical = \($0)\n" }.joined(), local: local)
    #expect(try Self.read(text).extent == extent)
    let rule = try #require(compiled(text, ["v": "value"]).rules.first)
    #expect(rule.keyed == KeyScope(keys: [bytes("STYLE")], extent: extent))
  }
}

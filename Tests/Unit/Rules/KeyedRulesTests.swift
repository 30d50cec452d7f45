import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Smudge
@testable import Verify
@testable import WorkingTree

/// Rules that are restricted to the values of keys: how they are read and compiled.
struct KeyedRulesTests {
  private static let variable = "[variable \"v\"]\nkind = text\n"

  /// A rule of the key `STYLE`, unless the lines name another.
  private static func rule(_ lines: String, local: String = "${v}") -> String {
    variable + "[rule \"r\"]\nkey = STYLE\nlocal = \(local)\n" + lines
  }

  private static func read(_ text: String) throws -> Rule { try #require(RulesFile.parse(bytes(text)).rules.first) }

  @Test func `Every line of a rule with keys is read`() throws {
    let rule = try Self.read(
      Self.rule("key = a:b.c-d\nkey = _x\ncanonical = Manual\ncanonical =\non-insert = drop\n"))
    #expect(rule.keys == [bytes("STYLE"), bytes("a:b.c-d"), bytes("_x")])
    #expect(rule.canonicals == [bytes("Manual"), []] && rule.canonical == bytes("Manual"))
    #expect(rule.onInsert == .drop)
    let usual = try Self.read(Self.rule("canonical = Manual\n"))
    #expect(usual.onInsert == .keep)
    let plain = try Self.read("[rule \"r\"]\ncanonical = com.acme\nlocal = dev.me\n")
    #expect(plain.keys.isEmpty && plain.extent == nil && plain.keyed == nil)
  }

  @Test(arguments: [
    ("key = A\n", ["A"]), ("key = A\ncheck =\n", []), ("key = A\ncheck = B\n", ["B"]), ("key = A\ncheck = A\ncheck = B\n", ["A", "B"]), ("", []),
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
    let text = Self.rule(canonicals.map { "canonical = \($0)\n" }.joined(), local: local)
    #expect(try Self.read(text).extent == extent)
    let rule = try #require(compiled(text, ["v": "value"]).rules.first)
    #expect(rule.keyed == KeyScope(keys: [bytes("STYLE")], extent: extent))
  }

  @Test func `Texts of whole values can be short or long, and can contain spaces, commas and stars`() throws {
    let long = String(repeating: "x", count: 255)
    let rule = try Self.read(
      Self.rule("canonical = a\ncanonical = My Team, Inc.*\ncanonical = \(long)\nexcept = b\nexcept = No Team\n", local: "z z"))
    #expect(rule.canonicals == [bytes("a"), bytes("My Team, Inc.*"), bytes(long)])
    #expect(rule.excepts == [bytes("b"), bytes("No Team")])
    #expect(try Self.read(Self.rule("canonical = a\nsuffix = .T\nsuffix = -x y\n")).suffixes == [bytes(".T"), bytes("-x y")])
  }

  @Test func `Each suffix makes a pair with each canonical text, and pairs without a suffix come first`() throws {
    let text = Self.rule("canonical = One\ncanonical = Two\nsuffix = T\nsuffix = .x\non-insert = drop\n")
    let rule = try #require(compiled(text, ["v": "me"]).rules.first)
    let expected = [
      ("One", "me"), ("Two", "me"), ("OneT", "meT"), ("TwoT", "meT"), ("One.x", "me.x"), ("Two.x", "me.x"),
    ]
    #expect(rule.pairs == expected.map { TextPair(canonical: bytes($0), local: bytes($1)) })
    #expect(rule.keyed?.onInsert == .drop)
    #expect(rule.canonicals == [bytes("One"), bytes("Two")] && rule.suffixes == [bytes("T"), bytes(".x")])
    #expect(try compiled(text).rules.map { $0.pairs.map(\.local) } == [[nil, nil, nil, nil, nil, nil]])
    #expect(try compiled(text).rules.map(\.suffixes) == [[bytes("T"), bytes(".x")]], "the suffixes are known without a value")
  }

  @Test func `Prefixes and suffixes of several canonical texts are known from the pairs`() throws {
    let text = Self.rule("canonical = One\ncanonical = Two\nprefix = a-\nprefix = .\nsuffix = T\n")
    for values in [[:], ["v": "me"]] {
      let rule = try #require(compiled(text, values).rules.first)
      #expect(rule.pairs.count == 12 && rule.canonicals == [bytes("One"), bytes("Two")])
      #expect(rule.prefixes == [bytes("a-"), bytes(".")] && rule.suffixes == [bytes("T")])
    }
  }

  @Test func `Canonical texts that begin with the first one are not read as suffixes`() throws {
    for value in ["me", "On", "OneT"] {
      let rule = try #require(compiled(Self.rule("canonical = On\ncanonical = OneT\ncanonical =\n"), ["v": value]).rules.first)
      #expect(rule.canonicals == [bytes("On"), bytes("OneT"), []] && rule.suffixes == [])
    }
    let two = try #require(compiled(Self.rule("canonical = On\ncanonical = OnT\n"), ["v": "me"]).rules.first)
    #expect(two.canonicals == [bytes("On"), bytes("OnT")])
  }

  @Test(arguments: ["One", "Two"])
  func `A local text that equals one of the canonical ones makes the rule unused`(value: String) throws {
    let text = Self.rule("canonical = One\ncanonical = Two\nsuffix = T\nexcept = TwoX\n")
    let plan = try compiled(text, ["v": value])
    #expect(plan.rules.map { $0.pairs.map(\.local) } == [["One", "Two", "OneT", "TwoT"].map { bytes($0) }])
    #expect(plan.isIdle)
  }

  @Test(arguments: [
    ("a\"b", "expected only letters, digits, blanks and ._/:@+$()-,*"), (" a", "expected no blank at either end"),
    (String(repeating: "a", count: 256), "expected at most 255 bytes"),
  ])
  func `A value that gives an invalid local text is refused`(value: String, reason: String) throws {
    let text = Self.rule("canonical = One\ncanonical = Two\n")
    let error = try #require(throws: (any Error).self) { try compiled(text, ["v": value]) }
    #expect("\(error)" == "v = \(value) (command line): gives the local text '\(value)' of rule 'r': \(reason)")
    let part = try #require(throws: (any Error).self) { try compiled(Self.rule("canonical = com.acme\n"), ["v": "a b"]) }
    #expect("\(part)".hasSuffix("expected only letters, digits and ._/:@+$()-"), "a part of a value has the same rules as a text without keys")
  }

  @Test func `A local text that an except contains, or equals for whole values, is refused`() throws {
    let part = Self.rule("canonical = com.acme\nexcept = com.acme.dev.me\n")
    #expect(throws: (any Error).self) { try compiled(part, ["v": "dev.me"]) }
    let whole = Self.rule("canonical = One\ncanonical = Two\nsuffix = T\nexcept = Three\nexcept = FourT\n")
    for value in ["Three", "Four"] {
      let error = try #require(throws: (any Error).self) { try compiled(whole, ["v": value]) }
      #expect("\(error)".contains("which an `except` line excludes"))
    }
    #expect(try compiled(whole, ["v": "Three.x"]).rules.count == 1)
  }

  @Test func `Rules conflict only where both can match`() throws {
    func two(_ one: String, _ other: String) -> String {
      "[rule \"a\"]\ncanonical = com.acme\nlocal = dev.me\n\(one)\n[rule \"b\"]\ncanonical = com.acme\nlocal = dev.you\n\(other)\n"
    }
    #expect(try compiled(two("key = A", "")).rules.count == 2, "a rule with keys has precedence there")
    #expect(try compiled(two("key = A", "key = B")).rules.count == 2)
    #expect(throws: (any Error).self) { try compiled(two("key = A\nkey = B", "key = C\nkey = B")) }
    #expect(try compiled(two("key = A\npath = *.plist", "key = A")).rules.count == 2, "their paths can differ")
  }

  @Test func `A local text in a key belongs to one rule`() throws {
    func two(_ one: String, _ other: String) -> String {
      "[rule \"a\"]\ncanonical = com.one\nlocal = dev.me\n\(one)\n[rule \"b\"]\ncanonical = com.two\nlocal = dev.me\n\(other)\n"
    }
    #expect(throws: (any Error).self) { try compiled(two("key = A", "key = A")) }
    #expect(throws: (any Error).self) { try compiled(two("key = A", "key = A\ncanonical =")) }
    #expect(throws: (any Error).self) { try compiled(two("", "")) }
    #expect(throws: (any Error).self) { try compiled(two("key = A", "key = A\npath = *.plist")) }
    for (one, other) in [("key = A", "key = B"), ("key = A", ""), ("key = A\npath = *.x", "key = A\npath = *.plist")] {
      #expect(try compiled(two(one, other)).rules.count == 2)
    }
  }

  @Test func `Every pair of a rule counts towards the limit`() throws {
    func rules(_ count: Int) -> String { Self.rule((0..<count).map { "canonical = C\($0)\n" }.joined()) }
    #expect(try compiled(rules(RulesFile.maxTexts / 2)).rules.map(\.pairs.count) == [RulesFile.maxTexts / 2])
    #expect(throws: RulesError.tooManyTexts(RulesFile.maxTexts + 2)) {
      try compiled(rules(RulesFile.maxTexts / 2 + 1))
    }
  }
}

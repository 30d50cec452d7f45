import TestSupport

@testable import Rules

struct RulesErrorTests {
  @Test func `An error has its place, what was expected and what was found`() throws {
    let refusals = try BadFile.all.map { text in
      let error = try #require(BadFile.error(of: text), "'\(text)' has to be refused")
      return "\(text.prefix(200))\n  \(error)\n"
    }
    try expectSnapshot("refusals", refusals.joined())
  }

  @Test(.enabled(if: Repository.isHere, Repository.why)) func `Every message of the parser has a file with it`() throws
  {
    let errors =
      BadFile.all.compactMap(BadFile.error) + (try PrivateRulesTests.errors()) + [
        try Self.directory(), try Self.loop(),
      ]
    let found = errors.map(\.problem)
    let sources = try Repository.files(in: "Sources/Rules", ending: ".swift").filter { path in
      ["Syntax", "Compiling", "RulesError.swift"].contains { "\(path)".contains($0) }
    }
    let messages = try sources.flatMap { try Self.messages(in: Repository.text($0)) }
    #expect(messages.count > 40, "the messages were found")
    for message in messages {
      #expect(found.contains { text in message.allSatisfy(text.contains) }, "add a row to BadFile for \(message)")
    }
  }

  /// The string literals that say what was expected, each as the texts between its interpolations.
  private static func messages(in source: String) -> [[String]] {
    source.split(separator: "\n").filter { !$0.contains("///") && $0.contains("expected") }.compactMap {
      line -> [String]? in
      guard let literal = line.firstMatch(of: /"(.*)"/)?.output.1 else { return nil }
      let parts: [Substring] = literal.split(separator: /\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/)
      return parts.map { String($0).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\") }
    }
  }

  @Test func `A rules file that is a directory or a link is refused and not followed`() throws {
    let words = "\(try Self.directory())"
    #expect(words == ".gitmunge: expected a regular file, found something else; a symbolic link is not followed")
    let directory = try TemporaryDirectory()
    try directory.write("rules", bytes("[munge]\n"))
    try FileSystem.makeSymbolicLink(directory.path / ".gitmunge", to: Path("rules"))
    #expect(throws: RulesError.notRegular) { try RulesFile.read(in: directory.path) }
  }

  @Test func `A rules file of the maximum size is read, and one byte more is refused`() throws {
    let directory = try TemporaryDirectory()
    let largest = [UInt8](repeating: UInt8(ascii: "#"), count: RulesFile.maxBytes)
    try directory.write(".gitmunge", largest)
    #expect(try RulesFile.read(in: directory.path)?.rules == [])
    try directory.write(".gitmunge", largest + bytes("#"))
    #expect(throws: RulesError.tooLarge) { try RulesFile.read(in: directory.path) }
  }

  private static func directory() throws -> RulesError {
    let directory = try TemporaryDirectory()
    try FileSystem.makeDirectories(directory.path / ".gitmunge")
    return try #require(throws: RulesError.self) { try RulesFile.read(in: directory.path) }
  }

  /// The error of the system, for a link to itself.
  private static func loop() throws -> RulesError {
    let directory = try TemporaryDirectory()
    try FileSystem.makeSymbolicLink(directory.path / "loop", to: Path("loop"))
    return try #require(throws: RulesError.self) { try RulesFile.read(in: directory.path / "loop") }
  }
}

/// Invalid rules files, with the escapes of `unescaped`; `Tests/Snapshots/RulesError` has the error of each.
enum BadFile {
  static let all =
    syntax + sections + texts + templates + affixes + variables + conflicts
    + keys + checks + keyedLines + values + wholeValues + keyedConflicts

  /// The error of reading the file, or of compiling it without values.
  static func error(of text: String) -> RulesError? {
    do {
      _ = try Compiler(try RulesFile.parse(unescaped(text)), values: []).plan()
      return nil
    } catch {
      return error as? RulesError
    }
  }

  private static let long = String(repeating: "a", count: 256)

  private static let syntax = [
    #"[rule x]"#, #"[rule "x""#, #"[rule "x" ]"#, #"\n\n  [rule"x"]"#, #"[]"#, #"[rule "x]\nlocal = "dev.me""#,
    #"[rule "x"] [rule "y"]"#,
    #"<<<<<<< HEAD\n[rule "x"]"#, #"[rule "x"]\n\tcanonical = acme\n=======\n"#,
    #"[rule "x"]\n\t= abcd"#, #"[rule "x"]\n\t1canonical = abcd"#, #"[rule "x"]\n\tcano_nical = a"#,
    #"[rule "x"]\n\tcanonical com.acme"#, #"[rule "x"]\n\tcanonical: com.acme"#, #"[rule "x"]\n\tcanonical\n"#,
    #"[rule "x"]\r\n\tcanonical # x\r\n"#, #"rule "x"]"#, #"\n# a comment\ncanonical = com.acme"#,
    #"[rule "x"]\n\tlocal = "dev.me\n"#, #"[rule "x"]\n\tlocal = a "b" c "d"#,
    #"[rule "x"]\n\tlocal = dev\\nme"#, #"[rule "x"]\n\tlocal = "dev\\$me""#,
    #"[rule "x"]\n\tlocal = dev\\\n\t.me"#, #"[rule "x"]\r\n\tlocal = dev\\\r\n\t.me"#, #"[rule "x"]\n\tlocal = dev\\"#,
    #"[rule "x"]\n\tlocal = a\x01b"#, #"[rule "x"]\n\tlocal = a\rb"#, #"[rule "x"]\n# a \0"#, #"[rule "a\x1b[31m"]"#,
    // Versions of git read this differently: as a tab or as a space.
    #"[rule "x"]\n\tlocal = dev\tme"#,
    // Columns are bytes, not counting a byte order mark.
    #"\xef\xbb\xbf[rules "x"]"#, #"\xff\xfe[\0r\0u\0"#, #"\xfe\xff\0[\0r"#, #"# é\n[rule "é"] é"#,
  ]

  private static let sections = [
    #"[rul "x"]"#, #"[rule.x]"#, #"[var "x"]"#, #"[include]\n\tpath = /etc/passwd"#, #"[rule]"#, #"[variable ""]"#,
    #"[munge "x"]"#,
    #"[variable "Team"]"#, #"[variable "team_id"]"#, #"[rule "a\\\x7f"]"#,
    #"[rule "x"]\n\tcannonical = com.acme"#, #"[rule "x"] kind = label"#, #"[variable "x"]\n\tdesc = Yours"#,
    #"[munge]\n\tversoin = 1"#,
    #"[munge]\n\tversion = 2"#, #"[munge]\n\tversion = one"#, #"[munge]\n\tversion ="#,
    #"[munge]\nversion = 1\nversion = 1"#,
    String(repeating: #"#\n"#, count: 32769),
  ]

  private static let texts =
    [
      #"[rule "r"]\nlocal = dev.me"#, #"[rule "r"]\ncanonical = com.acme"#, #"\n[variable "x"]\ndescription = a"#,
      // A name with control characters is printed with escapes.
      #"[rule "r\xc2\x9b31m"]\nlocal = dev.me"#,
      head + #"[rule "s"]\n[rule "r"]\n  local = dev.you"#,
    ]
    + [
      "= abc", "=", "= \(long)", "= com acme", #"= com.\xe9cme"#, "== com.acme", "= .com.acme", "= ^com.acme.*",
      "= [a-z]+",
    ].map {
      #"[rule "r"]\ncanonical \#($0)\nlocal = dev.me"#
    }

  private static let templates = [
    "=", "= abc", "= d é ${team}", "= dev.me.", "= dev.me-", "= dev..me", "= com.acme",
    // No value can avoid these errors, so they are errors of the rules file.
    "= ${team}/", "= .${team}", "= $team", "= dev.${team", "= ${", "= ${a${b}", "= dev.${Team}", "= dev.${}", "= ${1a}",
    "= ${-a}",
    "= ${a b}", "= ${é}", "= dev.${teem}", "= dev.${handle}",
  ].map { #"[variable "team"]\nkind = team-id\n[rule "r"]\ncanonical = com.acme\nlocal "# + $0 }

  private static let head = #"[rule "r"]\ncanonical = com.acme\nlocal = dev.me\n"#

  private static let affixes = [
    "prefix =", "prefix = group.", "prefix = a/", "prefix = /a", "prefix = é-", "prefix = \(long.dropLast(8))",
    "suffix =", "suffix = .Tests", "suffix = /Tests", "suffix = Tests.", "suffix = My Tests",
    "suffix = \(long.dropLast(8))",
    "except = com.acme", "except = com.acme ios", "path =", "path = !", "path = /", "path = a[[:digit:]]",
    #"path = !*.md\npath = !*.txt"#,
  ].map { head + $0 }

  private static let variables = [
    "kind = team", "kind = team_id", "kind = Label", "kind = quux", "kind =", #"kind = label\ndescription = caf\xe9"#,
    #"kind = label\ndescription = "a\tb""#, #"kind = label\ndescription = a\xc2\x9b31m"#,
  ].map { #"[variable "x"]\n"# + $0 }

  private static let conflicts =
    [
      #"prefix = a-\n[rule "s"]\ncanonical = a-com.acme\nlocal = dev.you"#,
      #"prefix = a-\nsuffix = T\n[rule "s"]\ncanonical = com.other\nlocal = a-dev.meT"#,
      #"[rule "s"]\ncanonical = com.acme\nlocal = dev.you"#,
      #"suffix = Tests\n[rule "s"]\ncanonical = com.acmeTests\nlocal = dev.you"#,
      #"[rule "s"]\ncanonical = com.other\nlocal = dev.me"#,
      (1...500).map { #"suffix = T\#($0)\n"# }.joined(),
    ].map { head + $0 } + [
      // With a suffix, whatever the values are.
      #"[variable "v"]\nkind = label\n[rule "r"]\ncanonical = com.acme\nlocal = dev.${v}\nsuffix = Tests\n"#
        + #"[rule "s"]\ncanonical = com.other\nlocal = dev.${v}Tests\npath = *.plist"#
    ]

  private static let part = head + #"key = TEAM\n"#
  private static let whole =
    #"[rule "r"]\nkey = STYLE\ncanonical = Manual\ncanonical = My Team, Inc.\nlocal = Automatic\n"#
  private static let empty = #"[rule "r"]\nkey = TEAM\ncanonical =\nlocal = ABCDE12345\n"#

  private static let keys = [
    "key =", "key = 1TEAM", "key = -TEAM", "key = .team", "key = team.", "key = team:", "key = MY TEAM",
    "key = $(TEAM)", "key = [a]",
    "key = \(long)", "key = TEAM[sdk=iphoneos*]", "except-key =", #"except-key = TEAM\nexcept-key = TEAM"#,
    "check = 1TEAM",
    "check = TEAM[arch=*]", "check =", "canonical = com.other", "on-insert = drop",
  ].map { head + $0 }

  private static let checks = [
    #"key = OTHER\nkey = TEAM"#, "except-key = OTHER", #"check = OTHER\ncheck = OTHER"#, #"check = OTHER\ncheck ="#,
  ].map { part + $0 }

  private static let keyedLines =
    [
      "on-insert = drops", "on-insert =", "absent = drop", "missing = restore", #"on-insert = drop\non-insert = keep"#,
      "canonical = a/é", "canonical = [a]", #"canonical = " a""#, #"canonical = "a ""#, "canonical = \(long)",
      "canonical = com.acme",
      "prefix = T.", "suffix = .T", "except = com.acme",
    ].map { part + $0 } + [#"[rule "r"]\nkey = TEAM\nlocal = dev.me"#]

  private static let values =
    ["canonical =", "suffix = T", "prefix = T"].map { empty + $0 } + [
      whole.replacing("local = Automatic", with: "local ="),
      whole.replacing("local = Automatic", with: #"local = "a ""#),
      // A single canonical text follows the same rules with and without a key.
      part.replacing("dev.me", with: "dev.me."),
    ]

  private static let wholeValues = [
    #"prefix = " T""#, #"suffix = T\nprefix = T\nprefix = T"#, #"canonical = -ManualT\nsuffix = T\nprefix = -"#,
    "suffix =",
    #"suffix = "T ""#, "suffix = é", "suffix = \(long.dropLast())", #"suffix = T\nsuffix = T"#,
    #"canonical = ManualT\nsuffix = T"#,
    "except =", "except = é", "except = Manual", #"suffix = T\nexcept = ManualT"#,
  ].map { whole + $0 }

  private static let other = #"[rule "s"]\nkey = OTHER\nkey = TEAM\n"#

  private static let keyedConflicts =
    [
      #"canonical = com.acme\nlocal = dev.you"#, #"canonical = com.other\nlocal = dev.me"#,
      #"canonical =\nlocal = dev.me"#,
    ].map { part + other + $0 } + [
      // Without a value, and with one of several keys.
      #"[variable "v"]\nkind = label\n[rule "r"]\ncanonical = com.acme\nlocal = dev.${v}\nkey = TEAM\n"# + other
        + #"canonical = com.other\nlocal = dev.${v}"#
    ]
}

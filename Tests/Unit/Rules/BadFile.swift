import TestSupport

@testable import Rules

/// Invalid rules files, with the escapes of `unescaped`; `Tests/Snapshots/RulesError` has the error of each.
enum BadFile {
  static let all = syntax + sections + texts + templates + affixes + variables + conflicts
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

  // MARK: The syntax of git-config, and sections

  private static let syntax = [
    #"[rule x]"#, #"[rule "x""#, #"[rule "x" ]"#, #"\n\n  [rule"x"]"#, #"[]"#, #"[rule "x]\nlocal = "dev.me""#, #"[rule "x"] [rule "y"]"#,
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
    #"[rul "x"]"#, #"[rule.x]"#, #"[var "x"]"#, #"[include]\n\tpath = /etc/passwd"#, #"[rule]"#, #"[variable ""]"#, #"[munge "x"]"#,
    #"[variable "Team"]"#, #"[variable "team_id"]"#, #"[rule "a\\\x7f"]"#,
    #"[rule "x"]\n\tcannonical = com.acme"#, #"[rule "x"] kind = label"#, #"[variable "x"]\n\tdesc = Yours"#, #"[munge]\n\tversoin = 1"#,
    #"[munge]\n\tversion = 2"#, #"[munge]\n\tversion = one"#, #"[munge]\n\tversion ="#, #"[munge]\nversion = 1\nversion = 1"#,
    String(repeating: #"#\n"#, count: 32769),
  ]

  // MARK: Rules and variables

  private static let texts = [
    #"[rule "r"]\nlocal = dev.me"#, #"[rule "r"]\ncanonical = com.acme"#, #"\n[variable "x"]\ndescription = a"#,
    // A name with control characters is printed with escapes.
    #"[rule "r\xc2\x9b31m"]\nlocal = dev.me"#,
    head + #"[rule "s"]\n[rule "r"]\n  local = dev.you"#,
  ] + ["= abc", "=", "= \(long)", "= com acme", #"= com.\xe9cme"#, "== com.acme", "= .com.acme", "= ^com.acme.*", "= [a-z]+"].map {
    #"[rule "r"]\ncanonical \#($0)\nlocal = dev.me"#
  }

  private static let templates = [
    "=", "= abc", "= d é ${team}", "= dev.me.", "= dev.me-", "= dev..me", "= com.acme",
    // No value can avoid these errors, so they are errors of the rules file.
    "= ${team}/", "= .${team}", "= $team", "= dev.${team", "= ${", "= ${a${b}", "= dev.${Team}", "= dev.${}", "= ${1a}", "= ${-a}",
    "= ${a b}", "= ${é}", "= dev.${teem}", "= dev.${handle}",
  ].map { #"[variable "team"]\nkind = team-id\n[rule "r"]\ncanonical = com.acme\nlocal "# + $0 }

  private static let head = #"[rule "r"]\ncanonical = com.acme\nlocal = dev.me\n"#

  private static let affixes = [
    "prefix =", "prefix = group.", "prefix = a/", "prefix = /a", "prefix = é-", "prefix = \(long.dropLast(8))",
    "suffix =", "suffix = .Tests", "suffix = /Tests", "suffix = Tests.", "suffix = My Tests", "suffix = \(long.dropLast(8))",
    "except = com.acme", "except = com.acme ios", "path =", "path = !", "path = /", #"path = !*.md\npath = !*.txt"#,
  ].map { head + $0 }

  private static let variables = [
    "kind = team", "kind = team_id", "kind = Label", "kind = quux", "kind =", #"kind = label\ndescription = caf\xe9"#,
    #"kind = label\ndescription = "a\tb""#, #"kind = label\ndescription = a\xc2\x9b31m"#,
  ].map { #"[variable "x"]\n"# + $0 }

  private static let conflicts = [
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

  // MARK: Rules that are restricted to the values of keys

  private static let part = head + #"key = TEAM\n"#
  private static let whole = #"[rule "r"]\nkey = STYLE\ncanonical = Manual\ncanonical = My Team, Inc.\nlocal = Automatic\n"#
  private static let empty = #"[rule "r"]\nkey = TEAM\ncanonical =\nlocal = ABCDE12345\n"#

  private static let keys = [
    "key =", "key = 1TEAM", "key = -TEAM", "key = .team", "key = team.", "key = team:", "key = MY TEAM", "key = $(TEAM)", "key = [a]",
    "key = \(long)", "key = TEAM[sdk=iphoneos*]", "except-key =", #"except-key = TEAM\nexcept-key = TEAM"#, "check = 1TEAM",
    "check = TEAM[arch=*]", "check =", "canonical = com.other", "on-insert = drop",
  ].map { head + $0 }

  private static let checks = [
    #"key = OTHER\nkey = TEAM"#, "except-key = OTHER", #"check = OTHER\ncheck = OTHER"#, #"check = OTHER\ncheck ="#,
  ].map { part + $0 }

  private static let keyedLines = [
    "on-insert = drops", "on-insert =", "absent = drop", "missing = restore", #"on-insert = drop\non-insert = keep"#,
    "canonical = a/é", "canonical = [a]", #"canonical = " a""#, #"canonical = "a ""#, "canonical = \(long)", "canonical = com.acme",
    "prefix = T.", "suffix = .T", "except = com.acme",
  ].map { part + $0 } + [#"[rule "r"]\nkey = TEAM\nlocal = dev.me"#]

  private static let values = ["canonical =", "suffix = T", "prefix = T"].map { empty + $0 } + [
    whole.replacing("local = Automatic", with: "local ="), whole.replacing("local = Automatic", with: #"local = "a ""#),
    // A single canonical text follows the same rules with and without a key.
    part.replacing("dev.me", with: "dev.me."),
  ]

  private static let wholeValues = [
    #"prefix = " T""#, #"suffix = T\nprefix = T\nprefix = T"#, #"canonical = -ManualT\nsuffix = T\nprefix = -"#, "suffix =",
    #"suffix = "T ""#, "suffix = é", "suffix = \(long.dropLast())", #"suffix = T\nsuffix = T"#, #"canonical = ManualT\nsuffix = T"#,
    "except =", "except = é", "except = Manual", #"suffix = T\nexcept = ManualT"#,
  ].map { whole + $0 }

  private static let other = #"[rule "s"]\nkey = OTHER\nkey = TEAM\n"#

  private static let keyedConflicts = [
    #"canonical = com.acme\nlocal = dev.you"#, #"canonical = com.other\nlocal = dev.me"#, #"canonical =\nlocal = dev.me"#,
  ].map { part + other + $0 } + [
    // Without a value, and with one of several keys.
    #"[variable "v"]\nkind = label\n[rule "r"]\ncanonical = com.acme\nlocal = dev.${v}\nkey = TEAM\n"# + other
      + #"canonical = com.other\nlocal = dev.${v}"#
  ]
}

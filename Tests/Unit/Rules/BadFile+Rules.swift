/// Errors in rules and variables.
extension BadFile {
  private static let head = #"[rule "r"]\ncanonical = com.acme\nlocal = dev.me\n"#
  private static let declared = #"[variable "team"]\nkind = team-id\n[rule "r"]\ncanonical = com.acme\n"#
  private static let kinds =
    "'team-id', 'label', 'word', 'bundle-id', 'application-id', 'host', 'uuid', 'number', 'text'"
  private static let long = String(repeating: "a", count: 256)

  static let rules = texts + templates + prefixes + suffixes + others

  private static let texts = [
    BadFile(#"[rule "r"]\nlocal = dev.me"#, #".gitmunge:1:1: expected a 'canonical' in [rule "r"], found none"#),
    BadFile(#"[rule "r"]\ncanonical = com.acme"#, #".gitmunge:1:1: expected a 'local' in [rule "r"], found none"#),
    BadFile(#"\n[variable "x"]\ndescription = a"#, #".gitmunge:2:1: expected a 'kind' in [variable "x"], found none"#),
    // A name with control characters is printed with escapes.
    BadFile(#"[rule "r\xc2\x9b31m"]\nlocal = dev.me"#, #".gitmunge:1:1: expected a 'canonical' in [rule "r\x9b31m"], found none"#),
    BadFile(
      head + #"[rule "s"]\n[rule "r"]\n  local = dev.you"#,
      #".gitmunge:6:3: expected one 'local' in [rule "r"], found a second; the first is on line 3"#),
    BadFile(#"[rule "r"]\ncanonical = abc\nlocal = dev.me"#, ".gitmunge:2:13: canonical: expected at least 4 bytes, found 'abc'"),
    BadFile(
      #"[rule "r"]\ncanonical =\nlocal = dev.me"#,
      #".gitmunge:2:12: expected a 'key' in [rule "r"], found none; an empty canonical text needs a `key`"#),
    BadFile(#"[rule "r"]\ncanonical = \#(long)\nlocal = dev.me"#, ".gitmunge:2:13: canonical: expected at most 255 bytes, found '\(long)'"),
    BadFile(
      #"[rule "r"]\ncanonical = com acme\nlocal = dev.me"#,
      ".gitmunge:2:13: canonical: expected only letters, digits and ._/:@+$()-, found 'com acme'"),
    BadFile(
      #"[rule "r"]\ncanonical = com.\xe9cme\nlocal = dev.me"#,
      #".gitmunge:2:13: canonical: expected only letters, digits and ._/:@+$()-, found 'com.\xe9cme'"#),
    BadFile(
      #"[rule "r"]\ncanonical == com.acme\nlocal = dev.me"#,
      ".gitmunge:2:12: canonical: expected only letters, digits and ._/:@+$()-, found '= com.acme'"),
    BadFile(
      #"[rule "r"]\ncanonical = .com.acme\nlocal = dev.me"#,
      ".gitmunge:2:13: canonical: expected a letter, digit, '_' or '-' at both ends, found '.com.acme'"),
  ]

  private static let templates = [
    BadFile(declared + "local =", ".gitmunge:5:8: local: expected a text, found nothing"),
    BadFile(declared + "local = abc", ".gitmunge:5:9: local: expected at least 4 bytes, found 'abc'"),
    BadFile(declared + "local = d é ${team}", ".gitmunge:5:9: local: expected only letters, digits and ._/:@+$()-, found 'd é '"),
    BadFile(declared + "local = dev.me.", ".gitmunge:5:9: local: expected a letter, digit, '_' or a variable at the end, found 'dev.me.'"),
    BadFile(declared + "local = dev.me-", ".gitmunge:5:9: local: expected a letter, digit, '_' or a variable at the end, found 'dev.me-'"),
    // No value can avoid these errors, so they are errors of the rules file.
    BadFile(declared + "local = ${team}/", ".gitmunge:5:9: local: expected a letter, digit, '_' or a variable at the end, found '/'"),
    BadFile(declared + "local = .${team}", ".gitmunge:5:9: local: expected a letter, digit, '_' or '-' at both ends, found '.'"),
    BadFile(declared + "local = $team", ".gitmunge:5:9: local: expected a letter, digit, '_' or '-' at both ends, found '$team'"),
    BadFile(declared + "local = dev.${team", ".gitmunge:5:9: expected ${name}, found '${team'"),
    BadFile(declared + "local = dev.${Team}", ".gitmunge:5:9: expected a variable name of lowercase letters, digits and '-', found 'Team'"),
    BadFile(declared + "local = dev.${}", ".gitmunge:5:9: expected a variable name of lowercase letters, digits and '-', found nothing"),
    BadFile(declared + "local = dev.${teem}", ".gitmunge:5:9: expected a declared variable, found '${teem}'; did you mean 'team'?"),
    BadFile(
      declared + "local = dev.${handle}",
      #".gitmunge:5:9: expected a declared variable, found '${handle}'; add [variable "handle"] with its kind"#),
  ]

  private static let prefixes = [
    BadFile(head + "prefix =", ".gitmunge:4:9: prefix: expected a text, found nothing"),
    BadFile(
      head + "prefix = group.",
      ".gitmunge:4:10: expected a prefix that continues the first word, found 'group.'; a dot ends the word, so the rule matches without this line: remove it"),
    BadFile(head + "prefix = a/", ".gitmunge:4:10: prefix: expected a letter, digit, '_' or '-' at both ends, found 'a/'"),
    BadFile(head + "prefix = /a", ".gitmunge:4:10: prefix: expected a letter, digit, '_' or '-' at both ends, found '/a'"),
    BadFile(head + "prefix = é-", ".gitmunge:4:10: prefix: expected only letters, digits and ._/:@+$()-, found 'é-'"),
    BadFile(
      head + "prefix = " + long.dropLast(8),
      ".gitmunge:4:10: prefix: expected at most 255 bytes with the canonical text after it, found '\(long.dropLast(8))'"),
    BadFile(
      head + #"prefix = a-\n[rule "s"]\ncanonical = a-com.acme\nlocal = dev.you"#,
      ".gitmunge:5:1: expected one local text for 'a-com.acme', found rules 'r', 's' that both apply everywhere; give them `path` or `key` lines, or remove one"),
    BadFile(
      head + #"prefix = a-\nsuffix = T\n[rule "s"]\ncanonical = com.other\nlocal = a-dev.meT"#,
      ".gitmunge:8:9: local: expected another text than in rule 'r', found 'a-dev.meT' for 'a-com.acmeT' and 'com.other'; clean could not tell them apart: choose another local text, or write both `canonical` lines into one rule with a `key`"),
  ]

  private static let suffixes = [
    BadFile(head + "suffix =", ".gitmunge:4:9: suffix: expected a text, found nothing"),
    BadFile(
      head + "suffix = .Tests",
      ".gitmunge:4:10: expected a suffix that continues the last word, found '.Tests'; a dot ends the word, so the rule matches without this line: remove it"),
    BadFile(head + "suffix = /Tests", ".gitmunge:4:10: suffix: expected a letter, digit, '_' or '-' at both ends, found '/Tests'"),
    BadFile(head + "suffix = Tests.", ".gitmunge:4:10: suffix: expected a letter, digit, '_' or '-' at both ends, found 'Tests.'"),
    BadFile(head + "suffix = My Tests", ".gitmunge:4:10: suffix: expected only letters, digits and ._/:@+$()-, found 'My Tests'"),
    BadFile(
      head + "suffix = " + long.dropLast(8),
      ".gitmunge:4:10: suffix: expected at most 255 bytes with the canonical text before it, found '\(long.dropLast(8))'"),
    BadFile(head + "except = com.acme", ".gitmunge:4:10: except: expected a text that is not munged, found the canonical text 'com.acme'; remove one of the two"),
    BadFile(head + "except = com.acme ios", ".gitmunge:4:10: except: expected only letters, digits and ._/:@+$()-, found 'com.acme ios'"),
    BadFile(head + "path =", ".gitmunge:4:7: expected a pattern as in .gitignore, found nothing"),
    BadFile(head + "path = !", ".gitmunge:4:8: expected a pattern as in .gitignore, found '!'"),
    BadFile(head + "path = /", ".gitmunge:4:8: expected a pattern as in .gitignore, found '/'"),
    BadFile(
      head + #"path = !*.md\npath = !*.txt"#,
      ".gitmunge:4:1: expected a path that says where rule 'r' applies, found only '!' lines; write `path = *` before them"),
  ]

  private static let others = [
    BadFile(#"[variable "x"]\nkind = team"#, ".gitmunge:2:8: expected a kind: \(kinds), found 'team'; did you mean 'team-id'?"),
    BadFile(#"[variable "x"]\nkind = team_id"#, ".gitmunge:2:8: expected a kind: \(kinds), found 'team_id'; did you mean 'team-id'?"),
    BadFile(#"[variable "x"]\nkind = Label"#, ".gitmunge:2:8: expected a kind: \(kinds), found 'Label'; did you mean 'label'?"),
    BadFile(#"[variable "x"]\nkind = quux"#, ".gitmunge:2:8: expected a kind: \(kinds), found 'quux'"),
    BadFile(#"[variable "x"]\nkind ="#, ".gitmunge:2:7: expected a kind: \(kinds), found nothing"),
    BadFile(#"[variable "x"]\nkind = label\ndescription = caf\xe9"#, ".gitmunge:3:15: expected a description in UTF-8 without control characters"),
    BadFile(#"[variable "x"]\nkind = label\ndescription = "a\tb""#, ".gitmunge:3:15: expected a description in UTF-8 without control characters"),
    BadFile(#"[variable "x"]\nkind = label\ndescription = a\xc2\x9b31m"#, ".gitmunge:3:15: expected a description in UTF-8 without control characters"),
    BadFile(
      head + #"[rule "s"]\ncanonical = com.acme\nlocal = dev.you"#,
      ".gitmunge:4:1: expected one local text for 'com.acme', found rules 'r', 's' that both apply everywhere; give them `path` or `key` lines, or remove one"),
    BadFile(
      head + #"suffix = Tests\n[rule "s"]\ncanonical = com.acmeTests\nlocal = dev.you"#,
      ".gitmunge:5:1: expected one local text for 'com.acmeTests', found rules 'r', 's' that both apply everywhere; give them `path` or `key` lines, or remove one"),
    BadFile(
      head + #"[rule "s"]\ncanonical = com.other\nlocal = dev.me"#,
      ".gitmunge:6:9: local: expected another text than in rule 'r', found 'dev.me' for 'com.acme' and 'com.other'; clean could not tell them apart: choose another local text, or write both `canonical` lines into one rule with a `key`"),
    // With a suffix, whatever the values are.
    BadFile(
      #"[variable "v"]\nkind = label\n[rule "r"]\ncanonical = com.acme\nlocal = dev.${v}\nsuffix = Tests\n[rule "s"]\ncanonical = com.other\nlocal = dev.${v}Tests\npath = *.plist"#,
      ".gitmunge:9:9: local: expected another text than in rule 'r', found 'dev.${v}Tests' for 'com.acmeTests' and 'com.other'; clean could not tell them apart: choose another local text, or write both `canonical` lines into one rule with a `key`"),
    BadFile(
      head + (1...500).map { #"suffix = T\#($0)\n"# }.joined(),
      ".gitmunge: expected at most 1000 texts in all rules with their prefixes and suffixes, found 1002"),
    BadFile(String(repeating: #"#\n"#, count: 32769), ".gitmunge: expected a file of at most 65536 bytes, found a longer one"),
  ]
}

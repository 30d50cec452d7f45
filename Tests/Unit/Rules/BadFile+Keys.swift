/// Errors in rules that are restricted to the values of keys.
extension BadFile {
  private static let plain = #"[rule "r"]\ncanonical = com.acme\nlocal = dev.me\n"#
  private static let part = plain + #"key = TEAM\n"#
  private static let whole = #"[rule "r"]\nkey = STYLE\ncanonical = Manual\ncanonical = My Team, Inc.\nlocal = Automatic\n"#
  private static let empty = #"[rule "r"]\nkey = TEAM\ncanonical =\nlocal = ABCDE12345\n"#
  private static let long = String(repeating: "A", count: 256)
  private static let keyNames =
    "key: expected letters, digits and _.:-, a letter or '_' first, no '.' or ':' last, at most 255 bytes, found"
  private static let valueBytes = "expected only letters, digits, blanks and ._/:@+$()-,*, found"

  static let keyed = names + checks + words + values + besides + conflicts

  private static let names = [
    BadFile(plain + "key =", ".gitmunge:4:6: \(keyNames) nothing"),
    BadFile(plain + "key = 1TEAM", ".gitmunge:4:7: \(keyNames) '1TEAM'"),
    BadFile(plain + "key = -TEAM", ".gitmunge:4:7: \(keyNames) '-TEAM'"),
    BadFile(plain + "key = .team", ".gitmunge:4:7: \(keyNames) '.team'"),
    BadFile(plain + "key = team.", ".gitmunge:4:7: \(keyNames) 'team.'"),
    BadFile(plain + "key = team:", ".gitmunge:4:7: \(keyNames) 'team:'"),
    BadFile(plain + "key = MY TEAM", ".gitmunge:4:7: \(keyNames) 'MY TEAM'"),
    BadFile(plain + "key = $(TEAM)", ".gitmunge:4:7: \(keyNames) '$(TEAM)'"),
    BadFile(plain + "key = [a]", ".gitmunge:4:7: \(keyNames) '[a]'"),
    BadFile(plain + "key = \(long)", ".gitmunge:4:7: \(keyNames) '\(long)'"),
    BadFile(
      plain + "key = TEAM[sdk=iphoneos*]",
      ".gitmunge:4:7: key: expected no condition, found 'TEAM[sdk=iphoneos*]'; write the key alone, it includes all conditions"),
    BadFile(
      part + #"key = OTHER\nkey = TEAM"#,
      #".gitmunge:6:7: expected another 'key' in [rule "r"], found 'TEAM' again; the first is on line 4"#),
  ]

  private static let checks = [
    BadFile(plain + "except-key =", ".gitmunge:4:13: \(keyNames.replacing("key:", with: "except-key:")) nothing"),
    BadFile(
      plain + #"except-key = TEAM\nexcept-key = TEAM"#,
      #".gitmunge:5:14: expected another 'except-key' in [rule "r"], found 'TEAM' again; the first is on line 4"#),
    BadFile(
      part + "except-key = OTHER",
      ".gitmunge:5:1: except-key: expected a rule without `key`, found 'OTHER'; a rule with `key` applies to no other keys: remove this line"),
    BadFile(plain + "check = 1TEAM", ".gitmunge:4:9: \(keyNames.replacing("key:", with: "check:")) '1TEAM'"),
    BadFile(
      plain + "check = TEAM[arch=*]",
      ".gitmunge:4:9: check: expected no condition, found 'TEAM[arch=*]'; write the key alone, it includes all conditions"),
    BadFile(
      part + #"check = OTHER\ncheck = OTHER"#,
      #".gitmunge:6:9: expected another 'check' in [rule "r"], found 'OTHER' again; the first is on line 5"#),
    BadFile(
      plain + "check =",
      ".gitmunge:4:8: check: expected a key, found nothing; without a `key`, no values are checked by default: remove this line"),
    BadFile(
      part + #"check = OTHER\ncheck ="#,
      ".gitmunge:6:8: check: expected a key, found nothing; an empty line is allowed only alone, for a rule without checks: remove it or the others"),
  ]

  private static let words = [
    BadFile(
      plain + "canonical = com.other",
      #".gitmunge:4:1: expected a 'key' in [rule "r"], found none; several canonical texts need a `key`"#),
    BadFile(plain + "on-insert = drop", #".gitmunge:4:1: expected a 'key' in [rule "r"], found none; 'on-insert' needs a `key`"#),
    BadFile(part + "on-insert = drops", ".gitmunge:5:13: on-insert: expected one of 'keep', 'drop', found 'drops'; did you mean 'drop'?"),
    BadFile(part + "on-insert =", ".gitmunge:5:12: on-insert: expected one of 'keep', 'drop', found nothing"),
    BadFile(
      part + "absent = drop",
      ".gitmunge:5:1: 'absent' in [rule] is no longer supported: write 'on-insert' instead"),
    BadFile(
      part + "missing = restore",
      ".gitmunge:5:1: 'missing' in [rule] is no longer supported: deleted lines are committed as deleted; remove this line"),
    BadFile(
      part + #"on-insert = drop\non-insert = keep"#,
      #".gitmunge:6:1: expected one 'on-insert' in [rule "r"], found a second; the first is on line 5"#),
    BadFile(#"[rule "r"]\nkey = TEAM\nlocal = dev.me"#, #".gitmunge:1:1: expected a 'canonical' in [rule "r"], found none"#),
  ]

  private static let values = [
    BadFile(part + "canonical = a/é", ".gitmunge:5:13: canonical: \(valueBytes) 'a/é'"),
    BadFile(part + "canonical = [a]", ".gitmunge:5:13: canonical: \(valueBytes) '[a]'"),
    BadFile(part + #"canonical = " a""#, ".gitmunge:5:13: canonical: expected no blank at either end, found ' a'"),
    BadFile(part + #"canonical = "a ""#, ".gitmunge:5:13: canonical: expected no blank at either end, found 'a '"),
    BadFile(part + "canonical = \(long)", ".gitmunge:5:13: canonical: expected at most 255 bytes, found '\(long)'"),
    BadFile(
      part + "canonical = com.acme",
      #".gitmunge:5:13: expected another 'canonical' in [rule "r"], found 'com.acme' again; the first is on line 2"#),
    BadFile(
      empty + "canonical =",
      #".gitmunge:5:12: expected another 'canonical' in [rule "r"], found nothing again; the first is on line 3"#),
    BadFile(whole.replacing("local = Automatic", with: "local ="), ".gitmunge:5:8: local: expected a text, found nothing"),
    BadFile(whole.replacing("local = Automatic", with: #"local = "a ""#), ".gitmunge:5:9: local: expected no blank at either end, found 'a '"),
    // A single canonical text follows the same rules with and without a key.
    BadFile(part.replacing("dev.me", with: "dev.me."), ".gitmunge:3:9: local: expected a letter, digit, '_' or a variable at the end, found 'dev.me.'"),
  ]

  private static let besides = [
    BadFile(empty + "suffix = T", ".gitmunge:5:1: expected no suffix where a canonical text is empty, found 'T'; give the empty one a rule of its own"),
    BadFile(empty + "prefix = T", ".gitmunge:5:1: expected no prefix where a canonical text is empty, found 'T'; give the empty one a rule of its own"),
    BadFile(whole + #"prefix = " T""#, ".gitmunge:6:10: prefix: expected no blank at either end, found ' T'"),
    BadFile(
      whole + #"suffix = T\nprefix = T\nprefix = T"#,
      ".gitmunge:8:10: prefix: expected a prefix that gives new texts, found 'T', which gives 'TManual' again"),
    BadFile(
      whole + #"canonical = -ManualT\nsuffix = T\nprefix = -"#,
      ".gitmunge:8:10: prefix: expected a prefix that gives new texts, found '-', which gives '-ManualT' again"),
    BadFile(part + "prefix = T.", ".gitmunge:5:10: expected a prefix that continues the first word, found 'T.'; a dot ends the word, so the rule matches without this line: remove it"),
    BadFile(whole + "suffix =", ".gitmunge:6:9: suffix: expected a text, found nothing"),
    BadFile(whole + #"suffix = "T ""#, ".gitmunge:6:10: suffix: expected no blank at either end, found 'T '"),
    BadFile(whole + "suffix = é", ".gitmunge:6:10: suffix: \(valueBytes) 'é'"),
    BadFile(
      whole + "suffix = " + long.dropLast(),
      ".gitmunge:6:10: suffix: expected at most 255 bytes with the canonical text before it, found '\(long.dropLast())'"),
    BadFile(
      whole + #"suffix = T\nsuffix = T"#,
      ".gitmunge:7:10: suffix: expected a suffix that gives new texts, found 'T', which gives 'ManualT' again"),
    BadFile(
      whole + #"canonical = ManualT\nsuffix = T"#,
      ".gitmunge:7:10: suffix: expected a suffix that gives new texts, found 'T', which gives 'ManualT' again"),
    BadFile(part + "suffix = .T", ".gitmunge:5:10: expected a suffix that continues the last word, found '.T'; a dot ends the word, so the rule matches without this line: remove it"),
    BadFile(whole + "except =", ".gitmunge:6:9: except: expected a text, found nothing"),
    BadFile(whole + "except = é", ".gitmunge:6:10: except: \(valueBytes) 'é'"),
    BadFile(whole + "except = Manual", ".gitmunge:6:10: except: expected a text that is not munged, found the canonical text 'Manual'; remove one of the two"),
    BadFile(whole + #"suffix = T\nexcept = ManualT"#, ".gitmunge:7:10: except: expected a text that is not munged, found the canonical text 'ManualT'; remove one of the two"),
    BadFile(part + "except = com.acme", ".gitmunge:5:10: except: expected a text that is not munged, found the canonical text 'com.acme'; remove one of the two"),
  ]

  private static let other = #"[rule "s"]\nkey = OTHER\nkey = TEAM\n"#

  private static let conflicts = [
    BadFile(
      part + other + #"canonical = com.acme\nlocal = dev.you"#,
      ".gitmunge:5:1: expected one local text for 'com.acme', found rules 'r', 's' that both apply everywhere; give them `path` or `key` lines, or remove one"),
    BadFile(
      part + other + #"canonical = com.other\nlocal = dev.me"#,
      ".gitmunge:9:9: expected one rule with the local text 'dev.me' for 'TEAM', found rules 'r', 's', for 'com.acme' and 'com.other'; write the `canonical` lines into one rule"),
    BadFile(
      part + other + #"canonical =\nlocal = dev.me"#,
      ".gitmunge:9:9: expected one rule with the local text 'dev.me' for 'TEAM', found rules 'r', 's', for 'com.acme' and nothing; write the `canonical` lines into one rule"),
    // Without a value, and with one of several keys.
    BadFile(
      #"[variable "v"]\nkind = label\n[rule "r"]\ncanonical = com.acme\nlocal = dev.${v}\nkey = TEAM\n"# + other
        + #"canonical = com.other\nlocal = dev.${v}"#,
      ".gitmunge:11:9: expected one rule with the local text 'dev.${v}' for 'TEAM', found rules 'r', 's', for 'com.acme' and 'com.other'; write the `canonical` lines into one rule"),
  ]
}

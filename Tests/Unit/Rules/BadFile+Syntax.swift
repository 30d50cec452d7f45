/// Errors in the syntax of git-config and in the names of sections.
extension BadFile {
  private static let badKey = "; keys are letters, digits and '-', and begin with a letter"

  static let syntax = [
    BadFile(#"[rule x]"#, #".gitmunge:1:7: expected a section such as [rule "name"], found 'x]'"#),
    BadFile(#"[rule "x""#, #".gitmunge:1:10: expected a section such as [rule "name"], found nothing"#),
    BadFile(#"[rule "x" ]"#, #".gitmunge:1:10: expected a section such as [rule "name"], found ' '"#),
    BadFile(#"\n\n  [rule"x"]"#, #".gitmunge:3:8: expected a section such as [rule "name"], found '"x"]'"#),
    BadFile(#"[]"#, #".gitmunge:1:2: expected a section such as [rule "name"], found ']'"#),
    BadFile(#"[rule "x]\nlocal = "dev.me""#, ".gitmunge:1:7: expected a closing quote on this line, found none"),
    BadFile(#"[rule "x"] [rule "y"]"#, ".gitmunge:1:12: expected a key, a section or a comment, found '[rule'" + badKey),
    BadFile(
      #"<<<<<<< HEAD\n[rule "x"]"#,
      ".gitmunge:1:1: expected rules, found the conflict marker '<<<<<<<': resolve the merge first"),
    BadFile(
      #"[rule "x"]\n\tcanonical = acme\n=======\n"#,
      ".gitmunge:3:1: expected rules, found the conflict marker '=======': resolve the merge first"),
    BadFile(#"[rule "x"]\n\t= abcd"#, ".gitmunge:2:2: expected a key, a section or a comment, found '='" + badKey),
    BadFile(
      #"[rule "x"]\n\t1canonical = abcd"#,
      ".gitmunge:2:2: expected a key, a section or a comment, found '1canonical'" + badKey),
    BadFile(#"[rule "x"]\n\tcano_nical = a"#, ".gitmunge:2:6: expected '=' after the key 'cano', found '_nical'"),
    BadFile(#"[rule "x"]\n\tcanonical com.acme"#, ".gitmunge:2:12: expected '=' after the key 'canonical', found 'com.acme'"),
    BadFile(#"[rule "x"]\n\tcanonical: com.acme"#, ".gitmunge:2:11: expected '=' after the key 'canonical', found ':'"),
    BadFile(#"[rule "x"]\n\tcanonical\n"#, ".gitmunge:2:11: expected '=' after the key 'canonical', found nothing"),
    BadFile(#"[rule "x"]\r\n\tcanonical # x\r\n"#, ".gitmunge:2:12: expected '=' after the key 'canonical', found '#'"),
    BadFile(#"rule "x"]"#, #".gitmunge:1:1: expected a section first, such as [rule "name"], found the key 'rule'"#),
    BadFile(#"\n# a comment\ncanonical = com.acme"#, #".gitmunge:3:1: expected a section first, such as [rule "name"], found the key 'canonical'"#),
    BadFile(#"[rule "x"]\n\tlocal = "dev.me\n"#, ".gitmunge:2:10: expected a closing quote on this line, found none"),
    BadFile(#"[rule "x"]\n\tlocal = a "b" c "d"#, ".gitmunge:2:18: expected a closing quote on this line, found none"),
    BadFile(
      #"[rule "x"]\n\tlocal = dev\\nme"#,
      #".gitmunge:2:13: expected \\ or \" after a backslash, found 'n'; no other escape is allowed"#),
    BadFile(
      #"[rule "x"]\n\tlocal = "dev\\$me""#,
      #".gitmunge:2:14: expected \\ or \" after a backslash, found '$'; no other escape is allowed"#),
    BadFile(#"[rule "x"]\n\tlocal = dev\\\n\t.me"#, ".gitmunge:2:13: expected the whole value on one line, found a backslash at its end"),
    BadFile(#"[rule "x"]\r\n\tlocal = dev\\\r\n\t.me"#, ".gitmunge:2:13: expected the whole value on one line, found a backslash at its end"),
    BadFile(#"[rule "x"]\n\tlocal = dev\\"#, ".gitmunge:2:13: expected the whole value on one line, found a backslash at its end"),
    BadFile(#"[rule "x"]\n\tlocal = a\x01b"#, #".gitmunge:2:11: expected text, found the control byte '\x01'"#),
    BadFile(#"[rule "x"]\n\tlocal = a\rb"#, #".gitmunge:2:11: expected text, found the control byte '\r'"#),
    BadFile(#"[rule "x"]\n# a \0"#, #".gitmunge:2:5: expected text, found the control byte '\x00'"#),
    BadFile(#"[rule "a\x1b[31m"]"#, #".gitmunge:1:9: expected text, found the control byte '\x1b'"#),
    // Versions of git read this differently: as a tab or as a space.
    BadFile(#"[rule "x"]\n\tlocal = dev\tme"#, ".gitmunge:2:13: expected a space, found a tab"),
    // Columns are bytes, not counting a byte order mark.
    BadFile(#"\xef\xbb\xbf[rules "x"]"#, ".gitmunge:1:1: expected one of 'rule', 'variable', 'munge', found section 'rules'; did you mean 'rule'?"),
    BadFile(#"# é\n[rule "é"] é"#, #".gitmunge:2:13: expected a key, a section or a comment, found 'é'"# + badKey),
  ]

  static let sections = [
    BadFile(#"[rul "x"]"#, ".gitmunge:1:1: expected one of 'rule', 'variable', 'munge', found section 'rul'; did you mean 'rule'?"),
    BadFile(#"[rule.x]"#, ".gitmunge:1:1: expected one of 'rule', 'variable', 'munge', found section 'rule.x'; did you mean 'rule'?"),
    BadFile(#"[var "x"]"#, ".gitmunge:1:1: expected one of 'rule', 'variable', 'munge', found section 'var'; did you mean 'variable'?"),
    BadFile(#"[include]\n\tpath = /etc/passwd"#, ".gitmunge:1:1: expected one of 'rule', 'variable', 'munge', found section 'include'"),
    BadFile(#"[rule]"#, #".gitmunge:1:1: expected a name: [rule "name"], found [rule]"#),
    BadFile(#"[variable ""]"#, #".gitmunge:1:1: expected a name: [variable "name"], found [variable]"#),
    BadFile(#"[munge "x"]"#, ".gitmunge:1:1: expected [munge], found a name after it"),
    BadFile(
      #"[variable "Team"]"#,
      ".gitmunge:1:1: expected a name of lowercase letters, digits and '-' that begins with a letter, found 'Team'"),
    BadFile(
      #"[variable "team_id"]"#,
      ".gitmunge:1:1: expected a name of lowercase letters, digits and '-' that begins with a letter, found 'team_id'"),
    BadFile(#"[rule "a\\\x7f"]"#, #".gitmunge:1:1: expected a name of printable characters in [rule], found 'a\x7f'"#),
    BadFile(
      #"[rule "x"]\n\tcannonical = com.acme"#,
      ".gitmunge:2:2: expected one of 'canonical', 'local', 'key', 'except-key', 'check', 'on-insert', 'prefix', 'suffix', 'except', 'path' in [rule], found 'cannonical'; did you mean 'canonical'?"),
    BadFile(
      #"[rule "x"] kind = label"#,
      ".gitmunge:1:12: expected one of 'canonical', 'local', 'key', 'except-key', 'check', 'on-insert', 'prefix', 'suffix', 'except', 'path' in [rule], found 'kind'"),
    BadFile(
      #"[variable "x"]\n\tdesc = Yours"#,
      ".gitmunge:2:2: expected one of 'kind', 'description' in [variable], found 'desc'; did you mean 'description'?"),
    BadFile(#"[munge]\n\tversoin = 1"#, ".gitmunge:2:2: expected one of 'version' in [munge], found 'versoin'; did you mean 'version'?"),
    BadFile(#"[munge]\n\tversion = 2"#, ".gitmunge:2:12: expected version 1, found '2'; a newer git-munge may support it"),
    BadFile(#"[munge]\n\tversion = one"#, ".gitmunge:2:12: expected version 1, found 'one'"),
    BadFile(#"[munge]\n\tversion ="#, ".gitmunge:2:11: expected version 1, found nothing"),
    BadFile(#"[munge]\nversion = 1\nversion = 1"#, ".gitmunge:3:1: expected one 'version' in [munge], found a second; the first is on line 2"),
  ]
}

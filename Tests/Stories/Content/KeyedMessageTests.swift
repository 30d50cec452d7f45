// Messages about rules with keys.

import StorySupport
import TestSupport
import Testing

@Suite struct KeyedMessageTests {
  private let settings = KeyedProject.settings("ONE", [
    Team.line(Team.first), "PLIST = ONE.plist", "OTHER = \(Team.first)", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app.tests",
  ])

  @Test func `explain describes key values, several canonical texts and texts outside the keys`() throws {
    let tree = try Workshop.keyed(files: ["one.pbxproj": KeyedProject.file(settings)])
    #expect(try tree.explained("one.pbxproj") == [
      "one.pbxproj is munged.",
      "7:24   \(Team.mine) is one of \(Team.first), \(Team.second), an empty value in the repository: "
        + "that of the committed line, the first on a new line [team]",
      "9:13   \(Team.first) is not munged: the rule applies to values of DEVELOPMENT_TEAM [team]",
      "10:33  dev.me.app is com.acme.app in the repository [app]",
      "Rule 'team': team = \(Team.mine) (local config, .git/config)",
      "Rule 'app': handle = me (local config, .git/config)",
      "Rule 'team': an inserted line with your text is not committed (`on-insert = drop`).",
    ])
    try tree.write("one.pbxproj", KeyedProject.file(settings.replacing(Team.first, with: Team.mine)))
    #expect(try tree.explained("one.pbxproj:9")[1]
      == "9:13  \(Team.mine) is not munged: the rule applies to values of DEVELOPMENT_TEAM [team]")
    // The file as a checkout without the filter leaves it.
    try tree.write("one.pbxproj", KeyedProject.file(settings.replacing(Team.first, with: "\"\"")))
    #expect(try tree.explained("one.pbxproj:7")[1]
      == "7:25  an empty value is canonical here; `git munge refresh` changes it to \(Team.mine) [team]")
  }

  @Test(arguments: [
    ("key = TEAM[sdk=*]", 2, "key: expected no condition, found 'TEAM[sdk=*]'; write the key alone"),
    ("on-insert = drop", 2, "expected a 'key' in [rule \"team\"], found none; 'on-insert' needs a `key`"),
    ("key = TEAM\n\ton-insert = dorp", 3, "on-insert: expected one of 'keep', 'drop', found 'dorp'; did you mean 'drop'?"),
    ("key = TEAM\n\tmissing = restore", 3, "'missing' in [rule] is no longer supported: deleted lines are committed"),
    ("canonical = BBBBBBBBBB", 3, "several canonical texts need a `key`"),
  ])
  func `an invalid rules file is refused with its line and a fix`(
    _ lines: String, line: Int, words: String
  ) throws {
    let rules = "[rule \"team\"]\n\t\(lines)\n\tcanonical = AAAAAAAAAA\n\tlocal = MYTEAM7890\n"
    let tree = try Workshop(rules: rules, files: ["a.env": "TEAM=AAAAAAAAAA\n"]).clone()
    let outcome = try tree.munge("install", status: 2...2)
    #expect(outcome.errors.contains(".gitmunge:\(line):") && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(try tree.text("a.env") == "TEAM=AAAAAAAAAA\n")
  }
}

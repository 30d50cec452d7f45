// `git munge explain` on each identifier in a file, and on words that resemble one.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct ExplainTests {
  /// One rule for each result that explain can print for a text.
  private static let rules = """
    [rule "bundle-id"]
    \tcanonical = com.blah.user-thing
    \tlocal = com.blah.user-${handle}
    \tsuffix = Tests
    \texcept = com.blah.user-thing.Fixed
    [rule "team"]
    \tcanonical = ABCDE12345
    \tlocal = ${team}
    \tpath = *.pbxproj
    \tpath = !old/*.pbxproj
    [rule "server"]
    \tcanonical = build.example.org
    \tlocal = ${server}-${room}.lan
    [rule "group"]
    \tcanonical = group.blah.shared
    \tlocal = group.${group}
    [variable "handle"]
    \tkind = label
    [variable "team"]
    \tkind = team-id
    [variable "server"]
    \tkind = label
    [variable "room"]
    \tkind = label
    [variable "group"]
    \tkind = bundle-id

    """

  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(rules: ExplainTests.rules, files: ["app.txt": "", "a.pbxproj": "ABCDE12345\n"]).clone()
    try tree.munge("install", "handle=old", status: 1...1)
    let values = ["handle=bnr", "team=BNR1234567", "server=ci", "group=blah.shared"]
    try tree.munge(["install"] + values, status: 1...1)
  }

  /// A line of a file, and what explain prints after its place.
  struct Meaning: CustomTestStringConvertible {
    let testDescription: String
    let content: String
    let words: String
  }

  private static let meanings = [
    Meaning(
      testDescription: "a local text", content: local,
      words: "\(local) is \(canonical) in the repository [bundle-id]"),
    Meaning(
      testDescription: "a local text with a suffix", content: "\(local)Tests",
      words: "\(local)Tests is \(canonical)Tests in the repository [bundle-id]"),
    Meaning(
      testDescription: "a canonical text on disk", content: canonical,
      words: "\(canonical) is canonical here; `git munge refresh` changes it to \(local) [bundle-id]"),
    Meaning(
      testDescription: "a rule without all of its values", content: "build.example.org",
      words: "build.example.org is not munged: room has no value (`git munge set room=...`) [server]"),
    Meaning(
      testDescription: "a value that is the canonical one", content: "group.blah.shared",
      words: "group.blah.shared is not munged: your value is the canonical one [group]"),
    Meaning(
      testDescription: "a rule for other paths", content: "ABCDE12345",
      words: "ABCDE12345 is not munged: the rule applies to other paths (*.pbxproj, !old/*.pbxproj) [team]"),
    Meaning(
      testDescription: "a local text of a rule for other paths", content: "BNR1234567",
      words: "BNR1234567 is ABCDE12345 in the repository [team]"),
    Meaning(
      testDescription: "an exception", content: "\(canonical).Fixed",
      words: "\(canonical).Fixed is not munged: an `except` line covers it [bundle-id]"),
    Meaning(
      testDescription: "a retired text", content: "com.blah.user-old",
      words: "com.blah.user-old is a former local text; clean replaces it with \(canonical) [bundle-id]"),
    Meaning(
      testDescription: "a retired text with a suffix", content: "com.blah.user-oldTests",
      words: "com.blah.user-oldTests is a former local text; clean replaces it with \(canonical)Tests [bundle-id]"),
    Meaning(
      testDescription: "a longer word that a suffix would cover", content: "\(canonical)UI",
      words: "\(canonical)UI is not munged: \(canonical) is part of a longer word (add `suffix = UI`) [bundle-id]"),
    Meaning(
      testDescription: "a longer word after a suffix", content: "\(canonical)Tests2",
      words: "\(canonical)Tests2 is not munged: \(canonical)Tests is part of a longer word (add `suffix = Tests2`) [bundle-id]"),
    Meaning(
      testDescription: "a longer word that a prefix would cover", content: "my-\(canonical)",
      words: "my-\(canonical) is not munged: \(canonical) is part of a longer word (add `prefix = my-`) [bundle-id]"),
    Meaning(
      testDescription: "a longer word that neither a prefix nor a suffix covers", content: "my-\(canonical)UI",
      words: "my-\(canonical)UI is not munged: \(canonical) is part of a longer word [bundle-id]"),
    Meaning(
      testDescription: "another case", content: "Com.Blah.User-Thing",
      words: "Com.Blah.User-Thing is not munged: its case differs from \(canonical) [bundle-id]"),
    Meaning(
      testDescription: "another case of a text that has capitals", content: "abcde12345",
      words: "abcde12345 is not munged: its case differs from ABCDE12345 [team]"),
  ]

  @Test(arguments: meanings) func `explain prints the result for each text, and the reason`(_ meaning: Meaning) throws {
    try tree.write("app.txt", "\nid = \(meaning.content);\n")
    let lines = try tree.explained("app.txt")
    #expect(lines.first == "app.txt is munged.")
    #expect(lines.dropFirst().first == "2:6  \(meaning.words)")
  }

  @Test func `explain agrees with what git stages`() throws {
    for meaning in Self.meanings {
      try tree.write("app.txt", "\(meaning.content)\n")
      try tree.git("add", "app.txt")
      let staged = try tree.blob(":app.txt")
      let becomesAnother = meaning.words.contains("in the repository") || meaning.words.contains("clean replaces")
      #expect((staged != "\(meaning.content)\n") == becomesAnother, "\(meaning.testDescription): \(staged)")
    }
  }

  @Test func `explain applies the paths of a rule`() throws {
    #expect(try tree.explained("a.pbxproj").dropFirst() == [
      "1:1  BNR1234567 is ABCDE12345 in the repository [team]",
      "Rule 'team': team = BNR1234567 (local config, .git/config)",
    ])
    try tree.write("old/a.pbxproj", "ABCDE12345\n")
    #expect(try tree.explained("old/a.pbxproj").contains { $0.contains("the rule applies to other paths") })
  }

  @Test func `each rule of a matched text is listed once, with its values and their sources`() throws {
    try tree.git("config", "--unset", "munge.values.server")
    try tree.git("config", "--global", "munge.values.server", "farm")
    try tree.write("app.txt", "\(local) build.example.org \(local)\n")
    let rules = try tree.explained("app.txt").filter { $0.hasPrefix("Rule ") }
    #expect(rules == [
      "Rule 'bundle-id': handle = bnr (local config, .git/config)",
      "Rule 'server': server = farm (global config, \(tree.workshop.sandbox.home / ".gitconfig"))",
    ])
  }

  @Test func `a file without texts is reported as such`() throws {
    try tree.write("app.txt", "nothing here\n")
    #expect(try tree.explained("app.txt") == ["app.txt is munged.", "It holds no text of a rule."])
  }

  @Test func `a former text that overlaps a current one is reported and not replaced`() throws {
    let rules = "[rule \"r\"]\n\tcanonical = com.acme.app\n\tlocal = ${v}\n[variable \"v\"]\n\tkind = text\n"
    let tree = try Workshop(rules: rules, files: ["app.txt": "com.acme.app\n"]).munged(values: "v=dev.me.app")
    try tree.munge("install", "v=dev.me")
    try tree.write("app.txt", "dev.me.app\n")
    let lines = try tree.explained("app.txt")
    #expect(lines.contains("1:1  dev.me.app is a former local text and is not cleaned: it collides with a current one [r]"))
  }

  @Test func `an ambiguous rule is reported`() throws {
    let rules = Rules.constant(("com.acme.one", "dev.me"), ("com.acme.two", "dev.me.app"))
    let tree = try Workshop(rules: rules, files: ["app.txt": "com.acme.one\n"]).clone()
    try tree.munge("install")
    #expect(try tree.explained("app.txt").last
      == "Rule 'r0' is ambiguous: clean reads the committed version of the file (`git munge status` shows why).")
  }

  @Test func `without an installation explain describes the plan that install would write`() throws {
    let tree = try Workshop(files: ["app.txt": "\(canonical)\n"]).clone()
    let basis = "git-munge is not installed in this working tree: this is what `git munge install` would do."
    let idle = try tree.explained("app.txt")
    #expect(idle.prefix(2) == ["app.txt is munged.", basis])
    #expect(idle.contains("1:1  \(canonical) is not munged: handle has no value (`git munge set handle=...`) [bundle-id]"))
    try tree.git("config", "munge.values.handle", "bnr")
    let shown = try tree.explained("app.txt")
    #expect(shown[1] == basis)
    #expect(shown[2].hasPrefix("1:1  \(canonical) is canonical here; `git munge refresh` changes it to \(local)"))
    #expect(try tree.gitDirectory.entriesNamed("munge") == [], "explain writes nothing")
  }

  @Test func `a missing rules file and a damaged plan are errors`() throws {
    let foreign = try Workshop(rules: nil, files: ["app.txt": ""]).clone()
    try expectSnapshot("no-rules-file-error-damaged-explain", foreign.munge("explain", "app.txt", status: 2...2))
    try TestFile.write(tree.gitDirectory / "munge/plan", bytes("nonsense"))
    try expectSnapshot("no-rules-file-error-damaged-explain-2", tree.munge("explain", "app.txt", status: 2...2))
  }
}

extension WorkingTree {
  /// The output of `git munge explain` for a file, by line; the command must succeed and print nothing on stderr.
  func explained(_ argument: String, in directory: Path? = nil) throws -> [String] {
    let outcome = try munge(["explain", argument], in: directory)
    #expect(outcome.errors == "")
    return outcome.output.split(separator: "\n").map { String($0) }
  }
}

extension Path {
  /// The entries of a directory with this name: one or none.
  fileprivate func entriesNamed(_ name: String) throws -> [Path] {
    try FileSystem.entries(self).filter { $0 == Path(name) }
  }
}

// Pulled rules: `git munge refresh` shows them, asks, and applies them.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct RefreshTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      rules: Rules.handleAndTeam,
      files: [
        "app.txt": "id = com.blah.user-thing\nteam = ABCDE12345\n", "other.txt": "com.blah.user-thing\n",
        "tests.txt": "com.blah.user-thingTests\n", "server.txt": "com.blah.user-thing.server\n",
      ])
    tree = try workshop.munged(values: "handle=bnr", "team=BNR1234567")
  }

  /// Changes the rules upstream and pulls them.
  private func pull(_ rules: String, _ files: [String: String] = [:]) throws {
    try workshop.maintainer.write(".gitmunge", rules)
    for (path, text) in files { try workshop.maintainer.write(path, text) }
    try workshop.maintainer.commitAll("Rules")
    try tree.git("pull", "--quiet")
  }

  struct Change: CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String
    let words: [String]
    /// The content of a file afterwards.
    let path: String
    let shown: String
  }

  private static let localLine = "\tlocal = com.blah.user-${handle}\n"
  private static let host = "[rule \"host\"]\n\tcanonical = api.acme.org\n\tlocal = dev.acme.org\n\tsuffix = -x\n"

  @Test(arguments: [
    Change(
      testDescription: "added", old: "[variable \"handle\"]\n", new: host + "[variable \"handle\"]\n",
      words: ["rule 'host' is new: api.acme.org -> dev.acme.org", "  suffix -x"], path: "app.txt",
      shown: "id = com.blah.user-bnr\nteam = BNR1234567\n"),
    Change(
      testDescription: "removed", old: "[rule \"team\"]\n\tcanonical = ABCDE12345\n\tlocal = ${team}\n", new: "",
      words: ["rule 'team' was removed: ABCDE12345 stays canonical"], path: "app.txt",
      shown: "id = com.blah.user-bnr\nteam = ABCDE12345\n"),
    Change(
      testDescription: "canonical", old: "= com.blah.user-thing\n", new: "= com.blah.user-thing.server\n",
      words: ["rule 'bundle-id' canonical: com.blah.user-thing -> com.blah.user-thing.server"], path: "server.txt",
      shown: "com.blah.user-bnr\n"),
    Change(
      testDescription: "local", old: "user-${handle}", new: "dev-${handle}",
      words: ["rule 'bundle-id' local: com.blah.user-${handle} -> com.blah.dev-${handle}"], path: "other.txt",
      shown: "com.blah.dev-bnr\n"),
    Change(
      testDescription: "suffix", old: localLine, new: localLine + "\tsuffix = Tests\n",
      words: ["rule 'bundle-id' suffix: (none) -> Tests"], path: "tests.txt", shown: "com.blah.user-bnrTests\n"),
    Change(
      testDescription: "except", old: localLine, new: localLine + "\texcept = com.blah.user-thing.server\n",
      words: ["rule 'bundle-id' except: (none) -> com.blah.user-thing.server"], path: "server.txt",
      shown: "com.blah.user-thing.server\n"),
    Change(
      testDescription: "path", old: localLine, new: localLine + "\tpath = app.*\n\tpath = !*.md\n",
      words: ["rule 'bundle-id' path: (everywhere) -> app.*, !*.md"], path: "other.txt", shown: "com.blah.user-thing\n"),
  ])
  func `changed rules are shown, applied after approval, and silent from then on`(_ change: Change) throws {
    let rules = Rules.handleAndTeam.replacing(change.old, with: change.new)
    try pull(rules)
    let before = try DirectoryState(tree)
    let asked = try tree.munge("refresh", status: 1...1)
    let words = change.words.map { "  \($0)\n" }.joined()
    #expect(asked.output.hasPrefix("Rules have changed:\n\(words)"), "\(asked.output)")
    #expect(asked.output.hasSuffix("Nothing was changed: run `git munge refresh --yes` to approve.\n"))
    #expect(asked.errors == "")
    #expect(try DirectoryState(tree).changes(since: before) == "")

    let done = try tree.munge("refresh", "--yes")
    #expect(done.output.hasPrefix("Rules have changed:\n\(words)"))
    #expect(done.says("\nRefreshed: "))
    #expect(try tree.text(change.path) == change.shown)
    #expect(try tree.statusOfTouched() == "")
    try expectSilence()

    // The reverse change only removes what narrowed a rule.
    try pull(Rules.handleAndTeam)
    try tree.munge("refresh")
    #expect(try tree.text("app.txt") == "id = com.blah.user-bnr\nteam = BNR1234567\n")
    #expect(try tree.text("server.txt") == "com.blah.user-bnr.server\n")
    #expect(try tree.statusOfTouched() == "")
  }

  private func expectSilence() throws {
    let again = try tree.munge("refresh")
    #expect(again.output + again.errors == "")
  }

  @Test func `refresh shows the changed keys of a rule`() throws {
    let more = "\tcanonical =\n\tkey = TEAM\n\ton-insert = drop\n"
    let teamLine = "\tlocal = ${team}\n"
    try pull(Rules.handleAndTeam.replacing(teamLine, with: teamLine + more).replacing(
      "[variable \"team\"]", with: "[rule \"new\"]\n\tlocal = a b\n\tkey = K\n\tcanonical =\n\tcanonical = c d\n[variable \"team\"]"))
    let asked = try tree.munge("refresh", status: 1...1)
    let words = """
      Rules have changed:
        rule 'team' canonical: ABCDE12345 -> ABCDE12345, (nothing)
        rule 'team' key: (everywhere) -> TEAM
        rule 'team' on-insert: keep -> drop
        rule 'new' is new: (nothing), c d -> a b
          key K

      """
    #expect(asked.output.hasPrefix(words), "\(asked.output)")
  }

  @Test func `refresh shows a removed suffix and a removed except`() throws {
    let narrowed = Self.localLine + "\tsuffix = Tests\n\texcept = com.blah.user-thing.server\n"
    try pull(Rules.handleAndTeam.replacing(Self.localLine, with: narrowed))
    try tree.munge("refresh", "--yes")
    try pull(Rules.handleAndTeam.replacing("Your short handle", with: "A short handle"))
    let outcome = try tree.munge("refresh", "--yes")
    try expectSnapshot("suffix-and-except-removed", outcome)
    #expect(try tree.text("tests.txt") == "com.blah.user-thingTests\n")
    #expect(try tree.text("server.txt") == "com.blah.user-bnr.server\n")
  }

  @Test func `approved rules are not asked about again after switching branches`() throws {
    try tree.git("switch", "--quiet", "--create", "renamed")
    try tree.write(".gitmunge", Rules.handleAndTeam.replacing("user-${", with: "dev-${"))
    try tree.commitAll("Other rules")
    try tree.munge("refresh", "--yes")
    for _ in 1...2 {
      try tree.git("switch", "--quiet", "main")
      #expect(try tree.munge("refresh").output.hasPrefix("Refreshed: 3 files rewritten.\n"))
      #expect(try tree.text("other.txt") == "\(local)\n")
      #expect(try tree.statusOfTouched() == "")
      try tree.git("switch", "--quiet", "renamed")
      #expect(try tree.munge("refresh").output.hasPrefix("Refreshed: 3 files rewritten.\n"))
      #expect(try tree.text("other.txt") == "com.blah.dev-bnr\n")
      #expect(try tree.statusOfTouched() == "")
    }
    try expectSilence()
  }

  @Test func `a new variable is shown with its value, or as missing`() throws {
    let host = "[rule \"host\"]\n\tcanonical = api.acme.org\n\tlocal = ${host}\n[variable \"host\"]\n\tkind = text\n\tdescription = Your host\n"
    try pull(Rules.handleAndTeam + host, ["host.txt": "api.acme.org\n"])
    let asked = try tree.munge("refresh", status: 1...1)
    try expectSnapshot("declared-variable-named-value-asked-refresh", asked)
    let done = try tree.munge("refresh", "--yes", status: 1...1)
    try expectSnapshot("declared-variable-named-value-asked-refresh-2", done)
    try tree.munge("set", "host=dev.acme.org")
    #expect(try tree.text("host.txt") == "dev.acme.org\n")

    let second = try workshop.clone("second")
    try second.git("switch", "--quiet", "--detach", "HEAD~1")
    try second.munge("install", "handle=bnr", "team=BNR1234567")
    try second.git("config", "munge.values.host", "dev.acme.org")
    try second.git("switch", "--quiet", "main")
    let proposal = try second.munge("refresh", "--yes")
    #expect(proposal.says("Values:\n  host = dev.acme.org\n"))
    #expect(try second.text("host.txt") == "dev.acme.org\n")
  }

  @Test func `changed values are shown by name and need approval with approved rules`() throws {
    try tree.git("config", "munge.values.handle", "other")
    try tree.git("config", "--unset", "munge.values.team")
    try tree.git("config", "--global", "munge.values.team", "ALL1234567")
    let before = try DirectoryState(tree)
    let asked = try tree.munge("refresh", status: 1...1)
    try expectSnapshot("changed-values-shown-name-asked-refresh", asked)
    #expect(try DirectoryState(tree).changes(since: before) == "")
    try tree.munge("refresh", "-y")
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\nteam = ALL1234567\n")
    #expect(try tree.statusOfTouched() == "")

    try tree.git("config", "--unset", "munge.values.handle")
    let gone = try tree.munge("refresh", "--yes", status: 1...1)
    try expectSnapshot("changed-values-shown-name-asked-refresh-2", gone)
    #expect(try tree.text("app.txt") == "id = com.blah.user-thing\nteam = ALL1234567\n")
  }
}

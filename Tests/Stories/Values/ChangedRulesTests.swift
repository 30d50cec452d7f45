// Pulled rules: `git munge install` shows them, asks, and applies them.

import StorySupport

@Suite struct ChangedRulesTests {
  let tree: WorkingTree

  init() throws {
    tree = try Workshop(
      rules: Rules.handleAndTeam,
      files: [
        "app.txt": "id = \(canonical)\nteam = ABCDE12345\n", "other.txt": "\(canonical)\n",
        "tests.txt": "\(canonical)Tests\n", "server.txt": "\(canonical).server\n",
      ]
    ).mungedWithTeam()
  }

  private func pull(_ rules: String, _ files: [String: String] = [:]) throws {
    try tree.workshop.maintainer.write(".gitmunge", rules)
    for (path, text) in files { try tree.workshop.maintainer.write(path, text) }
    try tree.workshop.maintainer.commitAll("Rules")
    try tree.git("pull", "--quiet")
  }

  private static let localLine = "\tlocal = com.blah.user-${handle}\n"
  private static let teamRule = "[rule \"team\"]\n\tcanonical = ABCDE12345\n\tlocal = ${team}\n"
  private static let host = """
    [rule "host"]
    \tcanonical = api.acme.org
    \tlocal = dev.acme.org
    \tsuffix = -x

    """

  /// A change of the rules, and what a file shows afterwards.
  @Test(arguments: [
    (
      "[variable \"handle\"]\n", host + "[variable \"handle\"]\n", "app.txt",
      "id = com.blah.user-bnr\nteam = BNR1234567\n"
    ),
    (teamRule, "", "app.txt", "id = com.blah.user-bnr\nteam = ABCDE12345\n"),
    ("= com.blah.user-thing\n", "= com.blah.user-thing.server\n", "server.txt", "com.blah.user-bnr\n"),
    ("user-${handle}", "dev-${handle}", "other.txt", "com.blah.dev-bnr\n"),
    (localLine, localLine + "\tsuffix = Tests\n", "tests.txt", "com.blah.user-bnrTests\n"),
    (localLine, localLine + "\texcept = com.blah.user-thing.server\n", "server.txt", "com.blah.user-thing.server\n"),
    (localLine, localLine + "\tpath = app.*\n\tpath = !*.md\n", "other.txt", "com.blah.user-thing\n"),
  ])
  func `changed rules are shown, applied after approval, and silent from then on`(
    _ old: String, _ new: String, _ path: String, _ shown: String
  ) throws {
    try pull(Rules.handleAndTeam.replacing(old, with: new))
    let title = "Rules have changed, last by A U Thor ("
    let asked = try tree.unchanged { try tree.munge("install", status: 2...2) }
    #expect(asked.output.hasPrefix(title) && asked.says("--yes"), "\(asked.testDescription)")

    let done = try tree.munge("install", "--yes")
    #expect(done.output.hasPrefix(title) && done.says("\nInstalled: "), "\(done.testDescription)")
    try tree.expectShown(path, shown)
    try expectSilence()

    // The reverse change only removes what narrowed a rule.
    try pull(Rules.handleAndTeam)
    try tree.munge("install")
    #expect(try tree.text("app.txt") == "id = com.blah.user-bnr\nteam = BNR1234567\n")
    #expect(
      try tree.text("server.txt") == "com.blah.user-bnr.server\n"
        && tree.text("tests.txt") == "com.blah.user-thingTests\n")
    #expect(try tree.statusOfTouched() == "")
  }

  private func expectSilence() throws {
    let again = try tree.unchanged { try tree.munge("install") }
    #expect(again.output.hasPrefix("Nothing ") && again.errors == "")
  }

  @Test func `a canonical text in front of another one with the same local text interrupts nothing`() throws {
    let tree = try Workshop(rules: Rules.keyedTeam, files: ["team.txt": "TEAM = ABCDE12345\n"])
      .munged(values: "team=BNR1234567")
    let line = "\tcanonical = ABCDE12345\n"
    try tree.write(".gitmunge", Rules.keyedTeam.replacing(line, with: "\tcanonical = NEWTEAM123\n" + line))
    // git reads files that are not older than the index.
    try tree.sh("touch -t 202001010000 .git/index")
    let outcome = try tree.munge("install", "--yes")
    #expect(outcome.errors == "" && !FileSystem.exists(tree.gitDirectory / "munge/journal"))
    #expect(try tree.status() == " M .gitmunge\n")
    #expect(try tree.munge("status").errors == "")
    try tree.commitAll("Rules")
    #expect(try tree.blob(":team.txt") == "TEAM = ABCDE12345\n")
  }

  @Test func `approved rules are not asked about again after switching branches`() throws {
    try tree.git("switch", "--quiet", "--create", "renamed")
    try tree.commit(".gitmunge", Rules.handleAndTeam.replacing("user-${", with: "dev-${"), "Other rules")
    try tree.munge("install", "--yes")
    for _ in 1...2 {
      try tree.git("switch", "--quiet", "main")
      #expect(try tree.munge("install").output.hasPrefix("Installed: 3 files show "))
      try tree.expectShown("other.txt", "\(local)\n")
      try tree.git("switch", "--quiet", "renamed")
      #expect(try tree.munge("install").output.hasPrefix("Installed: 3 files show "))
      try tree.expectShown("other.txt", "com.blah.dev-bnr\n")
    }
    try expectSilence()
  }

  @Test func `a new variable is shown with its value, or as missing`() throws {
    let host =
      """
      [rule "host"]
      \tcanonical = api.acme.org
      \tlocal = ${host}
      [variable "host"]
      \tkind = text
      \tdescription = Your host

      """
    try pull(Rules.handleAndTeam + host, ["host.txt": "api.acme.org\n"])
    try expectSnapshot(
      "a-new-variable", tree.munge("install", status: 2...2), tree.munge("install", "--yes", status: 1...1))
    try tree.munge("set", "host=dev.acme.org")
    #expect(try tree.text("host.txt") == "dev.acme.org\n")

    let second = try tree.workshop.clone("second")
    try second.sh("git switch --quiet --detach HEAD~1; git munge install handle=bnr team=BNR1234567")
    try second.sh("git config munge.values.host dev.acme.org; git switch --quiet main")
    #expect(try second.munge("install", "--yes").says("dev.acme.org"))
    #expect(try second.text("host.txt") == "dev.acme.org\n")
  }

  @Test func `values that were changed by hand are applied, and need no approval`() throws {
    try tree.sh("git config munge.values.handle other; git config --unset munge.values.team")
    try tree.git("config", "--global", "munge.values.team", "ALL1234567")
    let first = try tree.munge("install")
    try tree.expectShown("app.txt", "id = com.blah.user-other\nteam = ALL1234567\n")

    try tree.git("config", "--unset", "munge.values.handle")
    try expectSnapshot("changed-values", first, tree.munge("install", status: 1...1))
    #expect(try tree.text("app.txt") == "id = com.blah.user-thing\nteam = ALL1234567\n")
  }
}

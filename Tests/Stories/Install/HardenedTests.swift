// Committed names and rules, and what git keeps to itself, turned against whoever follows our advice.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct HardenedTests {
  @Test func `a file whose name is an option is renamed in like any other, and runs nothing`() throws {
    let name = "-e;BEGIN{open F,chr(62).q(PWNED)}"
    let tree = try Workshop(files: [name: "id = \(canonical)\n", "touch PWNED|": canonical]).munged()
    try tree.write(".gitmunge", Rules.handle.replacing("user-thing", with: "user-new"))
    let output = try tree.munge("refresh", "--yes").output
    let recipe = output.split(separator: "\n").filter { $0.hasPrefix("  git grep") }
    try #require(recipe.count == 1)
    try tree.run(["sh", "-ec", String(recipe[0])])
    #expect(!FileSystem.exists(tree.top / "PWNED"))
    #expect(try tree.text(name) == "id = com.blah.user-new\n")
  }

  @Test func `a remedy for a path with quotes in it is one word of the shell`() throws {
    let tree = try Workshop(files: ["app.txt": canonical]).munged()
    try tree.git("config", "core.hooksPath", ".githooks")
    try tree.write(".githooks/a';touch PWNED;'", "git munge refresh\n")
    let lines = try tree.munge("doctor", status: 1...1).output.split(separator: "\n")
    let remedy = try #require(lines.first { $0.contains("-> chmod") }).drop { $0 != "c" }
    try tree.run(["sh", "-ec", String(remedy)])
    #expect(!FileSystem.exists(tree.top / "PWNED"))
    #expect(FileSystem.isExecutable(tree.top / ".githooks/a';touch PWNED;'"))
  }

  @Test func `a conversion that git caches is not cached for a diff of ours`() throws {
    let tree = try Workshop(attributes: "* filter=munge diff=t\n", files: ["app.txt": "id = \(canonical)\n"]).munged()
    try tree.git("config", "diff.t.textconv", "cat")
    try tree.git("config", "diff.t.cachetextconv", "true")
    #expect(try tree.munge("diff").says("-id = \(canonical)\n+id = \(local)\n"))
    #expect(try tree.git("for-each-ref", "refs/notes").output == "")
    try tree.git("fsck", "--strict")
  }

  @Test func `rules that do nothing yet are shown before they are agreed to`() throws {
    let workshop = try Workshop(files: ["app.txt": canonical])
    let tree = try workshop.clone()
    try tree.munge("install", status: 1...1)
    try tree.write(".gitmunge", Rules.handle.replacing("com.blah.user-${handle}", with: "evil.${handle}.app"))
    let words = "rule 'bundle-id' local, as it is written: com.blah.user-${handle} -> evil.${handle}.app"
    #expect(try tree.munge("refresh", status: 1...1).says(words))
    try tree.munge("set", "handle=bnr", status: 1...1)
    #expect(try tree.text("app.txt") == canonical, "a rule that nobody has seen does nothing")
  }

  @Test func `a changed rule does not hide behind a changed value`() throws {
    let tree = try Workshop(files: ["app.txt": canonical]).munged()
    try tree.write(".gitmunge", Rules.handle.replacing("com.blah.user-${handle}", with: "evil.${handle}.app"))
    try tree.git("config", "munge.values.handle", "other")
    let shown = try tree.munge("refresh", status: 1...1)
    try expectSnapshot("changed-rule-does-not-hide-refresh", shown)
    try expectSnapshot("changed-rule-does-not-hide-status", tree.munge("status", status: 1...1))
  }

  @Test func `characters that turn the direction of a line are shown as escapes`() throws {
    let tree = try Workshop(files: ["app.txt": canonical]).munged()
    try tree.write(".gitmunge", Rules.handle + "[rule \"a\u{202E}b\"]\n\tcanonical = com.other\n\tlocal = dev.other\n")
    let shown = try tree.munge("refresh", status: 1...1).output
    #expect(shown.contains(#"rule 'a\u{202e}b' is new"#))
    #expect(!shown.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `values that had changed elsewhere are told of by set, which shows them too`() throws {
    let tree = try Workshop(rules: Rules.handleAndTeam, files: ["app.txt": "\(canonical) ABCDE12345\n"])
      .munged(values: "handle=bnr", "team=BNR1234567")
    try tree.git("config", "munge.values.team", "OTHER12345")
    let outcome = try tree.munge("set", "handle=other")
    try expectSnapshot("values-had-changed-elsewhere-told", outcome)
    #expect(try tree.text("app.txt") == "com.blah.user-other OTHER12345\n")
  }

  @Test func `between two of several picks nothing is refreshed`() throws {
    let tree = try Workshop(files: ["app.txt": "one\n", "b.txt": "\(canonical)\n"]).munged()
    try tree.git("checkout", "--quiet", "-b", "topic")
    for text in ["two\n", "three\n"] {
      try tree.write("app.txt", text)
      try tree.commitAll(text)
    }
    try tree.git("checkout", "--quiet", "main")
    try tree.write("app.txt", "other\n")
    try tree.commitAll("Other")
    try tree.git("cherry-pick", "topic~1", "topic", status: 1...1)
    try tree.write("app.txt", "two\n")
    try tree.commitAll("Resolved")
    try tree.git("config", "munge.values.handle", "other")
    let outcome = try tree.munge("refresh", "--yes", status: 1...1)
    try expectSnapshot("between-two-several-picks-nothing", outcome)
    #expect(try tree.text("b.txt") == "\(local)\n")
  }

  @Test func `a text that was staged before an installation is named, and its remedy helps`() throws {
    let tree = try Workshop(files: ["app.txt": "id = \(canonical)\n"]).clone()
    try tree.write("app.txt", "id = \(local)\n")
    try tree.git("add", "app.txt")
    try tree.munge("install", "handle=bnr")
    #expect(try tree.munge("status", status: 1...1).says("app.txt:1:6: error: "))
    try tree.write("app.txt", "id = \(canonical)\n")
    try tree.git("add", "app.txt")
    try tree.munge("refresh")
    #expect(try tree.blob(":app.txt") == "id = \(canonical)\n")
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    try tree.munge("status")
  }

  @Test func `a text that was committed before an installation is named`() throws {
    let tree = try Workshop(files: ["app.txt": "id = \(local)\n"]).munged()
    try expectSnapshot("text-committed-before-installation-named", tree.munge("status", status: 1...1))
    #expect(try tree.munge("repair", "app.txt").status == 0)
    #expect(try tree.blob(":app.txt") == "id = \(local)\n", "nothing is staged")
    try tree.commitAll("Repaired")
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\n")
    #expect(try !tree.munge("status").says("[own-text]"))
  }

  @Test func `a held index stops a command before it changes anything`() throws {
    let tree = try Workshop(files: ["app.txt": "id = \(canonical)\n"]).munged()
    try TestFile.write(tree.gitFolder / "index.lock", [])
    let before = try DirectoryState(tree)
    for command in [["set", "handle=other"], ["uninstall"]] {
      #expect(try tree.munge(command, status: 2...2).errors.contains("index.lock exists"))
      #expect(try DirectoryState(tree).changes(since: before) == "", "\(command)")
    }
  }

  @Test func `a word that an identifier of ours goes on into is left as it is on disk`() throws {
    let rules = Rules.constant(("com.acme.app", "com.acme.app.me"))
    let tree = try Workshop(rules: rules, files: ["app.txt": "com.acme.app\n"]).clone()
    try tree.munge("install")
    try tree.write("new.txt", "com.acme.app.meWidget com.acme.app.me.Widget\n")
    try tree.git("add", "new.txt")
    #expect(try tree.blob(":new.txt") == "com.acme.app.meWidget com.acme.app.Widget\n")
    try tree.munge("refresh")
    #expect(try tree.text("new.txt") == "com.acme.app.meWidget com.acme.app.me.Widget\n")
    try expectSnapshot("word-identifier-ours-goes-into", tree.munge("status", status: 1...1))
  }
}

// A fork whose upstream has no .gitmunge: the rules are private, and the repository shows nothing of them.

import StorySupport

@Suite struct PrivateModeTests {
  static let app = "[rule \"app\"]\n\tcanonical = com.acme.app\n\tlocal = com.me.app\n"
  static let rules = """
    [munge]
    \tattributes = *.x filter=munge
    \tattributes = *.big filter=munge
    \(app)[rule "team"]
    \tcanonical = ABCDE12345
    \tlocal = MYTEAM1234
    \tkey = TEAM

    """
  static let content = "id = com.acme.app\nTEAM = ABCDE12345\n"
  static let shown = "id = com.me.app\nTEAM = MYTEAM1234\n"

  let fork: WorkingTree

  init() throws {
    fork = try Workshop(
      rules: nil, attributes: "*.big filter=other\n",
      files: [
        "a.x": Self.content, "dir/b.x": "com.acme.app\n", "README": "com.acme.app\n", "c.big": "com.acme.app\n",
      ]
    ).clone("fork")
  }

  private func install(_ words: String...) throws {
    try fork.write(".git/munge/rules", Self.rules)
    try fork.munge(["install", "--private"] + words)
  }

  @Test func `install shows the developer's identifiers, and git status shows nothing of it`() throws {
    try fork.write(".git/munge/rules", Self.rules)
    let dryRun = try fork.munge("install", "--private", "--dry-run")
    #expect(try fork.text("a.x") == Self.content)
    let install = try fork.munge("install", "--private")
    #expect(try fork.text("a.x") == Self.shown)
    #expect(try fork.text("dir/b.x") == "com.me.app\n")
    for path in ["c.big", "README"] {
      #expect(try fork.text(path) == "com.acme.app\n", "attributes of a commit take precedence")
    }
    #expect(try fork.statusOfTouched() == "")
    try expectSnapshot("install", dryRun, install, fork.munge("status"), fork.munge("verify"))
    #expect(try JSON(fork.munge("status", "--json").output)["rulesFrom"]?.text == "private")
  }

  @Test func `missing and invalid rules are errors with the fix, and nothing is installed`() throws {
    let refused = try [nil, Self.app, "[munge]\n\tattributes = *.x filter=lfs\n", "[munge\n"].map { rules in
      if let rules { try fork.write(".git/munge/rules", rules) }
      return try fork.munge("install", "--private", status: 2...2)
    }
    try expectSnapshot("refusals", refused)
    #expect(try fork.git("config", "--local", "--get-regexp", "munge|attributesfile", status: 1...1).output == "")
    #expect(try fork.state() == "not-installed")
  }

  @Test func `without rules that are removed later, the working tree stays munged and status has the fix`() throws {
    try install()
    try FileSystem.remove(fork.top / ".git/munge/rules")
    try expectSnapshot("rules-removed", fork.munge("status", status: 1...1))
    #expect(try fork.munge("install", status: 2...2).says(".git/munge/rules: there is no such file"))
    try fork.expectShown("a.x", Self.shown)
  }

  @Test func `a file of rules serves two clones, and stays`() throws {
    let file = fork.workshop.sandbox.directory / "my rules"
    try TestFile.write(file, bytes(Self.rules))
    let second = try fork.workshop.clone("second")
    for tree in [fork, second] {
      try tree.munge("install", "--private", "--rules", "../my rules")
      #expect(try tree.text("a.x") == Self.shown)
      #expect(try tree.git("config", "munge.rulesFile").output == "\(file)\n")
    }
    try TestFile.write(file, bytes(Self.rules.replacing("com.me.app", with: "com.you.app")))
    for tree in [fork, second] {
      try tree.munge("install")
      #expect(try tree.text("dir/b.x") == "com.you.app\n")
    }
    try fork.munge("uninstall")
    #expect(FileSystem.exists(file))
    #expect(try fork.git("config", "--get", "munge.rulesFile", status: 1...1).output == "")
    #expect(try fork.text("a.x") == Self.content)
    #expect(try second.munge("status").says("Munged privately"))
    try second.git("config", "munge.rulesFile", "~/rules")
    try TestFile.write(fork.workshop.sandbox.directory / "home/rules", bytes(Self.rules))
    try second.munge("install")
    #expect(try second.text("dir/b.x") == "com.me.app\n")
  }

  @Test func `uninstall keeps the rules, and nothing else of git-munge`() throws {
    let before = try DirectoryState(fork, except: ["index", "munge"])
    try install("--no-hooks")
    try expectSnapshot("uninstall", fork.munge("uninstall"))
    #expect(try fork.text(".git/munge/rules") == Self.rules)
    #expect(try DirectoryWalk.entries(below: fork.top / ".git/munge").count == 1)
    try fork.sh("git munge install --private --no-hooks; git munge uninstall")
    #expect(try fork.munge("uninstall", status: 2...2).says("not installed"))
    try expectSnapshot("unused", fork.munge("status", status: 1...1))
    let changes = try DirectoryState(fork, except: ["index", "munge"]).changes(since: before)
    #expect(!changes.contains(".git/config"), "\(changes)")
    #expect(try fork.statusOfTouched() == "")
  }

  @Test func `install applies edited rules and attributes, and prints what has changed`() throws {
    try install()
    try fork.write(
      ".git/munge/rules", Self.rules.replacing("com.me", with: "com.you").replacing("*.big", with: "README"))
    try expectSnapshot("edited", fork.munge("status", status: 1...1), fork.munge("install"))
    try fork.expectShown("README", "com.you.app\n")
    #expect(try fork.munge("install").output == nothingToDo)
  }

  @Test func `no message of a private clone proposes a committed rules file`() throws {
    try install()
    func check() throws {
      for words in [["status", "--check"], ["install"], ["install", "-n"], ["verify"], ["verify", "--history"], []] {
        let outcome = try fork.munge(words, status: 0...2)
        #expect(
          !outcome.says(".gitmunge") && !outcome.says("check out") && !outcome.says("checkout"),
          "\(outcome.testDescription)")
      }
    }
    try check()
    try fork.write("new.x", "id = com.me.app\n")
    try fork.write("leak.txt", "com.me.app\n")
    try check()
    try fork.git("add", "leak.txt")
    try check()
    for rules in ["", "[munge]\n", Self.rules.replacing("com.me", with: "com.you"), "[rule \"x\"]\n"] {
      try fork.write(".git/munge/rules", rules)
      try check()
    }
    try FileSystem.remove(fork.top / ".git/munge/rules")
    try check()
    try fork.write(".git/munge/rules", Self.rules)
    try FileSystem.remove(fork.top / ".git/munge/plan")
    try check()
    try FileSystem.remove(fork.top / ".git/info/attributes")
    try check()
  }
}

// The life of a fork with private rules, and the adoption of rules by its upstream.

import StorySupport

@Suite struct PrivateModeLifeTests {
  let workshop: Workshop
  let fork: WorkingTree

  init() throws {
    workshop = try Workshop(
      rules: nil, attributes: "*.big filter=other\n",
      files: [
        "a.x": PrivateModeTests.content, "dir/b.x": "com.acme.app\n", "README": "com.acme.app\n",
      ])
    fork = try workshop.clone("fork")
    try fork.write(".git/munge/rules", PrivateModeTests.rules)
    try fork.munge("install", "--private")
  }

  @Test func `an attributes file that is lost during a rebase is written again before anything is committed`() throws {
    try fork.sh(
      "git checkout -q -b topic; echo t > z; git add z; git commit -q -m t; git checkout -q main; echo m > z; git add z; git commit -q -m m"
    )
    try fork.git("checkout", "-q", "topic")
    try fork.git("rebase", "main", status: 1...1)
    try fork.sh("rm .git/info/attributes; echo 'more = com.me.app.Widget' >> a.x")
    #expect(try fork.munge("status", status: 1...1).says("info/attributes does not have the filter lines"))
    try fork.munge("install")
    try fork.sh("git add a.x; echo r > z; git add z; GIT_EDITOR=true git rebase --continue")
    #expect(try fork.text("a.x") == PrivateModeTests.shown + "more = com.me.app.Widget\n")
    #expect(try fork.blob("HEAD:a.x") == PrivateModeTests.content + "more = com.acme.app.Widget\n")
    #expect(try fork.objects(holding: "com.me.app") == "")
  }

  @Test func `a linked working tree is munged by the same rules`() throws {
    let linked = try fork.linked()
    #expect(try linked.text("a.x") == PrivateModeTests.shown)
    #expect(try linked.munge("status").says("Munged privately"))
    try linked.commit("a.x", PrivateModeTests.shown + "com.me.app\n", "Edit")
    #expect(try linked.blob("HEAD:a.x") == PrivateModeTests.content + "com.acme.app\n")
    try fork.write(".git/munge/rules", PrivateModeTests.rules.replacing("com.me.app", with: "com.you.app"))
    for tree in [fork, linked] { try tree.munge("install") }
    #expect(try linked.text("dir/b.x") == "com.you.app\n")
    try fork.munge("uninstall", "--yes")
    for tree in [fork, linked] { #expect(try tree.statusOfTouched() == "") }
    #expect(FileSystem.exists(fork.top / ".git/munge/rules"))
  }

  @Test func `the guards block a local text in any text file`() throws {
    try fork.munge("install", "--hooks")
    try fork.write("README", "com.me.app\n")
    var blocked = [try fork.git("commit", "-a", "-m", "Leak", status: 1...1)]
    try fork.write("README", "com.me.appTests\n")
    blocked.append(try fork.git("commit", "-a", "-m", "Leak", status: 1...1))
    try fork.write("README", "com.me.app\n")
    try fork.git("commit", "-q", "--no-verify", "-a", "-m", "Leak")
    blocked.append(try fork.munge("verify", status: 1...1))
    blocked.append(try fork.git("push", "-q", "origin", "HEAD:refs/heads/leak", status: 1...1))
    try expectSnapshot("guard", blocked)
    #expect(try fork.munge("verify", "--history", status: 1...1).says("README"))
    try fork.git("reset", "-q", "--hard", "HEAD~1")
    try fork.write(".git/munge/rules", PrivateModeTests.rules.replacing("com.me.app", with: "com.you.app"))
    try fork.munge("install")
    try fork.write("README", "com.me.app\n")
    #expect(try fork.git("commit", "-a", "-m", "Former", status: 1...1).says("your former text"))
  }

  private static let adopted =
    Rules.rule("bundle", "canonical = com.acme.app", "local = com.acme.${handle}")
    + Rules.variables(["handle": "label"])

  private func adopt(_ rules: String = adopted) throws {
    let maintainer = workshop.maintainer
    try maintainer.write(".gitattributes", "*.big filter=other\n*.x filter=munge\n")
    try maintainer.commit(".gitmunge", rules, "Munge identifiers")
    try fork.git("pull", "-q", "--ff-only")
  }

  @Test func `when upstream adopts rules, they win for their texts, and private rules stay for the rest`() throws {
    try adopt()
    try fork.expectShown("a.x", PrivateModeTests.shown)
    var outcomes = [try fork.munge("status", status: 1...1), try fork.munge("install", status: 2...2)]
    #expect(try fork.text("a.x") == PrivateModeTests.shown)
    try fork.munge("install", "--yes", status: 1...1)
    try fork.munge("set", "handle=bnr")
    try fork.expectShown("a.x", "id = com.acme.bnr\nTEAM = MYTEAM1234\n")
    outcomes += [try fork.munge("status"), try fork.munge("explain", "a.x")]
    try expectSnapshot("adopted", outcomes)
    #expect(try JSON(fork.munge("status", "--json").output)["rulesFrom"]?.text == "both")
    try fork.write(".git/munge/rules", PrivateModeTests.rules.replacing("MYTEAM1234", with: "OTHERTEAM1"))
    try fork.munge("install")
    #expect(try fork.text("a.x") == "id = com.acme.bnr\nTEAM = OTHERTEAM1\n")
  }

  @Test func `a branch from before the adoption needs no installation`() throws {
    try adopt()
    try fork.munge("install", "--yes", status: 1...1)
    try fork.munge("set", "handle=bnr")
    #expect(try !fork.git("checkout", "HEAD~1").says("git-munge"))
    #expect(try fork.text("a.x") == "id = com.acme.bnr\nTEAM = MYTEAM1234\n")
    #expect(try fork.state() == "munged")
    #expect(try fork.munge("install").output == nothingToDo)
    #expect(try fork.statusOfTouched() == "")
    try fork.git("checkout", "-q", "main")
    #expect(try fork.state() == "munged")
  }

  @Test func `a private rule that upstream has in part is a conflict, and the plan stays`() throws {
    try fork.write(
      ".git/munge/rules",
      PrivateModeTests.rules.replacing("\tlocal = com.me.app\n", with: "\tlocal = com.me.app\n\tsuffix = Tests\n"))
    try fork.munge("install")
    try adopt()
    try expectSnapshot("conflict", fork.munge("status", status: 1...1))
    #expect(try fork.munge("install", "--yes", status: 2...2).says("a part of what rule 'app' covers: 'com.acme.app'"))
    try fork.expectShown("a.x", PrivateModeTests.shown)
    try fork.write(".git/munge/rules", PrivateModeTests.rules)
    try fork.munge("install", "--yes", status: 0...1)
    #expect(try fork.munge("status").says("privately by"))
  }
}

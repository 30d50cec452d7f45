// Branches older than the rules: a working tree shows local texts there as well, and commits canonical ones.

import StorySupport

@Suite struct OlderBranchTests {
  let workshop: Workshop
  let tree: WorkingTree

  /// `older` is a commit without rules and attributes; `main` has both.
  init() throws {
    workshop = try Scene.older(
      ["same.x": "\(canonical)\n", "changed.x": "one \(canonical)\n", "ios/deep.y": "\(canonical)\n"],
      attributes: "*.x filter=munge\n", ["ios/.gitattributes": "*.y filter=munge\n", "changed.x": "two \(canonical)\n"])
    let maintainer = workshop.maintainer
    try maintainer.git("switch", "--quiet", "--create", "declining", "older")
    try maintainer.commit(".gitattributes", "same.x -filter\nios/* filter=other\n", "No filter here")
    try maintainer.git("switch", "--quiet", "main")
    tree = try workshop.clone()
    try tree.git("branch", "--quiet", "older", "origin/older")
  }

  private func install(_ words: String...) throws { try tree.munge(["install", "handle=bnr"] + words) }

  @Test func `every file of an older branch shows local texts and is committed with canonical ones`() throws {
    try install("--hooks")
    #expect(try !tree.git("switch", "older").says("git-munge"))
    for path in ["same.x", "changed.x", "ios/deep.y"] {
      #expect(try tree.text(path)?.contains(local) == true, "\(path)")
      try tree.write(path, (tree.text(path) ?? "") + "edited\n")
    }
    try tree.git("commit", "--quiet", "--all", "-m", "Edit")
    #expect(try tree.objects(holding: local) == "")
    #expect(try tree.blob("HEAD:same.x") == "\(canonical)\nedited\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.git("switch", "--quiet", "main")
    #expect(try tree.text("same.x") == "\(local)\n")
  }

  @Test func `status names the older branch first, and no command proposes to check out files that HEAD lacks`() throws
  {
    try install()
    try tree.git("switch", "--quiet", "older")
    let status = try tree.munge("status")
    for words in [["status"], ["install"], []] {
      let outcome = try tree.munge(words)
      #expect(outcome.says("Munged, but HEAD has no .gitmunge") && !outcome.says("git checkout HEAD"), "\(words)")
    }
    try tree.sh("git switch --quiet main; rm .gitmunge")
    try expectSnapshot("status", status, tree.munge("status", status: 1...1))
  }

  @Test func `a push of an older branch says nothing of files that it has never munged`() throws {
    try install("--hooks")
    try tree.sh(
      "git init --quiet --bare ../server.git; git remote set-url origin ../server.git; git push --quiet origin main older; git switch --quiet older"
    )
    for number in 1...2 {
      try tree.write("same.x", "\(local)\n\(number)\n")
      try tree.git("commit", "--quiet", "--all", "-m", "Edit")
      let outcome = try tree.git("push", "--quiet", "origin", "older")
      #expect(outcome.output + outcome.errors == "")
    }
  }

  @Test func `attributes of a branch take no file from the plan, and those of the user neither`() throws {
    try TestFile.write(workshop.sandbox.home / ".config/git/attributes", bytes("*.x -filter diff=hex\n*.z -filter"))
    try install()
    let linked = try tree.linked("linked", "origin/declining")
    for path in ["same.x", "changed.x", "ios/deep.y"] {
      #expect(try linked.text(path)?.contains(local) == true, "\(path)")
    }
    try linked.commit("same.x", "\(local)\nedited\n", "Edit")
    #expect(try tree.objects(holding: local) == "")
    #expect(
      try linked.git("check-attr", "filter", "diff", "--", "same.x", "a.z").output == """
        same.x: filter: munged
        same.x: diff: hex
        a.z: filter: unset
        a.z: diff: unspecified

        """)
  }

  @Test func `uninstall on an older branch restores the canonical tree and the configuration`() throws {
    let config = try tree.text(".git/config")
    try install()
    try tree.sh("git switch --quiet older; git munge uninstall")
    #expect(try tree.files(showing: local) == "")
    #expect(try tree.statusOfTouched() == "")
    #expect(!FileSystem.exists(tree.top / ".git/info/attributes"))
    try tree.git("config", "--remove-section", "munge.values")
    #expect(try tree.text(".git/config") == config)
  }

  @Test func `a removed pattern is removed on older branches, with its local texts, also those in edited files`() throws
  {
    try install()
    try tree.commit(".gitattributes", "changed.x filter=munge\n", "Munge less")
    try tree.write("same.x", "\(local)\nedited\n")
    try tree.write("new.x", "\(local)\n")
    try tree.munge("install")
    #expect(try tree.text("same.x") == "\(canonical)\nedited\n")
    try tree.commitAll("Edit")
    try tree.git("switch", "--quiet", "older")
    try tree.commit("same.x", "\(canonical)\nedited\n", "Edit")
    #expect(try tree.text("changed.x") == "one \(local)\n")
    #expect(try tree.objects(holding: local) == "")
  }

  @Test func `a tree without attributes does not take those of other branches`() throws {
    try install()
    try tree.sh("git switch --quiet --create lost; git rm --quiet .gitattributes ios/.gitattributes")
    try tree.commit("same.x", "\(local)\nlost\n", "No attributes")
    try tree.munge("install")
    for branch in ["main", "older"] { try tree.git("switch", "--quiet", branch) }
    try tree.commit("same.x", (tree.text("same.x") ?? "") + "edited\n", "Edit")
    #expect(try tree.objects(holding: local) == "")
  }
}

/// The file `info/attributes`, which users and other tools write as well.
@Suite struct AttributesBlockTests {
  let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }
  private let file = ".git/info/attributes"

  init() throws {
    tree = try Workshop(attributes: "*.x filter=munge\n", files: ["a.x": "\(canonical)\n", "b.y": "\(canonical)\n"])
      .clone()
  }

  @Test(arguments: ["*.bin -diff\n", "*.bin -diff", "\u{FEFF}*.bin -diff\n*.z\n", "\n\n", "\r\n"])
  func `other lines stay, byte for byte, and uninstall removes the block alone`(_ other: String) throws {
    try tree.write(file, other)
    try tree.munge("install", "handle=bnr")
    #expect(try tree.git("check-attr", "filter", "a.x").output == "a.x: filter: munged\n")
    if other.contains("bin") { #expect(try tree.git("check-attr", "diff", "a.bin").output == "a.bin: diff: unset\n") }
    #expect(try tree.text(file)?.hasSuffix(other.replacing("\u{FEFF}", with: "")) == true)
    #expect(try tree.munge("install").output.hasPrefix("Nothing "))
    try tree.write(file, (tree.text(file) ?? "") + "\n*.x -filter\n")
    #expect(try tree.munge("status", status: 1...1).says("disables the filter: *.x -filter"))
    try tree.munge("uninstall")
    #expect(try tree.text(file) == other + "\n*.x -filter\n")
  }

  @Test(arguments: [
    "mkdir .git/info/attributes", "touch ../own; ln -s ../../../own .git/info/attributes",
    "git munge install handle=bnr; sed 1d .git/info/attributes >x; mv x .git/info/attributes",
    "git munge install handle=bnr; cat .git/info/attributes .git/info/attributes >x; mv x .git/info/attributes",
  ])
  func `a file that cannot hold the block is refused, and moved away by the command in the message`(_ setup: String)
    throws
  {
    try tree.sh("mkdir -p .git/info; " + setup)
    let refused = try tree.munge("install", "handle=bnr", status: 2...2)
    let command = try #require(refused.errors.split(separator: "`").dropFirst().first)
    try tree.sh("\(command); git munge install handle=bnr")
    try tree.expectShown("a.x", "\(local)\n")
    #expect(try tree.munge("status").output.hasPrefix("Munged"))
  }

  /// A filter of another program, for the file.
  private func shout(_ path: String) throws {
    try tree.sh("git config filter.shout.clean 'tr a-z A-Z'; git config filter.shout.smudge 'tr A-Z a-z'")
    try tree.write(".gitattributes", "*.x filter=munge\n\(path) filter=shout\n")
  }

  @Test func `a file that becomes another filter's is not committed without that filter`() throws {
    try tree.munge("install", "--hooks", "handle=bnr")
    try shout("a.x")
    try tree.write("a.x", "edited\n")
    try tree.git("add", "--all")
    let refused = try tree.git("commit", "--quiet", "-m", "Shout", status: 1...1)
    let command = try #require(refused.errors.split(separator: "`").last { $0.contains("renormalize") })
    try tree.sh("\(command); git commit --quiet -m Shout")
    #expect(try tree.blob("HEAD:a.x") == "EDITED\n")
  }
}

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
    for words in [["status"], ["install"], ["doctor"], []] {
      #expect(try !tree.munge(words).says("git checkout HEAD"), "\(words)")
    }
    try tree.sh("git switch --quiet main; rm .gitmunge")
    try expectSnapshot("status", status, tree.munge("status", status: 1...1))
  }

  @Test func `verify of an older branch says which branch has rules`() throws {
    try tree.git("switch", "--quiet", "older")
    let outcome = try tree.munge("verify", status: 2...2)
    #expect(outcome.says("nothing to check; main has one") && !outcome.says("init"), "\(outcome.testDescription)")
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

  @Test func `a rule whose files are not checked out is not said to match nothing`() throws {
    try install()
    try tree.git("sparse-checkout", "set", "--no-cone", "/other")
    #expect(try !tree.munge("status", status: 0...1).says("matches nothing"))
  }

  @Test func `install lists branches without rules, which CI does not verify`() throws {
    try expectSnapshot("install-names-branches-whose-commits", tree.munge("install", "handle=bnr"))
    try tree.sh("git switch --quiet older; git merge --quiet main")
    #expect(try !tree.munge("install").says("older"))
  }

  @Test func `refresh updates files on an older branch`() throws {
    try install()
    try tree.git("switch", "--quiet", "older")
    try tree.write("same.x", "\(canonical)\n")
    try expectSnapshot("refresh-brings-files-plan-older", tree.munge("install"))
    try tree.expectShown("same.x", "\(local)\n")
  }

  @Test func `attributes in a commit take precedence over those of the plan`() throws {
    try install()
    let linked = try tree.linked("linked", "origin/declining")
    #expect(try linked.text("same.x") == "\(canonical)\n")
    #expect(try linked.text("ios/deep.y") == "\(canonical)\n")
    #expect(try linked.text("changed.x") == "one \(local)\n")
  }

  @Test func `the user's own -filter does not apply to files that the plan munges, and their other attributes do`()
    throws
  {
    try TestFile.write(workshop.sandbox.home / ".config/git/attributes", bytes("*.x -filter diff=hex\n*.z -filter"))
    try install("--editor")
    try tree.git("switch", "--quiet", "older")
    #expect(try tree.text("same.x") == "\(local)\n")
    try tree.commit("same.x", "\(local)\nedited\n", "Edit")
    #expect(try tree.objects(holding: local) == "")
    let attributes = try tree.git("check-attr", "filter", "diff", "--", "same.x", "a.z").output
    #expect(
      attributes == """
        same.x: filter: munge
        same.x: diff: hex
        a.z: filter: unset
        a.z: diff: unspecified

        """)
    #expect(try tree.munge("status").says("Munged"))
  }

  @Test func `a copy of the user's attributes that has the last word, as earlier versions wrote it, is written again`()
    throws
  {
    try TestFile.write(workshop.sandbox.home / ".config/git/attributes", bytes("*.x -filter\n"))
    try install()
    let file = try tree.text(".git/munge.attributes")
    try tree.sh("cd .git; sed '/^\\*.x -filter/q' munge.attributes >short; mv short munge.attributes")
    #expect(try tree.munge("status", status: 1...1).says("git munge"))
    try tree.munge("install")
    #expect(try tree.text(".git/munge.attributes") == file)
  }

  @Test func `uninstall on an older branch restores the canonical tree and the configuration`() throws {
    let config = try tree.text(".git/config")
    try install()
    try tree.sh("git switch --quiet older; git munge uninstall")
    #expect(try tree.files(showing: local) == "")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.git("config", "--get-all", "core.attributesFile", status: 1...1).output == "")
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

  @Test func `status reports a new pattern, and refresh applies it`() throws {
    try install()
    try tree.git("switch", "--quiet", "older")
    try tree.commit("other.txt", "\(canonical)\n", "A text")
    try tree.sh("git switch --quiet main; git checkout --quiet older -- other.txt")
    try tree.commit(".gitattributes", "*.x filter=munge\n*.txt filter=munge\n", "Munge more")
    try expectSnapshot("pattern-new-waits-refresh-status", tree.munge("status", status: 0...1))
    try tree.munge("install")
    #expect(try tree.munge("status").output.hasPrefix("Munged"))
    try tree.git("switch", "--quiet", "older")
    #expect(try tree.text("other.txt") == "\(local)\n")
    try tree.commit("other.txt", "\(local)\nedited\n", "Edit")
    #expect(try tree.objects(holding: local) == "")
  }
}

/// The user's attributes file, which `core.attributesFile` of the plan replaces.
@Suite struct OwnAttributesTests {
  let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }

  init() throws {
    tree = try Workshop(attributes: "*.x filter=munge\n", files: ["a.x": "\(canonical)\n", "b.bin": "\n"]).clone()
  }

  private var home: Path { workshop.sandbox.home }
  private var usual: Path { home / ".config/git/attributes" }

  private func attribute(_ name: String, of path: String) throws -> String {
    try tree.git("check-attr", name, "--", path).output
  }

  @Test(arguments: [".config/git/attributes", "my attributes"])
  func `the user's attributes apply after install, wherever the file is`(_ place: String) throws {
    if place == "my attributes" { try tree.git("config", "--global", "core.attributesFile", "~/my attributes") }
    try TestFile.write(home / place, bytes("[attr]blob -diff\n*.bin blob\n"))
    try tree.munge("install", "handle=bnr")
    #expect(try attribute("diff", of: "b.bin") == "b.bin: diff: unset\n")
    #expect(try attribute("filter", of: "a.x") == "a.x: filter: munge\n")
    #expect(try tree.munge("status").output.hasPrefix("Munged"))
    try tree.munge("uninstall")
    #expect(try attribute("diff", of: "b.bin") == "b.bin: diff: unset\n")
  }

  @Test func `status reports a change of the user's attributes, and refresh copies it`() throws {
    try tree.munge("install", "handle=bnr")
    for text in ["*.bin -diff\n", "*.bin diff=hex\n"] {
      try TestFile.write(usual, bytes(text))
      #expect(
        try tree.munge("status", status: 1...1).says(
          "your attributes in \(usual) have changed since git-munge copied them"))
      #expect(try tree.munge("doctor", status: 1...1).says("your attributes in \(usual) have changed"))
      #expect(try tree.munge("install").output.hasPrefix("Installed: "), "something was to be done")
      #expect(try tree.munge("status").output.hasPrefix("Munged"))
    }
    #expect(try attribute("diff", of: "b.bin") == "b.bin: diff: hex\n")
    try FileSystem.remove(usual)
    try expectSnapshot("change-theirs-said-refresh-copies", tree.munge("status", status: 1...1))
    try tree.munge("install")
    #expect(try attribute("diff", of: "b.bin") == "b.bin: diff: unspecified\n")
  }

  @Test func `a hook copies changed attributes, also on a branch without rules`() throws {
    try tree.sh("git munge install --hooks handle=bnr; git switch --quiet --orphan empty")
    try TestFile.write(usual, bytes("*.bin -diff\n"))
    try tree.git("switch", "--quiet", "main")
    #expect(try attribute("diff", of: "b.bin") == "b.bin: diff: unset\n")
    #expect(try tree.munge("status").output.hasPrefix("Munged"))
  }

  @Test func `an attributes file that the clone configures is kept, and the report explains the effect`() throws {
    try tree.write("../mine", "*.bin -diff\n")
    try tree.git("config", "core.attributesFile", "\(workshop.sandbox.directory)/mine")
    let installed = try tree.munge("install", "handle=bnr")
    #expect(try tree.git("config", "core.attributesFile").output == "\(workshop.sandbox.directory)/mine\n")
    try expectSnapshot("own-attributes-file", installed, tree.munge("doctor"))
    try tree.munge("uninstall")
    #expect(try tree.git("config", "core.attributesFile").output == "\(workshop.sandbox.directory)/mine\n")
  }

  @Test func `status sets a missing core.attributesFile, and install writes a missing file`() throws {
    try tree.munge("install", "handle=bnr")
    let file = try tree.text(".git/munge.attributes")
    try tree.git("config", "--unset", "include.path")
    let repaired = try tree.munge("status")
    #expect(try tree.git("config", "core.attributesFile").output == "\(tree.gitDirectory)/munge.attributes\n")
    try FileSystem.remove(tree.top / ".git/munge.attributes")
    try expectSnapshot("lost-attributes", repaired, tree.munge("status", status: 1...1))
    try tree.munge("install")
    #expect(try tree.text(".git/munge.attributes") == file)
    try tree.write(".git/munge.attributes", "*.x -filter\n")
    #expect(
      try tree.munge("status", status: 1...1).says("git does not read the attributes of the plan"), "it was overwritten"
    )
    try tree.munge("install")
    #expect(try tree.text(".git/munge.attributes") == file)
  }

  @Test func `a core.attributesFile that the clone gets later is copied, and the filter stays`() throws {
    try tree.munge("install", "handle=bnr")
    let mine = workshop.sandbox.directory / "mine"
    try TestFile.write(mine, bytes("*.bin diff=hex\n"))
    try tree.git("config", "core.attributesFile", "\(mine)")
    #expect(
      try tree.munge("status", status: 1...1).says(
        "your attributes in \(mine) have changed since git-munge copied them"))
    try tree.munge("install")
    #expect(try attribute("diff", of: "b.bin") == "b.bin: diff: hex\n")
    #expect(try tree.munge("status").output.hasPrefix("Munged"))
    try tree.munge("uninstall")
    #expect(try tree.git("config", "--get-all", "core.attributesFile").output == "\(mine)\n")
    #expect(try tree.git("config", "--get-all", "include.path", status: 1...1).output == "")
  }
}

// Repositories with unusual index formats, hash functions, layouts and submodules.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct RepositoryKindTests {
  let workshop: Workshop

  init() throws {
    workshop = try Workshop(files: [
      "app.txt": "id = com.blah.user-thing\n", "sub/deep.txt": "com.blah.user-thing\n",
      "other/side.txt": "com.blah.user-thing\n",
    ])
  }

  /// Installs, edits, changes the value, commits and uninstalls.
  private func expectWorks(_ tree: WorkingTree, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
    try tree.munge("install", "handle=bnr")
    #expect(try tree.text("app.txt") == "id = \(local)\n", sourceLocation: sourceLocation)
    #expect(try tree.statusOfTouched() == "", sourceLocation: sourceLocation)
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.munge("install", "handle=other")
    #expect(try tree.text("app.txt") == "id = com.blah.user-other\nedited\n", sourceLocation: sourceLocation)
    #expect(try tree.statusOfTouched() == " M app.txt\n", sourceLocation: sourceLocation)
    try tree.git("commit", "--quiet", "--all", "-m", "Edit")
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nedited\n", sourceLocation: sourceLocation)
    #expect(try tree.munge("status").says("Munged"), sourceLocation: sourceLocation)
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "id = \(canonical)\nedited\n", sourceLocation: sourceLocation)
    #expect(try tree.statusOfTouched() == "", sourceLocation: sourceLocation)
    try tree.git("fsck", "--no-dangling")
  }

  @Test(arguments: [
    ["update-index", "--split-index"], ["update-index", "--index-version", "4"],
    ["update-index", "--untracked-cache"], ["sparse-checkout", "set", "--cone", "sub"],
    ["sparse-checkout", "set", "--cone", "--sparse-index", "sub"],
    ["sparse-checkout", "set", "--no-cone", "/*", "!/other/"], ["config", "core.splitIndex", "true"],
    ["config", "feature.manyFiles", "true"], ["config", "core.fileMode", "false"],
    ["config", "core.autocrlf", "input"], ["config", "extensions.worktreeConfig", "true"],
  ])
  func `git-munge works with every index format and file system setting`(_ words: [String]) throws {
    let tree = try workshop.clone()
    try tree.git(words)
    try expectWorks(tree)
  }

  @Test func `git-munge works with unusual settings of git`() throws {
    let tree = try workshop.clone()
    for (key, value) in [
      ("core.checkStat", "minimal"), ("core.trustctime", "false"), ("core.quotePath", "false"),
      ("status.showUntrackedFiles", "no"), ("status.relativePaths", "false"), ("diff.noprefix", "true"),
      ("color.ui", "always"), ("grep.fullName", "false"), ("grep.patternType", "perl"), ("grep.column", "true"),
      ("diff.external", "false"), ("submodule.recurse", "true"), ("core.attributesFile", "/dev/null"),
      ("index.threads", "2"), ("checkout.workers", "4"), ("apply.whitespace", "fix"), ("core.safecrlf", "warn"),
      ("log.showSignature", "true"), ("commit.verbose", "true"), ("core.pager", "false"), ("pager.status", "true"),
    ] {
      try tree.git("config", key, value)
    }
    try expectWorks(tree)
  }

  @Test func `a SHA-256 repository works`() throws {
    try workshop.maintainer.git("archive", "--output=../files.tar", "HEAD")
    try workshop.maintainer.git("init", "--quiet", "--object-format=sha256", "../sha256")
    let tree = workshop.tree("sha256")
    try tree.run(["tar", "-xf", "../files.tar"])
    try tree.commitAll("One")
    try expectWorks(tree)
  }

  @Test func `partial and shallow clones work`() throws {
    try workshop.maintainer.git("config", "uploadpack.allowFilter", "true")
    for option in ["--filter=blob:none", "--depth=1"] {
      let name = "clone\(option)"
      try workshop.maintainer.git("clone", "--quiet", option, "file://\(workshop.sandbox.top)", "../\(name)")
      try expectWorks(workshop.tree(name))
    }
  }

  @Test func `commands in a sparse partial clone fetch nothing and work without the remote`() throws {
    let maintainer = workshop.maintainer
    try maintainer.git("config", "uploadpack.allowFilter", "true")
    // Without hard links to the remote's objects, and without blobs of files that are not checked out.
    try maintainer.git("clone", "--quiet", "--filter=blob:none", "--sparse", "file://\(workshop.sandbox.top)", "../sparse")
    let tree = workshop.tree("sparse")
    try tree.git("sparse-checkout", "set", "sub")
    try #require(try tree.git("config", "core.repositoryFormatVersion").output == "1\n", "this git makes partial clones with format version 1")
    let blobs = try tree.git("cat-file", "--batch-check", "--batch-all-objects").output
    try tree.run(["mv", "../repository", "../away"])
    try tree.munge("install", "handle=bnr")
    #expect(try !tree.munge("status").says("[hidden]"), "a file that is not on disk is not reported as hidden")
    for words in [["refresh"], ["set", "handle=other"], ["doctor"], ["status", "--json"], ["diff", "--stat"]] { try tree.munge(words) }
    try expectSnapshot("sparse-clone-without-most-blobs", tree.munge("explain", "other/side.txt", status: 2...2))
    #expect(try tree.text("sub/deep.txt") == "com.blah.user-other\n")
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("uninstall")
    #expect(try tree.git("cat-file", "--batch-check", "--batch-all-objects").output == blobs)
  }

  @Test(arguments: [["extensions.worktreeConfig", "true"], ["extensions.preciousObjects", "true"]])
  func `a repository format that libgit2 does not open works`(_ setting: [String]) throws {
    let tree = try workshop.clone()
    try tree.git("config", "core.repositoryFormatVersion", "1")
    try tree.git(["config"] + setting)
    try tree.munge("install", "handle=bnr")
    #expect(try tree.munge("doctor").says("ok       git filters files in both directions"))
    try tree.munge("uninstall")
    try expectWorks(tree)
  }

  @Test(arguments: [["extensions.refStorage", "reftable"], ["extensions.unheardOf", "true"]])
  func `a repository format that git does not open fails with git's message`(_ setting: [String]) throws {
    let tree = try workshop.clone()
    try tree.munge("install", "handle=bnr")
    try tree.git("config", "core.repositoryFormatVersion", "1")
    try tree.git(["config"] + setting)
    // A newer git opens it.
    let git = try tree.git("status", status: 0...128)
    if git.status == 0 { return }
    let outcome = try tree.munge("status", environment: ["PATH": "\(workshop.bin):/usr/bin:/bin"], status: 1...128)
    #expect(outcome.errors.contains(git.errors.split(separator: "\n").first ?? "fatal"))
  }

  @Test func `an index without a checksum works`() throws {
    let tree = try workshop.clone()
    let index = try #require(try FileSystem.contents(tree.gitDirectory / "index"))
    try TestFile.write(tree.gitDirectory / "index", index.dropLast(20) + [UInt8](repeating: 0, count: 20))
    try expectWorks(tree)
  }

  @Test func `values in the configuration of a working tree apply to that tree`() throws {
    let tree = try workshop.clone()
    try tree.git("config", "extensions.worktreeConfig", "true")
    try tree.git("worktree", "add", "--quiet", "-b", "linked", "../linked")
    let linked = workshop.tree("linked")
    try linked.git("config", "--worktree", "munge.values.handle", "other")
    try tree.munge("install", "handle=bnr")
    try linked.munge("install")
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try linked.text("app.txt") == "id = com.blah.user-other\n")
    for each in [tree, linked] { #expect(try each.statusOfTouched() == "") }
  }

  @Test func `a separate git directory and a path with a space and a quote work`() throws {
    try expectWorks(try workshop.clone("it's a clone", "--separate-git-dir", "\(workshop.sandbox.directory / "git dir")"))
  }

  @Test func `a repository without commits and a detached HEAD work`() throws {
    let tree = try workshop.clone()
    try tree.git("checkout", "--quiet", "--detach")
    try expectWorks(tree)

    try workshop.maintainer.git("init", "--quiet", "../empty")
    let empty = workshop.tree("empty")
    try empty.run(["cp", "../repository/.gitmunge", "../repository/.gitattributes", "../repository/app.txt", "."])
    try empty.munge("install", "handle=bnr")
    #expect(try empty.text("app.txt") == "id = \(local)\n")
    try empty.commitAll("First")
    #expect(try empty.blob("HEAD:app.txt") == "id = \(canonical)\n")
  }

  @Test func `a submodule has its own installation`() throws {
    let tree = try workshop.clone("super")
    try tree.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "\(workshop.sandbox.top)", "module")
    try tree.commitAll("A submodule")
    try tree.munge("install", "handle=bnr")
    #expect(try tree.text("app.txt") == "id = \(local)\n")
    #expect(try tree.text("module/app.txt") == "id = \(canonical)\n")
    #expect(try tree.statusOfTouched() == "")
    let module = workshop.tree("super/module")
    try expectWorks(module)
    #expect(try tree.text("app.txt") == "id = \(local)\n")
  }
}

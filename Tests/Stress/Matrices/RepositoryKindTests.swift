// Repositories with unusual index formats, hash functions, layouts and submodules.

import StorySupport

@Suite struct RepositoryKindTests {
  let workshop: Workshop

  init() throws {
    workshop = try Workshop(files: [
      "app.txt": "id = com.blah.user-thing\n", "sub/deep.txt": "com.blah.user-thing\n",
      "other/side.txt": "com.blah.user-thing\n",
    ])
  }

  /// Installs, edits, changes the value, commits and uninstalls.
  private func expectWorks(_ tree: WorkingTree) throws {
    try tree.munge("install", "handle=bnr")
    try tree.expectShown("app.txt", "id = \(local)\n")
    #expect(try tree.munge("status", "--check").says(", filter, "))
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.munge("install", "handle=other")
    try tree.expectShown("app.txt", "id = com.blah.user-other\nedited\n", status: " M app.txt\n")
    try tree.git("commit", "--quiet", "--all", "-m", "Edit")
    #expect(try tree.blob("HEAD:app.txt") == "id = \(canonical)\nedited\n")
    #expect(try tree.munge("status").says("Munged"))
    try tree.munge("uninstall")
    try tree.expectShown("app.txt", "id = \(canonical)\nedited\n")
    try tree.git("fsck", "--no-dangling")
  }

  /// Shell scripts that make a repository of some kind at `$CLONE`; `TransitionMatrixTests` has the forms of the index.
  private static let kinds = [
    Named(
      "a SHA-256 repository",
      """
      git archive --output=../files.tar HEAD; git init --quiet --object-format=sha256 "$CLONE"
      cd "$CLONE"; tar -xf ../files.tar; git add .; git commit --quiet -m One
      """),
    Named(
      "a partial clone",
      #"git config uploadpack.allowFilter true; git clone --quiet --filter=blob:none "file://$PWD" "$CLONE""#),
    Named("a shallow clone", #"git clone --quiet --depth=1 "file://$PWD" "$CLONE""#),
    Named("a separate git directory", #"git clone --quiet --separate-git-dir "../git dir" . "$CLONE""#),
    Named("a detached HEAD", clone("git checkout --quiet --detach")),
    Named(
      "an index without a checksum",
      clone(
        """
        size=$(wc -c <.git/index); { head -c $((size - 20)) .git/index; head -c 20 /dev/zero; } >.git/copy; mv .git/copy .git/index
        """)),
    Named(
      "configurations of working trees",
      clone("git config core.repositoryFormatVersion 1; git config extensions.worktreeConfig true")),
    Named("unusual settings", clone(settings.map { "git config \($0)" }.joined(separator: "\n"))),
  ]

  private static func clone(_ more: String) -> String { #"git clone --quiet . "$CLONE"; cd "$CLONE""# + "\n" + more }

  private static let settings = [
    "core.checkStat minimal", "core.trustctime false", "core.quotePath false", "status.showUntrackedFiles no",
    "status.relativePaths false", "diff.noprefix true", "color.ui always", "grep.fullName false",
    "grep.patternType perl",
    "grep.column true", "diff.external false", "submodule.recurse true", "core.attributesFile /dev/null",
    "index.threads 2",
    "checkout.workers 4", "apply.whitespace fix", "core.safecrlf warn", "log.showSignature true", "commit.verbose true",
    "core.pager false", "pager.status true",
  ]

  @Test(arguments: kinds) func `git-munge works in a repository of every kind`(_ kind: Named<String>) throws {
    let tree = workshop.tree("it's a clone")
    try workshop.maintainer.run(["sh", "-ec", kind.value], environment: ["CLONE": "\(tree.top)"])
    try expectWorks(tree)
  }

  @Test func `commands in a sparse partial clone fetch nothing and work without the remote`() throws {
    let maintainer = workshop.maintainer
    try maintainer.git("config", "uploadpack.allowFilter", "true")
    // Without hard links to the remote's objects, and without blobs of files that are not checked out.
    try maintainer.git(
      "clone", "--quiet", "--filter=blob:none", "--sparse", "file://\(workshop.sandbox.top)", "../sparse")
    let tree = workshop.tree("sparse")
    try tree.git("sparse-checkout", "set", "sub")
    try #require(
      try tree.git("config", "core.repositoryFormatVersion").output == "1\n",
      "this git makes partial clones with format version 1")
    let blobs = try tree.git("cat-file", "--batch-check", "--batch-all-objects").output
    try tree.sh("mv ../repository ../away; git munge install handle=bnr")
    #expect(try !tree.munge("status").says("[hidden]"), "a file that is not on disk is not reported as hidden")
    for words in [
      ["install"], ["set", "handle=other"], ["status", "--check"], ["status", "--json"],
    ] {
      try tree.munge(words)
    }
    try expectSnapshot("sparse-clone-without-most-blobs", tree.munge("explain", "other/side.txt", status: 2...2))
    try tree.expectShown("sub/deep.txt", "com.blah.user-other\n")
    try tree.munge("uninstall")
    #expect(try tree.git("cat-file", "--batch-check", "--batch-all-objects").output == blobs)
  }
}

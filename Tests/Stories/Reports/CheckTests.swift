// `git munge status --check` reports no problem in unusual clones without one.

import StorySupport

@Suite struct CheckTests {
  /// Every check passes, nothing else is reported, and nothing was written.
  private func expectNoProblem(
    _ tree: WorkingTree, in directory: Path? = nil, environment: [String: String] = [:], isProbed: Bool = true
  ) throws {
    let first = "Checked, and ok: plan, program, configuration, rules, attributes, hooks"
    let line = "\(first)\(isProbed ? ", filter" : ""), leftovers"
    let before = try DirectoryState(tree)
    for _ in 0..<2 {
      let outcome = try tree.munge(["status", "--check"], in: directory, environment: environment, status: 0...2)
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.testDescription)")
      #expect(outcome.output.split(separator: "\n").contains(line[...]), "\(outcome.testDescription)")
    }
    #expect(try DirectoryState(tree).changes(since: before) == "", "nothing is written")
  }

  private let files = ["app.txt": "id = \(canonical)\nlast\n", "sub/other.txt": "none\n"]

  @Test func `a correct clone has no problem in any directory, also named by GIT_DIR, and status lists its checks`()
    throws
  {
    let tree = try Workshop(files: files).munged()
    try expectNoProblem(tree)
    try expectSnapshot("healthy-clone-found-healthy-looked", tree.munge("status", "--check"))
    try expectNoProblem(tree, in: tree.top / "sub")
    try expectNoProblem(tree, environment: ["GIT_DIR": ".git"])
    try expectNoProblem(
      tree, in: tree.top / "sub", environment: ["GIT_DIR": "\(tree.gitDirectory)", "GIT_WORK_TREE": "\(tree.top)"])
    let outside = tree.workshop.sandbox.directory
    try expectNoProblem(tree, in: outside, environment: ["GIT_DIR": "clone/.git", "GIT_WORK_TREE": "clone"])
  }

  @Test func `a linked working tree has no problem, with a plan of its own or without`() throws {
    let tree = try Workshop(files: files).munged()
    let linked = try tree.linked()
    try expectNoProblem(linked)
    try linked.munge("install", "handle=other")
    try expectNoProblem(linked)
    try linked.munge("install", "handle=bnr")
    try expectNoProblem(tree)
  }

  @Test(arguments: [
    ("* filter=munge\n*.txt ident eol=crlf text\n", "false"), ("* filter=munge -text -diff\n", "false"),
    ("* filter=munge text=auto\n", "true"), ("* filter=munge text=auto\n", "input"),
  ])
  func `other attributes than the filter, and core.autocrlf, are no problem`(_ attributes: String, _ autocrlf: String)
    throws
  {
    let tree = try Workshop(attributes: attributes, files: ["app.md": ""]).clone(
      "clone", "-c", "core.autocrlf=\(autocrlf)")
    try tree.munge("install", "handle=bnr")
    try tree.write("app.txt", "$Id$ \(local)\n")
    try tree.git("rm", "--quiet", "app.md")
    try tree.commitAll("Of this kind")
    #expect(try tree.files(holding: canonical) == "HEAD:app.txt\n")
    // The probe does not compare the output of that conversion.
    try expectNoProblem(tree)
  }

  @Test func `a repository without commits has no problem`() throws {
    let tree = try Workshop().tree("empty")
    try tree.workshop.maintainer.git("init", "--quiet", "../empty")
    try tree.write(".gitmunge", Rules.handle)
    try tree.write(".gitattributes", "* filter=munge\n")
    try tree.munge("install", "handle=bnr")
    try expectNoProblem(tree, isProbed: false)
    try tree.commit("app.txt", "\(local)\n", "First")
    #expect(try tree.blob("HEAD:app.txt") == "\(canonical)\n")
  }

  @Test func `edits, deletions, new files, links, and foreign hooks are no problem`() throws {
    let tree = try Workshop(files: files).munged()
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.run(["rm", "sub/other.txt"])
    try tree.write("new.txt", "\(local)\n")
    try FileSystem.makeSymbolicLink(tree.top / "link", to: Path("nowhere"))
    try tree.write(".git/hooks/pre-commit", "#!/bin/sh\nexec git munge status\n", mode: 0o755)
    try tree.write(".git/hooks/post-commit", "#!/bin/sh\nexit 0\n", mode: 0o644)
    try tree.write(".git/hooks/pre-push.sample", "#!/bin/sh\nexec git munge status\n", mode: 0o644)
    try tree.sh("printf '# a note: app.txt -filter\\nnew.txt text\\n' >>.git/info/attributes")
    try expectNoProblem(tree)
  }
}

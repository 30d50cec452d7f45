// `git munge doctor` in clones where nothing is wrong, however odd they are: it must not cry wolf.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct DoctorTests {
  private static let checks = [
    "git", "the program that git starts", "git's configuration, at all levels", "the rules file",
    "the plan that the filter goes by", "git has files filtered, both ways", "so it does from a program with windows",
    "attributes", "files show what the plan wants", "hooks", "nothing is left of commands that were killed",
  ]

  /// Every check is fine, nothing else is said, and nothing was written.
  private func expectHealth(
    _ tree: WorkingTree, in directory: Path? = nil, environment: [String: String] = [:], skipping: Set<Int> = []
  ) throws {
    let before = try DirectoryState(tree)
    for arguments in [["doctor"], ["doctor", "--fix"]] {
      let outcome = try tree.munge(arguments, in: directory, environment: environment, status: 0...2)
      let lines = outcome.output.split(separator: "\n").map { String($0) }
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.testDescription)")
      #expect(lines.count == Self.checks.count, "\(outcome.testDescription)")
      for (index, (line, check)) in zip(lines, Self.checks).enumerated() {
        #expect(line.hasPrefix((skipping.contains(index) ? "skipped  " : "ok       ") + check))
      }
    }
    #expect(try DirectoryState(tree).changes(since: before) == "", "it only looks")
  }

  /// The probes, where there is no file to try the filter on.
  private let probes: Set = [5, 6]

  private let files = ["app.txt": "id = \(canonical)\nlast\n", "sub/other.txt": "none\n"]

  @Test func `a healthy clone is found healthy, with what was looked at`() throws {
    let tree = try Workshop(files: files).munged()
    try expectHealth(tree)
    let outcome = try tree.munge("doctor")
    try expectSnapshot("healthy-clone-found-healthy-looked", outcome)
  }

  @Test func `from a folder below`() throws {
    let tree = try Workshop(files: files).munged()
    try expectHealth(tree, in: tree.top / "sub")
  }

  @Test func `with the repository named by the environment`() throws {
    let tree = try Workshop(files: files).munged()
    try expectHealth(tree, environment: ["GIT_DIR": ".git"])
    try expectHealth(tree, in: tree.top / "sub", environment: ["GIT_DIR": "\(tree.gitFolder)", "GIT_WORK_TREE": "\(tree.top)"])
    let outside = tree.workshop.sandbox.directory
    try expectHealth(tree, in: outside, environment: ["GIT_DIR": "clone/.git", "GIT_WORK_TREE": "clone"])
  }

  @Test func `a linked working tree, with a plan of its own or without`() throws {
    let tree = try Workshop(files: files).munged()
    try tree.git("worktree", "add", "--quiet", "../linked")
    let linked = tree.workshop.tree("linked")
    try expectHealth(linked)
    try linked.munge("install", "handle=other")
    try expectHealth(linked)
    try linked.munge("install", "handle=bnr")
    try expectHealth(tree)
  }

  @Test(arguments: ["with space", "it's \"quoted\" $(x)", "-dash", "new\nline", "é*?"])
  func `a clone at an odd place`(_ name: String) throws {
    let tree = try Workshop(files: files).tree(name)
    try tree.workshop.maintainer.git("clone", "--quiet", "--", "\(tree.workshop.sandbox.top)", "../\(name)")
    try tree.munge("install", "handle=bnr")
    try expectHealth(tree)
  }

  @Test(arguments: [
    "* filter=munge text=auto eol=crlf\n", "* filter=munge ident\n",
    "* filter=munge\n*.txt ident eol=crlf text\n", "* filter=munge -text -diff\n", "app.txt filter=munge\n",
  ])
  func `other attributes of git beside ours`(_ attributes: String) throws {
    let tree = try Workshop(attributes: attributes, files: ["app.md": ""]).clone()
    try tree.munge("install", "handle=bnr")
    let utf16: [UInt8] = "id = \(local)\n".utf16.flatMap { [UInt8($0), 0] }
    let isWide = attributes.contains("encoding")
    try TestFile.write(tree.top / "app.txt", isWide ? utf16 : bytes("$Id$ \(local)\n"))
    try tree.git("rm", "--quiet", "app.md")
    try tree.commitAll("Of this kind")
    // What comes out of that conversion is not looked into.
    if !isWide { #expect(try tree.files(holding: canonical) == "HEAD:app.txt\n") }
    let isConverted = attributes.contains("ident") || isWide
    try expectHealth(tree, skipping: isConverted ? probes : [])
  }

  @Test(arguments: ["true", "input"]) func `conversions of line endings by configuration`(_ value: String) throws {
    let tree = try Workshop(attributes: "* filter=munge text=auto\n", files: files).clone("clone", "-c", "core.autocrlf=\(value)")
    try tree.munge("install", "handle=bnr")
    try expectHealth(tree)
  }

  @Test func `a repository without commits`() throws {
    let tree = try Workshop().tree("empty")
    try tree.workshop.maintainer.git("init", "--quiet", "../empty")
    try tree.write(".gitmunge", Rules.handle)
    try tree.write(".gitattributes", "* filter=munge\n")
    try tree.munge("install", "handle=bnr")
    try expectHealth(tree, skipping: probes)
  }

  @Test func `rules without values, and no rule at all`() throws {
    let idle = try Workshop(files: files).clone()
    try idle.munge("install", status: 1...1)
    try expectHealth(idle)
    let equal = try Workshop(files: files).munged(values: "handle=thing")
    try expectHealth(equal)
  }

  @Test func `ambiguous rules, whose texts bytes alone do not bring back`() throws {
    let rules = Rules.constant(("com.acme.one", "dev.me"), ("com.acme.two", "dev.me.app"))
    let tree = try Workshop(rules: rules, files: ["app.txt": "com.acme.one com.acme.two\n"]).clone()
    try tree.munge("install")
    try expectHealth(tree)
  }

  @Test func `edits, deletions, new files, links and hooks of one's own`() throws {
    let tree = try Workshop(files: files).munged()
    try tree.write("app.txt", "id = \(local)\nedited\n")
    try tree.run(["rm", "sub/other.txt"])
    try tree.write("new.txt", "\(local)\n")
    try FileSystem.makeSymbolicLink(tree.top / "link", to: Path("nowhere"))
    try tree.write(".git/hooks/pre-commit", "#!/bin/sh\nexec git munge status\n", mode: 0o755)
    try tree.write(".git/hooks/post-commit", "#!/bin/sh\nexit 0\n", mode: 0o644)
    try tree.write(".git/hooks/pre-push.sample", "#!/bin/sh\nexec git munge status\n", mode: 0o644)
    try tree.write(".git/info/attributes", "# a note: app.txt -filter\nnew.txt text\n")
    try expectHealth(tree)
  }

  @Test func `a file in conflict`() throws {
    let tree = try Workshop(files: files).munged()
    try tree.git("switch", "--quiet", "--create", "side")
    try tree.write("app.txt", "\(local) side\n")
    try tree.commitAll("Side")
    try tree.git("switch", "--quiet", "main")
    try tree.write("app.txt", "\(local) main\n")
    try tree.commitAll("Main")
    try tree.git("merge", "side", status: 1...1)
    try expectHealth(tree)
  }

  @Test func `outside of a repository there is nothing to look at`() throws {
    let workshop = try Workshop()
    let directory = workshop.sandbox.directory
    // The rest of the line is git's, and depends on where the folder is mounted.
    #expect(try workshop.maintainer.munge(["doctor"], in: directory, status: 2...2).errors.hasPrefix("git-munge: not in a git working tree: "))
  }
}

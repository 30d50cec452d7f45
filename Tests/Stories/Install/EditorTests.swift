// install --editor: VS Code compares local texts with local ones, and git in a terminal shows canonical ones.

import StorySupport

@Suite struct EditorTests {
  private let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }
  private static let files = [
    "app.txt": "one\nid = \(canonical)\nlast\n", "some dir/é b.txt": "\(canonical)\n", "empty.txt": "",
    "win.txt": "id = \(canonical)\nend\n", "plain.txt": "nothing\n", "data.bin": "\u{0}\(canonical)\n",
    "dir/team.txt": "own ABCDE12345\n", "team.txt": "own ABCDE12345\n",
  ]
  private static let rules =
    Rules.handle + """
      [rule "team"]
      \tcanonical = ABCDE12345
      \tlocal = BNR1234567
      \tpath = dir/**

      """
  private static let attributes = "* filter=munge\nwin.txt text eol=crlf\n"

  init() throws {
    tree = try Workshop(rules: Self.rules, attributes: Self.attributes, files: Self.files).munged()
    try tree.munge("install", "--editor")
  }

  /// The output of the command with which editors read the other side of a comparison.
  private func shown(_ name: String) throws -> String {
    let outputs = try [["VSCODE_GIT_COMMAND": "show"], ["GIT_MUNGE_TEXTCONV": "local"]].map {
      try tree.git("show", "--textconv", name, environment: $0).output
    }
    #expect(outputs[0] == outputs[1])
    return outputs[0]
  }

  private func expectCanonical(_ command: String...) throws {
    let plain = try tree.git([command[0], "--no-textconv"] + command.dropFirst()).output
    for environment in [[:], ["VSCODE_GIT_COMMAND": command[0] == "show" ? "log" : command[0]]] {
      let outcome = try tree.git(command, environment: environment)
      #expect(outcome.output == plain && !outcome.says(local), "\(command)")
    }
  }

  @Test func `git show as VS Code runs it prints each file as it is on disk, and the local form of each version`()
    throws
  {
    for time in [nil, WorkingTree.someTime] {
      if let time { try tree.touchAll(at: time) }
      for name in Self.files.keys.sorted() {
        for revision in [":", ":./", "HEAD:"] {
          #expect(try shown(revision + name) == tree.text(name), "\(revision)\(name)")
        }
      }
    }
    #expect(try shown(":win.txt") == "id = \(local)\r\nend\r\n")
    #expect(try shown(":dir/team.txt") == "own BNR1234567\n")
    #expect(try shown(":team.txt") == "own ABCDE12345\n")
    #expect(try tree.status() == "")
    try tree.write("app.txt", "one\nid = \(local)\nlast\nnew\n")
    #expect(try shown(":app.txt") == "one\nid = \(local)\nlast\n")
    try tree.git("checkout", "--quiet", "app.txt")
    try tree.startConflict(in: "app.txt", topic: "id = \(local) topic\n", main: "id = \(local) main\n")
    #expect(try shown(":2:app.txt") == "id = \(local) main\n")
    #expect(try shown(":3:app.txt") == "id = \(local) topic\n")
  }

  @Test func `diff, log, blame and stash show are canonical in a terminal, as without editor support`() throws {
    for name in ["app.txt", "some dir/é b.txt", "dir/team.txt", "team.txt"] {
      try tree.write(name, #require(try tree.text(name)) + "new \(local) BNR1234567\n")
    }
    try tree.write("win.txt", "id = \(local)\r\nnew \(local)\r\nend\r\n")
    try expectCanonical("diff", "HEAD")
    try expectCanonical("diff", "--stat")
    // With -s, as blame gives an uncommitted line the current time.
    for name in ["app.txt", "win.txt", "dir/team.txt"] { try expectCanonical("blame", "-s", name) }
    try tree.git("stash", "--quiet")
    try expectCanonical("diff", "stash^", "stash")
    try tree.sh("git stash pop --quiet; git commit --quiet -am two")
    try expectCanonical("log", "-p", "--root", "--", ":!data.bin", ":!.gitmunge")
    try expectCanonical("show", "HEAD")
    try expectCanonical("log", "-S\(canonical)", "--format=%s")
  }

  @Test func `selected lines that VS Code stages are canonical`() throws {
    let name = try tree.git(
      "hash-object", "--stdin", "-w", "--path", "app.txt", input: "one\nid = \(local)\nlast\nstaged \(local)\n"
    ).output
    try tree.git("update-index", "--add", "--cacheinfo", "100644", String(name.dropLast()), "app.txt")
    #expect(try tree.blob(":app.txt") == "one\nid = \(canonical)\nlast\nstaged \(canonical)\n")
    #expect(try shown(":app.txt") == "one\nid = \(local)\nlast\nstaged \(local)\n")
  }

  @Test func `without the plan a diff does not fail`() throws {
    try tree.write("app.txt", "one\nid = \(local)\nlast\nnew\n")
    try tree.run(["sh", "-c", "echo nonsense >.git/munge/plan"])
    let outcome = try tree.run([workshop.bin.description + "/git-munge-filter", "textconv", "app.txt"])
    #expect(outcome.output == "one\nid = \(local)\nlast\nnew\n")
    #expect(outcome.errors.hasPrefix("git-munge: app.txt: shown with local identifiers: "))
  }
}

/// The configuration and the attributes of editor support.
@Suite struct EditorConfigurationTests {
  private let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }

  init() throws {
    let attributes = """
      *.txt filter=munge
      *.strings diff=localizable
      *.md filter=munge -diff
      /vendor/** -filter

      """
    tree = try Workshop(
      attributes: attributes, files: ["app.txt": "\(canonical)\n", "vendor/v.txt": "x\n", "a.md": "y\n"]
    ).munged()
  }

  /// The files that editor support changes.
  private func state() throws -> [String?] { try [".git/config", ".git/info/attributes"].map { try tree.text($0) } }

  private func driver(of path: String) throws -> String { try tree.git("check-attr", "diff", "--", path).output }

  @Test
  func `install --editor and --no-editor print what they do, and the second restores every byte, as uninstall does`()
    throws
  {
    let before = try state()
    try expectSnapshot("editor-dry-run", tree.munge("install", "--dry-run", "--editor"))
    #expect(try state() == before)
    try expectSnapshot("editor-added", tree.munge("install", "--editor"))
    #expect(try driver(of: "app.txt") == "app.txt: diff: munge\n")
    #expect(try driver(of: "vendor/v.txt") == "vendor/v.txt: diff: unspecified\n")
    #expect(try driver(of: "a.md") == "a.md: diff: unset\n", "committed attributes win")
    let with = try state()
    for command in [["install"], ["set", "handle=other"], ["set", "handle=bnr"]] { try tree.munge(command) }
    #expect(try state() == with, "editor support stays")
    #expect(try tree.munge("status", "--check").says("rules, attributes, hooks"))
    try expectSnapshot("editor-removed", tree.munge("install", "--no-editor"))
    #expect(try state() == before)
    try tree.munge("uninstall")
    let settings = try tree.text(".git/config")
    try tree.sh("git munge install --editor; git munge uninstall")
    #expect(try tree.text(".git/config") == settings)
    #expect(try driver(of: "app.txt") == "app.txt: diff: unspecified\n")
  }

  @Test func `a linked working tree has editor support with its own values`() throws {
    try tree.munge("install", "--editor")
    let linked = try tree.linked()
    try linked.sh("git config extensions.worktreeConfig true; git config --worktree munge.values.handle other")
    try linked.munge("install", "--yes")
    let shown = try linked.git("show", "--textconv", "HEAD:app.txt", environment: ["VSCODE_GIT_COMMAND": "show"])
    #expect(try shown.output == linked.text("app.txt") && shown.output == "com.blah.user-other\n")
    try linked.write("app.txt", "com.blah.user-other\nnew\n")
    #expect(try linked.git("diff").output == linked.git("diff", "--no-textconv").output)
    try linked.munge("uninstall", "--this-worktree")
    #expect(try linked.git("diff").output == linked.git("diff", "--no-textconv").output)
  }
}

// `git munge diff`: the difference between the canonical and the local form of files.

import StorySupport

@Suite struct DiffTests {
  let tree: WorkingTree

  init() throws {
    tree = try Workshop(
      attributes: "*.txt filter=munge\n",
      files: [
        "app.txt": "one\nid = \(canonical)\ntwo\n", "sub/x.txt": "\(canonical)\n", "plain.txt": "plain\n",
        "outside.md": "\(canonical)\n",
      ]
    ).munged()
  }

  private func diff(_ words: String..., in directory: Path? = nil) throws -> String {
    let outcome = try tree.munge(["diff"] + words, in: directory)
    #expect(outcome.errors == "")
    return outcome.output
  }

  @Test func `the sides are named canonical and local, and the options are those of git diff`() throws {
    let options = [
      [], ["--stat"], ["--numstat", "app.txt"], ["--word-diff=porcelain", "app.txt"], ["-U0", "app.txt"],
      ["--exit-code", "--quiet"], ["--no-such-option"],
    ]
    try expectSnapshot("options", options.map { try tree.munge(["diff"] + $0, status: 0...255) })
  }

  @Test func `an edit is on both sides, an untracked file is shown, and an ignored one is not`() throws {
    try tree.write("app.txt", "ONE\nid = \(local)\ntwo\nthree\n")
    try tree.write("plain.txt", "edited\n")
    try tree.run(["chmod", "+x", "app.txt"])
    try tree.write("new.txt", "new \(local)\n")
    try tree.write("ignored.txt", "ignored \(local)\n")
    try tree.write(".git/info/exclude", "ignored.txt\n")
    let shown = try tree.munge("diff")
    try tree.write("app.txt", "edited\n")
    try expectSnapshot("edits", shown, tree.munge("diff", "--name-only"))
  }

  @Test func `paths are relative to the current directory`() throws {
    let sub = tree.top / "sub"
    #expect(try diff("--name-only", "x.txt", in: sub) == "sub/x.txt\n")
    #expect(try diff("--name-only", "..", in: sub) == "app.txt\nsub/x.txt\n")
    #expect(try diff("--name-only", ":!x.txt", "..", in: sub) == "app.txt\n")
    #expect(try diff("--name-only", in: sub) == "app.txt\nsub/x.txt\n", "without a path, all files")
  }

  @Test func `without a difference diff reports that on stderr, and without an installation it fails`() throws {
    var outcomes = [try tree.munge("diff", "plain.txt"), try tree.munge("diff", "outside.md")]
    try tree.munge("set", "handle=thing")
    outcomes.append(try tree.munge("diff"))
    try tree.munge("uninstall")
    outcomes.append(try tree.munge("diff", status: 2...2))
    try expectSnapshot("no-difference", outcomes + [tree.workshop.clone("fresh").munge("diff", status: 2...2)])
  }

  @Test func `diff writes no object, no file and no index`() throws {
    try tree.write("app.txt", "edited \(local)\n")
    try tree.unchanged {
      for words in [[], ["--stat"], ["nosuch"], ["--no-such-option"], ["plain.txt"]] {
        try tree.munge(["diff"] + words, status: 0...255)
      }
    }
    #expect(try tree.objects(holding: local) == "")
    #expect(
      try FileSystem.entries(tree.gitDirectory / "munge").map { "\($0)" }.sorted() == ["attributes", "plan", "trusted"])
  }
}

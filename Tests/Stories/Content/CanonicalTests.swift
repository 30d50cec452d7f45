// `git munge canonical`: commands such as `git archive` smudge what they write; run by it, they do not.

import StorySupport

@Suite struct CanonicalTests {
  let tree: WorkingTree

  init() throws { tree = try Workshop(files: ["app.txt": "id = com.blah.user-thing\n"]).munged() }

  @Test(arguments: [["--"], []])
  func `git archive writes canonical texts under canonical, and local texts without it`(_ dashes: [String]) throws {
    let pack = ["git", "archive", "--output=../app.tar", "HEAD"]
    try tree.run(pack)
    #expect(try tree.run(["tar", "-xOf", "../app.tar", "app.txt"]).output == "id = \(local)\n")
    let outcome = try tree.munge(["canonical"] + dashes + pack)
    #expect(outcome.output + outcome.errors == "")
    #expect(try tree.run(["tar", "-xOf", "../app.tar", "app.txt"]).output == "id = \(canonical)\n")
    #expect(try tree.text("app.txt") == "id = \(local)\n", "the working tree is unchanged")
  }

  @Test func `cat-file, an external diff and difftool read canonical texts under canonical`() throws {
    try tree.commit("app.txt", "id = \(local)\nedited\n", "Edit")
    #expect(
      try tree.munge("canonical", "--", "git", "cat-file", "--filters", "HEAD:app.txt").output
        == "id = \(canonical)\nedited\n")
    #expect(try tree.git("cat-file", "--filters", "HEAD:app.txt").output == "id = \(local)\nedited\n")

    try tree.git("config", "diff.external", "sh -c 'cat \"$2\"' sh")
    #expect(try tree.git("diff", "HEAD~1", "HEAD").says(local))
    #expect(try tree.munge("canonical", "git", "diff", "HEAD~1", "HEAD").output == "id = \(canonical)\n")
    try tree.git("config", "--unset", "diff.external")

    let tool = ["difftool", "--no-prompt", "--extcmd", "cat", "HEAD~1", "HEAD"]
    #expect(try tree.git(tool).says(local))
    #expect(try !tree.munge(["canonical", "--", "git"] + tool).says(local))
  }

  @Test func `canonical exits as the command does, with 127 for a missing program and 126 for one that cannot be run`()
    throws
  {
    for status in [0, 1, 3, 128, 255] as [Int32] {
      try tree.munge(["canonical", "--", "sh", "-c", "exit \(status)"], status: status...status)
      try tree.run(["git-munge", "canonical", "sh", "-c", "exit \(status)"], status: status...status)
    }
    let died = try tree.run(["sh", "-c", "git-munge canonical -- sh -c 'kill -TERM $$'; echo $?"])
    #expect(died.output == "143\n", "it ends by the same signal")
    try tree.munge("canonical", "--", "sh", "-c", "kill -HUP $$", status: 129...129)
    let missing = try tree.munge("canonical", "--", "no-such-program", "x", status: 127...127)
    try expectSnapshot("no-program", missing, tree.munge("canonical", "--", "./app.txt", status: 126...126))
  }

  @Test func `canonical passes arguments, input and output through unchanged, and runs outside a repository`() throws {
    let words = ["--help", "-x", "--", "a b", "", "$HOME", "ä"]
    let outcome = try tree.munge(["canonical", "--", "printf", "%s|"] + words)
    #expect(outcome.output == words.map { "\($0)|" }.joined())
    let piped = try tree.run(["git-munge", "canonical", "--", "sh", "-c", "cat; echo done >&2"], input: "one\ntwo\n")
    #expect(piped.output == "one\ntwo\n")
    #expect(piped.errors == "done\n")
    #expect(
      try tree.run(["git-munge", "canonical", "echo", "fine"], in: tree.workshop.sandbox.home).output == "fine\n")
  }
}

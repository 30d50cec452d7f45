// `GIT_MUNGE_SKIP_SMUDGE`: commands such as `git archive` smudge what they write; with it, they do not.

import StorySupport

@Suite struct CanonicalTests {
  let tree: WorkingTree

  init() throws { tree = try Workshop(files: ["app.txt": "id = com.blah.user-thing\n"]).munged() }

  private let canonicalOnly = ["GIT_MUNGE_SKIP_SMUDGE": "1"]

  @Test func `git archive writes canonical texts without smudge, and local texts with it`() throws {
    let pack = ["archive", "--output=../app.tar", "HEAD"]
    try tree.git(pack)
    #expect(try tree.run(["tar", "-xOf", "../app.tar", "app.txt"]).output == "id = \(local)\n")
    try tree.git(pack, environment: canonicalOnly)
    #expect(try tree.run(["tar", "-xOf", "../app.tar", "app.txt"]).output == "id = \(canonical)\n")
    #expect(try tree.text("app.txt") == "id = \(local)\n", "the working tree is unchanged")
  }

  @Test func `cat-file, an external diff and difftool read canonical texts without smudge`() throws {
    try tree.commit("app.txt", "id = \(local)\nedited\n", "Edit")
    let shown = try tree.git("cat-file", "--filters", "HEAD:app.txt", environment: canonicalOnly).output
    #expect(shown == "id = \(canonical)\nedited\n")
    try tree.git("config", "diff.external", "sh -c 'cat \"$2\"' sh")
    #expect(try tree.git("diff", "HEAD~1", "HEAD").says(local))
    #expect(
      try tree.git("diff", "HEAD~1", "HEAD", environment: canonicalOnly).output == "id = \(canonical)\n")
    try tree.git("config", "--unset", "diff.external")
    let tool = ["difftool", "--no-prompt", "--extcmd", "cat", "HEAD~1", "HEAD"]
    #expect(try tree.git(tool).says(local))
    #expect(try !tree.git(tool, environment: canonicalOnly).says(local))
  }
}

// Untracked files with local texts: `git commit --all` does not commit them, so they are named only as `git status`
// names them.

import StorySupport

@Suite struct UntrackedFileTests {
  @Test func `an untracked file is one warning, unless it is ignored, and an error when it is added`() throws {
    let tree = try Scene.app(attributes: "*.txt filter=munge\n").munged()
    try tree.munge("install", "--hooks")
    try tree.write("logs/build [1].log", "id = \(local)\n\(local)\n")
    let status = try tree.munge("status")
    try expectSnapshot("untracked", status)
    #expect(status.output.split(separator: "[untracked-text]").count == 2)
    for words in [["status", "--check"], [], ["verify", "--staged"]] { try tree.munge(words) }
    // The line that is printed is right for git.
    let command = try #require(status.steps.first { $0.contains(".gitignore") })
    for (file, command) in [(".gitignore", command), (".git/info/exclude", "echo '*.log' >.git/info/exclude")] {
      try tree.sh(command)
      #expect(try tree.munge("status").says("untracked") == false)
      try tree.sh("rm \(file)")
    }
    try tree.git("config", "status.showUntrackedFiles", "no")
    #expect(try tree.munge("status").says("untracked") == false)
    try tree.git("add", ".")
    #expect(try tree.munge("status", status: 1...1).says("[own-text]"))
    #expect(try tree.git("commit", "--quiet", "-m", "Log", status: 1...1).says("[own-text]"))
  }

  @Test func `In a document the canonical text comes first`() throws {
    let tree = try Scene.app(attributes: "*.txt filter=munge\n").munged()
    for name in ["README.md", "a.conf"] { try tree.write(name, "Set \(local).\n") }
    try tree.git("add", ".")
    for report in try [tree.munge("status", status: 1...1), tree.munge("verify", "--staged", status: 1...1)] {
      let steps = report.steps.map { $0.hasPrefix("write ") ? "write" : $0.contains("README") ? "README" : "a.conf" }
      #expect(steps.starts(with: ["write", "README", "a.conf", "write"]), "\(report)")
    }
  }
}

// Events just before or during a command: edits within the time resolution of the index, concurrent installs.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct RaceTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      attributes: "*.txt filter=munge\n",
      files: ["app.txt": "id = com.blah.user-thing\n", "notes.md": "aaaaa\n"])
    tree = try workshop.clone()
  }

  @Test func `an edit in the same second as git add is still visible after install`() throws {
    try tree.write("notes.md", "bbbbb\n")
    // Same size and same second as in the index: git detects the edit by comparing times only.
    try tree.run(["sh", "-c", "touch -t 202311142213.20 notes.md && git add notes.md"])
    try tree.write("notes.md", "ccccc\n")
    try tree.run(["sh", "-c", "touch -t 202311142213.20 notes.md .git/index"])
    try tree.git("config", "core.trustctime", "false")
    try tree.git("config", "core.checkStat", "minimal")
    #expect(try tree.status() == "MM notes.md\n", "git sees the edit before install")
    try tree.run(["touch", "-t", "202311142213.20", ".git/index"])
    try tree.munge("install", "handle=bnr")
    #expect(try tree.status() == "MM notes.md\n")
    try tree.munge("uninstall")
    #expect(try tree.status() == "MM notes.md\n")
  }

  @Test func `two concurrent installs leave one complete installation`() throws {
    for round in 0..<5 {
      let script = """
        git munge install handle=one\(round) >one.log 2>&1 & git munge install handle=another\(round) >two.log 2>&1
        wait
        """
      try tree.run(["sh", "-c", script])
      let value = try tree.git("config", "munge.values.handle").output.dropLast()
      #expect(try tree.text("app.txt") == "id = com.blah.user-\(value)\n")
      #expect(try tree.munge("status", "--json", status: 0...1).says(#""name" : "munged""#))
      try tree.touchAll()
      #expect(try tree.git("diff", "--name-only").output == "")
    }
  }

  @Test func `the lock of a killed install on its copy of the index blocks nothing`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.write(".git/munge/index.lock", "")
    try tree.munge("install", "handle=somebody")
    #expect(try tree.status() == "")
  }

  @Test func `a GIT_INDEX_FILE in the environment is not repaired`() throws {
    try tree.munge("install", "handle=bnr", environment: ["GIT_INDEX_FILE": "\(tree.top)/elsewhere"])
    #expect(try tree.status() == "")
  }
}

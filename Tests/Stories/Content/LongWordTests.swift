// Words that hold a text of a rule thousands of times, and files of thousands of such words: commands stay fast and
// small.

import StorySupport

@Suite struct LongWordTests {
  private static let rules =
    Rules.rule("user", "canonical = com_blah_user", "local = com_${handle}_user") + Rules.variables(["handle": "label"])

  /// Runs in 1.5 GB of memory on systems that can limit it.
  private func limited(_ tree: WorkingTree, _ words: String, status: ClosedRange<Int32> = 0...0) throws -> Outcome {
    try tree.run(["sh", "-c", "ulimit -v 1500000; exec git munge \(words)"], status: status)
  }

  @Test func `a word of 400 KB is processed in little memory`() throws {
    let word = String(repeating: "com_blah_user", count: 30_000)
    let tree = try Workshop(rules: Self.rules, files: ["app.txt": "id = \(word)\n"]).clone()
    #expect(try limited(tree, "install handle=bnr").output.utf8.count < 5000)
    #expect(try limited(tree, "status").says("[near-miss]"))
    #expect(try limited(tree, "explain app.txt").says("1:6  com_blah_user"))
    let local = String(repeating: "com_bnr_user", count: 30_000)
    try tree.write("app.txt", "id = \(local)\n")
    try tree.sh("git add app.txt; git commit --quiet --no-verify -m Long")
    #expect(try limited(tree, "verify HEAD~1..HEAD", status: 1...1).says("contains your text"))
  }
}

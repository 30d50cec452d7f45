import Platform
import TestSupport
import Testing

@testable import Platform
@testable import Verify

/// Tests of the changes of many commits, which git writes while they are read.
struct CommitStreamTests {
  /// More commits than names that are written ahead; one changes more files than fit into a pipe.
  private static func sandbox(_ hash: String = "sha1") throws -> GitSandbox {
    let sandbox = try GitSandbox("--object-format=\(hash)")
    var input = ""
    for number in 1...1200 {
      input += "commit refs/heads/main\ncommitter C <c@example.com> \(1_600_000_000 + number) +0000\ndata 0\n"
      for file in 0..<(number == 700 ? 1500 : number % 3) {
        input += "M 100644 inline directory/with a name/\(file)\ndata <<END\n\(number) \(file)\nEND\n"
      }
    }
    try sandbox.git(["fast-import", "--quiet"], input: bytes(input))
    return sandbox
  }

  private func changes(_ git: GitCommand, _ count: Int) throws -> [Changes] {
    let here = VerifyRepository(git: git, hasWorkingTree: true) { nil }
    var stream = try CommitStream(CommitRange(here, ["--all"]))
    var all: [Changes] = []
    while true {
      let batch = try stream.next(count)
      if batch.isEmpty { break }
      #expect(batch.count <= count)
      all += batch
    }
    try stream.end()
    return all
  }

  @Test(arguments: ["sha1", "sha256"], [1, 500])
  func `The changes are those of one call of git diff-tree`(_ hash: String, _ count: Int) throws {
    let sandbox = try Self.sandbox(hash)
    let names = try sandbox.git("rev-list", "--reverse", "--all")
    let words = ["diff-tree", "--stdin", "--always", "-z", "-r", "-c", "--root", "--no-renames"]
    let expected = Changes.parse(try sandbox.git(words, input: names))
    #expect(expected.count == 1200)
    #expect(try changes(sandbox.command, count) == expected)
    #expect(try changes(sandbox.command.adding([.set("GIT_FLUSH", "0")]), count) == expected)
  }

  @Test func `A tree that is missing is an error, and no end of the history`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.unpackObjects()
    try sandbox.removeObject("main~300^{tree}")
    #expect(throws: GitError.command(arguments: ["log"], status: 128, words: "not all commits could be read")) {
      _ = try changes(sandbox.command, 500)
    }
  }
}

// Output that cannot be written.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct OutputTests {
  private let tree: WorkingTree

  init() throws { tree = try Workshop(files: ["app.txt": "id = com.blah.user-thing\n"]).munged() }

  @Test(.enabled(if: FileSystem.exists(Path("/dev/full")), "no /dev/full"), arguments: ["status", "status --json", "verify", "doctor"])
  func `output to a full device is an error`(_ command: String) throws {
    let outcome = try tree.run(["sh", "-c", "git munge \(command) >/dev/full"], status: 2...2)
    #expect(outcome.errors == "git-munge: standard output: write: No space left on device\n")
  }

  @Test func `a closed pipe ends a command by SIGPIPE, as it ends git`() throws {
    for command in ["git munge status", "git log"] {
      let outcome = try tree.run(["bash", "-c", "{ sleep 0.5; \(command); echo $? >&2; } | true"])
      #expect(outcome.errors == "141\n", "\(command)")
    }
  }
}

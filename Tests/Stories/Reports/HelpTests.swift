// The whole help of every command, compared with its snapshot.

import Platform
import TestSupport

@Suite(.enabled(if: Repository.isHere, Repository.why))
struct HelpTests {
  private static let commands = ["git-munge"] + ((try? Words.commands()) ?? [])

  @Test(arguments: commands) func `the help equals its snapshot`(_ command: String) throws {
    let words = [BuiltProgram.munge.path.bytes] + (command == "git-munge" ? [] : [bytes(command)]) + [bytes("--help")]
    let done = try Subprocess.run(words, environment: Environment.entries(changing: [.set("COLUMNS", "100")]))
    try expectSnapshot(command, String(decoding: done.output, as: UTF8.self))
  }
}

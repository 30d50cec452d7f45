// The help of every command, as a whole.

import Platform
import TestSupport
import Testing

@Suite(.enabled(if: Repository.isHere, Repository.why))
struct HelpTests {
  private static let commands = ["git-munge"] + ((try? Words.commands()) ?? [])

  @Test(arguments: commands) func `the help is the one that was accepted last`(_ command: String) throws {
    let words = [BuiltProgram.munge.path.bytes] + (command == "git-munge" ? [] : [bytes(command)]) + [bytes("--help")]
    let done = try Subprocess.run(words, environment: Environment.entries(changing: [.set("COLUMNS", "100")]))
    try expectSnapshot(command, String(decoding: done.output, as: UTF8.self))
  }
}

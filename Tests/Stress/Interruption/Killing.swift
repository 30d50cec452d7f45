// Commands that are killed at one of their system calls.

import Platform
import StorySupport
import TestSupport
import Testing

enum Killing {
  /// System calls that change something.
  private static let calls = "rename,renameat,renameat2,unlink,openat,mkdir,write,linkat,fchmod,fsync"

  static let isPossible: Bool = {
    guard TestInput.program("strace") != nil else { return false }
    let words = ["strace", "-qq", "-o", "/dev/null", "true"].map(bytes)
    return (try? Subprocess.run(words, environment: Environment.entries(changing: [])))?.isSuccess == true
  }()
  static let why: Comment = "there is no strace here, or it may not trace"

  /// Kills git-munge at each of these calls, each in a new tree, until the command ends before the call.
  static func munge(
    _ words: [String], at calls: StrideTo<Int>, in tree: (Int) throws -> WorkingTree, then look: (WorkingTree, Int) throws -> Void
  ) throws {
    var points = 0
    for call in calls {
      let tree = try tree(call)
      let strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(Self.calls)", "-e", "inject=\(Self.calls):signal=KILL:when=\(call)"]
      if try tree.run(strace + ["git-munge"] + words, status: 0...255).status == 0 { break }
      points += 1
      try look(tree, call)
    }
    #expect(points > 4, "the command was killed at several points")
  }
}

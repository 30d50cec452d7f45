// Killed commands in a clone with private rules: the rules file survives, and the next command completes the work.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct PrivateInterruptionTests {
  private static let rules = """
    [munge]
    \tattributes = *.x filter=munge
    [rule "app"]
    \tcanonical = com.acme.app
    \tlocal = com.me.app

    """

  private func prepared(_ isInstalled: Bool) throws -> WorkingTree {
    let fork = try Workshop(rules: nil, attributes: "", files: ["a.x": "com.acme.app\n", "b.x": "com.acme.app\n"]).clone("fork")
    try fork.write(".git/munge/rules", Self.rules)
    if isInstalled { try fork.munge("install", "--private") }
    try fork.write("b.x", (fork.text("b.x") ?? "") + "edited\n")
    return fork
  }

  private func state(_ tree: WorkingTree) throws -> [String] {
    let keys = try tree.git("config", "--local", "--name-only", "--get-regexp", "munge|attributesfile", status: 0...1).output
    let files = try DirectoryWalk.entries(below: tree.top / ".git/munge").map { "\($0.path)" }.filter { $0 == "rules" || $0 == "plan" }
    return try [tree.text("a.x") ?? "", tree.text("b.x") ?? "", tree.git("diff").output, tree.status(), keys, files.joined(separator: " ")]
  }

  @Test(.enabled(if: Killing.isPossible, Killing.why), arguments: [["install", "--private"], ["uninstall"]])
  func `after a command is killed at any point, the rules are there and the next one completes it`(_ command: [String]) throws {
    let isInstalled = command == ["uninstall"]
    let whole = try prepared(isInstalled)
    let before = try state(whole)
    try whole.munge(command)
    let after = try state(whole)
    try Killing.munge(command, at: stride(from: 2, to: 700, by: 11), in: { _ in try prepared(isInstalled) }) { tree, call in
      try tree.munge("status", status: 0...1)
      #expect(try tree.text(".git/munge/rules") == Self.rules, "killed at call \(call)")
      #expect(try [before, after].contains(state(tree)), "killed at call \(call)")
    }
  }
}

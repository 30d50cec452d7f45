// Killed commands, and the next command, which completes them.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct InterruptionTests {
  private static let files = ["app.txt": "id = \(canonical)\n", "other.txt": "\(canonical)\n", "b/c.txt": "group.\(canonical)\n"]

  struct Scenario: CustomTestStringConvertible, Sendable {
    let values: [String]
    let command: [String]
    var testDescription: String { command.joined(separator: " ") }
  }

  private static let scenarios = [
    Scenario(values: [], command: ["install", "--hooks", "handle=bnr"]),
    Scenario(values: ["handle=bnr"], command: ["set", "handle=somebody"]),
    Scenario(values: ["handle=bnr"], command: ["uninstall"]),
  ]

  private func prepared(_ scenario: Scenario) throws -> WorkingTree {
    let workshop = try Workshop(files: Self.files)
    let tree = try scenario.values.isEmpty ? workshop.clone() : workshop.munged()
    try tree.write("other.txt", (tree.text("other.txt") ?? "") + "staged\n")
    try tree.git("add", "other.txt")
    try tree.write("b/c.txt", (tree.text("b/c.txt") ?? "") + "not staged\n")
    try tree.write("new.txt", "not tracked\n")
    return tree
  }

  /// The state that a command can change, and the state that it must not change.
  private func state(_ tree: WorkingTree) throws -> [String] {
    let texts = try ["app.txt", "other.txt", "b/c.txt", "new.txt"].map { try tree.text($0) ?? "gone" }
    let config = try tree.git("config", "--local", "--list").output.split(separator: "\n").filter { !$0.hasPrefix("remote") }
    return try texts + [
      tree.git("status", "--porcelain").output, tree.git("diff", "--cached").output, tree.git("diff").output,
      config.sorted().joined(separator: "\n"),
    ]
  }

  @Test(.enabled(if: Killing.isPossible, Killing.why), arguments: scenarios)
  func `after a command is killed at any point, the next one completes it or nothing has changed`(
    _ scenario: Scenario
  ) throws {
    let whole = try prepared(scenario)
    let before = try state(whole)
    try whole.munge(scenario.command)
    let after = try state(whole)
    try Killing.munge(scenario.command, at: stride(from: 3, to: 600, by: 17), in: { _ in try prepared(scenario) }) { tree, call in
      try tree.munge("status", status: 0...1)
      let now = try state(tree)
      #expect(Self.normalized(now) == Self.normalized(before) || Self.normalized(now) == Self.normalized(after), "killed at call \(call)")
      #expect(try FileSystem.entries(tree.gitDirectory).allSatisfy { !$0.bytes.starts(with: bytes(".munge")) }, "killed at call \(call)")
    }
  }

  /// Removes the sandbox's path, which differs.
  private static func normalized(_ state: [String]) -> [String] {
    state.map { $0.split(separator: "\n").map { line in
      line.hasPrefix("filter.") || line.hasPrefix("core.attributesfile") ? String(line.prefix { $0 != "=" }) : String(line)
    }.joined(separator: "\n") }
  }

  @Test func `any command resumes an interrupted one once the cause is removed`() throws {
    let tree = try Workshop(files: Self.files).munged()
    try tree.run(["chmod", "a-w", "b"])
    // root can write to a read-only directory.
    let status: ClosedRange<Int32> = try tree.run(["id", "-u"]).output == "0\n" ? 0...0 : 2...2
    try tree.munge(["set", "handle=other"], status: status)
    try tree.run(["chmod", "u+w", "b"])
    try tree.munge("status")
    #expect(try tree.text("b/c.txt") == "group.com.blah.user-other\n")
    #expect(try tree.statusOfTouched() == "")
  }
}

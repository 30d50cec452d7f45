// Killed commands, with rules of the repository and with private ones, and the next command, which completes them.

import StorySupport

@Suite struct InterruptionTests {
  private static let files = [
    "app.txt": "id = \(canonical)\n", "other.txt": "\(canonical)\n", "b/c.txt": "group.\(canonical)\n",
  ]

  struct Scenario: CustomTestStringConvertible, Sendable {
    let command: [String]
    let isInstalled: Bool
    var isPrivate = false
    var testDescription: String { "\(command.joined(separator: " "))\(isPrivate ? ", of private rules" : "")" }
  }

  private static let scenarios = [
    Scenario(command: ["install", "--hooks", "handle=bnr"], isInstalled: false),
    Scenario(command: ["set", "handle=somebody"], isInstalled: true),
    Scenario(command: ["uninstall"], isInstalled: true),
    Scenario(command: ["install", "--private", "handle=bnr"], isInstalled: false, isPrivate: true),
    Scenario(command: ["uninstall"], isInstalled: true, isPrivate: true),
  ]

  private func clone(_ scenario: Scenario) throws -> WorkingTree {
    if !scenario.isPrivate {
      let workshop = try Workshop(files: Self.files)
      return try scenario.isInstalled ? workshop.munged() : workshop.clone()
    }
    let tree = try Workshop(rules: nil, attributes: "", files: Self.files).clone()
    try tree.write(".git/munge/rules", "[munge]\n\tattributes = *.txt filter=munge\n" + Rules.handle)
    if scenario.isInstalled { try tree.munge("install", "--private", "handle=bnr") }
    return tree
  }

  private func prepared(_ scenario: Scenario) throws -> WorkingTree {
    let tree = try clone(scenario)
    try tree.write("other.txt", (tree.text("other.txt") ?? "") + "staged\n")
    try tree.git("add", "other.txt")
    try tree.write("b/c.txt", (tree.text("b/c.txt") ?? "") + "not staged\n")
    try tree.write("new.txt", "not tracked\n")
    return tree
  }

  /// The state that a command can change, and the state that it must not change, without the sandbox's path, which
  /// differs.
  private func state(_ tree: WorkingTree) throws -> [String] {
    let texts = try ["app.txt", "other.txt", "b/c.txt", "new.txt", ".git/munge/rules"].map {
      try tree.text($0) ?? "gone"
    }
    let config = try tree.git("config", "--local", "--list").output.split(separator: "\n").filter {
      !$0.hasPrefix("remote")
    }
    let keys = config.map { line in
      line.hasPrefix("filter.") || line.hasPrefix("core.attributesfile") ? line.prefix { $0 != "=" } : line
    }
    return try texts + [
      tree.git("status", "--porcelain").output, tree.git("diff", "--cached").output, tree.git("diff").output,
      keys.sorted().joined(separator: "\n"), "plan: \(FileSystem.exists(tree.gitDirectory / "munge/plan"))",
    ]
  }

  @Test(.enabled(if: Killing.isPossible, Killing.why), arguments: scenarios)
  func `after a command is killed at any point, the next one completes it or nothing has changed`(_ scenario: Scenario)
    throws
  {
    let whole = try prepared(scenario)
    let before = try state(whole)
    try whole.munge(scenario.command)
    let after = try state(whole)
    let calls = scenario.isPrivate ? stride(from: 2, to: 700, by: 11) : stride(from: 3, to: 600, by: 17)
    try Killing.munge(scenario.command, at: calls, in: { _ in try prepared(scenario) }) { tree, call in
      try tree.munge("status", status: 0...1)
      #expect(try [before, after].contains(state(tree)), "killed at call \(call)")
      #expect(
        try FileSystem.entries(tree.gitDirectory).allSatisfy { !$0.bytes.starts(with: bytes(".munge")) },
        "killed at call \(call)")
    }
  }
}

/// Commands that are killed at one of their system calls.
enum Killing {
  /// System calls that change something.
  private static let calls = "rename,renameat,renameat2,unlink,openat,mkdir,write,linkat,fchmod,fsync"

  static let isPossible: Bool = {
    guard TestInput.program("strace") != nil else { return false }
    let words = ["strace", "-qq", "-o", "/dev/null", "true"].map(bytes)
    return (try? Subprocess.run(words, environment: Environment.entries(changing: [])))?.isSuccess == true
  }()
  static let why: Comment = "there is no strace here, or it may not trace"

  /// A command that runs git-munge with the arguments after it, and kills it at one of its calls.
  static func strace(at call: Int) -> [String] {
    let actions = ["trace=\(calls)", "inject=\(calls):signal=KILL:when=\(call)"].flatMap { ["-e", $0] }
    return (isPossible ? ["strace", "-f", "-qq", "-o", "/dev/null"] + actions : []) + ["git-munge"]
  }

  /// Kills git-munge at each of these calls, each in a new tree, until the command ends before the call.
  static func munge(
    _ words: [String], at calls: StrideTo<Int>, in tree: (Int) throws -> WorkingTree,
    then look: (WorkingTree, Int) throws -> Void
  ) throws {
    var points = 0
    for call in calls {
      let tree = try tree(call)
      if try tree.run(strace(at: call) + words, status: 0...255).status == 0 { break }
      points += 1
      try look(tree, call)
    }
    print("killed at \(points) points: git-munge \(words.joined(separator: " "))")
    #expect(points > 4, "the command was killed at several points")
  }
}

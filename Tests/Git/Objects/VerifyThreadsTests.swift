import TestSupport

@testable import Platform
@testable import Verify

struct VerifyThreadsTests {
  private static let rules = """
    [rule "app"]
    \tcanonical = com.acme.app
    \tlocal = com.acme.dev-${handle}
    [rule "team"]
    \tcanonical = ABCDE12345
    \tlocal = ${team}
    \tkey = DEVELOPMENT_TEAM
    [variable "handle"]
    \tkind = label
    [variable "team"]
    \tkind = team-id

    """

  /// Two branches of 150 commits that are merged; every seventh version has a leak.
  private static func history() throws -> GitSandbox {
    let sandbox = try GitSandbox.committed([".gitmunge": rules, ".gitattributes": "*.xcconfig filter=munge\n"])
    try sandbox.git("branch", "side")
    var input = ""
    for branch in ["main", "side"] {
      for number in 1...150 {
        input += "commit refs/heads/\(branch)\ncommitter C <c@example.com> \(1_600_000_000 + number) +0000\ndata 0\n"
        if number == 1 { input += "from refs/heads/\(branch)^0\n" }
        for file in 0..<3 {
          input += "M 100644 inline \(branch)\(file).xcconfig\ndata <<END\n\(content(number + file))END\n"
        }
      }
    }
    try sandbox.git(["fast-import", "--quiet"], input: bytes(input))
    try sandbox.git("reset", "--quiet", "--hard")
    try sandbox.git("merge", "--quiet", "--no-edit", "side")
    return sandbox
  }

  private static func content(_ number: Int) -> String {
    let team = number.isMultiple(of: 7) ? "FRED123456" : "ABCDE12345"
    let id = number.isMultiple(of: 11) ? "com.acme.dev-fred" : "com.acme.app"
    return String(repeating: "// \(number)\n", count: number % 50) + "DEVELOPMENT_TEAM = \(team)\nID = \(id)\n"
  }

  private func report(_ sandbox: GitSandbox, _ target: VerifyTarget) throws -> VerifyReport {
    let git = sandbox.command.readingStoredObjects
    let here = VerifyRepository(git: git, hasWorkingTree: true) { nil }
    return try Verification(target).run(in: here)
  }

  @Test(arguments: [
    VerifyTarget.history, .range(["main~50..main"]), .range(["main"]), .revision("main~5"), .revision("main^2~7"),
  ])
  func `Threads report the same, in the same order, each time`(_ target: VerifyTarget) throws {
    let sandbox = try Self.history()
    let expected = try report(sandbox, target)
    #expect(expected.findings.count >= (target == .history ? 100 : 1))
    for _ in 1...3 { #expect(try report(sandbox, target) == expected) }
  }
}

struct ConcurrentChildrenTests {
  @Test func `Children that threads start at the same time do not hold the pipes of others`() throws {
    let outputs = try Array(0..<40).mapSlices(of: 1) { slice throws(SystemError) in
      // A child that held the input of another one would keep it from ending.
      try Subprocess.run(
        ["cat"].map { Array($0.utf8) }, environment: Environment.entries(changing: []), input: Array("\(slice)".utf8))
    }
    #expect(outputs.map { String(decoding: $0.output, as: UTF8.self) } == (0..<40).map { "[\($0)]" })
  }
}

struct CommitStreamTests {
  /// More commits than names that are written ahead; one changes more files than fit into a pipe.
  private static func sandbox(_ hash: String = "sha1") throws -> GitSandbox {
    let sandbox = try GitSandbox("--object-format=\(hash)")
    var input = ""
    for number in 1...1200 {
      input += "commit refs/heads/main\ncommitter C <c@example.com> \(1_600_000_000 + number) +0000\ndata 0\n"
      for file in 0..<(number == 700 ? 1500 : number % 3) {
        input += """
          M 100644 inline directory/with a name/\(file)
          data <<END
          \(number) \(file)
          END

          """
      }
    }
    try sandbox.git(["fast-import", "--quiet"], input: bytes(input))
    return sandbox
  }

  private func changes(_ git: GitCommand, _ count: Int) throws -> [Changes] {
    let here = VerifyRepository(git: git, hasWorkingTree: true) { nil }
    var stream = try CommitStream(here, ["--reverse", "--all"])
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

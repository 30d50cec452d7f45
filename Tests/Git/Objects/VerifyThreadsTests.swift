import Platform
import TestSupport
import Testing

@testable import Platform
@testable import Verify

/// Tests that a report does not depend on the number of threads that search.
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
        for file in 0..<3 { input += "M 100644 inline \(branch)\(file).xcconfig\ndata <<END\n\(content(number + file))END\n" }
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

  private func report(_ sandbox: GitSandbox, _ target: VerifyTarget, isSequential: Bool) throws -> VerifyReport {
    let git = sandbox.command.readingStoredObjects
    let here = VerifyRepository(git: git, hasWorkingTree: true, isSequential: isSequential) { nil }
    return try Verification(target).run(in: here) { _ in }
  }

  @Test(arguments: [
    VerifyTarget.history, .range(["main~50..main"]), .range(["main"]), .revision("main~5"), .revision("main^2~7"),
  ])
  func `Reports of one thread and of several are the same`(_ target: VerifyTarget) throws {
    let sandbox = try Self.history()
    let expected = try report(sandbox, target, isSequential: true)
    #expect(expected.findings.count >= (target == .history ? 100 : 1))
    for _ in 1...3 { #expect(try report(sandbox, target, isSequential: false) == expected) }
  }

  @Test func `Of two missing files the first one is reported`() throws {
    let sandbox = try Self.history()
    try sandbox.unpackObjects()
    for name in ["main~100:main1.xcconfig", "main~70:main2.xcconfig", "main~30:main0.xcconfig"] { try sandbox.removeObject(name) }
    func failure(isSequential: Bool) -> MungeError? {
      do {
        _ = try report(sandbox, .history, isSequential: isSequential)
        return nil
      } catch {
        return error as? MungeError
      }
    }
    let expected = try #require(failure(isSequential: true))
    for _ in 1...3 { #expect(failure(isSequential: false) == expected) }
  }
}

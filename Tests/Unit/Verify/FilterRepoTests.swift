import Platform
import TestSupport
import Testing

@testable import Munge

/// git-filter-repo itself, on a history with somebody's texts in it.
@Suite(.enabled(if: TestInput.program("git-filter-repo") != nil, "git-filter-repo is not on PATH"))
struct FilterRepoTests {
  private static let rules = """
    [rule "bundle"]
    \tcanonical = com.acme.the-app
    \tlocal = com.dev.app
    [rule "team"]
    \tcanonical =
    \tcanonical = ABCDE12345
    \tkey = DEVELOPMENT_TEAM
    \tlocal = ${team}
    [variable "team"]
    \tkind = team-id

    """

  private static func project(_ team: String, _ bundle: String) -> String {
    """
    // !$*UTF8*$!
    {
    \t\t\t\tDEVELOPMENT_TEAM = \(team);
    \t\t\t\tOTHER_TEAM = BNR1234567;
    \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = \(bundle);
    \t\t\t\tNAME = "group.\(bundle.filter { $0 != "\"" })";
    }

    """
  }

  private let findings = [
    Finding(
      .foreignValue(bytes("BNR1234567"), key: bytes("DEVELOPMENT_TEAM"), canonicals: [[], bytes("ABCDE12345")]), .error,
      rule: bytes("team"), fingerprint: ""),
    Finding(
      .localText(bytes("com.dev.app"), canonical: bytes("com.acme.the-app")), .error, rule: bytes("bundle"), fingerprint: ""),
  ]

  @Test func `After it no commit holds them, the rules are as they were, and so is what is no leak`() throws {
    let sandbox = try GitSandbox()
    let (good, bad) = (Self.project("\"\"", "\"com.acme.the-app\""), Self.project("BNR1234567", "com.dev.app"))
    for (number, project) in [good, bad, bad + "// com.dev.appX\n", good].enumerated() {
      try sandbox.write(".gitmunge", bytes(Self.rules))
      try sandbox.write("App.xcodeproj/project.pbxproj", bytes(project))
      try sandbox.write("caf é.txt", bytes("\(number): com.dev.app\r\n"))
      try sandbox.git("add", ".")
      try sandbox.git("commit", "--quiet", "-m", "\(number)")
    }
    let made = ReplaceText(findings, rules: try RulesFile.parse(bytes(Self.rules)))
    let file = sandbox.folder / "expressions"
    try TestFile.write(file, made.bytes)
    try sandbox.git("filter-repo", "--force", "--quiet", "--replace-text", "\(file)")

    #expect(try sandbox.line("rev-list", "--count", "HEAD") == "4")
    for (revision, project) in zip(["HEAD~3", "HEAD~2", "HEAD~1", "HEAD"], [good, good, good + "// com.dev.appX\n", good]) {
      #expect(difference(try sandbox.blob("\(revision):App.xcodeproj/project.pbxproj"), bytes(project)) == nil, "\(revision)")
      #expect(try sandbox.blob("\(revision):.gitmunge") == bytes(Self.rules))
    }
    #expect(try sandbox.blob("HEAD~2:caf é.txt") == bytes("1: com.acme.the-app\r\n"))
    #expect(made.remarks == [.ambiguous(bytes("BNR1234567"), canonicals: [[], bytes("ABCDE12345")])])
  }

  @Test func `An empty file changes nothing`() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("a.txt", bytes("com.dev.app\n"))
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "one")
    let head = try sandbox.line("rev-parse", "HEAD")
    let file = sandbox.folder / "expressions"
    try TestFile.write(file, ReplaceText([], rules: Rules()).bytes)
    try sandbox.git("filter-repo", "--force", "--quiet", "--replace-text", "\(file)")
    #expect(try sandbox.line("rev-parse", "HEAD") == head)
  }
}

// The reports of `git munge verify` when there is much to report, and the summary of a job on GitHub.

import Platform
import StorySupport
import Testing
import TestSupport

/// A staged change with twelve foreign teams and a local text in a file, and three in another.
@Suite struct VerifyReportTests {
  private static let rules = """
    [rule "team"]
    \tcanonical = ABCDE12345
    \tlocal = ${team}
    \tkey = TEAM
    [rule "id"]
    \tcanonical = com.example.app
    \tlocal = com.example.dev-${name}
    [variable "team"]
    \tkind = team-id
    [variable "name"]
    \tkind = label

    """

  let tree: WorkingTree
  private let summary: Path

  init() throws {
    let files = ["app.txt": "TEAM = ABCDE12345\n", "b `<i>@all.txt": "com.example.app\n"]
    let workshop = try Workshop(rules: Self.rules, attributes: "*.txt filter=munge\n", files: files)
    tree = try workshop.clone()
    summary = workshop.sandbox.directory / "summary.md"
    let teams = (0..<12).map { "TEAM = XYZZY999\($0 < 10 ? "0" : "")\($0)\n" }
    try tree.write("app.txt", teams[..<6].joined() + "ID = com.example.dev-fred\n" + teams[6...].joined())
    try tree.write("b `<i>@all.txt", "com.example.dev-ann\ncom.example.dev-bob\nTEAM = QQQQQ99999\n")
    try tree.git("add", "--all")
  }

  @Test func `ten findings of a file, a kind and a rule are listed, and the others counted`() throws {
    let outcome = try tree.munge("verify", "--staged", status: 1...1)
    try expectSnapshot("many-findings", outcome)
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("app.txt:") && $0.hasSuffix("[foreign-value]") } == 10)
    let document = try tree.munge("verify", "--staged", "--format", "json", status: 1...1)
    #expect(try JSON(document.output)["findings"]?.list.count == 16)
  }

  @Test func `the format github annotates ten errors and writes all to the summary of the job`() throws {
    let environment = ["GITHUB_STEP_SUMMARY": "\(summary)"]
    let words = ["verify", "--staged", "--format"]
    try expectSnapshot("github", tree.munge(words + ["github"], environment: environment, status: 1...1))
    let markdown = try tree.munge(words + ["markdown"], environment: environment, status: 1...1)
    #expect(markdown.errors == "git-munge: 2 staged files, 2 rules: 16 errors.\n")
    #expect(try written() == markdown.output, "only the format github writes it")
    try expectSnapshot("summary", markdown.output)
    for format in ["human", "json", "sarif", "junit"] {
      try tree.munge(words + [format], environment: environment, status: 1...1)
    }
    try tree.munge("verify", "--format", "github", environment: environment)
    #expect(try written() == "\(markdown.output)\n\n## git munge verify: passed\n\n2 munged files of HEAD, 2 rules: nothing found.\n")
  }

  @Test func `a summary that cannot be written is a warning`() throws {
    let environment = ["GITHUB_STEP_SUMMARY": "\(summary)/none"]
    let outcome = try tree.munge("verify", "--format", "github", environment: environment)
    #expect(outcome.errors.hasPrefix("git-munge: cannot write the summary of the job (GITHUB_STEP_SUMMARY): "))
    #expect(outcome.output == "2 munged files of HEAD, 2 rules: nothing found.\n")
    #expect(try tree.munge("verify", "--format", "github", environment: ["GITHUB_STEP_SUMMARY": ""]).errors == "")
  }

  /// GitHub shows no summary of more than 1 MiB.
  @Test func `a summary that is nearly full is not extended beyond its limit`() throws {
    try TestFile.write(summary, [UInt8](repeating: UInt8(ascii: "x"), count: 999_500))
    try tree.munge("verify", "--staged", "--format", "github", environment: ["GITHUB_STEP_SUMMARY": "\(summary)"], status: 1...1)
    let text = try #require(try written())
    #expect(text.utf8.count < 1_000_000 && text.contains("x\n\n## git munge verify: failed\n"))
    #expect(text.hasSuffix("\nThe report is cut here; `git munge verify --format json` lists all findings.\n"))
  }

  private func written() throws -> String? {
    try FileSystem.contents(summary).map { String(decoding: $0, as: UTF8.self) }
  }
}

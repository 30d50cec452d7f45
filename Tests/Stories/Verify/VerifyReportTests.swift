// The reports of `git munge verify` when there is much to report, and the summary of a job on GitHub.

import StorySupport

/// A staged change with twelve foreign teams and a local text in a file, and three in another.
@Suite struct VerifyReportTests {
  private static let rules =
    Rules.rule("team", "canonical = ABCDE12345", "local = ${team}", "key = TEAM")
    + Rules.rule("id", "canonical = com.example.app", "local = com.example.dev-${name}")
    + Rules.variables(["team": "team-id", "name": "label"])

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
    #expect(
      outcome.output.split(separator: "\n").count { $0.hasPrefix("  TEAM is ") && $0.hasSuffix("[foreign-value]") }
        == 10)
    #expect(
      try JSON(tree.munge("verify", "--staged", "--report", "json", status: 1...1).output)["findings"]?.list.count == 16
    )
  }

  @Test func `the format github annotates ten errors and writes all to the summary of the job`() throws {
    let environment = ["GITHUB_STEP_SUMMARY": "\(summary)"]
    let words = ["verify", "--staged", "--report"]
    try expectSnapshot("github", tree.munge(words + ["github"], environment: environment, status: 1...1))
    let markdown = try tree.munge(words + ["markdown"], environment: environment, status: 1...1)
    #expect(markdown.errors == "git-munge: 2 staged files, 2 rules: 16 errors.\n")
    #expect(try written() == "\n\n\(markdown.output)", "only the format github writes it")
    try expectSnapshot("summary", markdown.output)
    for format in ["human", "json", "sarif", "gitlab"] {
      try tree.munge(words + [format], environment: environment, status: 1...1)
    }
    try tree.munge("verify", "--report", "github", environment: environment)
    #expect(
      try written()
        == """


        \(markdown.output)

        ## git munge verify: passed

            2 munged files of HEAD, 2 rules: nothing found.

        """)
  }

  /// A commit must not choose which file is written, nor in which directory.
  @Test(arguments: ["link", "real/link", "directory/link", "directory/new", "outer/new", "outer/../directory/deep/new"])
  func `a link that git tracks is refused`(path: String) throws {
    try FileSystem.makeDirectories(tree.top / "real/deep")
    for name in ["link", "real/link"] {
      try FileSystem.makeSymbolicLink(tree.top / Path(name), to: tree.top / "precious")
    }
    try FileSystem.makeSymbolicLink(tree.top / "directory", to: Path("real"))
    try FileSystem.makeSymbolicLink(tree.top / "outer", to: Path(".."))
    try tree.write("precious", "mine\n")
    try tree.git("add", "link", "real", "directory", "outer")
    let before = try tree.status()
    for path in [path, "\(tree.top)/\(path)"] {
      let outcome = try tree.munge("verify", "--report", "human=\(path)", status: 2...2)
      #expect(
        outcome.errors.hasSuffix(
          ": git tracks this symbolic link, so a report is not written through it; name another file\n"))
    }
    #expect(try tree.text("precious") == "mine\n" && tree.status() == before)
    try tree.munge("verify", "--report", "human=real/deep/report")
  }

  private func written() throws -> String? {
    try FileSystem.contents(summary).map { String(decoding: $0, as: UTF8.self) }
  }
}

// A pull request checked by the script of the GitHub action, with git-munge itself.

import StorySupport

private let script = Repository.root / "scripts/ci-verify"

@Suite(.enabled(if: FileSystem.exists(script), "the sources are not where these tests were built from"))
struct CIStoryTests {
  private let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }

  /// `topic`, made without git-munge, commits a foreign text and removes it in its second commit.
  init() throws {
    tree = try Workshop(rules: Rules.team(), files: [KeyedProject.path: KeyedProject().text]).maintainer
    try tree.git("switch", "--quiet", "--create", "topic")
    try tree.commit(KeyedProject.path, KeyedProject().text.replacing(Team.second, with: "XYZZY99999"), "Leak")
    try tree.commit(KeyedProject.path, KeyedProject().text, "Repaired")
  }

  private func name(_ revision: String) throws -> String {
    try String(tree.git("rev-parse", revision).output.dropLast())
  }

  private func check(_ base: String, _ head: String, _ more: [String: String] = [:], status: Int32) throws -> Outcome {
    let environment = [
      "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GIT_MUNGE_BASE": try name(base),
      "GIT_MUNGE_HEAD": try name(head), "GIT_MUNGE_BIN": "\(workshop.bin)/git-munge",
    ]
    return try tree.run(["bash", "\(script)"], environment: environment.merging(more) { $1 }, status: status...status)
  }

  @Test func `a foreign text in a pull request is annotated, also when a later commit removes it`() throws {
    let outcome = try check("main", "topic", status: 1)
    #expect(outcome.output.contains("::error file=\(KeyedProject.path),line="), "\(outcome.testDescription)")
    #expect(outcome.says("foreign-value"))
    #expect(outcome.says("XYZZY99999"), "a team is published with the app")
    #expect(try !check("topic~1", "topic", status: 0).says("::error"))
  }

  @Test(arguments: ["sarif", "gitlab", "json"]) func `a machine-readable report comes with a readable log`(
    format: String
  ) throws {
    let report = workshop.sandbox.directory / "report"
    let summary = workshop.sandbox.directory / "summary"
    let environment = [
      "GIT_MUNGE_FORMAT": format, "GIT_MUNGE_OUTPUT": "\(report)", "GITHUB_STEP_SUMMARY": "\(summary)",
    ]
    #expect(try check("main", "topic", environment, status: 1).says("::error file=\(KeyedProject.path)"))
    for file in [report, summary] {
      #expect(
        try FileSystem.contents(file).map { String(decoding: $0, as: UTF8.self) }?.contains("foreign-value") == true)
    }
    let size = try FileSystem.status(summary)?.size
    _ = try check("topic~1", "topic", environment, status: 0)
    #expect(try FileSystem.status(summary)?.size != size, "a line in the summary says that all is well")
  }
}

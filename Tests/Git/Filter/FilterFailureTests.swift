import TestSupport

@testable import Smudge

/// Tests of failures: clean fails closed, smudge fails open, and both report it; `BrokenInstallationTests` has the same
/// through git.
struct FilterFailureTests {
  private let sandbox: GitSandbox

  init() throws { sandbox = try GitSandbox() }

  private func writePlan(_ content: [UInt8]) throws { try TestFile.write(sandbox.gitDirectory / "munge/plan", content) }

  private func process(_ requests: [UInt8], environment: [String: String] = [:]) throws -> (
    answers: [Wire.Answer], errors: String
  ) {
    let result = try sandbox.filter("process", input: Wire.greeting + requests, environment: environment)
    #expect(result.status == 0)
    return (try Wire.answers(result.output), String(decoding: result.errors, as: UTF8.self))
  }

  private func once(_ direction: String, _ content: String, environment: [String: String] = [:]) throws -> ProcessOutput
  {
    try sandbox.filter(direction, "f", input: bytes(content), environment: environment)
  }

  @Test(arguments: [
    (bytes("git-munge plan 3\n"), "the plan is damaged (wrong checksum)"),
    (bytes("git-munge plan 2\n"), "the plan is of an older git-munge (format 2, this program has format 3)"),
    (bytes("git-munge plan 9\n"), "the plan is of a newer git-munge (format 9, this program has format 3)"),
    ([], "the plan file was not written by git-munge"),
  ])
  func `Without a valid plan clean fails and smudge leaves canonical texts`(plan: [UInt8], why: String) throws {
    try writePlan(plan)
    let (answers, errors) = try process(
      Wire.request("clean", "f", bytes("local")) + Wire.request("smudge", "g", bytes("canonical"))
        + Wire.request("smudge", "g", bytes("canonical")))
    #expect(answers.map(\.status) == [["status=error\n"], ["status=success\n"], ["status=success\n"]])
    #expect(answers.last?.content == bytes("canonical"))
    let lines = errors.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "each is reported once: \(errors)")
    #expect(lines[0] == "git-munge: f: not cleaned: \(why)")
    #expect(lines[1].contains("git -c filter.munged.process= -c filter.munged.required=false"), "the fix")
    #expect(lines[2].hasPrefix("git-munge: g: not smudged: \(why)"))
    let (clean, smudge) = (try once("clean", "local"), try once("smudge", "canonical"))
    #expect(clean.status == 2 && clean.output.isEmpty)
    #expect(smudge.status == 0 && smudge.output == bytes("canonical"))
  }

  @Test func `A former local text is reported without a value for its rule`() throws {
    try sandbox.publish(Plan(PlanRule("canonical", nil, watched: ["once"])))
    let (answers, errors) = try process(Wire.request("clean", "f", bytes("once")))
    #expect(answers.map(\.content) == [bytes("once")])
    #expect(errors.contains("f: 'once' will be committed as is: a former local identifier"))
  }

  @Test(arguments: [
    ("1", false), ("true", false), ("yes", false), ("anything", false), ("0", true), ("false", true), ("No", true),
    ("OFF", true), ("", true),
  ])
  func `Smudge can be disabled, clean cannot`(value: String, smudges: Bool) throws {
    try sandbox.publish(Plan(PlanRule("canonical", "local")))
    let environment = ["GIT_MUNGE_SKIP_SMUDGE": value]
    let (answers, _) = try process(
      Wire.request("smudge", "f", bytes("canonical")) + Wire.request("clean", "f", bytes("local")),
      environment: environment)
    #expect(answers.map(\.content) == [bytes(smudges ? "local" : "canonical"), bytes("canonical")])
    #expect(try once("smudge", "canonical", environment: environment).output == bytes(smudges ? "local" : "canonical"))
  }

  @Test func `A near leak is reported on one line, with control bytes escaped`() throws {
    try sandbox.publish(Plan(PlanRule("canonical", "local", watched: ["once"])))
    let name = unescaped(#"a\e[2J\nb\xe9"#)
    let (answers, errors) = try process(
      Wire.request("clean", name, bytes("localX once")) + Wire.request("clean", name, bytes("localX")))
    #expect(answers.map(\.content) == [bytes("localX once"), bytes("localX")])
    let shown = #"a\x1b[2J\nb\xe9"#
    let expected = [
      "git-munge: \(shown): 'local' will be committed as is: part of a longer word; run `git munge status` for the fix",
      "git-munge: \(shown): 'once' will be committed as is: a former local identifier that collides with a current one; run `git munge status` for the fix",
    ]
    #expect(Set(errors.split(separator: "\n").map(String.init)) == Set(expected))
    #expect(errors.split(separator: "\n").count == 2, "reported once per process")
  }

  @Test func `An ambiguous local text in an edited line is reported`() throws {
    let plan = Plan(PlanRule("team.one", "mine"), PlanRule("team.two", "mine"))
    let repository = try InstalledRepository(["f": "team.one\nteam.two\n"], plan)
    #expect(try repository.sandbox.read("f") == bytes("mine\nmine\n"))
    try repository.sandbox.write("f", bytes("mine\nmine\nanother line\n"))
    #expect(try repository.errors("add", "f") == "", "unedited lines come from the index")
    #expect(try repository.sandbox.blob(":f") == bytes("team.one\nteam.two\nanother line\n"))
    try repository.sandbox.write("f", bytes("mine\nmine\nbut mine\n"))
    #expect(try repository.errors("add", "f").contains("f: ambiguous local identifier"))
    #expect(try repository.sandbox.blob(":f") == bytes("team.one\nteam.two\nbut team.two\n"))
  }
}

import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the filter's command line.
struct FilterCommandTests {
  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.publish(Plan(PlanRule("canonical", "local"), PlanRule("team", "mine", paths: ["*.plist"])))
  }

  private func run(_ words: [[UInt8]], _ input: [UInt8] = []) throws -> ProcessOutput {
    try sandbox.run([BuiltProgram.filter.path.bytes] + words, input: input)
  }

  @Test(arguments: [
    [], ["clean", "a", "b"], ["smudge", "a", "b"], ["process", "a"], ["textconv"], ["textconv", "a", "b"], ["--version", "a"], ["-h"], ["--help"],
    ["Clean"], [""],
  ])
  func `Wrong usage prints the usage on standard error`(words: [String]) throws {
    let result = try run(words.map { bytes($0) })
    #expect(result.status == 64)
    #expect(result.output.isEmpty, "git would read it as content")
    let usage = String(decoding: result.errors, as: UTF8.self)
    for mode in ["process", "clean [PATH]", "smudge [PATH]", "textconv FILE", "--version"] {
      #expect(usage.contains("git-munge-filter \(mode)"))
    }
  }

  @Test func `The version is printed`() throws {
    let result = try run([bytes("--version")])
    #expect(result.status == 0)
    #expect(result.output == bytes("git-munge-filter \(Version.current)\n"))
  }

  @Test(arguments: [
    (["smudge"], "local team"), (["smudge", "a.plist"], "local mine"), (["smudge", "a.c"], "local team"),
    // Some clients send no path, or do not replace `%f`.
    (["smudge", ""], "local team"), (["smudge", "%f"], "local team"), (["smudge", "x/.gitmunge"], "canonical team"),
  ])
  func `Smudge takes an optional path`(words: [String], expected: String) throws {
    let result = try run(words.map { bytes($0) }, bytes("canonical team"))
    #expect(result.status == 0)
    #expect(result.output == bytes(expected))
    #expect(result.errors.isEmpty)
  }

  @Test func `A path can have any bytes`() throws {
    let result = try run([bytes("smudge"), unescaped(#"caf\xe9\n.plist"#)], bytes("team"))
    #expect(result.output == bytes("mine"))
  }

  @Test func `Empty input is not an error`() throws {
    let result = try run([bytes("process")])
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.errors.isEmpty)
  }

  @Test func `A protocol error ends the program with an exit code and a message`() throws {
    let result = try run([bytes("process")], bytes("0008git-"))
    #expect(result.status == 2)
    #expect(
      String(decoding: result.errors, as: UTF8.self)
        == "git-munge-filter: the input ended in the middle of a request\n")
  }

  @Test(arguments: [0, 1, 65515, 65516, 65517, 2 * 65516, 200_000, 3_000_000])
  func `Content of any size is piped`(count: Int) throws {
    let content = [UInt8](repeating: UInt8(ascii: "."), count: count)
    let session =
      Wire.greeting + Wire.request("smudge", "f", bytes("canonical") + content) + Wire.request("clean", "f", content)
    let result = try run([bytes("process")], session)
    let answers = try Wire.answers(result.output)
    try #require(answers.count == 2)
    #expect(difference(answers[0].content, bytes("local") + content) == nil)
    #expect(difference(answers[1].content, content) == nil)
  }
}

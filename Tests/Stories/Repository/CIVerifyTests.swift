import Platform
import TestSupport

/// `scripts/ci-verify` in the environments of CI servers, with a git-munge that only records its calls.
@Suite(.enabled(if: Repository.isHere && TestInput.program("bash") != nil, Repository.why))
struct CIVerifyTests {
  private let sandbox: GitSandbox
  private let first: String
  private let second: String
  private let third: String

  /// `main` with two commits, `topic` with another one after the first.
  init() throws {
    sandbox = try GitSandbox()
    var names: [String] = []
    for (name, branch) in [("one", "main"), ("two", "main"), ("three", "topic")] {
      if branch == "topic" { try sandbox.git("checkout", "--quiet", "-b", branch, names[0]) }
      try sandbox.write("\(name).txt", bytes(name))
      try sandbox.git("add", ".")
      try sandbox.git("commit", "--quiet", "-m", name)
      names.append(try sandbox.line("rev-parse", "HEAD"))
    }
    (first, second, third) = (names[0], names[1], names[2])
    let script = """
      #!/bin/sh
      printf '%s\\n' "$*" >>'\(sandbox.directory)/calls'
      for word do case $word in --baseline=*) cat "${word#*=}" ;; esac; done
      exit ${STATUS:-0}

      """
    try TestFile.write(sandbox.directory / "bin/git-munge", bytes(script), mode: 0o755)
  }

  private struct Outcome {
    let status: Int32
    let words: String
    let calls: [String]
  }

  /// Runs the script without the environment of the server that runs these tests.
  private static let nothing = [
    "GITHUB_ACTIONS", "GITHUB_EVENT_NAME", "GITLAB_CI", "CI_COMMIT_SHA", "CI_COMMIT_BEFORE_SHA",
    "CI_MERGE_REQUEST_DIFF_BASE_SHA", "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA",
  ].reduce(into: [String: String]()) { $0[$1] = "" }

  private func run(_ environment: [String: String], in directory: Path? = nil, _ words: String...) throws -> Outcome {
    let calls = sandbox.directory / "calls"
    try? FileSystem.remove(calls)
    let all = Self.nothing.merging(["GIT_MUNGE_BIN": "\(sandbox.directory)/bin/git-munge"]) { $1 }.merging(environment)
    { $1 }
    let done = try sandbox.run(
      ["bash", "\(Repository.root)/scripts/ci-verify"] + words, in: directory, environment: all)
    let text = String(decoding: try FileSystem.contents(calls) ?? [], as: UTF8.self)
    return Outcome(
      status: done.status, words: String(decoding: done.output + done.errors, as: UTF8.self),
      calls: text.split(separator: "\n").map(String.init))
  }

  private static let zeros = String(repeating: "0", count: 40)

  /// The environment of an event, with numbers for commit names, and the target that is to be verified.
  struct Event: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let environment: [String: String]
    let target: String
    var format = "human"

    static func gitHub(_ name: String, _ base: String, _ head: String, _ target: String) -> Event {
      Event(
        testDescription: "GitHub: \(name) \(base) \(head)",
        environment: [
          "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": name, "GIT_MUNGE_BASE": base, "GIT_MUNGE_HEAD": head,
        ],
        target: target, format: "github")
    }

    static func gitLab(_ environment: [String: String], _ target: String) -> Event {
      Event(
        testDescription: "GitLab: \(environment)", environment: environment.merging(["GITLAB_CI": "true"]) { $1 },
        target: target)
    }
  }

  private static let events: [Event] = [
    Event(testDescription: "nothing", environment: [:], target: "HEAD"),
    Event(testDescription: "a range", environment: ["GIT_MUNGE_TARGET": "main..topic"], target: "main..topic"),
    Event(testDescription: "all", environment: ["GIT_MUNGE_TARGET": "--history"], target: "--history"),
    .gitHub("pull_request", "2", "3", "2..3"),
    .gitHub("push", "1", "2", "1..2"),
    .gitHub("push", zeros, "2", "2"), .gitHub("schedule", "", "3", "HEAD"),
    .gitHub("push", String(repeating: "d", count: 40), "2", "2"),
    .gitLab(["CI_COMMIT_SHA": "2", "CI_COMMIT_BEFORE_SHA": "1"], "1..2"),
    .gitLab(["CI_COMMIT_SHA": "2", "CI_COMMIT_BEFORE_SHA": zeros], "2"),
    .gitLab(["CI_COMMIT_SHA": "3", "CI_COMMIT_BEFORE_SHA": zeros, "CI_MERGE_REQUEST_DIFF_BASE_SHA": "1"], "1..3"),
    .gitLab(
      [
        "CI_COMMIT_SHA": "2", "CI_COMMIT_BEFORE_SHA": zeros, "CI_MERGE_REQUEST_DIFF_BASE_SHA": "1",
        "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": "3",
      ], "1..3"),
  ]

  private func named(_ text: String) -> String {
    let names = ["1": first, "2": second, "3": third]
    let parts = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    return parts.map { names[$0] ?? $0 }.joined(separator: "..")
  }

  @Test(arguments: events) func `the environment of an event determines what is verified`(event: Event) throws {
    let outcome = try run(event.environment.mapValues(named))
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(outcome.calls == ["verify --report=\(event.format) \(named(event.target))"])
  }

  @Test func `every input reaches the command as an argument, without shell expansion`() throws {
    let evil = "HEAD...$(touch \(sandbox.directory)/evil);`touch \(sandbox.directory)/evil`"
    try TestFile.write(sandbox.directory / "a b", bytes("accepted\n"))
    let outcome = try run([
      "GIT_MUNGE_TARGET": evil, "GIT_MUNGE_FORMAT": "json", "GIT_MUNGE_OUTPUT": "a report",
      "GIT_MUNGE_BASELINE": "\(sandbox.directory)/a b", "GIT_MUNGE_STRICT": "true", "GIT_MUNGE_SIMULATE": "true",
      "STATUS": "1",
    ])
    #expect(outcome.status == 1, "the exit code is that of git munge verify")
    let options = "--report=json=a report --baseline=\(sandbox.directory)/a b --simulate --strict"
    #expect(outcome.calls == ["verify --report=human \(options) \(evil)"])
    #expect(!FileSystem.exists(sandbox.directory / "evil"))
    #expect(try !run(["GIT_MUNGE_TARGET": "a\n##[error]b"]).words.contains("##["), "GitHub reads no command")
  }

  /// Commits a file that a change can add.
  private func commit(_ path: String, _ text: String) throws -> String {
    try TestFile.write(sandbox.top / path, bytes(text), mode: 0o755)
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "--quiet", "-m", "A change")
    return try sandbox.line("rev-parse", "HEAD")
  }

  @Test(arguments: ["tool/git-munge", "./tool/git-munge", "link/git-munge"])
  func `a program in the checkout is refused`(program: String) throws {
    _ = try commit("tool/git-munge", "#!/bin/sh\necho evil >>evil\n")
    try FileSystem.makeSymbolicLink(sandbox.top / "link", to: Path("tool"))
    for word in [program, "\(sandbox.top)/\(program)"] {
      let outcome = try run(["GIT_MUNGE_BIN": word])
      #expect(outcome.status == 2 && outcome.words.contains("outside the checkout"), "\(outcome.words)")
    }
    #expect(!FileSystem.exists(sandbox.top / "evil"))
  }

  @Test func `a change request is verified with the baseline of its base, and a push with its own`() throws {
    let base = try commit("base.json", "old\n")
    _ = try commit("base.json", "new\n")
    let head = try commit("added.json", "added\n")
    let change = ["CI_COMMIT_SHA": head, "CI_MERGE_REQUEST_DIFF_BASE_SHA": base]
    let push = ["CI_COMMIT_SHA": head, "CI_COMMIT_BEFORE_SHA": base]
    func judged(_ environment: [String: String], by baseline: String) throws -> String? {
      let words = try run(environment.merging(["GIT_MUNGE_BASELINE": baseline]) { $1 }).words
      return words.split(separator: "\n").map(String.init).last
    }
    for path in ["base.json", "./base.json", "\(sandbox.top)/base.json"] {
      #expect(try judged(change, by: path) == "old")
      #expect(try judged(push, by: path) == "new")
    }
    let added = try run(change.merging(["GIT_MUNGE_BASELINE": "added.json"]) { $1 })
    #expect(added.words.contains("added.json is not in \(base): it is not used"))
    #expect(added.calls == ["verify --report=human \(base)..\(head)"])
  }

  @Test(arguments: [
    (["GIT_MUNGE_STRICT": "maybe"], "GIT_MUNGE_STRICT is maybe: expected true or false"),
    (["GIT_MUNGE_FORMAT": "json"], "GIT_MUNGE_FORMAT needs GIT_MUNGE_OUTPUT"),
    (["GIT_MUNGE_BIN": "/nowhere/git-munge"], "program /nowhere/git-munge not found"),
    (
      ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request"],
      "::error title=git-munge::git munge verify could not check: the server names no base"
    ),
  ])
  func `invalid input exits with 2`(environment: [String: String], words: String) throws {
    let outcome = try run(environment)
    #expect(outcome.status == 2)
    #expect(outcome.words.contains(words), "\(outcome.words)")
    #expect(outcome.calls == [])
  }
}

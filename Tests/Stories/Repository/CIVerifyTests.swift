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
      echo report
      for word do case $word in --report=*) echo report >"${word#*=*=}" ;; esac; done
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
    Event(testDescription: "a revision", environment: ["GIT_MUNGE_TARGET": "topic~1"], target: "topic~1"),
    Event(testDescription: "all", environment: ["GIT_MUNGE_TARGET": "--history"], target: "--history"),
    .gitHub("pull_request", "2", "3", "2..3"), .gitHub("merge_group", "2", "3", "2..3"),
    .gitHub("push", "1", "2", "1..2"),
    .gitHub("push", zeros, "2", "2"), .gitHub("push", "1", zeros, "HEAD"), .gitHub("schedule", "", "3", "HEAD"),
    .gitHub("push", String(repeating: "d", count: 40), "2", "2"), .gitHub("workflow_dispatch", "", "", "HEAD"),
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
    try sandbox.write("a b", bytes("{}\n"))
    let outcome = try run([
      "GIT_MUNGE_TARGET": evil, "GIT_MUNGE_FORMAT": "json", "GIT_MUNGE_BASELINE": "a b", "GIT_MUNGE_STRICT": "true",
      "GIT_MUNGE_SIMULATE": "true",
    ])
    #expect(outcome.calls == ["verify --report=json \(evil) --baseline=a b --simulate --strict"])
    #expect(!FileSystem.exists(sandbox.directory / "evil"))
    for target in [":/two", "HEAD~1", "refs/heads/main", "main^{/one}"] {
      #expect(try run(["GIT_MUNGE_TARGET": target]).calls == ["verify --report=human \(target)"])
    }
    #expect(try run(["GIT_MUNGE_STRICT": "false"]).calls == ["verify --report=human HEAD"])
  }

  @Test(arguments: [Int32(0), 1, 2]) func `the exit code is that of git munge verify`(status: Int32) throws {
    #expect(try run(["STATUS": "\(status)"]).status == status)
    let outcome = try run(["STATUS": "\(status)", "GIT_MUNGE_FORMAT": "sarif", "GIT_MUNGE_OUTPUT": "a report"])
    #expect(outcome.status == status)
    #expect(try sandbox.read("a report") == bytes("report\n"))
    #expect(
      outcome.calls == ["verify --report=human HEAD --report=sarif=a report"], "the findings are in the log as well")
  }

  private static let program = "#!/bin/sh\necho evil >>evil\n"

  /// Commits files that a change can add; the paths are in the checkout, or in the target of a link.
  private func commitChange(_ files: [String: String] = [:], links: [String: String] = [:]) throws {
    for (path, text) in files { try TestFile.write(sandbox.top / path, bytes(text), mode: 0o755) }
    for (path, target) in links { try FileSystem.makeSymbolicLink(sandbox.top / path, to: Path(target)) }
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "--quiet", "-m", "A change")
  }

  @Test(arguments: [
    ".git-munge", ".git-munge/", "./.git-munge", "sub/../.git-munge", "link", "link/below", "dangling/x", ".", "sub",
    ".GIT-MUNGE",
  ])
  func `a prefix with tracked files is refused`(prefix: String) throws {
    try commitChange(
      [".git-munge/bin/git-munge": Self.program, ".git-munge/key": "key\n", "sub/x": "x"],
      links: ["link": ".git-munge", "dangling": "nowhere"])
    for word in [prefix, "\(sandbox.top)/\(prefix)"] {
      let outcome = try run(["GIT_MUNGE_BIN": "", "GIT_MUNGE_PREFIX": word])
      #expect(outcome.status == 2 && outcome.words.contains("GIT_MUNGE_PREFIX is"), "\(outcome.words)")
    }
    #expect(!FileSystem.exists(sandbox.top / "evil"))
  }

  @Test func `a tracked program is refused, and an untracked one at the same path is used`() throws {
    try commitChange(["tool/git-munge": Self.program], links: ["link": "tool"])
    for word in ["tool/git-munge", "./tool/git-munge", "link/git-munge", "\(sandbox.top)/tool/git-munge"] {
      let outcome = try run(["GIT_MUNGE_BIN": word])
      #expect(outcome.status == 2 && outcome.words.contains("GIT_MUNGE_BIN is"), "\(outcome.words)")
    }
    #expect(!FileSystem.exists(sandbox.top / "evil"))
    try sandbox.git("rm", "--quiet", "-r", "--cached", "tool", "link")
    #expect(try run(["GIT_MUNGE_BIN": "tool/git-munge"]).status == 0)
    #expect(FileSystem.exists(sandbox.top / "evil"))
  }

  @Test func `a report replaces a link and is not written through one`() throws {
    let outside = sandbox.directory / "outside"
    try TestFile.write(outside / "file", bytes("precious\n"))
    try commitChange(links: [
      "report": "\(outside)/file", "loop": ".git/hooks", "out": "\(outside)", "folder": "\(outside)",
    ])
    #expect(try run(["GIT_MUNGE_OUTPUT": "report"]).status == 0)
    #expect(try FileSystem.contents(outside / "file") == bytes("precious\n"))
    #expect(try sandbox.read("report") == bytes("report\n"))
    #expect(try run(["GIT_MUNGE_OUTPUT": "folder"]).status == 0, "a link to a directory is replaced as well")
    #expect(try sandbox.read("folder") == bytes("report\n"))
    for word in ["out/report", "loop/pre-commit", "\(sandbox.top)/out/report", "nowhere/report"] {
      let outcome = try run(["GIT_MUNGE_OUTPUT": word])
      #expect(
        outcome.status == 2
          && ["is a symbolic link", "a directory that exists"].contains { outcome.words.contains($0) },
        "\(outcome.words)")
    }
    #expect(
      try FileSystem.entries(outside) == [Path("file")] && !FileSystem.exists(sandbox.top / ".git/hooks/pre-commit"))
    #expect(
      try run(["GIT_MUNGE_OUTPUT": "\(outside)/report"]).status == 0,
      "an absolute path outside the checkout is accepted")
  }

  @Test func `a FIFO and a link outside the checkout stay`() throws {
    let (link, pipe) = (sandbox.directory / "link", sandbox.directory / "pipe")
    try FileSystem.makeSymbolicLink(link, to: Path("target"))
    for output in ["\(link)", "\(pipe)"] {
      // The shell opens the FIFO for both ends, so that a writer does not wait.
      let words = [
        "sh", "-c", "test -p \"$2\" || mkfifo \"$2\"; exec 3<>\"$2\"; bash \"$1\"", "sh",
        "\(Repository.root)/scripts/ci-verify", "\(pipe)",
      ]
      let environment = Self.nothing.merging([
        "GIT_MUNGE_BIN": "\(sandbox.directory)/bin/git-munge", "GIT_MUNGE_OUTPUT": output,
      ]) { $1 }
      #expect(try sandbox.run(words, environment: environment).status == 0)
    }
    #expect(try FileSystem.contents(sandbox.directory / "target") == bytes("report\n"))
    #expect(try FileSystem.status(link)?.kind == .symbolicLink)
    #expect(try FileSystem.status(pipe)?.kind == .other)
  }

  @Test func `a change request is verified with the baseline of its base, and a push with its own`() throws {
    let script = "#!/bin/sh\nfor word do case $word in --baseline=*) cat \"${word#*=}\";; esac; done\n"
    try TestFile.write(sandbox.directory / "bin/git-munge", bytes(script), mode: 0o755)
    try commitChange(["base.json": "old\n"])
    let base = try sandbox.line("rev-parse", "HEAD")
    try commitChange(["base.json": "new\n", "added.json": "added\n"])
    let head = try sandbox.line("rev-parse", "HEAD")
    let change = ["CI_COMMIT_SHA": head, "CI_MERGE_REQUEST_DIFF_BASE_SHA": base]
    let push = ["CI_COMMIT_SHA": head, "CI_COMMIT_BEFORE_SHA": base]
    func judged(_ environment: [String: String], by baseline: String) throws -> String {
      try run(environment.merging(["GIT_MUNGE_BASELINE": baseline]) { $1 }).words.split(separator: "\n").map(
        String.init
      ).last ?? ""
    }
    for path in ["base.json", "./base.json", "\(sandbox.top)/base.json"] {
      #expect(try judged(change, by: path) == "old")
      #expect(try judged(push, by: path) == "new")
    }
    let added = try run(change.merging(["GIT_MUNGE_BASELINE": "added.json"]) { $1 })
    #expect(added.words.contains("added.json is not in \(base): this change adds it"))
    #expect(!added.words.contains("added\n"))
    #expect(try judged(push, by: "added.json") == "added")
    try TestFile.write(sandbox.directory / "outside.json", bytes("outside\n"))
    #expect(try judged(change, by: "../outside.json") == "outside")
  }

  @Test func `a report is printed between stop-commands, so GitHub's runner executes nothing in it`() throws {
    for format in ["human", "json", "sarif", "gitlab"] {
      let lines = try run(["GITHUB_ACTIONS": "true", "GIT_MUNGE_FORMAT": format]).words.split(separator: "\n").map(
        String.init)
      let start = try #require(lines.firstIndex { $0.hasPrefix("::stop-commands::") })
      let token = lines[start].dropFirst("::stop-commands::".count)
      #expect(token.count == 32 && lines.dropFirst(start + 1) == ["report", "::\(token)::"])
    }
    #expect(
      try !run(["GITHUB_ACTIONS": "true"]).words.contains("stop-commands"), "the format github consists of commands")
    #expect(try !run([:]).words.contains("stop-commands"))
    let hostile = try run(["GIT_MUNGE_TARGET": "a\n##[error]b"]).words
    #expect(!hostile.contains("##["), "\(hostile)")
  }

  @Test func `a shallow clone without the commits fails with the fix`() throws {
    try sandbox.git(
      "clone", "--quiet", "--depth=1", "--no-single-branch", "file://\(sandbox.top)", "\(sandbox.directory)/shallow")
    let shallow = sandbox.directory / "shallow"
    let change = ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GIT_MUNGE_HEAD": third]
    let missing = try run(change.merging(["GIT_MUNGE_BASE": first]) { $1 }, in: shallow)
    #expect(missing.status == 2)
    #expect(
      missing.words.contains("::error title=git-munge::git munge verify could not check: commit \(first) is missing;"))
    #expect(missing.words.contains("`fetch-depth: 0`"))
    let cut = try run(change.merging(["GIT_MUNGE_BASE": second]) { $1 }, in: shallow)
    #expect(cut.status == 2)
    #expect(cut.words.contains("commits of \(second)..\(third) are missing (shallow clone);"))
    #expect(missing.calls + cut.calls == [])
    let push = ["CI_COMMIT_SHA": second, "CI_COMMIT_BEFORE_SHA": first]
    #expect(try run(push, in: shallow).status == 2, "the commit before the push is missing")
    #expect(try run([:], in: shallow).calls == ["verify --report=human HEAD"], "HEAD needs no other commit")
    try sandbox.git(["fetch", "--quiet", "--unshallow"], in: shallow)
    #expect(try run(change.merging(["GIT_MUNGE_BASE": first]) { $1 }, in: shallow).status == 0)
  }

  @Test(arguments: [
    (["GIT_MUNGE_TARGET": "--report=json"], "expected A..B, a revision, --history or --worktree"),
    (["GIT_MUNGE_TARGET": "nowhere..main"], "commit nowhere is missing"),
    (["GIT_MUNGE_TARGET": "nowhere"], "GIT_MUNGE_TARGET is nowhere: there is no such commit"),
    (["GIT_MUNGE_STRICT": "maybe"], "GIT_MUNGE_STRICT is maybe: expected true or false"),
    (["GIT_MUNGE_FORMAT": "xml"], "GIT_MUNGE_FORMAT is xml: expected human, json, sarif, github, gitlab or markdown"),
    (["GIT_MUNGE_SIMULATE": "20"], "GIT_MUNGE_SIMULATE is 20: expected true or false"),
    (["GIT_MUNGE_BASELINE": "none.json"], "GIT_MUNGE_BASELINE is none.json, which cannot be read"),
    (["GIT_MUNGE_OUTPUT": "none/report"], "GIT_MUNGE_OUTPUT is none/report: name a file in a directory that exists"),
    (["GIT_MUNGE_BIN": "/nowhere/git-munge"], "program /nowhere/git-munge not found"),
    (["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request"], "expected commit names"),
    (["CI_MERGE_REQUEST_DIFF_BASE_SHA": "a\n::set-env", "CI_COMMIT_SHA": "b"], #"$'a\n::set-env'"#),
  ])
  func `invalid input exits with 2`(environment: [String: String], words: String) throws {
    let outcome = try run(environment)
    #expect(outcome.status == 2)
    #expect(outcome.words.contains(words), "\(outcome.words)")
    #expect(outcome.calls == [])
  }

  @Test func `outside a repository the script fails`() throws {
    #expect(try run([:], in: sandbox.directory).status == 2)
    #expect(try run([:], in: nil, "--nonsense").status == 64)
  }

  @Test func `the cache key of a build changes with its sources`() throws {
    let copy = sandbox.directory / "sources"
    for path in try Repository.files() where !["Tests/", "docs/"].contains(where: { "\(path)".hasPrefix($0) }) {
      try TestFile.write(copy / path, try Repository.content(path))
    }
    func key() throws -> [UInt8] {
      let environment = ["RUNNER_TEMP": "\(sandbox.directory)", "GITHUB_ACTIONS": "", "GIT_MUNGE_BUILD_CHECKSUM": "0"]
      return try sandbox.run(["bash", "\(copy)/scripts/ci-verify", "--program"], environment: environment).output
    }
    let before = try key()
    #expect(String(decoding: before, as: UTF8.self).contains("\nkey=git-munge-"))
    try TestFile.write(copy / "GUIDE.md", [])
    #expect(try key() == before, "the guide is not a source of the build")
    try TestFile.write(copy / "Sources/Platform/System/Path.swift", [])
    #expect(try key() != before)
  }
}

/// The files that other programs read.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct IntegrationFileTests {
  @Test func `the action passes values to shells through the environment only`() throws {
    let lines = try Repository.text("action.yml").split(separator: "\n").map(String.init)
    let script = try Repository.text("scripts/ci-verify")
    var names = 0
    for line in lines where line.contains("${{") {
      let key = line.trimmingPrefix { $0 == " " }.prefix { $0 != ":" }
      #expect(
        key.hasPrefix("GIT_MUNGE_") || ["path", "key", "working-directory"].contains(key), "\(line): only as a value")
    }
    for line in lines where line.hasPrefix("        GIT_MUNGE_") {
      let name = line.trimmingPrefix { $0 == " " }.prefix { $0 != ":" }
      #expect(script.contains("${\(name)") || script.contains("$\(name)"), "\(name) is not used")
      names += 1
    }
    #expect(names == 16)
  }
}

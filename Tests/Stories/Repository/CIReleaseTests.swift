import Platform
import TestSupport

private let searchPath = String(decoding: Environment.value("PATH") ?? [], as: UTF8.self)

/// The release that `scripts/ci-verify` downloads, from a web server of this machine.
@Suite(
  .enabled(if: Repository.isHere, Repository.why),
  .enabled(
    if: ["bash", "curl", "python3"].allSatisfy { TestInput.program($0) != nil },
    "there is no bash, curl or python3 here"))
struct CIReleaseTests {
  let sandbox: GitSandbox
  /// The scripts of the project, with an installation that takes no time.
  private let scripts: Path
  private let site: Path
  let version: String

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.git("commit", "--quiet", "--allow-empty", "-m", "one")
    (scripts, site) = (sandbox.directory / "sources", sandbox.directory / "site")
    for file in ["scripts/ci-verify", "scripts/lib.sh", "Package.swift", "Sources/Smudge/Process/Version.swift"] {
      try TestFile.write(scripts / file, try Repository.content(Path(file)))
    }
    for directory in ["completions", "man"] { try FileSystem.makeDirectories(scripts / directory) }
    let install = """
      #!/bin/sh
      mkdir -p "$2/bin" && printf '#!/bin/sh\\necho %s "$@"\\n' "${BUILD:-built}" >"$2/bin/git-munge" && chmod +x "$2/bin/git-munge"

      """
    try TestFile.write(scripts / "scripts/install", bytes(install), mode: 0o755)
    for tool in ["swift", "pkg-config"] {
      try TestFile.write(sandbox.directory / "bin/\(tool)", bytes("#!/bin/sh\n"), mode: 0o755)
    }
    let source = try Repository.text("Sources/Smudge/Process/Version.swift")
    version = try #require(source.firstMatch(of: /current = "(.*)"/).map { String($0.output.1) })
  }

  /// Starts a web server, runs a command with its URL as `$URL`, and stops it.
  private static let serve = """
    : >"$1.log"
    python3 -u -m http.server --bind 127.0.0.1 --directory "$1" 0 >"$1.log" 2>&1 &
    server=$!
    trap 'kill "$server"' EXIT
    for ((i = 0; i < 200; i++)); do
        port=$(sed -n 's/.* port \\([0-9]*\\) .*/\\1/p' "$1.log")
        [ -z "$port" ] || break
        sleep 0.05
    done
    export GITHUB_SERVER_URL=http://127.0.0.1:$port
    [ -z "${SITE-}" ] || export SITE=$GITHUB_SERVER_URL GITHUB_SERVER_URL=${SERVER:-https://github.com}
    [ -z "${MIRROR-}" ] || export GIT_MUNGE_RELEASES=$GITHUB_SERVER_URL/owner/git-munge/releases/download/
    shift
    "$@"
    """

  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  func run(_ environment: [String: String], served: Bool = true, _ words: String...) throws -> Outcome {
    try FileSystem.makeDirectories(site)
    let path = "\(sandbox.directory / "bin"):\(searchPath)"
    let nothing = [
      "GITHUB_ACTIONS", "GITHUB_EVENT_NAME", "GH_TOKEN", "GITHUB_TOKEN", "GITLAB_CI", "CI_COMMIT_SHA",
      "CI_MERGE_REQUEST_DIFF_BASE_SHA",
    ]
    let fixed = nothing.reduce(into: ["PATH": path, "RUNNER_TEMP": "\(sandbox.directory)"]) { $0[$1] = "" }
    let server = served ? ["bash", "-c", Self.serve, "bash", "\(site)"] : []
    let done = try sandbox.run(
      server + ["bash", "\(scripts)/scripts/ci-verify"] + words, environment: fixed.merging(environment) { $1 })
    let (output, errors) = (String(decoding: done.output, as: UTF8.self), String(decoding: done.errors, as: UTF8.self))
    return Outcome(status: done.status, output: output, errors: errors)
  }

  /// Publishes a release for each system, with `program` in it, and its checksums.
  func release(_ version: String, _ program: [UInt8] = bytes("#!/bin/sh\necho released \"$@\"\n")) throws {
    let place = site / "owner/git-munge/releases/download/v\(version)"
    for system in ["linux-x86_64", "linux-aarch64", "macos-arm64"] {
      let name = "git-munge-\(version)-\(system)"
      try TestFile.write(place / "\(name)/bin/git-munge", program, mode: 0o755)
      try TestFile.write(place / "\(name)/COMMIT", bytes("\(Self.commit)\n"))
      try pack(name, in: place)
    }
  }

  private func pack(_ name: String, in place: Path) throws {
    let script = """
      tar -cf - "$1" | gzip -1 >"$1.tar.gz" && rm -r "$1"
      if command -v sha256sum >/dev/null; then sha256sum *.tar.gz; else shasum -a 256 *.tar.gz; fi >SHA256SUMS
      """
    let done = try sandbox.run(["bash", "-c", script, "bash", name], in: place)
    try #require(done.isSuccess, "\(escaped(done.errors))")
  }

  private static let commit = String(repeating: "c0de", count: 10)

  @Test func `an action at a release downloads it`() throws {
    try release(version)
    let major = version.prefix { $0 != "." }
    for reference in ["v\(version)", "refs/tags/v\(version)", "v\(major)", Self.commit] {
      let outcome = try run(["GIT_MUNGE_ACTION": "owner/git-munge@\(reference)"], "--program")
      #expect(outcome.status == 0 && outcome.errors.contains("git-munge \(version) from "), "\(outcome.errors)")
      let program = try #require(outcome.output.wholeMatch(of: /bin=(.*)\n/).map { String($0.output.1) })
      #expect(try sandbox.run([program, "x"]).output == bytes("released x\n"))
    }
  }

  @Test(arguments: [
    "", "@", "owner/git-munge@main", "owner/git-munge@v99", "owner/git-munge@v", "owner/git-munge@c0de",
  ])
  func `sources that are no release are built`(action: String) throws {
    let outcome = try run(["GIT_MUNGE_ACTION": action], served: false, "--program")
    #expect(outcome.output.wholeMatch(of: /prefix=\/.*\n/) != nil, "\(outcome.output)")
    let named = ["GIT_MUNGE_ACTION": action, "GIT_MUNGE_BUILD_CHECKSUM": "0"]
    let cached = try run(named, served: false, "--program")
    #expect(cached.output.wholeMatch(of: /prefix=\/.*\nkey=git-munge-[0-9a-f]{40}\n/) != nil, "\(cached.output)")
    #expect(outcome.errors.contains("building git-munge \(version)"), "\(outcome.errors)")
  }

  @Test func `a commit after the release is built`() throws {
    try release(version)
    let outcome = try run(
      ["GIT_MUNGE_ACTION": "owner/git-munge@\(Self.commit.reversed().map(String.init).joined())"], "--program")
    #expect(outcome.output.hasPrefix("prefix="), "\(outcome.output)")
    #expect(
      outcome.errors.contains("release \(version) is that of another commit: building git-munge"), "\(outcome.errors)")
  }

  @Test func `without a release that runs here the sources are built, and the log says why`() throws {
    let missing = try run(["MIRROR": "1"])
    #expect(missing.status == 0 && missing.output.hasSuffix("built verify --report=human HEAD\n"), "\(missing.errors)")
    #expect(missing.errors.contains(".tar.gz does not exist: building git-munge"), "\(missing.errors)")
    try release(version, bytes("#!/bin/sh\necho 'GLIBC_9.99 not found' >&2\nexit 1\n"))
    let unusable = try run(["MIRROR": "1"])
    #expect(
      unusable.status == 0 && unusable.output.hasSuffix("built verify --report=human HEAD\n"), "\(unusable.errors)")
    #expect(unusable.errors.contains("GLIBC_9.99 not found\n"), "\(unusable.errors)")
    #expect(unusable.errors.contains("does not run on this system: building git-munge"), "\(unusable.errors)")
  }

  @Test func `the order is program, prefix, release`() throws {
    try release(version)
    let released = try run(["MIRROR": "1", "TMPDIR": "\(sandbox.directory / "home")"])
    #expect(released.output.hasSuffix("released verify --report=human HEAD\n"), "\(released.output + released.errors)")
    #expect(try FileSystem.entries(sandbox.directory / "home") == [Path(".gitconfig")], "the download is removed")
    let prefix = ["MIRROR": "1", "GIT_MUNGE_PREFIX": "\(sandbox.directory / "prefix")"]
    #expect(try run(prefix).output.hasSuffix("built verify --report=human HEAD\n"))
    let own = sandbox.directory / "own/git-munge"
    try TestFile.write(own, bytes("#!/bin/sh\necho own \"$@\"\n"), mode: 0o755)
    #expect(
      try run(prefix.merging(["GIT_MUNGE_BIN": "\(own)"]) { $1 }).output.hasSuffix("own verify --report=human HEAD\n"))
  }

  @Test func `a release of these programs finds a leak`() throws {
    try release(version, try #require(try FileSystem.contents(BuiltProgram.munge.path)))
    let rule = """
      [rule "team"]
      \tcanonical = ABCDE12345
      \tlocal = ${team}
      \tkey = TEAM

      """
    try sandbox.write(".gitmunge", bytes(rule + "[variable \"team\"]\n\tkind = team-id\n"))
    try sandbox.write(".gitattributes", bytes("*.txt filter=munge\n"))
    try sandbox.write("a.txt", bytes("TEAM = ABCDE12345\n"))
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "rules")
    #expect(try run(["MIRROR": "1"]).status == 0)
    try sandbox.write("a.txt", bytes("TEAM = XYZZY99999\n"))
    try sandbox.git("commit", "--quiet", "--all", "-m", "leak")
    let found = try run(["MIRROR": "1", "GIT_MUNGE_TARGET": "HEAD^..HEAD"])
    #expect(found.status == 1 && found.output.contains("a.txt:1:8:\n"), "\(found.output + found.errors)")
  }

  @Test func `another version is downloaded, and never replaced by a build`() throws {
    try release("99.1.0")
    for word in ["99.1.0", "v99.1.0"] {
      let outcome = try run(["GIT_MUNGE_ACTION": "owner/git-munge@main", "GIT_MUNGE_VERSION": word], "--program")
      #expect(outcome.status == 0 && outcome.output.contains("git-munge-99.1.0-"), "\(outcome.errors)")
    }
    let missing = try run(["MIRROR": "1", "GIT_MUNGE_VERSION": "99.2.0"])
    #expect(
      missing.status == 2 && missing.errors.contains("these sources are of version \(version);"), "\(missing.errors)")
  }

  @Test func `a wrong checksum is an error`() throws {
    try release(version)
    let right = try run(["MIRROR": "1"])
    let sums = site / "owner/git-munge/releases/download/v\(version)/SHA256SUMS"
    let text = String(decoding: try #require(try FileSystem.contents(sums)), as: UTF8.self)
    #expect(right.status == 0)
    for wrong in [String(repeating: "0", count: 64), "abc"] {
      let pinned = try run(["MIRROR": "1", "GIT_MUNGE_CHECKSUM": wrong])
      #expect(pinned.status == 2 && pinned.errors.contains("expected \(wrong)"), "\(pinned.errors)")
      #expect(!pinned.output.contains("verify"))
    }
    let damaged = String(text.map { $0.isHexDigit ? "0" : $0 })
    for (changed, words) in [
      (text.replacing(/(?m)^[0-9a-f]+/, with: "0"), "the SHA-256 of "), ("", "has no line for "),
      (damaged, "has no line for "),
      (text.replacing("git-munge-", with: "other-"), "has no line for "),
    ] {
      try TestFile.write(sums, bytes(changed))
      let outcome = try run(["MIRROR": "1"])
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
      #expect(!outcome.output.contains("verify"))
    }
    try FileSystem.remove(sums)
    #expect(try run(["MIRROR": "1"]).status == 2, "there are no checksums")
  }

  @Test func `the checksum of the user decides, not that of the release`() throws {
    try release(version)
    let sums = site / "owner/git-munge/releases/download/v\(version)/SHA256SUMS"
    let text = String(decoding: try #require(try FileSystem.contents(sums)), as: UTF8.self)
    // Each system has another tarball.
    let outcomes = try text.split(separator: "\n").map {
      try run(["MIRROR": "1", "GIT_MUNGE_CHECKSUM": $0.prefix(64).uppercased()])
    }
    #expect(outcomes.count { $0.status == 0 } == 1 && outcomes.count { $0.status == 2 } == 2)
  }

  /// Checks with an installation that makes a program which prints `build`.
  private func check(build: String, _ checksum: String = "") throws -> Outcome {
    let variables = ["BUILD": build, "GIT_MUNGE_BUILD_CHECKSUM": checksum]
    return try run(variables.merging(["GIT_MUNGE_PREFIX": "\(sandbox.directory / "prefix")"]) { $1 }, served: false)
  }

  /// Replaces the program and leaves the key, as another job with the same cache can.
  private func poison() throws {
    try TestFile.write(
      sandbox.directory / "prefix/bin/git-munge", bytes("#!/bin/sh\necho poisoned \"$@\"\n"), mode: 0o755)
  }

  @Test func `an earlier build is not run for the sake of its key`() throws {
    #expect(try check(build: "first").output.hasSuffix("first verify --report=human HEAD\n"))
    try poison()
    let outcome = try check(build: "second")
    #expect(outcome.output.hasSuffix("second verify --report=human HEAD\n"), "\(outcome.output)")
    #expect(
      outcome.errors.contains("an earlier build is not used again without GIT_MUNGE_BUILD_CHECKSUM"),
      "\(outcome.errors)")
  }

  @Test func `an earlier build is used again if it has the checksum that is named`() throws {
    let first = try check(build: "first")
    let sum = try #require(
      first.errors.firstMatch(of: /SHA-256 ([0-9a-f]{64})/).map { String($0.output.1) }, "\(first.errors)")
    #expect(try check(build: "second", sum.uppercased()).output.hasSuffix("first verify --report=human HEAD\n"))
    try poison()
    let poisoned = try check(build: "third", sum)
    #expect(poisoned.output.hasSuffix("third verify --report=human HEAD\n"), "\(poisoned.output)")
    #expect(poisoned.errors.contains("expected \(sum): building git-munge"), "\(poisoned.errors)")
  }

  @Test(arguments: [
    (["GIT_MUNGE_RELEASES": "http://example.com"], "http://example.com/"),
    (["GIT_MUNGE_RELEASES": "file:///"], "file:///"),
    (["GIT_MUNGE_RELEASES": "http://127.0.0.1:1"], "cannot download http://127.0.0.1:1/v"),
    // curl's words for a scheme that is not allowed: the server is example.com.
    (["GIT_MUNGE_RELEASES": "http://127.0.0.1:1@example.com"], "rotocol \"http\" "),
    (["GIT_MUNGE_VERSION": "1.0.0"], "need GIT_MUNGE_RELEASES"),
    (["GIT_MUNGE_VERSION": "../evil"], "expected a version"),
    (["GIT_MUNGE_VERSION": "1 2"], "expected a version"),
  ])
  func `what cannot be downloaded is an error`(environment: [String: String], words: String) throws {
    let outcome = try run(environment, served: false)
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!outcome.output.contains("verify"))
  }
}

/// The sample for GitLab in docs/ci.md, run with the variables of pipelines.
@Suite(.enabled(if: Repository.isHere && TestInput.program("bash") != nil, Repository.why))
struct GitLabSampleTests {
  private static let base = String(repeating: "b", count: 40), source = String(repeating: "5", count: 40)

  @Test(arguments: [
    (["CI_MERGE_REQUEST_DIFF_BASE_SHA": base], "\(base)..HEAD"),
    (["CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": ""], "\(base)..HEAD"),
    (["CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": source], "\(base)..\(source)"),
    (["CI_COMMIT_BEFORE_SHA": String(repeating: "0", count: 40), "CI_COMMIT_BRANCH": "main"], "HEAD"),
    (["CI_COMMIT_BEFORE_SHA": base, "CI_COMMIT_BRANCH": "main"], "HEAD"),
  ])
  func `the sample checks the commits of a merge request, and else HEAD`(variables: [String: String], checked: String)
    throws
  {
    let block = try #require(DocumentBlock.all(in: Path("docs/ci.md")).first { $0.text.hasPrefix("# .gitlab-ci.yml") })
    let script = block.lines.drop { $0 != "  script:" }.dropFirst().prefix { $0.hasPrefix("    - ") }.map {
      $0.dropFirst(6)
    }
    #expect(script.count > 6)
    let sandbox = try GitSandbox()
    let tools = ["curl": "", "sha256sum": "cat\n", "tar": "", "git-munge": ""]
    for (tool, line) in tools {
      try TestFile.write(
        sandbox.directory / "bin/\(tool)", bytes("#!/bin/sh\n\(line)echo \(tool) \"$@\"\n"), mode: 0o755)
    }
    let none = ["CI_MERGE_REQUEST_DIFF_BASE_SHA": "", "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": ""]
    let path = ["PATH": "\(sandbox.directory / "bin"):\(searchPath)", "TMPDIR": "\(sandbox.directory)"]
    let done = try sandbox.run(
      ["bash", "-eo", "pipefail", "-c", script.joined(separator: "\n")],
      environment: none.merging(path) { $1 }.merging(variables) { $1 })
    let printed = String(decoding: done.output, as: UTF8.self).split(separator: "\n").map(String.init)
    let programs = try #require(
      printed.first?.wholeMatch(of: /curl -fsSL -o (.+)\/tarball https:.*/).map { String($0.output.1) })
    #expect(programs.hasPrefix("/") && !programs.hasPrefix("\(sandbox.top)"), "a change can put nothing there")
    #expect(
      printed.dropFirst() == [
        "SHA256  \(programs)/tarball", "sha256sum -c",
        "tar -xzf \(programs)/tarball -C \(programs) --strip-components 1",
        "git-munge verify --report gitlab=gl-code-quality-report.json \(checked)",
      ])
  }
}

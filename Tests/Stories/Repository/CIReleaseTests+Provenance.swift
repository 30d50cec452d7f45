import Platform
import TestSupport

/// The attestation of the release that `scripts/ci-verify` downloads, from a server that stands for GitHub.
extension CIReleaseTests {
  /// A curl that gets the files of github.com from the server, and a gh that records its calls.
  private func install(gh help: String?, status: Int32 = 0) throws {
    let curl = try #require(TestInput.program("curl"))
    let programs = [
      "curl": """
      for word do
          shift
          case $word in
          =https) word='=http' ;;
          https://github.com/*) word=$SITE/${word#https://github.com/} ;;
          esac
          set -- "$@" "$word"
      done
      exec '\(curl)' "$@"
      """,
      "gh": """
      echo "$GH_HOST $GH_TOKEN $*" >>'\(sandbox.directory)/calls'
      case $* in
      *--help) echo '\(help ?? "")' ;;
      'auth token') [ -n "$GH_TOKEN" ] ;;
      *) [ -f "$3" ] && echo "gh says so" && exit \(status) ;;
      esac
      """,
    ]
    for (name, text) in programs where name != "gh" || help != nil {
      try TestFile.write(sandbox.directory / "bin/\(name)", bytes("#!/bin/sh\n\(text)\n"), mode: 0o755)
    }
  }

  private func calls() throws -> [String] {
    let text = String(decoding: try FileSystem.contents(sandbox.directory / "calls") ?? [], as: UTF8.self)
    return text.split(separator: "\n").map(String.init).filter { $0.contains(" attestation verify /") }
  }

  private static let action = ["SITE": "1", "GIT_MUNGE_ACTION": "owner/git-munge@main", "GIT_MUNGE_TOKEN": "secret"]
  private static let flags =
    "--repo owner/git-munge --source-ref refs/tags/v%"
    + " --signer-workflow owner/git-munge/.github/workflows/release.yml --deny-self-hosted-runners"

  @Test(arguments: ["", "true"])
  func `gh verifies that the release workflow made the file for the tag of the version`(onGitHub: String) throws {
    try install(gh: "--source-ref")
    try release(version, bytes("#!/bin/sh\necho released \"$@\" \"[${GIT_MUNGE_TOKEN-}${GH_TOKEN-}]\"\n"))
    let variables = ["GIT_MUNGE_VERSION": version, "GITHUB_ACTIONS": onGitHub, "GIT_MUNGE_FORMAT": "github"]
    let outcome = try run(Self.action.merging(variables) { $1 })
    #expect(
      outcome.status == 0 && outcome.output.contains(/gh says so\n(::[0-9a-f]+::\n)?==> provenance verified:/),
      "\(outcome.errors)")
    let call = try #require(try calls().first)
    #expect(call.hasPrefix("github.com secret ") && call.hasSuffix(Self.flags.replacing("%", with: version)), "\(call)")
    #expect(outcome.output.hasSuffix("released verify --report=github HEAD []\n"), "the program does not see the token")
  }

  @Test func `a file that gh does not confirm is not unpacked`() throws {
    try install(gh: "--source-ref", status: 1)
    try release(version)
    for more in [[:], ["GIT_MUNGE_RELEASES": "https://github.com/owner/git-munge/releases/download/"]] {
      let outcome = try run(Self.action.merging(["GIT_MUNGE_VERSION": version]) { $1 }.merging(more) { $1 })
      #expect(
        outcome.status == 2
          && outcome.errors.contains("gh does not confirm that the release workflow of owner/git-munge made "))
      #expect(!outcome.output.contains("released"), "\(outcome.output)")
    }
    let first = try run(Self.action.merging(["GIT_MUNGE_VERSION": version]) { $1 }, "--program")
    #expect(first.status == 2 && first.output == "", "\(first.output)")
  }

  @Test(arguments: [
    ("", ["GIT_MUNGE_TOKEN": "secret"], "this gh has no option --source-ref"), ("--source-ref", [:], "gh has no token"),
    ("--source-ref", ["GIT_MUNGE_TOKEN": "secret", "MIRROR": "1"], "GitHub has no attestations of http://127.0.0.1"),
    (nil, ["GIT_MUNGE_TOKEN": "secret"], "gh is not installed"),
  ])
  func `the log says what was not verified, and why`(help: String?, more: [String: String], why: String) throws {
    if help == nil, TestInput.program("gh") != nil { return }
    try install(gh: help)
    try release(version)
    let variables = [
      "SITE": "1", "GIT_MUNGE_ACTION": "owner/git-munge@main", "GIT_MUNGE_VERSION": version, "GIT_MUNGE_TOKEN": "",
    ]
    let site = more["MIRROR"] == nil ? [:] : ["SITE": ""]
    let outcome = try run(variables.merging(more) { $1 }.merging(site) { $1 })
    #expect(outcome.output.contains("provenance not verified: \(why)"), "\(outcome.output + outcome.errors)")
    #expect(
      try outcome.status == 0 && calls() == [] && outcome.output.hasSuffix("released verify --report=human HEAD\n"))
  }

  @Test func `the token of another server is not sent to GitHub`() throws {
    try install(gh: "--source-ref")
    try release(version)
    // Only what leads to the download is needed: the server of the job is not GitHub, the releases are.
    let releases = ["GIT_MUNGE_RELEASES": "https://github.com/owner/git-munge/releases/download"]
    let outcome = try run(Self.action.merging(releases) { $1 }.merging(["SERVER": "https://git.example.com"]) { $1 })
    #expect(outcome.output.contains("provenance not verified: gh has no token"), "\(outcome.output + outcome.errors)")
  }
}

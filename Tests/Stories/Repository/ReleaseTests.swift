import Platform
import TestSupport

/// `scripts/release`, in a repository whose tests and packages take no time.
@Suite(
  .enabled(if: Repository.isHere, Repository.why),
  .enabled(if: TestInput.program("bash") != nil, "there is no bash here"))
struct ReleaseTests {
  private static let versionFile = "Sources/Smudge/Process/Version.swift"
  private static let formula = "packaging/homebrew/git-munge.rb"

  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
    for file in [
      "scripts/release", "scripts/lib.sh", "README.md", "GUIDE.md", "docs/ci.md", Self.versionFile, Self.formula,
    ] {
      try sandbox.write(Path(file), try Repository.content(Path(file)))
    }
    for name in ["test", "package"] {
      try sandbox.write("scripts/\(name)", bytes("#!/bin/sh\necho \"\(name) $*\"\n"), mode: 0o755)
    }
    try sandbox.write(
      "CHANGELOG.md",
      bytes(
        """
        # Changelog

        ## Unreleased

        - New.

        ## 0.1.0 - 2026-11-21

        - Old.

        """))
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "one")
  }

  private func release(_ argument: String) throws -> (status: Int32, output: String) {
    let done = try sandbox.run(["bash", "scripts/release", argument])
    return (done.status, String(decoding: done.output + done.errors, as: UTF8.self))
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try #require(try sandbox.read(file)), as: UTF8.self)
  }

  @Test func `a release is committed, tagged, tested and packaged`() throws {
    let done = try release("99.0.0")
    #expect(done.status == 0, "\(done.output)")
    #expect(try text(Self.versionFile).contains(" current = \"99.0.0\""))
    #expect(try text(Self.formula).contains(", tag: \"v99.0.0\"\n"))
    #expect(try text("CHANGELOG.md").contains(/\n## 99\.0\.0 - \d{4}-\d\d-\d\d\n\n- New\.\n/))
    #expect(
      try text("README.md").firstMatch(of: /\n\$ (\S+)/)?.1 == "scripts/install",
      "no name of a registry, which can be another's")
    for page in ["README.md", "GUIDE.md", "docs/ci.md"] {
      #expect(try !text(page).contains("No release is published yet"))
    }
    #expect(try sandbox.git("status", "--porcelain").isEmpty)
    #expect(String(decoding: try sandbox.git("tag", "--points-at", "HEAD"), as: UTF8.self) == "v99.0.0\n")
    let packaged = ["test --all\n", "package \n"].allSatisfy(done.output.contains)
    #expect(packaged && done.output.contains("git push origin main v99.0.0"), "\(done.output)")
    #expect(try release("--packages").status == 0, "the tag is checked out")
  }

  @Test func `the first release has its section in the changelog already`() throws {
    try sandbox.write("CHANGELOG.md", bytes("# Changelog\n\n## 0.1.0 - 2026-11-21\n\n- Old.\n"))
    try sandbox.git("commit", "--quiet", "--all", "-m", "first")
    let done = try release("0.1.0")
    #expect(done.status == 0 && done.output.contains("git push origin main v0.1.0"), "\(done.output)")
    #expect(try text("CHANGELOG.md").contains(/\n## 0\.1\.0 - (?!2026-11-21)/))
  }

  @Test func `an uncommitted change, another branch or an empty changelog stops a release`() throws {
    try sandbox.write("new.txt", bytes("x\n"))
    #expect(try release("99.0.0").output.contains("the working tree has changes"))
    try FileSystem.remove(sandbox.top / "new.txt")
    try sandbox.git("switch", "--quiet", "-c", "topic")
    #expect(try release("99.0.0").output.contains("not on branch main"))
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.write("CHANGELOG.md", bytes("# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-11-21\n\n- Old.\n"))
    try sandbox.git("commit", "--quiet", "--all", "-m", "empty")
    #expect(try release("99.0.0").output.contains("Unreleased is empty"))
  }
}

// git-lfs wants four of the hooks: those of git-munge do its work as well, whichever was installed first.

import StorySupport

@Suite(.enabled(if: TestInput.program("git-lfs") != nil, "git-lfs is not installed"))
struct LFSHookTests {
  let tree: WorkingTree
  private var workshop: Workshop { tree.workshop }
  private var server: Path { workshop.sandbox.directory / "server" }

  private static let attributes = "* filter=munge\n*.big filter=lfs diff=lfs merge=lfs -text\n"
  private static let shared = ["post-checkout", "post-commit", "post-merge", "pre-push"]

  init() throws {
    tree = try Workshop(rules: Rules.keyedTeam, attributes: Self.attributes, files: ["app.txt": Scene.goodTeam]).clone()
    try tree.sh("git remote add server '\(tree.workshop.bare("server").top)'; git push --quiet server main")
    try tree.sh("git lfs install --skip-repo")
  }

  private func installMunge() throws -> Outcome { try tree.munge("install", "--hooks", "team=BNR1234567") }

  private func hook(_ name: String) throws -> String { try tree.text(".git/hooks/\(name)") ?? "(none)" }

  private func commitLarge(_ text: String) throws { try tree.commit("x.big", text, "Large") }

  private func uploads() throws -> Int {
    try tree.run(["sh", "-c", "find '\(server)/lfs/objects' -type f 2>/dev/null | wc -l"]).output.split(separator: " ")
      .first
      .flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// Commits a large file, pushes it, and expects it in a new clone; then expects that a push of a leak is blocked.
  private func expectBoth(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let count = try uploads()
    try commitLarge("large and cloned\n")
    try tree.git("push", "--quiet", "server", "HEAD:main")
    #expect(try uploads() == count + 1, sourceLocation: sourceLocation)
    try tree.git("clone", "--quiet", "--branch=main", "\(server)", "\(workshop.sandbox.directory)/colleague")
    #expect(try workshop.tree("colleague").text("x.big") == "large and cloned\n", sourceLocation: sourceLocation)
    try tree.write("app.txt", Scene.badTeam)
    try tree.sh("git commit --quiet --all --no-verify -m Leak")
    try commitLarge("large and blocked\n")
    #expect(
      try tree.git("push", "server", "HEAD:main", status: 1...1).says("[foreign-value]"), sourceLocation: sourceLocation
    )
    #expect(try uploads() == count + 1, "nothing is uploaded", sourceLocation: sourceLocation)
    try tree.git("reset", "--quiet", "--hard", "HEAD~2")
  }

  @Test(arguments: ["", "before", "after"])
  func `a push is checked and uploads large files in any order of installation`(_ order: String) throws {
    if order == "before" { try tree.git("lfs", "install") }
    #expect(try installMunge().says("hooks check them"))
    if order == "after" { #expect(try tree.git("lfs", "install", status: 2...2).says("Hook already exists")) }
    try expectBoth()
    // The hook for git-lfs alone is written where it is used.
    try tree.munge("install")
    for name in Self.shared { #expect(try hook(name).contains("hook --alone \(name) \"$@\""), "\(name)") }
    #expect(try !tree.munge("status").says("lfs"))
  }

  @Test func `without git-lfs on PATH a push is refused, and where a clone does not use it nothing is run`() throws {
    _ = try installMunge()
    let tools = workshop.sandbox.directory / "tools"
    try tree.sh("mkdir '\(tools)'; for name in git sh cat; do ln -s \"$(command -v $name)\" '\(tools)'; done")
    let path = ["PATH": "\(workshop.bin):\(tools)"]
    try tree.commit("log.txt", "one\n", "One")
    #expect(try tree.git("push", "--quiet", "server", "main", environment: path).errors == "")
    try commitLarge("large\n")
    #expect(
      try tree.git("push", "server", "main", environment: path, status: 1...1).says("git-lfs, which is not on PATH"))
    try tree.sh("git lfs uninstall; git munge status; git push --quiet --force server main~1:main")
  }

  @Test func `an uninstallation of either leaves the other working`() throws {
    try tree.git("lfs", "install")
    _ = try installMunge()
    try tree.munge("uninstall")
    #expect(
      try !FileSystem.exists(tree.gitDirectory / "hooks/pre-commit") && hook("pre-push").contains("command -v git-lfs"))
    #expect(try tree.git("lfs", "install").says("Updated"), "git-lfs knows these hooks")
    try commitLarge("large\n")
    try tree.git("push", "--quiet", "server", "main")
    #expect(try uploads() == 1)
    _ = try installMunge()
    try expectBoth()
    try tree.munge("install", "--no-hooks")
    #expect(try hook("post-commit").contains("command -v git-lfs"))
    _ = try installMunge()
    try tree.git("lfs", "uninstall", status: 0...2)
    try tree.write("app.txt", Scene.badTeam)
    try tree.sh("git rm --quiet --cached x.big; git commit --quiet --all --no-verify -m Leak")
    #expect(try tree.git("push", "server", "main", status: 1...1).says("[foreign-value]"))
  }

  @Test func `a commit in a clone without git-lfs starts no hook after it`() throws {
    _ = try installMunge()
    #expect(try hook("post-commit") == "(none)")
    try commitLarge("large\n")
    try tree.munge("install")
    #expect(try hook("post-commit").contains("hook --alone post-commit"))
  }

  @Test func `the line for a hook of another tool works above that of git-lfs, and is checked`() throws {
    try tree.sh("mkdir theirs; git config core.hooksPath theirs; git lfs install")
    let lfs = try #require(try tree.text("theirs/pre-push"))
    let outcome = try installMunge()
    let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("hook pre-push") })
    #expect(outcome.says(", above that of git-lfs"))
    try tree.write("theirs/pre-push", lfs.replacing("\ngit lfs", with: "\n\(line)\ngit lfs"), mode: 0o755)
    try expectBoth()
    #expect(try !tree.munge("status").says("[shared-hook]"))
    try tree.write("theirs/pre-push", lfs + "git-munge hook pre-push \"$@\"\n", mode: 0o755)
    try tree.write("app.txt", Scene.badTeam)
    try tree.sh("git commit --quiet --all --no-verify -m Leak")
    #expect(try tree.git("push", "server", "main", status: 1...1).says("[foreign-value]"), "without its input")
    #expect(try tree.munge("status", status: 0...1).says("/pre-push does not do its work"))
  }
}

// A second install, after the rules changed or were overwritten.

import StorySupport

@Suite struct ReinstallTests {
  private static let changed = Rules.handle.replacing("user-${", with: "dev-${")

  @Test func `install does not apply pulled rules without approval, unless it is a first one`() throws {
    let tree = try Workshop(files: ["app.txt": "\(canonical)\n"]).munged()
    try tree.write(".gitmunge", Self.changed)
    let refused = try tree.unchanged { try tree.munge("install", status: 2...2) }
    #expect(try tree.munge("install", "--dry-run").says("com.blah.dev-bnr"), "a dry run shows the new local text")
    try tree.munge("install", "--yes")
    #expect(try tree.text("app.txt") == "com.blah.dev-bnr\n")
    try expectSnapshot("changed-rules", refused, tree.munge("install"))
    try tree.munge("uninstall")
    try tree.write(".gitmunge", Rules.handle.replacing("user-${", with: "new-${"))
    try tree.munge("install")
    #expect(try tree.text("app.txt") == "com.blah.new-bnr\n")
  }

  @Test func `install with a damaged plan does not apply changed rules`() throws {
    let tree = try Workshop(files: ["app.txt": "\(canonical)\n"]).munged()
    try tree.write(".gitmunge", Self.changed)
    try tree.write(".git/munge/plan", "nonsense")
    try tree.munge("install", status: 2...2)
    #expect(try tree.text("app.txt") == "\(local)\n")
  }

  @Test func `with a damaged plan the texts of rules that were approved are cleaned, whatever the rules are now`() throws {
    let tree = try Workshop(files: ["app.txt": "\(canonical)\n"]).munged()
    try tree.write(".gitmunge", Self.changed.replacing(canonical, with: "com.blah.other"))
    try tree.write(".git/munge/plan", "nonsense")
    try tree.munge("install", "--yes")
    #expect(try tree.text("app.txt") == "\(canonical)\n" && tree.statusOfTouched() == " M .gitmunge\n")
    try tree.git("checkout", "--quiet", ".gitmunge")
    try tree.munge("refresh")
    #expect(try tree.text("app.txt") == "\(local)\n")
    try tree.write(".git/munge/plan", "nonsense")
    try tree.run(["rm", ".gitmunge"])
    try tree.munge("uninstall")
    #expect(try tree.text("app.txt") == "\(canonical)\n")
  }

  /// A developer's own rules file, which git ignores, in a repository whose maintainer adds one later.
  @Test func `install reports and keeps a private rules file that git overwrote`() throws {
    let workshop = try Workshop(rules: nil, files: ["app.txt": "\(canonical)\n"])
    let tree = try workshop.clone()
    try TestFile.write(tree.top / ".git/info/exclude", bytes(".gitmunge\n"))
    try tree.write(".gitmunge", Rules.handle)
    try tree.munge("install", "--hooks", "handle=bnr")
    try workshop.maintainer.commit(".gitmunge", Self.changed, "Adopt")
    #expect(try tree.git("pull", "--quiet").errors.contains("git has overwritten your uncommitted .gitmunge, a copy is in "))
    let status = try tree.munge("status", status: 1...1).output
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("git has overwritten your uncommitted .gitmunge") })
    let kept = Path(String(line.split(separator: " ").last?.dropLast() ?? ""))
    #expect(try FileSystem.contents(kept).map { String(decoding: $0, as: UTF8.self) } == Rules.handle)
    try expectSnapshot("private-rules-file-git-overwritten", tree.munge("refresh", status: 1...1))
    try tree.munge("refresh", "--yes")
    #expect(try !tree.munge("status").says("a copy is in"))
  }
}

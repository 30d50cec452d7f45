// `git munge status --canonical`, the check before a release is built on a developer's machine.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct CanonicalCheckTests {
  let workshop: Workshop
  let tree: WorkingTree

  init() throws {
    workshop = try Workshop(
      attributes: "*.txt filter=munge\n",
      files: ["app.txt": "id = com.blah.user-thing\n", "other.txt": "com.blah.user-thing\n", "plain.txt": "plain\n"])
    tree = try workshop.clone()
  }

  /// No file on disk holds a local text.
  private func expectCanonical() throws {
    let outcome = try tree.munge("status", "--canonical")
    #expect(outcome.output == "Canonical: 3 munged files, all as in the repository.\n")
    #expect(outcome.errors == "")
    #expect(try tree.munge("status", "--canonical", "--json").output.contains(#""isCanonical" : true"#))
  }

  private func expectLocal(_ paths: String...) throws {
    let outcome = try tree.munge("status", "--canonical", status: 1...1)
    let files = "\(paths.count) file\(paths.count == 1 ? "" : "s")"
    #expect(
      outcome.output == """
        Not canonical: \(files) on disk with your identifiers:
        \(paths.map { "  \($0)\n" }.joined())To release from here, run `git munge uninstall`, or archive with `git munge canonical -- git archive HEAD`.

        """)
    let document = try tree.munge("status", "--canonical", "--json", status: 1...1)
    #expect(document.output.contains(#""isCanonical" : false"#))
  }

  @Test func `a fresh clone is canonical`() throws { try expectCanonical() }

  @Test func `a munged tree is not canonical, and is canonical again after uninstall`() throws {
    try tree.munge("install", "handle=bnr")
    try expectLocal("app.txt", "other.txt")
    try tree.munge("uninstall")
    try expectCanonical()
  }

  @Test func `status --canonical writes nothing`() throws {
    try tree.munge("install", "handle=bnr")
    let before = try DirectoryState(tree)
    try expectLocal("app.txt", "other.txt")
    #expect(try DirectoryState(tree).changes(since: before) == "")
  }

  @Test func `one file with a local text makes the tree not canonical`() throws {
    try tree.munge("install", "handle=bnr")
    try FileSystem.remove(tree.top / "app.txt")
    try tree.git("checkout", "--quiet", "--", "app.txt", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    try expectLocal("other.txt")
    try FileSystem.remove(tree.top / "other.txt")
    try tree.git("checkout", "--quiet", "--", "other.txt", environment: ["GIT_MUNGE_SKIP_SMUDGE": "1"])
    try expectCanonical()
  }

  @Test func `an edit is canonical, and an untracked file with a local text is not`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.write("app.txt", "edited\n")
    try tree.write("other.txt", "edited\n")
    try expectCanonical()
    try tree.write("new.txt", "new \(local)\n")
    try expectLocal("new.txt")
  }

  @Test(arguments: ["--skip-worktree", "--assume-unchanged"])
  func `a local text in a skip-worktree or assume-unchanged file is reported`(_ bit: String) throws {
    try tree.munge("install", "handle=bnr")
    try tree.git("update-index", bit, "other.txt")
    try FileSystem.remove(tree.top / "app.txt")
    try expectLocal("other.txt")
  }

  @Test func `a former local text that an editor saved late is reported`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.munge("set", "handle=thing")
    try expectCanonical()
    try tree.write("other.txt", "\(local)\n")
    try expectLocal("other.txt")
  }

  @Test func `without an installation local texts are found by the configured values`() throws {
    try tree.write("other.txt", "\(local)\n")
    try expectCanonical()
    try tree.git("config", "--global", "munge.values.handle", "bnr")
    try expectLocal("other.txt")
    try tree.git("update-index", "--skip-worktree", "other.txt")
    try expectLocal("other.txt")
  }

  @Test func `rules without values leave the tree canonical`() throws {
    try tree.munge("install", status: 1...1)
    try expectCanonical()
    try tree.munge("set", "handle=thing")
    try expectCanonical()
  }

  @Test func `a tree without rules and without a plan is canonical`() throws {
    try FileSystem.remove(tree.top / ".gitmunge")
    try expectCanonical()
    try tree.git("checkout", "--", ".gitmunge")
    try tree.munge("install", "handle=bnr")
    try FileSystem.remove(tree.top / ".gitmunge")
    try expectLocal("app.txt", "other.txt")
  }

  @Test func `a working tree without its plan is not canonical`() throws {
    try tree.munge("install", "handle=bnr")
    try FileSystem.remove(tree.gitDirectory / "munge/plan")
    try expectLocal("app.txt", "other.txt")
  }

  @Test func `files with local texts are not canonical when .gitattributes excludes them`() throws {
    try tree.munge("install", "handle=bnr")
    try tree.write(".gitattributes", "*.txt filter=munge\nother.txt -filter\n")
    #expect(try tree.munge("status", "--canonical", status: 1...1).says("  app.txt\n  other.txt\n"))
  }
}

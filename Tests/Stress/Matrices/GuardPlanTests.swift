// Guards use the plan of their clone, whatever rules and attributes a commit has.

import Platform
import StorySupport
import TestSupport
import Testing

/// A munged clone with guards and a branch older than the rules; the filter is off, as in a client that does not run it.
@Suite struct GuardPlanTests {
  private let tree: WorkingTree

  init() throws {
    let workshop = try Workshop(rules: nil, attributes: "", files: ["a.x": "ID = \(canonical);\n", "b.txt": "b\n"])
    let maintainer = workshop.maintainer
    try maintainer.git("branch", "older")
    try maintainer.write(".gitattributes", "*.x filter=munge\n")
    try maintainer.write(".gitmunge", Rules.handle)
    try maintainer.commitAll("Rules")
    tree = try workshop.munged()
    try tree.munge("install", "--hooks", "handle=bnr")
    try tree.git("init", "--quiet", "--bare", "../remote")
    try tree.git("remote", "add", "server", "../remote")
    try tree.git("push", "--quiet", "server", "main")
    try turnFilterOff()
  }

  private func turnFilterOff() throws {
    for key in ["process", "clean", "smudge"] { try tree.git("config", "filter.munge.\(key)", "") }
    try tree.git("config", "filter.munge.required", "false")
  }

  /// The commit is blocked, and so is a push of a commit made with --no-verify.
  private func expectBlocked(_ kind: String, _ place: String, location: SourceLocation = #_sourceLocation) throws {
    try tree.git("add", "--all")
    let outcome = try tree.git("commit", "--quiet", "-m", "Leak", status: 1...1)
    #expect(outcome.says(place) && outcome.says("[\(kind)]"), "\(outcome)", sourceLocation: location)
    try tree.git("commit", "--quiet", "--no-verify", "-m", "Leak")
    let push = try tree.git("push", "server", "HEAD:refs/heads/new", status: 1...1)
    #expect(push.says(place) && push.says("[\(kind)]"), "\(push)", sourceLocation: location)
  }

  @Test(arguments: [
    (nil, "ID = \(local);\n", "own-text"), ("", "ID = \(local);\n", "own-text"), ("*.x -filter\n", "ID = \(local);\n", "own-text"),
    ("*.x filter=lfs\n", "ID = \(local);\n", "own-text"), (nil, "ID = \(local)2;\n", "near-leak"), ("*.x -filter\n", "\(local)2", "near-leak"),
  ] as [(String?, String, String)])
  func `a commit of an own text is blocked whatever its attributes are`(
    _ attributes: String?, _ text: String, _ kind: String
  ) throws {
    if let attributes {
      try tree.write(".gitattributes", attributes)
    } else {
      try tree.git("switch", "--quiet", "older")
    }
    try tree.write("a.x", text)
    try expectBlocked(kind, "a.x:1:")
  }

  @Test func `an own text in a file outside the patterns is blocked`() throws {
    try tree.git("mv", "a.x", "a.y")
    try tree.write("a.y", "ID = \(local);\n")
    try expectBlocked("own-text", "a.y:1:6")
    try tree.git("reset", "--quiet", "--hard", "server/main")
    try tree.write("README", "Mine is \(local).\n")
    try expectBlocked("own-text", "README:1:9")
  }

  @Test func `a former local text is blocked`() throws {
    try tree.munge("install", "--force", "--hooks", "handle=bnr")
    try tree.munge("set", "handle=other")
    try turnFilterOff()
    try tree.git("switch", "--quiet", "older")
    try tree.write("a.x", "ID = \(local);\n")
    try expectBlocked("former-text", "a.x:1:6")
  }

  @Test func `texts from before the change and other texts pass`() throws {
    try tree.git("switch", "--quiet", "older")
    try tree.write("b.txt", "\(local)\n")
    try tree.git("commit", "--quiet", "--all", "--no-verify", "-m", "Leak")
    try tree.git("push", "--quiet", "--no-verify", "server", "older")
    try tree.write("b.txt", "more\n\(local)\n")
    try tree.write("a.x", "ID = com.other.thing;\n")
    let commit = try tree.git("commit", "--all", "-m", "More")
    #expect(!commit.says("own-text"))
    #expect(try !tree.git("push", "server", "older").says("own-text"))
  }
}

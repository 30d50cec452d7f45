import Platform
import TestSupport
import Testing

@testable import Smudge
@testable import WorkingTree

/// Tests of transitions: the files that are read, and dry runs.
struct TransitionTests {
  private static let munged = PlanRule(
    name: bytes("r"), pairs: [TextPair(canonical: bytes("com.acme"), local: bytes("dev.me"))])
  private static let plan = Plan(rules: [munged], fingerprint: Digest([]))

  /// A commit of canonical files, one without the attribute and one without a canonical text.
  private static func sandbox() throws -> GitSandbox {
    try GitSandbox.committed([
      ".gitattributes": "*.m filter=munge\n", "a.m": "id com.acme\n", "sub/b.m": "id group.com.acme.x\n", "none.m": "nothing\n",
      "plain.txt": "com.acme\n",
    ])
  }

  /// Everything below the directory of a sandbox, with times.
  private static func state(_ sandbox: GitSandbox) throws -> [String: [UInt8]] {
    let entries = try DirectoryWalk.entries(below: sandbox.directory)
    return Dictionary(uniqueKeysWithValues: try entries.map { entry in
      let content = entry.status.kind == .regular ? try FileSystem.contents(sandbox.directory / entry.path) ?? [] : []
      return ("\(entry.path)", bytes("\(entry.status.mode) \(entry.status.modified) ") + content)
    })
  }

  private static func transition(
    _ sandbox: GitSandbox, from old: Plan = .idle, to new: Plan = plan
  ) throws -> Change {
    try Change(sandbox.clone, from: old, to: new)
  }

  @Test func `A dry run lists the files to rewrite, and writes nothing`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("new.m", bytes("com.acme\n"))
    let before = try Self.state(sandbox)
    let transition = try Self.transition(sandbox)
    #expect(transition.files.map { "\($0.path)" } == ["a.m", "new.m", "none.m", "sub/b.m"])
    #expect(try transition.rehearse().map { "\($0.file.path)" } == ["a.m", "new.m", "sub/b.m"])
    #expect(try Self.state(sandbox) == before)
  }

  @Test func `A dry run in a munged clone, and a scan for a report, write nothing, not even a warning`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("a.m", bytes("id dev.me\n"))
    // Content that clean would report: a local text inside a longer word.
    try sandbox.write("none.m", bytes("mydev.me\n"))
    try PlanStore.publish(Self.plan, sandbox.clone.mungeDirectory)
    let before = try Self.state(sandbox)
    let transition = try Self.transition(sandbox, from: Self.plan, to: .idle)
    #expect(try transition.rehearse().map { "\($0.file.path)" } == ["a.m"])
    #expect(try Self.state(sandbox) == before)
    _ = try WorkingTreeScanner(sandbox.clone, IndexSnapshot(sandbox.clone), Self.plan, nil, .all).run()
    #expect(try Self.state(sandbox) == before)
  }

  @Test func `Files without the attribute are rewritten if git-munge wrote their local text`() throws {
    let sandbox = try Self.sandbox()
    // Smudged while it had the attribute, or pasted; the blob has the canonical text.
    try sandbox.write("plain.txt", bytes("dev.me\n"))
    try sandbox.write("own.txt", bytes("dev.me, as the project itself says\n"))
    try sandbox.git("add", "own.txt")
    let transition = try Self.transition(sandbox, from: Self.plan, to: .idle)
    #expect(transition.files.map { "\($0.path)" } == ["a.m", "none.m", "plain.txt", "sub/b.m"])
  }

  @Test func `Symbolic links and files in linked directories are not read`() throws {
    let sandbox = try Self.sandbox()
    try TestFile.write(sandbox.directory / "outside/b.m", bytes("id com.acme\n"))
    try FileSystem.removeTree(sandbox.top / "sub")
    try FileSystem.makeSymbolicLink(sandbox.top / "sub", to: sandbox.directory / "outside")
    try FileSystem.remove(sandbox.top / "a.m")
    try FileSystem.makeSymbolicLink(sandbox.top / "a.m", to: sandbox.directory / "outside/b.m")
    let transition = try Self.transition(sandbox)
    #expect(try transition.rehearse().isEmpty, "nothing outside the tree is ever written")
  }
}

import Git
import Platform
import Smudge
import Testing
import TestSupport

@testable import Munge

/// A working tree on its way from one plan to another: what is looked at, and what a rehearsal leaves.
struct TransitionTests {
  private static let munged = PlanRule(
    name: bytes("r"), pairs: [TextPair(canonical: bytes("com.acme"), local: bytes("dev.me"))])
  private static let plan = Plan(rules: [munged], fingerprint: Digest([]))

  /// A commit of canonical files, of which one has no attribute and one holds nothing of ours.
  private static func sandbox() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitattributes", bytes("*.m filter=munge\n"))
    try sandbox.write("a.m", bytes("id com.acme\n"))
    try sandbox.write("sub/b.m", bytes("id group.com.acme.x\n"))
    try sandbox.write("none.m", bytes("nothing\n"))
    try sandbox.write("plain.txt", bytes("com.acme\n"))
    try sandbox.git("add", ".")
    try sandbox.git("commit", "-m", "one")
    return sandbox
  }

  private static func transition(
    _ sandbox: GitSandbox, from old: Plan = .idle, to new: Plan = plan
  ) throws -> Transition {
    Transition(tree: sandbox.clone, old: old, new: new, snapshot: try IndexSnapshot(sandbox.clone))
  }

  @Test func `A rehearsal names the files that would be rewritten, and writes nothing`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("new.m", bytes("com.acme\n"))
    let before = try DirectoryState(sandbox.directory)
    let transition = try Self.transition(sandbox)
    let files = try transition.files()
    #expect(files.map { "\($0.path)" } == ["a.m", "new.m", "none.m", "sub/b.m"])
    #expect(try transition.rehearse(files).map { "\($0.file.path)" } == ["a.m", "new.m", "sub/b.m"])
    #expect(try DirectoryState(sandbox.directory).changes(since: before) == [])
  }

  @Test func `In a munged clone a rehearsal writes nothing either, not even a warning`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("a.m", bytes("id dev.me\n"))
    // What clean would warn of: a local text inside a longer word.
    try sandbox.write("none.m", bytes("mydev.me\n"))
    try PlanStore.publish(Self.plan, sandbox.clone.mungeDirectory)
    let before = try DirectoryState(sandbox.directory)
    let transition = try Self.transition(sandbox, from: Self.plan, to: .idle)
    #expect(try transition.rehearse(try transition.files()).map { "\($0.file.path)" } == ["a.m"])
    #expect(try DirectoryState(sandbox.directory).changes(since: before) == [])
  }

  @Test func `A survey for a report writes nothing either`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("none.m", bytes("mydev.me\n"))
    try PlanStore.publish(Self.plan, sandbox.clone.mungeDirectory)
    let before = try DirectoryState(sandbox.directory)
    _ = try WorkingTreeScanner(sandbox.clone, IndexSnapshot(sandbox.clone), Self.plan, nil, .all).run()
    #expect(try DirectoryState(sandbox.directory).changes(since: before) == [])
  }

  @Test func `Files outside the attribute are meant where they owe their local text to us`() throws {
    let sandbox = try Self.sandbox()
    // Smudged while it had the attribute, or pasted; the repository holds the canonical text.
    try sandbox.write("plain.txt", bytes("dev.me\n"))
    try sandbox.write("own.txt", bytes("dev.me, as the project itself says\n"))
    try sandbox.git("add", "own.txt")
    let transition = try Self.transition(sandbox, from: Self.plan, to: .idle)
    #expect(try transition.files().map { "\($0.path)" } == ["a.m", "none.m", "plain.txt", "sub/b.m"])
  }

  @Test func `Links and files in linked folders are not looked into`() throws {
    let sandbox = try Self.sandbox()
    try TestFile.write(sandbox.directory / "outside/b.m", bytes("id com.acme\n"))
    try FileSystem.removeTree(sandbox.top / "sub")
    try FileSystem.makeSymbolicLink(sandbox.top / "sub", to: sandbox.directory / "outside")
    try FileSystem.remove(sandbox.top / "a.m")
    try FileSystem.makeSymbolicLink(sandbox.top / "a.m", to: sandbox.directory / "outside/b.m")
    let transition = try Self.transition(sandbox)
    #expect(try transition.rehearse(try transition.files()).isEmpty, "nothing outside the tree is ever written")
  }

  @Test func `A file that is tracked and gone from disk is left alone`() throws {
    let sandbox = try Self.sandbox()
    try FileSystem.remove(sandbox.top / "a.m")
    let transition = try Self.transition(sandbox)
    #expect(try transition.rehearse(try transition.files()).map { "\($0.file.path)" } == ["sub/b.m"])
  }
}

/// Every file below a folder, to be compared with how it was before.
struct DirectoryState {
  private var files: [Path: [UInt8]] = [:]

  init(_ directory: Path) throws {
    for name in try FileSystem.entries(directory) {
      let path = directory / name
      guard let status = try FileSystem.status(path) else { continue }
      switch status.kind {
      case .directory: files.merge(try DirectoryState(path).files) { $1 }
      case .regular: files[path] = bytes("\(status.mode) \(status.modified) ") + (try FileSystem.contents(path) ?? [])
      case .symbolicLink, .other: files[path] = []
      }
    }
  }

  /// Files that are new, gone or different.
  func changes(since before: DirectoryState) -> [Path] {
    Set(files.keys).union(before.files.keys).filter { files[$0] != before.files[$0] }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

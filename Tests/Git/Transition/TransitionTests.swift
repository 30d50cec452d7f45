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
  ) throws -> Change {
    try Change(sandbox.clone, from: old, to: new)
  }

  @Test func `A dry run lists the files to rewrite, and writes nothing`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("new.m", bytes("com.acme\n"))
    let before = try DirectoryState(sandbox.directory)
    let transition = try Self.transition(sandbox)
    #expect(transition.files.map { "\($0.path)" } == ["a.m", "new.m", "none.m", "sub/b.m"])
    #expect(try transition.rehearse().map { "\($0.file.path)" } == ["a.m", "new.m", "sub/b.m"])
    #expect(try DirectoryState(sandbox.directory).changes(since: before) == [])
  }

  @Test func `A dry run in a munged clone writes nothing, not even a warning`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("a.m", bytes("id dev.me\n"))
    // Content that clean would report: a local text inside a longer word.
    try sandbox.write("none.m", bytes("mydev.me\n"))
    try PlanStore.publish(Self.plan, sandbox.clone.mungeDirectory)
    let before = try DirectoryState(sandbox.directory)
    let transition = try Self.transition(sandbox, from: Self.plan, to: .idle)
    #expect(try transition.rehearse().map { "\($0.file.path)" } == ["a.m"])
    #expect(try DirectoryState(sandbox.directory).changes(since: before) == [])
  }

  @Test func `A scan for a report writes nothing`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("none.m", bytes("mydev.me\n"))
    try PlanStore.publish(Self.plan, sandbox.clone.mungeDirectory)
    let before = try DirectoryState(sandbox.directory)
    _ = try WorkingTreeScanner(sandbox.clone, IndexSnapshot(sandbox.clone), Self.plan, nil, .all).run()
    #expect(try DirectoryState(sandbox.directory).changes(since: before) == [])
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

  @Test func `A tracked file that is missing on disk is skipped`() throws {
    let sandbox = try Self.sandbox()
    try FileSystem.remove(sandbox.top / "a.m")
    let transition = try Self.transition(sandbox)
    #expect(try transition.rehearse().map { "\($0.file.path)" } == ["sub/b.m"])
  }
}

/// The content of every file below a directory, for comparison.
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

  /// The files that are new, deleted or different.
  func changes(since before: DirectoryState) -> [Path] {
    Set(files.keys).union(before.files.keys).filter { files[$0] != before.files[$0] }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

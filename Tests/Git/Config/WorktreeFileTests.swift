import Platform
import TestSupport
import Testing

@testable import Platform
@testable import Smudge
@testable import WorkingTree

/// Tests of the listing of files with the attribute, and their state in the index.
struct WorktreeFileTests {
  /// A commit of three files with the attribute and three without.
  private static func sandbox() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    try sandbox.write(".gitattributes", bytes("*.m filter=munge\n*.l filter=lfs\n*.n -filter\n"))
    for name in ["a.m", "sub/b.m", "c d.m", "x.l", "x.n", "x.o"] { try sandbox.write(name, bytes("TEAM \(name)\n")) }
    try sandbox.git("-c", "filter.lfs.clean=cat", "add", ".")
    try sandbox.git("commit", "-m", "one")
    return sandbox
  }

  private static func records(_ files: [WorktreeFile]) -> [String: WorktreeFile.Record] {
    Dictionary(files.map { ("\($0.path)", $0.record) }, uniquingKeysWith: { one, _ in one })
  }

  @Test func `Tracked files with the attribute are listed with their blobs`() throws {
    let sandbox = try Self.sandbox()
    let files = try IndexSnapshot(sandbox.clone).munged
    #expect(files.map { "\($0.path)" } == ["a.m", "c d.m", "sub/b.m"])
    #expect(files.map(\.attribute) == [.munged, .munged, .munged])
    #expect(files.map(\.blob) == (try ["a.m", "c d.m", "sub/b.m"].map { bytes(try sandbox.line("rev-parse", ":\($0)")) }))
    #expect(files.allSatisfy { $0.isOnDisk && !$0.isHidden })
  }

  @Test func `Untracked files with the attribute are listed, ignored ones are not`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write(".gitignore", bytes("ignored*\n"))
    for name in ["new.m", "ignored.m", "new.o", "two\nlines.m"] { try sandbox.write(name, bytes("TEAM\n")) }
    let records = Self.records(try IndexSnapshot(sandbox.clone).munged)
    #expect(records["new.m"] == .untracked)
    #expect(records["two\\nlines.m"] == .untracked, "a name can have any byte")
    #expect(records.keys.sorted() == ["a.m", "c d.m", "new.m", "sub/b.m", "two\\nlines.m"])
  }

  @Test func `The flags assume-unchanged and skip-worktree are read`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.git("update-index", "--assume-unchanged", "a.m")
    try sandbox.git("update-index", "--skip-worktree", "c d.m")
    let files = try IndexSnapshot(sandbox.clone).munged
    let records = Self.records(files)
    #expect(records["a.m"] == .assumedUnchanged(blob: bytes(try sandbox.line("rev-parse", ":a.m"))))
    #expect(records["c d.m"] == .skipped)
    #expect(files.filter(\.isHidden).map { "\($0.path)" } == ["a.m", "c d.m"])
    #expect(files.filter { !$0.isOnDisk }.map { "\($0.path)" } == ["c d.m"])
    try sandbox.git("update-index", "--assume-unchanged", "c d.m")
    #expect(Self.records(try IndexSnapshot(sandbox.clone).munged)["c d.m"] == .skipped, "both at once")
  }

  @Test func `A file in conflict is listed once, as unmerged`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.git("checkout", "-b", "other")
    try sandbox.write("a.m", bytes("theirs\n"))
    try sandbox.git("commit", "-am", "theirs")
    try sandbox.git("checkout", "main")
    try sandbox.write("a.m", bytes("ours\n"))
    try sandbox.git("commit", "-am", "ours")
    #expect(try sandbox.run(["git", "merge", "other"]).status == 1)
    let files = try IndexSnapshot(sandbox.clone).munged
    #expect(files.map { "\($0.path)" } == ["a.m", "c d.m", "sub/b.m"])
    #expect(files.first?.record == .unmerged)
    #expect(files.first?.blob == nil)
  }

  @Test func `Symbolic links are not listed: git never filters them`() throws {
    let sandbox = try Self.sandbox()
    try FileSystem.makeSymbolicLink(sandbox.top / "link.m", to: Path("a.m"))
    try sandbox.git("add", "link.m")
    #expect(Self.records(try IndexSnapshot(sandbox.clone).munged)["link.m"] == nil)
  }

  @Test func `Files without the attribute are found by their content, with their filter`() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("untracked.o", bytes("x TEAM y\n"))
    try sandbox.write("staged.o", bytes("TEAM\n"))
    try sandbox.git("add", "staged.o")
    try sandbox.write("staged.o", bytes("changed\n"))
    let onDisk = try IndexSnapshot(sandbox.clone).files(holding: [bytes("TEAM"), bytes("NONE")])
    #expect(onDisk.count == 4, "each once")
    #expect(Set(onDisk.map { "\($0.path)" }) == ["untracked.o", "x.l", "x.n", "x.o"])
    let attributes = Dictionary(uniqueKeysWithValues: onDisk.map { ("\($0.path)", $0.attribute) })
    #expect(attributes == ["untracked.o": .unspecified, "x.o": .unspecified, "x.l": .other("lfs"), "x.n": .declined])
    #expect(Self.records(onDisk)["untracked.o"] == .untracked)
  }

  @Test func `Texts are literal, and without texts nothing is found`() throws {
    let sandbox = try Self.sandbox()
    #expect(try IndexSnapshot(sandbox.clone).files(holding: []).isEmpty)
    #expect(try IndexSnapshot(sandbox.clone).files(holding: [bytes("T.AM")]).isEmpty)
    #expect(try IndexSnapshot(sandbox.clone).files(holding: [bytes("team")]).isEmpty)
    try sandbox.write("binary.o", [0] + bytes("TEAM"))
    #expect(try IndexSnapshot(sandbox.clone).files(holding: [bytes("TEAM")]).contains { $0.path == Path("binary.o") })
  }

  @Test(arguments: [
    ["color.ui", "always"], ["grep.patternType", "perl"], ["grep.lineNumber", "true"], ["core.quotePath", "true"],
    ["grep.fullName", "true"], ["core.pager", "false"], ["diff.noprefix", "true"],
  ])
  func `The user's configuration does not change the result`(setting: [String]) throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("café.o", bytes("T.AM TEAM\n"))
    let before = try IndexSnapshot(sandbox.clone).files(holding: [bytes("TEAM")])
    let attributed = try IndexSnapshot(sandbox.clone).munged
    try sandbox.git("config", "--global", setting[0], setting[1])
    #expect(try IndexSnapshot(sandbox.clone).files(holding: [bytes("TEAM")]) == before)
    #expect(try IndexSnapshot(sandbox.clone).munged == attributed)
  }

  @Test func `In a repository without a commit and without files nothing is found`() throws {
    let sandbox = try GitSandbox()
    #expect(try IndexSnapshot(sandbox.clone).munged.isEmpty)
    #expect(try IndexSnapshot(sandbox.clone).files(holding: [bytes("TEAM")]).isEmpty)
    #expect(try IndexSnapshot(sandbox.clone).munged(committedWith: [bytes("TEAM")]).isEmpty)
  }
}
